//! Indices that run along with a loop, `at += w` once in each turn: what they are in a turn is what they begin
//! with and so many steps more.
//!
//! In `for t in lo..hi` it is known by the loop's variable; in `while at < end` the index is a variable of the loop
//! itself. Everything else that could change it, hide it or skip the step makes it unknown, as other `let mut`
//! names are.

use tree_sitter::Node;

use crate::ir::Poly;
use crate::lower::affine::{Env, Meaning};
use crate::lower::macros::written_names;
use crate::semantics::values::asks_shape;
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, children, field, peel};

/// An index that runs along with a loop.
pub(super) struct Running<'t> {
    /// Its name.
    pub(super) name: &'t str,
    /// What it is before the first turn.
    pub(super) first: Poly,
    /// By how much it is more in the next turn.
    pub(super) step: Poly,
}

/// The indices that run along with a loop; the environment is that before it.
pub(super) fn along<'t>(src: &'t Source, env: &Env, node: Node<'t>) -> Vec<Running<'t>> {
    let Some(body) = field(node, "body") else {
        return Vec::new();
    };
    if has(body, &|n| n.kind() == "continue_expression") {
        return Vec::new();
    }
    let steps = children(body).into_iter().filter_map(|statement| {
        let (name, by, down) = advance(src, statement)?;
        let first = match env.meaning(name)? {
            Meaning::Value(first) => first.clone(),
            _ => return None,
        };
        let mut of_step = names_in(src, by).into_iter();
        if of_step.any(|n| n == name || !is_same(src, node, n)) {
            return None;
        }
        let mut step = env.poly(src, by)?;
        if down {
            step = Poly::constant(0).minus(&step)?;
        }
        let once = !changes(src, node, name, statement.start_byte());
        (once && !binds(src, node, name)).then_some(Running { name, first, step })
    });
    steps.collect()
}

/// `at += w;`, `at -= w;` or `at = at + w;`: the name, by what, and whether it goes down.
fn advance<'t>(src: &'t Source, statement: Node<'t>) -> Option<(&'t str, Node<'t>, bool)> {
    if statement.kind() != "expression_statement" {
        return None;
    }
    let change = *children(statement).first()?;
    let left = field(change, "left").filter(|l| l.kind() == "identifier")?;
    let (name, right) = (src.text(left), field(change, "right")?);
    let operator = |node: Node| field(node, "operator").map(|o| src.text(o));
    match (change.kind(), operator(change)) {
        ("compound_assignment_expr", Some("+=")) => Some((name, right, false)),
        ("compound_assignment_expr", Some("-=")) => Some((name, right, true)),
        ("assignment_expression", _) => {
            let sum = peel(right);
            let itself = field(sum, "left").is_some_and(|l| src.text(l) == name);
            let down = match operator(sum)? {
                "+" => false,
                "-" => true,
                _ => return None,
            };
            Some((name, field(sum, "right").filter(|_| itself)?, down))
        }
        _ => None,
    }
}

/// The code changes what the name stands for, but for the statement that begins at `step`; or it cannot be seen.
fn changes(src: &Source, code: Node, name: &str, step: usize) -> bool {
    has(code, &|node| match node.kind() {
        "macro_invocation" => written_names(src, node)
            .iter()
            .any(|written| written == name),
        "identifier" if src.text(node) == name => {
            let mut at = node;
            while let Some(parent) = at.parent() {
                let left = field(parent, "left") == Some(at);
                match parent.kind() {
                    "parenthesized_expression" => at = parent,
                    "assignment_expression" | "compound_assignment_expr" => {
                        let statement = parent.parent().map(|p| p.start_byte());
                        return left && statement != Some(step);
                    }
                    "reference_expression" => {
                        let parts = children(parent);
                        return parts.iter().any(|c| c.kind() == "mutable_specifier");
                    }
                    // A method of its own type reads it; another one may have it as `&mut`.
                    "field_expression" if field(parent, "value") == Some(at) => {
                        let method = field(parent, "field").map_or("", |m| src.text(m));
                        return !asks_shape(src, parent)
                            && !matches!(method, "min" | "max" | "abs_diff" | "pow" | "div_ceil");
                    }
                    "tuple_expression" => {
                        let assigned = parent.parent().and_then(|p| field(p, "left"));
                        return assigned == Some(parent);
                    }
                    _ => return false,
                }
            }
            false
        }
        _ => false,
    })
}

/// Some pattern in the code binds the name.
fn binds(src: &Source, code: Node, name: &str) -> bool {
    has(code, &|node| {
        let pattern = match node.kind() {
            "closure_parameters" => Some(node),
            _ => field(node, "pattern"),
        };
        pattern.is_some_and(|p| pattern_names(src, p).iter().any(|(bound, _)| bound == name))
    })
}

/// All names in an expression.
fn names_in<'t>(src: &'t Source, node: Node<'t>) -> Vec<&'t str> {
    let (mut names, mut stack) = (Vec::new(), vec![node]);
    while let Some(node) = stack.pop() {
        if node.kind() == "identifier" {
            names.push(src.text(node));
        }
        stack.extend(children(node));
    }
    names
}

fn has(node: Node, is: &dyn Fn(Node) -> bool) -> bool {
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        if is(node) {
            return true;
        }
        stack.extend(children(node));
    }
    false
}

/// The end of `while at < end`, one past the greatest value: of what stands before `&&`, too.
pub(super) fn end<'t>(
    src: &'t Source,
    condition: Node<'t>,
    name: &str,
) -> Option<(Node<'t>, bool)> {
    let condition = peel(condition);
    let (left, right) = (field(condition, "left")?, field(condition, "right")?);
    let is_name = |node: Node| src.text(peel(node)) == name;
    match src.text(field(condition, "operator")?) {
        "&&" => end(src, left, name).or_else(|| end(src, right, name)),
        "<" if is_name(left) => Some((right, false)),
        "<=" if is_name(left) => Some((right, true)),
        ">" if is_name(right) => Some((left, false)),
        ">=" if is_name(right) => Some((left, true)),
        _ => None,
    }
}

/// The names of the end mean the same in all turns.
pub(super) fn is_fixed(src: &Source, node: Node, end: Node) -> bool {
    let mut names = names_in(src, end).into_iter();
    names.all(|name| is_same(src, node, name))
}

/// The loop neither binds the name nor changes what it stands for.
fn is_same(src: &Source, node: Node, name: &str) -> bool {
    !binds(src, node, name) && !changes(src, node, name, usize::MAX)
}
