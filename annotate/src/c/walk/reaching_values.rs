//! Variables that a block gives a value before it uses them as an index: `k = i * m + j; a[k] = b[k];`.
//!
//! Such a variable is declared outside, and set anew in each turn. From where a statement of a block sets
//! it, to the end of the block or to the next statement that may change it, it stands for its value.
//!
//! So does a pointer that is set to a part of an array, `row = &a[i * m]`, where all that the code does with
//! it stands in that block: nothing else may be reached through it.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::c::parse::names::all_names;
use crate::c::parse::source::{Source, any, children, field, peel};
use crate::c::semantics::affine::Meaning;
use crate::c::semantics::declarations::{self, Declared, Form};
use crate::c::semantics::induction_variables::head;
use crate::c::semantics::integer_arithmetic::Int;
use crate::c::semantics::integer_types::is_narrow;
use crate::c::semantics::modified_variables::assigned;
use crate::c::walk::accesses::Body;
use crate::ir::{Mode, Poly};

impl Body<'_> {
    /// Walks the statements of a block.
    pub(in crate::c) fn walk_block(&mut self, src: &Source, block: Node) {
        for statement in children(block) {
            // In terms of what is known in front of it.
            let set = self.set_by(src, block, statement);
            let joined = self.joined(src, block, statement);
            if self.env.knows_any() {
                let own = set.as_ref().map(|(name, _)| name);
                for name in changed(src, statement) {
                    if own != Some(&name) {
                        self.env.forget(&name);
                    }
                }
            }
            if self.sets_pointer(src, block, statement) {
                continue;
            }
            self.walk(src, statement);
            for (name, value) in joined.into_iter().chain(set) {
                self.env.forget(&name);
                self.env.know(&name, Meaning::Value(value));
            }
        }
    }

    /// A statement that sets a pointer to a part of an array, whose name the pointer is from then on.
    fn sets_pointer(&mut self, src: &Source, block: Node, statement: Node) -> bool {
        let Some((left, right)) = plainly_set(src, statement) else {
            return false;
        };
        let name = src.text(left);
        let here = self.blocks.get(name) == Some(&block.start_byte());
        if !here || self.macros.0.is_some() || self.is_entered(src, block) {
            return false;
        }
        let file = self.file;
        let found = declarations::find(file, left, name);
        let Some(part) = found.and_then(|found| self.part_for(src, &found, right)) else {
            return false;
        };
        self.walk_way(src, right);
        self.place(src, left, Mode::Out, false);
        self.env.know(name, Meaning::Part(part.into()));
        true
    }

    /// The variable that a statement of a block sets, and the value.
    fn set_by(&self, src: &Source, block: Node, statement: Node) -> Option<(String, Poly)> {
        let inner = children(statement).first().copied().map(peel)?;
        let place = field(inner, "left").or_else(|| field(inner, "argument"));
        let place = place.map(peel).filter(|p| p.kind() == "identifier")?;
        let found = self.declaration(src, place)?;
        if !self.is_followed(src, block, src.text(place), &found) {
            return None;
        }
        let Some((left, right)) = plainly_set(src, statement) else {
            return self.moved(src, statement);
        };
        // `k = k++;` has no value.
        if changed(src, right).contains(src.text(left)) {
            return None;
        }
        let int = Int::of(&found.plain_words(src));
        let value = self.env.given(src, right, int)?;
        Some((src.text(left).to_owned(), value))
    }

    /// It shows in a block what the variable is set to.
    pub(in crate::c) fn is_followed(
        &self,
        src: &Source,
        block: Node,
        name: &str,
        found: &Declared,
    ) -> bool {
        found.form() == Form::Value
            && !found.lasting
            && !is_narrow(&found.plain_words(src))
            && !self.env.is_loop(name)
            && !self.pointed_at.contains(name)
            && !self.is_entered(src, block)
    }

    /// The block may be come to other than from its begin: by `goto`, by a `case`.
    fn is_entered(&self, src: &Source, block: Node) -> bool {
        if !self.labels.is_empty() {
            return true;
        }
        let is_file = std::ptr::eq(src, self.file);
        let known = self
            .entered_blocks
            .borrow()
            .get(&block.start_byte())
            .copied();
        if let Some(known) = known.filter(|_| is_file) {
            return known;
        }
        let outside = |case: Node| {
            let switch = src.around(case, &["switch_statement"]);
            switch.is_none_or(|s| s.start_byte() < block.start_byte())
        };
        let found = any(block, &|n| n.kind() == "case_statement" && outside(n));
        if is_file {
            let mut all = self.entered_blocks.borrow_mut();
            all.insert(block.start_byte(), found);
        }
        found
    }
}

/// The variable and the value of `k = value;`.
pub(in crate::c) fn plainly_set<'t>(
    src: &Source,
    statement: Node<'t>,
) -> Option<(Node<'t>, Node<'t>)> {
    let assignment = children(statement).first().copied().map(peel)?;
    let plain = statement.kind() == "expression_statement"
        && assignment.kind() == "assignment_expression"
        && src.text(field(assignment, "operator")?) == "=";
    let left = field(assignment, "left").map(peel);
    let left = left.filter(|l| plain && l.kind() == "identifier")?;
    Some((left, field(assignment, "right")?))
}

/// Variables that code names nowhere but in one block, whose statements set them, before all else; and where
/// that block begins.
pub(in crate::c) fn set_in_one_block(src: &Source, code: Node) -> HashMap<String, usize> {
    let mut sets: HashMap<&str, Vec<(usize, Node)>> = HashMap::new();
    let mut named: HashMap<&str, Vec<(usize, bool)>> = HashMap::new();
    let mut stack = vec![(code, false)];
    while let Some((node, changes)) = stack.pop() {
        let part = |name: &str| field(node, name);
        let changed = match node.kind() {
            "identifier" => {
                let place = (node.start_byte(), changes);
                named.entry(src.text(node)).or_default().push(place);
                None
            }
            "compound_statement" => {
                let all = children(node).into_iter();
                for (left, _) in all.filter_map(|statement| plainly_set(src, statement)) {
                    let place = (left.start_byte(), node);
                    sets.entry(src.text(left)).or_default().push(place);
                }
                None
            }
            "parenthesized_expression" if changes => Some(peel(node)),
            "assignment_expression" => part("left"),
            "update_expression" => part("argument"),
            "pointer_expression" if src.text(node).starts_with('&') => part("argument"),
            _ => None,
        };
        let is_name = |child: &Node| node.kind() == "declaration" && is_bare(*child);
        let inside = children(node).into_iter().filter(|child| !is_name(child));
        stack.extend(inside.map(|child| (child, changed.is_some_and(|c| peel(c) == peel(child)))));
    }
    let in_one = |(name, all): (&str, Vec<(usize, Node)>)| {
        let (first, block) = *all.iter().min_by_key(|(at, _)| *at)?;
        let named = named.get(name)?;
        let changes = named.iter().filter(|(_, changes)| *changes).count();
        let inside = |(at, _): &(usize, bool)| first <= *at && *at < block.end_byte();
        let one = all.iter().all(|(_, other)| *other == block) && changes == all.len();
        (one && named.iter().all(inside)).then(|| (name.to_owned(), block.start_byte()))
    };
    sets.into_iter().filter_map(in_one).collect()
}

/// A declarator without a value.
fn is_bare(node: Node) -> bool {
    node.kind() == "identifier"
        || node.kind().ends_with("_declarator") && node.kind() != "init_declarator"
}

/// Variables that a statement may change.
pub(in crate::c) fn changed(src: &Source, statement: Node) -> HashSet<String> {
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
pub(in crate::c) fn pointed_at(src: &Source, code: Node) -> HashSet<String> {
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
