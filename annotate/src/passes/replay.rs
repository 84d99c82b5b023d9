//! Loops of generating code whose turns register the same tasks: they are recorded once and
//! replayed (`hp5::rt::Region::laps` and `rounds`).
//!
//! What is proved of a `for` loop over a range:
//! - its generating code does nothing but register tasks, name values and exchange the headers
//!   of two arrays; nothing leaves the loop early, nothing waits inside of it, and no local of
//!   it is used by tasks by address;
//! - whatever decides which tasks are registered with which tiles and priorities (bounds,
//!   tile sizes, templates, sections, conditions) mentions no name that may be another thing
//!   in another turn: the loop's variable, what the loop assigns, and what is named after
//!   these (`quiet.rs`). Exchanged arrays are the same again after two turns.
//!
//! Such a loop is a sequence of laps. When, in addition, its code has no effect but the tasks,
//! and no body has captured anything that may differ, turns may be left out altogether
//! (*rounds*): bodies then run again, each time with clones of what they captured.
//!
//! A region that is a block in a loop is recorded from turn to turn (`turns.rs`).
//!
//! Operators, indexing and dereferencing are taken to be free of effects, as they are for
//! all types of `std`. A proof that is wrong for laps costs only speed: the runtime holds
//! every lap against the recording.

mod quiet;
mod turns;

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Addition, Computed, Extent, LapLoop, Region, RegionForm, Span, Step, Task};
use crate::passes::{tasks, tasks_mut};
use crate::semantics::scopes::node_at;
use crate::syntax::rust::{Source, children, field, is_comment, peel};
use quiet::{Code, Varying};

/// Why a loop is registered anew in each turn.
struct Why {
    span: Span,
    text: String,
    /// What to do.
    help: Option<&'static str>,
    /// The tasks are others in each turn: nothing can be replayed.
    differs: bool,
}

/// Fills the region's laps and marks the tasks that run again.
pub(super) fn run(src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    if region.form == RegionForm::Nested || region.joined || !region.joins.is_empty() {
        // Tasks of a lap would have their text in several functions.
        return;
    }
    let Some(body) = node_at(src, &region.body) else {
        return;
    };
    let mut laps = Vec::new();
    for node in generating_loops(region, body) {
        let proof = Proof {
            src,
            region,
            inside: node.byte_range(),
        };
        match proof.of(node) {
            Ok(found) => laps.push(found),
            Err(why) if why.differs || diags.has_errors() => {}
            Err(why) => diags.push(note(src, node, why)),
        }
    }
    region.recording = turns::recording(src, region, body);
    for task in tasks_mut(region) {
        let around = |lap: &&LapLoop| lap.span.contains(&task.stmt.start);
        task.repeats = laps.iter().filter(around).any(|lap| lap.replays);
    }
    region.laps = laps;
}

/// The loops of generating code with tasks in them, outermost first.
fn generating_loops<'t>(region: &Region, body: Node<'t>) -> Vec<Node<'t>> {
    let mut list = Vec::new();
    let mut stack = vec![body];
    while let Some(node) = stack.pop() {
        if tasks(region).any(|t| t.stmt == node.byte_range())
            || matches!(node.kind(), "function_item" | "closure_expression")
        {
            continue;
        }
        let repeats = matches!(
            node.kind(),
            "for_expression" | "while_expression" | "loop_expression"
        );
        if repeats && tasks(region).any(|t| node.byte_range().contains(&t.stmt.start)) {
            list.push(node);
        }
        stack.extend(children(node));
    }
    list.sort_by_key(|node| (node.start_byte(), std::cmp::Reverse(node.end_byte())));
    list
}

fn note(src: &Source, node: Node, why: Why) -> Diagnostic {
    let head = field(node, "body").map_or(node.end_byte(), |b| b.start_byte());
    let message = "the tasks of this loop are registered anew in each turn";
    let span = node.start_byte()..src.text[..head].trim_end().len();
    let d = Diagnostic::new(Severity::Note, codes::REGISTERED_ANEW, message, span)
        .also(why.span, why.text);
    match why.help {
        Some(help) => d.help(help),
        None => d,
    }
}

/// One loop under proof.
struct Proof<'s> {
    src: &'s Source,
    region: &'s Region,
    inside: Span,
}

impl Proof<'_> {
    fn of(&self, node: Node) -> Result<LapLoop, Why> {
        let (Some(pattern), Some(value), Some(body), "for_expression") = (
            field(node, "pattern"),
            field(node, "value"),
            field(node, "body"),
            node.kind(),
        ) else {
            return Err(self.why(node, "how often it runs is not known before"));
        };
        if !self.is_range(value) {
            return Err(self.why(value, "only loops over ranges are replayed"));
        }
        self.nothing_waits()?;
        let is_task = |n: Node| tasks(self.region).any(|t| t.stmt == n.byte_range());
        let code = Code::read(self.src, body, &is_task).map_err(|node| Why {
            span: node.byte_range(),
            text: "this may have effects other than registering tasks".to_owned(),
            help: Some(
                "move it out of the loop or into a task: a loop that only registers tasks of one shape is recorded once and replayed",
            ),
            differs: false,
        })?;
        let mut varying = Varying::of(self.src, Some(pattern), &code);
        for (a, b) in &code.swaps {
            self.same_kind(body, a, b)?;
            let others = |(c, d): &&(String, String)| [c, d].iter().any(|n| *n == a || *n == b);
            if code.swaps.iter().filter(others).count() > 1 || varying.mentions(a).is_some() {
                return Err(self.why(body, format!("`{a}` is exchanged more than once a turn")));
            }
        }
        for node in &code.decides {
            if let Some(name) = varying.mentions(self.src.text(*node)) {
                let text = format!("which tasks there are depends on `{name}`");
                return Err(Why {
                    differs: true,
                    ..self.why(*node, text)
                });
            }
        }
        for task in self.tasks() {
            self.same_shape(task, &varying, &code)?;
        }
        varying.exchange(&code.swaps);
        let replays = !code.has_effects && self.tasks().all(|task| runs_again(task, &varying));
        Ok(LapLoop {
            span: node.byte_range(),
            turns: value.byte_range(),
            line: self.src.line(node.start_byte()),
            period: if code.swaps.is_empty() { 1 } else { 2 },
            replays,
        })
    }

    fn why(&self, node: Node, text: impl Into<String>) -> Why {
        Why {
            span: node.byte_range(),
            text: text.into(),
            help: None,
            differs: false,
        }
    }

    fn tasks(&self) -> impl Iterator<Item = &Task> {
        tasks(self.region).filter(|t| self.inside.contains(&t.stmt.start))
    }

    /// `lo..hi`, with `.rev()` and `.step_by(n)`.
    fn is_range(&self, value: Node) -> bool {
        let value = peel(value);
        match value.kind() {
            "range_expression" => {
                children(value).len() == 2 && quiet::is_quiet(self.src, value, false)
            }
            "call_expression" => {
                let Some(function) =
                    field(value, "function").filter(|f| f.kind() == "field_expression")
                else {
                    return false;
                };
                let method = field(function, "field").map_or("", |m| self.src.text(m));
                let arguments = field(value, "arguments").map(children).unwrap_or_default();
                matches!(method, "rev" | "step_by")
                    && field(function, "value").is_some_and(|v| self.is_range(v))
                    && arguments
                        .iter()
                        .all(|a| quiet::is_quiet(self.src, *a, false))
            }
            _ => false,
        }
    }

    /// No wait, no guard that waits, no promoted local.
    fn nothing_waits(&self) -> Result<(), Why> {
        let waits = self.region.steps.iter().find_map(|step| match step {
            Step::Wait { at, .. } if self.inside.contains(at) => Some(*at..*at + 1),
            _ => None,
        });
        let because = |span: Span, text: &str| {
            Err(Why {
                span,
                text: text.to_owned(),
                help: None,
                differs: false,
            })
        };
        if let Some(span) = waits {
            return because(span, "generating code waits here");
        }
        for addition in &self.region.additions {
            match addition {
                Addition::WaitFirst(span) if self.inside.contains(&span.start) => {
                    return because(span.clone(), "generating code waits here");
                }
                Addition::Hold {
                    at, name, declared, ..
                } if self.inside.contains(at) => {
                    let text = format!("each turn has its own `{name}`, which tasks use");
                    return because(declared.clone(), &text);
                }
                _ => {}
            }
        }
        let local = |p: &&crate::ir::Promotion| self.inside.contains(&p.init.start);
        match self.region.promoted.iter().find(local) {
            None => Ok(()),
            Some(promotion) => Err(Why {
                span: promotion.init.clone(),
                text: format!(
                    "each turn has its own `{}`, which tasks use",
                    promotion.name
                ),
                help: Some(
                    "declare it before the loop if the turns can share it: then the loop is recorded once and replayed",
                ),
                differs: false,
            }),
        }
    }

    /// Two arrays that change places are cut in the same way, whichever is which.
    fn same_kind(&self, body: Node, a: &str, b: &str) -> Result<(), Why> {
        let kinds = |name: &str| {
            let at = self.region.variables.iter().position(|v| v.name == name)?;
            let bindings = self.tasks().flat_map(|t| &t.bindings);
            let mut templates: Vec<_> = bindings
                .filter(|b| b.var == at)
                .map(|b| &b.template)
                .collect();
            templates.dedup();
            Some((&self.region.variables[at].kind, templates))
        };
        let (first, second) = (kinds(a), kinds(b));
        let whole = |k: &Option<(_, Vec<_>)>| k.as_ref().is_none_or(|k| k.1.len() <= 1);
        let same = match (&first, &second) {
            (Some(first), Some(second)) => {
                first.0 == second.0
                    && (first.1 == second.1 || first.1.is_empty() || second.1.is_empty())
            }
            _ => true,
        };
        if same && whole(&first) && whole(&second) {
            return Ok(());
        }
        Err(self.why(
            body,
            format!("`{a}` and `{b}` change places and are cut differently"),
        ))
    }

    /// Nothing that decides on the task's place in the graph differs from turn to turn.
    fn same_shape(&self, task: &Task, varying: &Varying, code: &Code) -> Result<(), Why> {
        let refuse_as = |differs: bool, text: String| {
            Err(Why {
                span: task.directive.clone(),
                text,
                help: None,
                differs,
            })
        };
        let refuse = |text: String| refuse_as(false, text);
        if !code.tasks.contains(&task.stmt.start) {
            return refuse("this is not always registered".to_owned());
        }
        if task.reductions.iter().any(|r| !r.ordered) {
            return refuse("its tasks have new partial results in each turn".to_owned());
        }
        if task.condition.is_some() && task.loops.is_empty() {
            return refuse("generating code waits here if the condition does not hold".to_owned());
        }
        for text in heads(self.src, self.region, task) {
            if let Some(name) = varying.mentions(&text) {
                return refuse_as(true, format!("what these tasks use depends on `{name}`"));
            }
            if !quiet::calls_are_pure(self.src, &text) {
                return refuse(format!(
                    "what these tasks use depends on a call in `{text}`"
                ));
            }
        }
        Ok(())
    }
}

/// The texts that registration evaluates, names and bodies aside.
fn heads(src: &Source, region: &Region, task: &Task) -> Vec<String> {
    let mut texts = Vec::new();
    let mut polys = Vec::new();
    for tiled in &task.loops {
        texts.push(src.slice(&tiled.iterated).to_owned());
        texts.push(tiled.range.clone());
        texts.extend(tiled.step.clone());
        polys.extend(tiled.hull.iter().flat_map(|(lo, hi)| [lo, hi]));
        // Its calls are the runtime's.
        texts.push(tiled.offset.to_rust(&tiled.tile).replace('(', " "));
    }
    let sizes = task.loops.iter().map(|l| &l.tile);
    let sizes = sizes.chain(task.bindings.iter().flat_map(|b| &b.template));
    for size in sizes {
        texts.extend(size.text().map(str::to_owned));
    }
    texts.extend(task.condition.iter().chain(&task.priority).cloned());
    texts.extend(task.computed.iter().flat_map(Computed::both).cloned());
    for access in &task.accesses {
        for extent in &access.section {
            if let Extent::Range { lo, hi } = extent {
                polys.extend([lo, hi]);
            }
        }
    }
    let used = task.accesses.iter().map(|a| a.var);
    let used = used.chain(task.bindings.iter().map(|b| b.var));
    for variable in used.filter_map(|var| region.variables.get(var)) {
        texts.push(variable.name.clone());
        if let crate::ir::VarKind::Flat { rows } = &variable.kind {
            polys.extend(rows);
        }
    }
    texts.extend(task.reductions.iter().map(|r| r.name.clone()));
    let atoms = polys.iter().flat_map(|p| p.atoms());
    texts.extend(atoms.map(str::to_owned));
    texts
}

/// The body does the same in each turn, as far as it is told by generating code.
fn runs_again(task: &Task, varying: &Varying) -> bool {
    let captured = task.captures.iter().map(|c| &c.name);
    let mut told = captured.chain(&task.privates).chain(&task.name);
    task.nested.is_none() && told.all(|text| varying.mentions(text).is_none())
}

/// Statements of a block, comments and attributes aside.
fn statements(block: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = block.walk();
    block
        .named_children(&mut cursor)
        .filter(|n| !is_comment(*n) && !matches!(n.kind(), "label" | "attribute_item"))
        .collect()
}
