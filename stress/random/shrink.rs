//! Drops what a failure does not need: one step, statement, clause or template at a time,
//! all candidates of a round in one batch.

use super::batch::{Accepted, accept, run_batch};
use super::program::{Program, Step, Stmt};

/// Most rounds; each is a build.
const ROUNDS: usize = 40;

/// Candidates of one round.
const WIDTH: usize = 60;

/// The smallest program found that still fails when built and run.
#[must_use]
pub fn shrink(failing: &Accepted) -> Accepted {
    let mut best = failing.clone();
    for _ in 0..ROUNDS {
        let candidates: Vec<Accepted> = smaller(&best.program)
            .iter()
            .filter_map(|p| accept(p).ok())
            .take(WIDTH)
            .collect();
        let failures = run_batch("shrink", true, &candidates);
        // The shortest text of those that fail.
        let Some(&next) = failures.keys().min_by_key(|&&n| candidates[n].source.len()) else {
            break;
        };
        if candidates[next].source.len() >= best.source.len() {
            break;
        }
        best = candidates[next].clone();
    }
    best
}

/// The smallest program found for which `fails` holds without a build.
#[must_use]
pub fn shrink_by(program: &Program, fails: impl Fn(&Program) -> bool) -> Program {
    let mut best = program.clone();
    while let Some(next) = smaller(&best).into_iter().find(&fails) {
        best = next;
    }
    best
}

/// Programs with one thing less.
#[must_use]
pub fn smaller(program: &Program) -> Vec<Program> {
    let with_steps = |steps| Program {
        steps,
        ..program.clone()
    };
    let mut list: Vec<Program> = fewer_steps(&program.steps)
        .into_iter()
        .map(with_steps)
        .collect();
    for n in 0..program.functions.len() {
        for steps in fewer_steps(&program.functions[n].steps) {
            let mut with = program.clone();
            with.functions[n].steps = steps;
            list.push(with);
        }
    }
    for n in 0..program.templates.len() {
        let mut templates = program.templates.clone();
        templates.remove(n);
        list.push(Program {
            templates,
            ..program.clone()
        });
    }
    if program.default.is_some() {
        list.push(Program {
            default: None,
            ..program.clone()
        });
    }
    list
}

fn fewer_steps(steps: &[Step]) -> Vec<Vec<Step>> {
    let mut list = Vec::new();
    for (n, step) in steps.iter().enumerate() {
        let mut without = steps.to_vec();
        without.remove(n);
        list.push(without);
        for simpler in simpler_steps(step) {
            let mut with = steps.to_vec();
            with.splice(n..=n, simpler);
            list.push(with);
        }
    }
    list
}

/// What may stand for a step instead.
fn simpler_steps(step: &Step) -> Vec<Vec<Step>> {
    let mut list = Vec::new();
    match step {
        Step::Nest {
            templates,
            tiles,
            clauses,
            nest,
        } => {
            for n in (0..clauses.len()).filter(|&n| !clauses[n].contains("reduction")) {
                let mut clauses = clauses.clone();
                clauses.remove(n);
                list.push(vec![Step::Nest {
                    clauses,
                    templates: templates.clone(),
                    tiles: tiles.clone(),
                    nest: nest.clone(),
                }]);
            }
            if !templates.is_empty() {
                list.push(vec![Step::Nest {
                    templates: Vec::new(),
                    tiles: tiles.clone(),
                    clauses: clauses.clone(),
                    nest: nest.clone(),
                }]);
            }
            for body in fewer_statements(&nest.body) {
                let mut nest = nest.clone();
                nest.body = body;
                list.push(vec![Step::Nest {
                    nest,
                    templates: templates.clone(),
                    tiles: tiles.clone(),
                    clauses: clauses.clone(),
                }]);
            }
        }
        Step::Block { clauses, body } => {
            let bodies = fewer_statements(body).into_iter().filter(|b| !b.is_empty());
            list.extend(bodies.map(|body| {
                vec![Step::Block {
                    clauses: clauses.clone(),
                    body,
                }]
            }));
        }
        Step::Composite { clauses, steps } => {
            list.push(steps.clone());
            let fewer = fewer_steps(steps).into_iter().filter(|s| !s.is_empty());
            list.extend(fewer.map(|steps| {
                vec![Step::Composite {
                    clauses: clauses.clone(),
                    steps,
                }]
            }));
        }
        Step::Repeat {
            variable,
            times,
            locals,
            steps,
            swap,
        } => {
            let repeat = |times, steps, swap| {
                vec![Step::Repeat {
                    variable: variable.clone(),
                    times,
                    locals: locals.clone(),
                    steps,
                    swap,
                }]
            };
            if *times > 1 {
                list.push(repeat(times - 1, steps.clone(), *swap));
            }
            if swap.is_some() {
                list.push(repeat(*times, steps.clone(), None));
            }
            list.extend(
                fewer_steps(steps)
                    .into_iter()
                    .map(|steps| repeat(*times, steps, *swap)),
            );
        }
        _ => {}
    }
    list
}

fn fewer_statements(body: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut list = Vec::new();
    for (n, stmt) in body.iter().enumerate() {
        let mut put = |replacement: Vec<Stmt>| {
            let mut with = body.to_vec();
            with.splice(n..=n, replacement);
            list.push(with);
        };
        if body.len() > 1 && !matches!(stmt, Stmt::Let { .. }) {
            put(Vec::new());
        }
        match stmt {
            Stmt::Assign {
                target,
                compound,
                values,
            } => {
                for v in 0..if values.len() > 1 { values.len() } else { 0 } {
                    let mut values = values.clone();
                    values.remove(v);
                    put(vec![Stmt::Assign {
                        target: target.clone(),
                        compound: *compound,
                        values,
                    }]);
                }
            }
            Stmt::If {
                condition,
                then,
                otherwise,
            } => {
                put(then.clone());
                if !otherwise.is_empty() {
                    put(vec![Stmt::If {
                        condition: condition.clone(),
                        then: then.clone(),
                        otherwise: Vec::new(),
                    }]);
                }
                for then in fewer_statements(then) {
                    put(vec![Stmt::If {
                        condition: condition.clone(),
                        then,
                        otherwise: otherwise.clone(),
                    }]);
                }
            }
            Stmt::For(l) => {
                for body in fewer_statements(&l.body) {
                    let mut l = l.clone();
                    l.body = body;
                    put(vec![Stmt::For(l)]);
                }
            }
            Stmt::Let { name, elem, values } if values.len() > 1 => {
                put(vec![Stmt::Let {
                    name: name.clone(),
                    elem: *elem,
                    values: values[..1].to_vec(),
                }]);
            }
            Stmt::Let { .. } | Stmt::Reduce { .. } => {}
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::generate::program;
    use crate::random::render::render;

    #[test]
    fn gets_smaller_and_ends() {
        let big = program(11);
        let small = shrink_by(&big, |p| render(p).contains("task_tile"));
        let (before, after) = (render(&big).len(), render(&small).len());
        assert!(after < before, "{before} {after}");
        assert!(
            smaller(&small)
                .iter()
                .all(|p| !render(p).contains("task_tile"))
        );
    }
}
