//! Variables of the code that are set again: what they are where code runs straight on is what they were set
//! to last, `let mut k = i; k += 1;`, and behind an `if` one of two. What loops, closures and arms of a
//! `match` set is unknown in them until it is set, and behind them.

use std::collections::BTreeSet;

use tree_sitter::Node;

use crate::lower::affine::Meaning;
use crate::lower::bindings::is_mutable;
use crate::lower::body::Body;
use crate::lower::{macros, receivers};
use crate::syntax::names::free_names;
use crate::syntax::rust::{Source, children, field, peel};

/// Names that code changes in other ways than by assignments to them alone.
pub(super) fn changed_otherwise(src: &Source, code: Node) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut stack = vec![(code, false)];
    while let Some((node, in_closure)) = stack.pop() {
        let inside = in_closure || node.kind() == "closure_expression";
        let place = match node.kind() {
            "reference_expression" if is_mutable(node) => field(node, "value"),
            "call_expression" => receivers::changed(src, node),
            "assignment_expression" | "compound_assignment_expr" => {
                field(node, "left").filter(|left| inside || peel(*left).kind() != "identifier")
            }
            "let_declaration" | "let_condition" | "match_expression"
                if src.text(node).contains("ref mut") =>
            {
                field(node, "value")
            }
            "macro_invocation" => {
                names.extend(macros::written_names(src, node));
                None
            }
            _ => None,
        };
        names.extend(place.map_or_else(Vec::new, |place| changed(src, place)));
        stack.extend(children(node).into_iter().map(|part| (part, inside)));
    }
    names
}

/// Names that change with a place: `a` with `a[k].x`, all with a tuple of them.
fn changed(src: &Source, place: Node) -> Vec<String> {
    let place = peel(place);
    let first = || {
        children(place)
            .first()
            .map_or_else(Vec::new, |part| changed(src, *part))
    };
    match place.kind() {
        "identifier" => vec![src.text(place).to_owned()],
        "index_expression" | "field_expression" | "unary_expression" => first(),
        "tuple_expression" | "array_expression" => {
            let parts = children(place).into_iter();
            parts.flat_map(|part| changed(src, part)).collect()
        }
        _ => {
            let names = free_names(src, place).into_iter();
            names.map(|free| free.name).collect()
        }
    }
}

/// Names that are assigned in the code.
fn assigned_in(src: &Source, code: Node) -> BTreeSet<String> {
    let (mut names, mut stack) = (BTreeSet::new(), vec![code]);
    while let Some(node) = stack.pop() {
        if node.kind().contains("assignment")
            && let Some(left) = field(node, "left").map(peel)
            && left.kind() == "identifier"
        {
            names.insert(src.text(left).to_owned());
        }
        stack.extend(children(node));
    }
    names
}

impl Body<'_> {
    /// What code that may run any number of times sets is unknown, before it and behind it.
    pub(super) fn forget_assigned(&mut self, code: Node) {
        for name in assigned_in(self.src, code) {
            self.env.set(&name, Meaning::Unknown);
        }
    }

    /// Walks code that may run any number of times.
    pub(super) fn repeated(&mut self, code: Node, walk: impl FnOnce(&mut Self)) {
        self.forget_assigned(code);
        walk(self);
        self.forget_assigned(code);
    }

    /// `k = ..`, `k += ..`
    pub(super) fn reassign(&mut self, assignment: Node, name: &str) {
        let (src, changed) = (self.src, self.changed_otherwise.contains(name));
        if !self.env.is_local(name) {
            return;
        }
        let right = field(assignment, "right").and_then(|right| self.env.index(src, right));
        let old = match self.env.meaning(name) {
            Some(Meaning::Value(old)) => Some(old.clone()),
            _ => None,
        };
        let operator = field(assignment, "operator").map_or("=", |o| src.text(o));
        let value = match operator {
            _ if changed => None,
            "=" => right,
            "+=" => old.zip(right).and_then(|(a, b)| a.plus(&b)),
            "-=" => old.zip(right).and_then(|(a, b)| a.minus(&b)),
            "*=" => old.zip(right).and_then(|(a, b)| a.times(&b)),
            _ => None,
        };
        self.env
            .set(name, value.map_or(Meaning::Unknown, Meaning::Value));
    }

    /// Walks both arms of an `if`; behind it a variable that they set is one of two.
    pub(super) fn arms(
        &mut self,
        node: Node,
        yes: impl FnOnce(&mut Self),
        no: impl FnOnce(&mut Self),
    ) {
        let names = assigned_in(self.src, node);
        let meanings = |body: &Self| -> Vec<Option<Meaning>> {
            let meaning = |name: &String| body.env.meaning(name).cloned();
            names.iter().map(meaning).collect()
        };
        let before = meanings(self);
        let back = |body: &mut Self| {
            for (name, meaning) in names.iter().zip(&before) {
                let meaning = meaning.clone().unwrap_or(Meaning::Unknown);
                body.env.set(name, meaning);
            }
        };
        yes(self);
        let after_yes = meanings(self);
        back(self);
        no(self);
        let after_no = meanings(self);
        // The condition is about what they were.
        back(self);
        let mut after = Vec::new();
        for (name, both) in names.iter().zip(after_yes.into_iter().zip(after_no)) {
            let one = match both {
                (Some(Meaning::Value(yes)), Some(Meaning::Value(no))) if yes != no => {
                    field(node, "condition")
                        .and_then(|c| self.env.one_of_arms(self.src, c, yes, no))
                }
                (Some(Meaning::Value(yes)), Some(Meaning::Value(_))) => Some(yes),
                _ => None,
            };
            after.push((name, one.map_or(Meaning::Unknown, Meaning::Value)));
        }
        for (name, meaning) in after {
            self.env.set(name, meaning);
        }
    }
}
