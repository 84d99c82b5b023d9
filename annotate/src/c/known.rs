//! Variables that a block gives a value before it uses them as an index: `k = i * m + j; a[k] = b[k];`.
//!
//! Such a variable is declared outside, and set anew in each turn. From where a statement of a block sets
//! it, to the end of the block or to the next statement that may change it, it stands for its value.

use std::collections::HashSet;

use tree_sitter::Node;

use super::assigned::assigned;
use super::body::Body;
use super::captured::all_names;
use super::counted::head;
use super::declared::Form;
use super::integers::is_narrow;
use super::syntax::{Source, any, children, field, peel};
use crate::ir::Poly;

impl Body<'_> {
    /// Walks the statements of a block.
    pub(super) fn walk_block(&mut self, src: &Source, block: Node) {
        for statement in children(block) {
            if self.env.knows_any() {
                for name in changed(src, statement) {
                    self.env.forget(&name);
                }
            }
            self.walk(src, statement);
            if let Some((name, value)) = self.set_by(src, block, statement) {
                self.env.know(&name, value);
            }
        }
    }

    /// The variable that a statement of a block sets, and the value.
    fn set_by(&self, src: &Source, block: Node, statement: Node) -> Option<(String, Poly)> {
        let assignment = children(statement).first().copied().map(peel)?;
        let plain = statement.kind() == "expression_statement"
            && assignment.kind() == "assignment_expression"
            && src.text(field(assignment, "operator")?) == "=";
        let left = field(assignment, "left").map(peel);
        let left = left.filter(|l| plain && l.kind() == "identifier")?;
        let value = self.env.poly(src, field(assignment, "right")?)?;
        let name = src.text(left);
        let found = self.declaration(src, left)?;
        let fits = found.form() == Form::Value
            && !found.lasting
            && !is_narrow(&found.plain_words(src))
            && !self.env.is_loop(name)
            && !self.pointed_at.contains(name)
            && !self.is_entered(src, block);
        fits.then(|| (name.to_owned(), value))
    }

    /// The block may be come to other than from its begin: by `goto`, by a `case`.
    fn is_entered(&self, src: &Source, block: Node) -> bool {
        let outside = |case: Node| {
            let switch = src.around(case, &["switch_statement"]);
            switch.is_none_or(|s| s.start_byte() < block.start_byte())
        };
        !self.labels.is_empty() || any(block, &|n| n.kind() == "case_statement" && outside(n))
    }
}

/// Variables that a statement may change.
pub(super) fn changed(src: &Source, statement: Node) -> HashSet<String> {
    let mut names = HashSet::new();
    assigned(src, statement, 0, &mut names);
    // Those of counted loops are not among them.
    let mut stack = vec![statement];
    while let Some(node) = stack.pop() {
        if node.kind() == "for_statement" {
            names.extend(head(src, node).map(|counted| counted.var));
        }
        stack.extend(children(node));
    }
    names
}

/// Variables whose address code takes.
pub(super) fn pointed_at(src: &Source, code: Node) -> HashSet<String> {
    let mut names = HashSet::new();
    let mut stack = vec![code];
    while let Some(node) = stack.pop() {
        let place = field(node, "argument")
            .filter(|_| node.kind() == "pointer_expression" && src.text(node).starts_with('&'));
        names.extend(place.map(|place| src.text(peel(place)).to_owned()));
        // A macro may take it.
        let called = field(node, "function").and_then(|f| src.macros.get(src.text(f)));
        if called.is_some_and(|m| m.value.contains('&')) {
            names.extend(all_names(src, node));
        }
        stack.extend(children(node));
    }
    names
}
