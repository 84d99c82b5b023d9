//! Pointers that code goes through under conditions other than that they are not NULL: `if (n->kind == LEAF)
//! n->leaf->u[i] = 0;`. In: a task's code, with the functions of the file that it calls. Out: the places of such
//! pointers, which may be anything where the conditions do not hold.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use tree_sitter::Node;

use crate::c::parse::expressions::{gone_through, is_left_out, without_blanks};
use crate::c::parse::source::{Source, any, children, field, peel};
use crate::c::semantics::declarations;

/// Calls that are looked into, in one another and in all.
const DEPTH: usize = 6;
const CALLS: usize = 64;

/// Such places of some code, without blanks.
pub(in crate::c) fn places(src: &Source, code: Node) -> HashSet<String> {
    let mut found = Found::default();
    let mut open = vec![At {
        node: code,
        under: false,
        names: Rc::default(),
        depth: 0,
    }];
    let mut calls = 0;
    while let Some(at) = open.pop() {
        found.add(src, &at);
        if calls < CALLS
            && at.depth < DEPTH
            && let Some(inside) = called(src, &at)
        {
            calls += 1;
            open.push(inside);
        }
        // A loop has turns, as a rule.
        let is_loop = matches!(at.node.kind(), "for_statement" | "while_statement");
        let mut under = at.under;
        for node in children(at.node) {
            open.push(At {
                node,
                under: under || (!is_loop && is_left_out(src, at.node, node)),
                names: at.names.clone(),
                depth: at.depth,
            });
            under |= may_return(node);
        }
    }
    let Found {
        mut under,
        otherwise,
    } = found;
    under.retain(|place| !otherwise.contains(place));
    under
}

/// Code that is looked at.
struct At<'t> {
    node: Node<'t>,
    /// It stands under a condition.
    under: bool,
    /// What the parameters of the function that it stands in are.
    names: Rc<HashMap<String, String>>,
    /// How many calls lead there.
    depth: usize,
}

impl At<'_> {
    /// A place in terms of the task's code.
    fn text(&self, src: &Source, place: Node) -> String {
        let text = without_blanks(src.text(peel(place)));
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let root = text.find(|c: char| !is_name(c)).unwrap_or(text.len());
        let (root, rest) = text.split_at(root);
        let Some(given) = self.names.get(root) else {
            return text;
        };
        match (given.strip_prefix('&'), rest.strip_prefix("->")) {
            (Some(whole), Some(member)) => format!("{whole}.{member}"),
            _ => format!("{given}{rest}"),
        }
    }
}

/// What code goes through.
#[derive(Default)]
struct Found {
    /// Under conditions.
    under: HashSet<String>,
    /// Without, or asked for by a condition: `p`, `!p`, `p != q`.
    otherwise: HashSet<String>,
}

impl Found {
    fn add(&mut self, src: &Source, at: &At) {
        match gone_through(src, at.node) {
            Some(place) if at.under => self.under.insert(at.text(src, place)),
            Some(place) => self.otherwise.insert(at.text(src, place)),
            None if is_asked(src, at.node) => self.otherwise.insert(at.text(src, at.node)),
            None => false,
        };
    }
}

/// The body of a function of the file that is called there.
fn called<'t>(src: &'t Source, at: &At<'t>) -> Option<At<'t>> {
    let callee = field(at.node, "function").filter(|_| at.node.kind() == "call_expression")?;
    let function = src.function(src.text(peel(callee)))?;
    let arguments = field(at.node, "arguments").map_or_else(Vec::new, children);
    let parameters = declarations::parameters(src, function).into_iter();
    let names = parameters
        .zip(arguments)
        .map(|(parameter, argument)| (parameter.name, at.text(src, argument)));
    Some(At {
        node: field(function, "body")?,
        under: at.under,
        names: Rc::new(names.collect()),
        depth: at.depth + 1,
    })
}

/// `if (n->kind != LEAF) return;`: what comes behind it stands under a condition on memory.
fn may_return(node: Node) -> bool {
    let condition = field(node, "condition").filter(|_| node.kind() == "if_statement");
    let on_memory = |n: Node| {
        matches!(
            n.kind(),
            "field_expression" | "subscript_expression" | "pointer_expression"
        )
    };
    condition.is_some_and(|condition| any(condition, &on_memory))
        && any(node, &|n| n.kind() == "return_statement")
}

/// What stands in a condition by itself.
fn is_asked(src: &Source, node: Node) -> bool {
    let Some(mut around) = node.parent() else {
        return false;
    };
    let mut at = node;
    while around.kind() == "parenthesized_expression" {
        let Some(next) = around.parent() else {
            return false;
        };
        (at, around) = (around, next);
    }
    let operator = field(around, "operator").map_or("", |operator| src.text(operator));
    match around.kind() {
        "unary_expression" => operator == "!",
        "binary_expression" => matches!(operator, "&&" | "||" | "==" | "!="),
        _ => field(around, "condition") == Some(at),
    }
}
