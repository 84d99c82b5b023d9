//! Variables that a block gives a value before it uses them as an index: `k = i * m + j; a[k] = b[k];`.
//!
//! Such a variable is declared outside, and set anew in each turn. From where a statement of a block sets
//! it, to the end of the block or to the next statement that may change it, it stands for its value.
//!
//! So does a pointer that is set to a part of an array, `row = &a[i * m]`, where all that the code does with
//! it stands in that block: nothing else may be reached through it.

use tree_sitter::Node;

use crate::c::parse::source::{Source, any, children, field, peel};
use crate::c::semantics::affine::Meaning;
use crate::c::semantics::declarations::{self, Declared, Form};
use crate::c::semantics::integer_arithmetic::Int;
use crate::c::semantics::integer_types::is_narrow;
use crate::c::semantics::modified_variables::{changed, plainly_set};
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
