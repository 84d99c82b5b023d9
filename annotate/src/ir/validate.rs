//! Internal consistency of the IR: what passes and the emitter take for granted.
//!
//! A breach is a bug of the translator, never of the user's program, so it is text and not a
//! diagnostic. Tests run this after lowering and after the passes; the walk is linear in the
//! size of the IR but for the uniqueness checks, which are per region or per task.

use std::collections::HashSet;

use crate::ir::{
    Access, Binding, Capture, Extent, How, Lines, Poly, Region, RegionForm, Span, Step, Task, Unit,
    Use, VarKind,
};

/// What does not hold, one line each; empty when the IR is consistent.
#[must_use]
pub fn check(text: &str, unit: &Unit) -> Vec<String> {
    let mut checker = Checker {
        text,
        lines: Lines::of(text),
        found: Vec::new(),
    };
    let mut end = 0;
    for directive in &unit.directives {
        checker.span("a directive", directive);
        checker.hold(directive.start >= end, || {
            format!("directives out of order at byte {}", directive.start)
        });
        end = directive.end;
    }
    for region in &unit.regions {
        checker.region(region);
    }
    checker.found
}

struct Checker<'s> {
    /// The source.
    text: &'s str,
    lines: Lines,
    found: Vec<String>,
}

impl<'s> Checker<'s> {
    fn slice(&self, span: &Span) -> &'s str {
        self.text.get(span.clone()).unwrap_or("")
    }

    fn hold(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.found.push(what());
        }
    }

    fn span(&mut self, what: &str, span: &Span) {
        let valid = self.text.get(span.clone()).is_some();
        self.hold(valid, || {
            format!("{what}: {span:?} is no piece of the source")
        });
    }

    fn inside(&mut self, what: &str, span: &Span, outer: &Span) {
        self.span(what, span);
        self.hold(covers(outer, span), || {
            format!("{what}: {span:?} is not inside {outer:?}")
        });
    }

    fn region(&mut self, region: &Region) {
        let name = format!("region {}", region.name);
        self.span(&name, &region.body);
        if let RegionForm::Function {
            item, name: ident, ..
        } = &region.form
        {
            self.inside(&name, &region.body, item);
            self.inside(&name, ident, item);
        }
        if let Some(tail) = &region.tail {
            self.inside(&format!("{name}, tail"), tail, &region.body);
        }
        for template in &region.templates {
            self.span(&format!("{name}, template"), &template.span);
            self.inside(
                &format!("{name}, scope of a template"),
                &template.scope,
                &region.body,
            );
        }
        for promotion in &region.promoted {
            self.inside(
                &format!("{name}, initialiser of {}", promotion.name),
                &promotion.init,
                &region.body,
            );
            for used in &promotion.uses {
                self.inside(
                    &format!("{name}, use of {}", promotion.name),
                    used,
                    &region.body,
                );
                let text = self.slice(used);
                self.hold(text == promotion.name, || {
                    format!("{name}: a use of {} reads `{text}`", promotion.name)
                });
            }
        }
        self.variables(&name, region);
        self.steps(&name, region);
    }

    fn variables(&mut self, name: &str, region: &Region) {
        let mut names = HashSet::new();
        let mut bindings = HashSet::new();
        for variable in &region.variables {
            self.hold(names.insert(&variable.name), || {
                format!("{name}: variable {} twice", variable.name)
            });
            self.hold(bindings.insert(&variable.binding), || {
                format!("{name}: binding {} twice", variable.binding)
            });
            self.hold(is_identifier(&variable.binding), || {
                format!("{name}: binding `{}` is no identifier", variable.binding)
            });
            let dims = variable.kind.dims();
            let scalar = matches!(variable.kind, VarKind::Scalar { .. } | VarKind::Opaque);
            self.hold(scalar || (1..=4).contains(&dims), || {
                format!("{name}: {} has {dims} dimensions", variable.name)
            });
        }
    }

    fn steps(&mut self, name: &str, region: &Region) {
        let mut end = region.body.start;
        for step in &region.steps {
            match step {
                Step::Wait { at, .. } => {
                    self.inside(&format!("{name}, wait"), &(*at..*at), &region.body);
                    self.hold(*at >= end, || {
                        format!("{name}: a wait at byte {at} inside or before an earlier task")
                    });
                }
                Step::Task(task) => {
                    self.hold(task.start >= end, || {
                        format!(
                            "{name}: the task of line {} overlaps an earlier one",
                            task.line
                        )
                    });
                    end = task.stmt.end;
                    self.task(name, region, task);
                }
            }
        }
    }

    fn task(&mut self, name: &str, region: &Region, task: &Task) {
        let name = format!("{name}, task of line {}", task.line);
        self.inside(&name, &task.stmt, &region.body);
        self.hold(task.start <= task.directive.start, || {
            format!("{name}: starts after its directive")
        });
        self.hold(task.directive.end <= task.stmt.start, || {
            format!("{name}: directive after its statement")
        });
        self.hold(task.line == self.lines.line(task.directive.start), || {
            format!("{name}: the directive is on another line")
        });
        self.hold(!task.parallel || !task.loops.is_empty(), || {
            format!("{name}: parallel without a loop")
        });
        let mut outer = task.stmt.clone();
        for tiled in &task.loops {
            self.inside(
                &format!("{name}, loop {}", tiled.var),
                &tiled.iterated,
                &outer,
            );
            let text = self.slice(&tiled.iterated);
            self.hold(text.contains(&tiled.range), || {
                format!("{name}: `{}` is not in `{text}`", tiled.range)
            });
            outer.start = tiled.iterated.end;
        }
        task.uses
            .iter()
            .for_each(|used| self.used(&name, task, used));
        task.accesses
            .iter()
            .for_each(|access| self.access(&name, region, task, access));
        self.bindings(&name, region, task);
        task.captures
            .iter()
            .for_each(|capture| self.capture(&name, task, capture));
        if let Some(nested) = &task.nested {
            self.inside(&format!("{name}, its own region"), &nested.body, &task.stmt);
            self.region(nested);
        }
    }

    fn used(&mut self, name: &str, task: &Task, used: &Use) {
        let name = format!("{name}, use of {}", used.name);
        self.inside(&name, &used.span, &task.stmt);
        self.inside(&name, &used.base, &used.span);
        used.indices
            .iter()
            .for_each(|index| self.inside(&name, index, &used.span));
        let line = self.lines.line(used.span.start);
        self.hold(used.line == line, || {
            format!("{name}: line {} instead of {line}", used.line)
        });
        let base: String = self.slice(&used.base).split_whitespace().collect();
        let base = base
            .trim_start_matches('(')
            .trim_end_matches(')')
            .replace("r#", "");
        let matches = base == used.name.replace("r#", "") || used.in_macro;
        self.hold(matches, || {
            format!("{name}: reads `{base}` at byte {}", used.base.start)
        });
        let loops: Vec<&str> = task
            .inner
            .iter()
            .map(|l| l.atom.as_str())
            .chain(task.loops.iter().map(|l| l.atom.as_str()))
            .collect();
        for atom in used.index.iter().flatten().flat_map(Poly::atoms) {
            self.hold(!atom.contains('@') || loops.contains(&atom), || {
                format!("{name}: `{atom}` is no loop of the task")
            });
        }
    }

    fn access(&mut self, name: &str, region: &Region, task: &Task, access: &Access) {
        let Some(variable) = region.variables.get(access.var) else {
            self.hold(false, || {
                format!("{name}: access to variable number {}", access.var)
            });
            return;
        };
        let name = format!("{name}, access to {}", variable.name);
        let (have, want) = (access.section.len(), variable.kind.dims());
        self.hold(have == want, || {
            format!("{name}: {have} extents for {want} dimensions")
        });
        self.section(&name, task, &access.section);
        self.hold(!access.mode.writes() || variable.written, || {
            format!("{name}: written, but not marked so")
        });
    }

    /// Sections are evaluated where the task is registered: chunk bounds and invariants only.
    fn section(&mut self, name: &str, task: &Task, section: &[Extent]) {
        let bounds: HashSet<String> = task
            .loops
            .iter()
            .flat_map(|l| [l.lo_atom(), l.hi_atom()])
            .chain(
                task.computed
                    .iter()
                    .flat_map(|c| [c.lo_atom(), c.hi_atom()]),
            )
            .collect();
        for extent in section {
            let Extent::Range { lo, hi } = extent else {
                continue;
            };
            for atom in lo.atoms().into_iter().chain(hi.atoms()) {
                let chunk =
                    atom.starts_with("__") && (atom.ends_with("_lo") || atom.ends_with("_hi"));
                self.hold(!atom.contains('@'), || {
                    format!("{name}: the section mentions loop `{atom}`")
                });
                self.hold(!chunk || bounds.contains(atom), || {
                    format!("{name}: the section mentions `{atom}`, no tiled loop")
                });
            }
        }
    }

    fn bindings(&mut self, name: &str, region: &Region, task: &Task) {
        let mut bound = HashSet::new();
        for binding in &task.bindings {
            let Some(variable) = region.variables.get(binding.var) else {
                self.hold(false, || {
                    format!("{name}: binding of variable number {}", binding.var)
                });
                continue;
            };
            let name = format!("{name}, binding of {}", variable.name);
            self.hold(bound.insert(binding.var), || format!("{name}: twice"));
            self.binding(&name, task, binding, variable.kind.dims());
        }
        for access in &task.accesses {
            let binding = task.bindings.iter().find(|b| b.var == access.var);
            let fits = binding.is_none_or(|b| b.mutable || !access.mode.writes());
            self.hold(fits, || {
                format!(
                    "{name}: writes variable number {} through a binding that is not mutable",
                    access.var
                )
            });
        }
    }

    fn binding(&mut self, name: &str, task: &Task, binding: &Binding, dims: usize) {
        let template = binding.template.len();
        self.hold(template == dims, || {
            format!("{name}: {template} tile sizes for {dims} dimensions")
        });
        let unchecked = matches!(binding.how, How::Trusted) && binding.sure.is_empty();
        self.hold(!unchecked, || {
            format!("{name}: a view is trusted whose bounds nothing checks")
        });
        for sure in &binding.sure {
            let is_view = matches!(binding.how, How::View | How::Trusted);
            let fits = sure.section.len() == dims && is_view;
            self.hold(fits, || {
                format!("{name}: bounds are checked of another view")
            });
            self.section(name, task, &sure.section);
        }
        let declared = task.accesses.iter().any(|access| access.var == binding.var);
        let reduced = task.reductions.len();
        self.hold(declared || reduced > 0 || task.nested.is_some(), || {
            format!("{name}: bound but not declared")
        });
    }

    fn capture(&mut self, name: &str, task: &Task, capture: &Capture) {
        let name = format!("{name}, capture of {}", capture.name);
        self.hold(is_identifier(&capture.binding), || {
            format!("{name}: `{}` is no identifier", capture.binding)
        });
        capture
            .uses
            .iter()
            .for_each(|used| self.inside(&name, used, &task.stmt));
    }
}

/// The inner span lies in the outer one.
pub(crate) fn covers(outer: &Span, inner: &Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

fn is_identifier(text: &str) -> bool {
    let text = text.strip_prefix("r#").unwrap_or(text);
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c == '_' || c.is_alphabetic())
        && chars.all(|c| c == '_' || c.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::diag::Diagnostics;
    use crate::lower::lower;
    use crate::syntax::rust::Source;
    use crate::syntax::rust::parse;

    const SWEEP: &str = "#[hp5::region]\nfn f(a: &mut Vec<f64>, n: usize) {\n    #[hp5::task_tile(i = 8)]\n    for i in 1..n {\n        a[i] = a[i - 1];\n    }\n}\n";

    fn lowered(text: &str) -> (Source, Unit) {
        let src = parse(Path::new("t.rs"), text.to_owned()).expect("parses");
        let mut diags = Diagnostics::default();
        let unit = lower(&src, &mut diags);
        assert!(!diags.has_errors(), "{:?}", diags.list);
        (src, unit)
    }

    fn first_task(unit: &mut Unit) -> &mut Task {
        match &mut unit.regions[0].steps[0] {
            Step::Task(task) => task,
            Step::Wait { .. } => panic!("a wait"),
        }
    }

    /// Spoils the IR of a good program and expects a finding with `word` in it.
    fn finds(word: &str, spoil: impl FnOnce(&mut Unit)) {
        let (src, mut unit) = lowered(SWEEP);
        assert_eq!(check(&src.text, &unit), [] as [&str; 0]);
        spoil(&mut unit);
        let found = check(&src.text, &unit);
        assert!(
            found.iter().any(|line| line.contains(word)),
            "{word}: {found:?}"
        );
    }

    #[test]
    fn breaches_are_found() {
        finds("no piece of the source", |u| u.regions[0].body.end = 10_000);
        finds("overlaps an earlier", |u| {
            let mut copy = lowered(SWEEP).1;
            u.regions[0].steps.append(&mut copy.regions[0].steps);
        });
        finds("no loop of the task", |u| {
            first_task(u).uses[0].index = vec![Some(Poly::atom("j@9"))]
        });
        finds("reads `a`", |u| first_task(u).uses[0].name = "b".to_owned());
        finds("is not inside", |u| first_task(u).uses[0].span = 0..3);
        finds("variable number 7", |u| {
            first_task(u).accesses.push(Access {
                var: 7,
                mode: crate::ir::Mode::In,
                section: Vec::new(),
            });
        });
        finds("parallel without a loop", |u| {
            first_task(u).loops.clear();
            first_task(u).parallel = true;
        });
    }

    #[test]
    fn sections_mention_only_what_is_known_at_registration() {
        let range = |atom: &str| {
            vec![Extent::Range {
                lo: Poly::atom(atom),
                hi: Poly::atom("n"),
            }]
        };
        for (atom, word) in [("i@1", "mentions loop"), ("__k_lo", "no tiled loop")] {
            finds(word, |u| {
                u.regions[0].variables = vec![crate::ir::Variable {
                    name: "a".to_owned(),
                    binding: "a".to_owned(),
                    kind: VarKind::Flat { rows: Vec::new() },
                    written: true,
                    in_self: false,
                }];
                first_task(u).accesses = vec![Access {
                    var: 0,
                    mode: crate::ir::Mode::Out,
                    section: range(atom),
                }];
            });
        }
    }
}
