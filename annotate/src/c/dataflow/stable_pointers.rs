//! Pointers that tasks set, and those that stay: where tasks write numbers alone, code between them may read a pointer
//! while tasks are pending that use what it leads to: `if (blocks[i][j] != NULL)`, `double *u = g->u;`.

use tree_sitter::Node;

use crate::c::dataflow::joins::reach_of;
use crate::c::parse::source::{Source, field};
use crate::c::points_to::alias_uses::declaration;
use crate::c::semantics::declarations::{self, Declared, Form};
use crate::c::semantics::pointer_types;
use crate::c::semantics::pointer_types::is_number;
use crate::ir::{Region, Shape, Task, Use};
use crate::passes::tasks;

/// What tasks of the region write are numbers: none sets a pointer, or is given the place of one.
pub(in crate::c) fn writes_numbers(src: &Source, region: &Region) -> bool {
    let numbers = |task: &Task, name: &str, brackets: usize| {
        let found = declaration(src, task, name);
        found.is_some_and(|found| is_number(src, &found) && is_reached(&found, brackets))
    };
    tasks(region).all(|task| {
        let mut written = task.uses.iter().filter(|used| used.mode.writes());
        let mut said = task.declared.iter().filter(|d| d.mode.writes());
        written.all(|used| numbers(task, &used.name, brackets(used)))
            && said.all(|d| numbers(task, &d.name, d.section.as_ref().map_or(0, Vec::len) + 1))
    })
}

/// What is handed on may be a pointer to numbers.
fn brackets(used: &Use) -> usize {
    let own = match used.shape {
        Shape::Deref => 1,
        _ => used.index.len(),
    };
    own + usize::from(used.reborrow)
}

/// No pointer is left between the place and its numbers.
fn is_reached(found: &Declared, brackets: usize) -> bool {
    found.stars() == 0 || found.stars() + found.lengths().len() <= brackets
}

/// What code reads by the name is a pointer, by its declaration.
pub(in crate::c) fn is_pointer(src: &Source, name: &str, at: Node) -> bool {
    let Some(found) = declarations::find(src, at, name) else {
        return false;
    };
    let levels = found.stars() + found.lengths().len();
    usize::try_from(reach_of(src, at)).is_ok_and(|reach| reach < levels) || is_member(src, at)
}

/// `g->u` of `g`, with a member that is a pointer, and which is looked at by itself.
fn is_member(src: &Source, name: Node) -> bool {
    let mut at = name;
    while let Some(parent) = at.parent() {
        let part = field(parent, "argument") == Some(at);
        match parent.kind() {
            "field_expression" | "subscript_expression" if part => at = parent,
            "parenthesized_expression" => at = parent,
            _ => break,
        }
    }
    let by_itself = at.parent().is_some_and(|parent| {
        let is = |part: &str| field(parent, part) == Some(at);
        let operator = field(parent, "operator").map_or("", |o| src.text(o));
        match parent.kind() {
            "init_declarator" => is("value"),
            "assignment_expression" => is("right"),
            "binary_expression" => ["==", "!=", "&&", "||"].contains(&operator),
            "unary_expression" => operator == "!",
            "if_statement" | "while_statement" => true,
            _ => false,
        }
    });
    let found = pointer_types::fields(src, src, at);
    let points = |d: &Declared| d.form() == Form::Pointer;
    by_itself && !found.is_empty() && found.iter().all(points)
}
