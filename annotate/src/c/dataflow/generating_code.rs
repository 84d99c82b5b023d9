//! Code of a region between its tasks: its expressions, and what they have to wait for.

use tree_sitter::Node;

use crate::c::parse::node_kinds::{self, Kind};
use crate::c::parse::source::{Source, children, whole_expression};
use crate::ir::{Region, Span};
use crate::passes::tasks;

/// The statements of a region's tasks, in the order of the file.
pub(in crate::c) struct Statements(Vec<Span>);

pub(in crate::c) fn statements(region: &Region) -> Statements {
    Statements(tasks(region).map(|task| task.stmt.clone()).collect())
}

impl Statements {
    /// The code is a task's statement, or in one.
    pub(in crate::c) fn hold(&self, code: &Span) -> bool {
        let next = self.0.partition_point(|s| s.start <= code.start);
        let last = next.checked_sub(1).map(|n| &self.0[n]);
        last.is_some_and(|s| code.end <= s.end)
    }
}

/// The expressions of a region's code between its tasks.
pub(in crate::c) fn expressions<'s>(src: &'s Source, region: &Region) -> Vec<Node<'s>> {
    let (body, skipped) = (&region.body, statements(region));
    let mut stack: Vec<Node> = src.function_at(body.start).into_iter().collect();
    let mut list = Vec::new();
    while let Some(node) = stack.pop() {
        let (start, end) = (node.start_byte(), node.end_byte());
        if end <= body.start || body.end <= start || skipped.hold(&(start..end)) {
            continue;
        }
        match whole_expression(node).or_else(|| other_expression(node)) {
            Some(expression) if body.start <= start && end <= body.end => list.push(expression),
            _ => stack.extend(children(node)),
        }
    }
    list
}

/// An expression that is part of another statement, or code of a kind that nobody knows.
fn other_expression(node: Node) -> Option<Node> {
    let around = node.parent()?;
    let is_value =
        node_kinds::of(node) == Kind::Expression && node_kinds::of(around) == Kind::Statement;
    // Those of labels are constants.
    let is_run = is_value
        && ![
            "case_statement",
            "preproc_if",
            "preproc_ifdef",
            "preproc_elif",
        ]
        .contains(&around.kind());
    (is_run || node_kinds::of(node) == Kind::Unknown).then_some(node)
}

/// What an expression has to wait for.
pub(in crate::c) struct Found {
    pub(in crate::c) name: String,
    /// The head of the family whose tasks are in question; `None`: all tasks.
    pub(in crate::c) head: Option<String>,
    pub(in crate::c) why: Why,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum Why {
    /// Tasks use what the name is.
    Used,
    /// What is run by this name is not known.
    Unknown,
    /// What is run may end the program, or show what it has done so far.
    Ends,
}

impl Found {
    pub(in crate::c) fn all(name: &str, why: Why) -> Found {
        let (name, head) = (name.to_owned(), None);
        Found { name, head, why }
    }

    pub(in crate::c) fn message(&self) -> String {
        let name = &self.name;
        match self.why {
            Why::Used => waits_for(name),
            Why::Unknown => {
                format!("the program waits here for tasks: what `{name}` uses is not known")
            }
            Why::Ends => format!(
                "the program waits here for tasks: `{name}` may end it, or show what it has done so far"
            ),
        }
    }
}

pub(in crate::c) fn waits_for(name: &str) -> String {
    format!("the program waits here for tasks that use `{name}`")
}
