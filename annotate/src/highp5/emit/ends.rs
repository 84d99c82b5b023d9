//! Arrays that an environment holds and that nobody reads there again.
//!
//! What an execution leaves in an environment stays there until the environment is used again; in
//! a loop that is a round later. Where nobody can read an array in the meantime the environment
//! lets it go at once, so that the next execution that makes such an array has its memory
//! (`Run::array`): a loop that makes vectors has as many as one by hand would, and these stay in
//! the caches.
//!
//! A variable of an environment is *live* where some way through the coordinator leads to a
//! statement that reads it before one that sets it. Found backwards, as live variables are; in
//! programs in which two locals can be one environment, nothing is.

use std::collections::{BTreeMap, BTreeSet};

use super::access::Uses;
use super::task::linked;
use crate::highp5::typed::{
    Bind, Coordinator, Expr, ExprKind, LocalId, Place, Root, SequenceRange, Statement,
    StatementKind, Step, Task, TaskId, Type, VariableId,
};

/// A variable of the environment in a local.
type Field = (LocalId, VariableId);

/// By statement, which arrays end behind it.
pub(super) type Ends = BTreeMap<*const Statement, Vec<Field>>;

/// The arrays that end in a coordinator.
pub(super) fn ends(tasks: &[Task], coordinator: &Coordinator) -> Ends {
    let statements = &coordinator.body.statements;
    let is_environment = |id: LocalId| environment(coordinator, id).is_some();
    let uses = Uses::of(statements);
    let handed_on = |place: &&Place| matches!(place.root, Root::Local(id) if is_environment(id));
    let mut way = Way {
        tasks,
        coordinator,
        ends: Ends::new(),
    };
    if uses.foreign.is_empty() && !uses.read.iter().any(handed_on) {
        way.before(statements, BTreeSet::new());
    }
    way.ends
}

/// The task whose environment is in a local, if one is.
fn environment(coordinator: &Coordinator, id: LocalId) -> Option<TaskId> {
    match coordinator.body.locals[id.0].ty {
        Type::Environment(task) => Some(task),
        _ => None,
    }
}

/// The way back through a coordinator.
struct Way<'p> {
    tasks: &'p [Task],
    coordinator: &'p Coordinator,
    ends: Ends,
}

impl Way<'_> {
    /// What is live before statements, of what is live behind them. In loops they are gone through
    /// until nothing more is live; what ends is what the last time says.
    fn before(&mut self, list: &[Statement], mut live: BTreeSet<Field>) -> BTreeSet<Field> {
        for statement in list.iter().rev() {
            let mut over = self.touched(statement);
            over.retain(|field| self.is_array(*field) && !live.contains(field));
            self.ends.insert(statement, over.into_iter().collect());
            live = self.before_one(&statement.kind, live);
        }
        live
    }

    fn before_one(&mut self, kind: &StatementKind, mut live: BTreeSet<Field>) -> BTreeSet<Field> {
        match kind {
            StatementKind::Assign(place, value) => {
                match place.root {
                    Root::Environment(local, id) if place.steps.is_empty() => {
                        live.remove(&(local, id));
                    }
                    Root::Local(id) if matches!(value.kind, ExprKind::Environment) => {
                        live.retain(|(local, _)| *local != id);
                    }
                    _ => {}
                }
                read(&mut live, [value]);
                read_steps(&mut live, place);
            }
            StatementKind::Execute {
                task,
                environment,
                initialize,
                partition,
            } => {
                for (at, known) in self.tasks[task.0].variables.iter().enumerate() {
                    let field = (*environment, VariableId(at));
                    if linked(known) {
                        live.insert(field);
                    } else if known.mode.is_some() {
                        live.remove(&field);
                    }
                }
                read(&mut live, initialize.iter().chain(partition));
            }
            StatementKind::Bind {
                bind,
                environment,
                variable,
                file,
            } => {
                match bind {
                    Bind::Input => live.remove(&(*environment, *variable)),
                    Bind::Output => live.insert((*environment, *variable)),
                };
                read(&mut live, [file]);
            }
            StatementKind::If(branches, otherwise) => {
                let after = live;
                live = self.before(otherwise, after.clone());
                for (condition, body) in branches {
                    live.extend(self.before(body, after.clone()));
                    read(&mut live, [condition]);
                }
            }
            StatementKind::While(body, condition) => {
                read(&mut live, [condition]);
                live = self.around(body, live);
            }
            StatementKind::For(ranges, body) => {
                for range in ranges {
                    read_place(&mut live, &range.over);
                    read(&mut live, &range.condition);
                }
                live = self.around(body, live);
            }
            StatementKind::Sequence {
                range,
                step,
                condition,
                body,
                ..
            } => {
                match range {
                    SequenceRange::Range(range) => read(&mut live, [range]),
                    SequenceRange::Dimension(place, _) => read_place(&mut live, place),
                }
                read(&mut live, step.iter().chain(condition));
                live = self.around(body, live);
            }
            StatementKind::Evaluate(value)
            | StatementKind::Return(value)
            | StatementKind::Reduce { value, .. } => read(&mut live, [value]),
            StatementKind::Extern(_) => {}
        }
        live
    }

    /// What is live before a loop: a round may follow each round, and none may.
    fn around(&mut self, body: &[Statement], after: BTreeSet<Field>) -> BTreeSet<Field> {
        let mut live = after;
        loop {
            let known = live.len();
            let before = self.before(body, live.clone());
            live.extend(before);
            if live.len() == known {
                return live;
            }
        }
    }

    /// The variables of environments that a statement, or one inside of it, reads or sets.
    fn touched(&self, statement: &Statement) -> BTreeSet<Field> {
        let mut found = BTreeSet::new();
        statement.each(&mut |kind| match kind {
            StatementKind::Execute {
                task, environment, ..
            } => {
                let all = self.tasks[task.0].variables.iter().enumerate();
                let kept = all.filter(|(_, known)| known.mode.is_some());
                found.extend(kept.map(|(at, _)| (*environment, VariableId(at))));
            }
            StatementKind::Bind {
                environment,
                variable,
                ..
            } => {
                found.insert((*environment, *variable));
            }
            _ => {}
        });
        let uses = Uses::of(std::slice::from_ref(statement));
        uses.places
            .iter()
            .for_each(|place| read_root(&mut found, place));
        found
    }

    fn is_array(&self, (local, id): Field) -> bool {
        environment(self.coordinator, local)
            .is_some_and(|task| matches!(self.tasks[task.0].variables[id.0].ty, Type::Array(..)))
    }
}

fn read<'e>(live: &mut BTreeSet<Field>, values: impl IntoIterator<Item = &'e Expr>) {
    let mut uses = Uses::default();
    values.into_iter().for_each(|value| uses.expr(value));
    uses.places.iter().for_each(|place| read_root(live, place));
}

fn read_place(live: &mut BTreeSet<Field>, place: &Place) {
    read_root(live, place);
    read_steps(live, place);
}

/// The indices that lead to a place.
fn read_steps(live: &mut BTreeSet<Field>, place: &Place) {
    let indices = place.steps.iter().filter_map(|step| match step {
        Step::Index(index) => Some(index),
        _ => None,
    });
    read(live, indices);
}

fn read_root(live: &mut BTreeSet<Field>, place: &Place) {
    if let Root::Environment(local, id) = place.root {
        live.insert((local, id));
    }
}
