//! What a task's code reaches through macros, and through pointers that it hands on.

use tree_sitter::Node;

use super::affine::expanded;
use super::body::Body;
use super::declared;
use super::syntax::{Source, expression, field, is_member, peel, place_name, root_of};
use crate::ir::{Mode, Shape};

/// Macros within macros beyond which they are not looked into.
pub(super) const EXPANSIONS: usize = 8;

/// `__func__`, `__PRETTY_FUNCTION__`: constants.
pub(super) fn is_of_compiler(name: &str) -> bool {
    name.starts_with("__") && name.ends_with("__")
}

impl Body<'_> {
    /// What a macro stands for, with arguments or without.
    pub(super) fn stands_for(&self, src: &Source, node: Node) -> Option<String> {
        if self.macros.1 >= EXPANSIONS {
            return None;
        }
        match node.kind() {
            "identifier" if self.env.is_local(src.text(node)) => None,
            "call_expression" | "identifier" => expanded(src, node),
            _ => None,
        }
    }

    /// What a macro stands for is looked at by `look`; false where `node` is none.
    pub(super) fn in_macro(
        &mut self,
        src: &Source,
        node: Node,
        look: impl FnOnce(&mut Self, &Source, Node),
    ) -> bool {
        let text = self.stands_for(src, node);
        let Some(inner) = text.and_then(|text| expression(&text, &src.macros)) else {
            return false;
        };
        self.look_into(&inner, node, look);
        true
    }

    pub(super) fn look_into(
        &mut self,
        inner: &Source,
        node: Node,
        look: impl FnOnce(&mut Self, &Source, Node),
    ) {
        let before = self.macros.clone();
        self.macros = (Some(self.span(node)), before.1 + 1);
        if let Some(value) = inner.value() {
            look(self, inner, value);
        }
        self.macros = before;
    }

    /// An expression that may be a pointer to something, which is used in this mode through it.
    pub(super) fn address(&mut self, src: &Source, node: Node, mode: Mode) {
        let node = peel(node);
        if self.in_macro(src, node, |w, inner, value| w.address(inner, value, mode)) {
            return;
        }
        match node.kind() {
            "pointer_expression" if src.text(node).starts_with('&') => {
                if let Some(place) = field(node, "argument") {
                    self.through(src, place, mode);
                }
            }
            "identifier" | "field_expression" | "subscript_expression" => {
                match self.is_pointer(src, node) {
                    true => self.through(src, node, mode),
                    false => self.walk(src, node),
                }
            }
            "binary_expression"
                if field(node, "operator").is_some_and(|o| matches!(src.text(o), "+" | "-")) =>
            {
                let sides = [field(node, "left"), field(node, "right")];
                sides
                    .into_iter()
                    .flatten()
                    .for_each(|side| self.address(src, side, mode));
            }
            // `*p++`, `f(p = q)`: what the pointer points to is reached as well.
            "update_expression" | "assignment_expression" => {
                self.walk(src, node);
                let part = field(node, "argument").or_else(|| field(node, "left"));
                if let Some(place) = part.map(peel).filter(|p| self.is_pointer(src, *p)) {
                    self.through(src, place, mode);
                }
            }
            "cast_expression" => {
                if let Some(value) = field(node, "value") {
                    self.address(src, value, mode);
                }
            }
            "conditional_expression" => {
                self.walk_field(src, node, "condition");
                for branch in ["consequence", "alternative"] {
                    if let Some(value) = field(node, branch) {
                        self.address(src, value, mode);
                    }
                }
            }
            _ => self.walk(src, node),
        }
    }

    /// What is reached through a place whose address is known: of an element, all of its array from
    /// there on may be.
    pub(super) fn through(&mut self, src: &Source, place: Node, mode: Mode) {
        let mut at = peel(place);
        while at.kind() == "subscript_expression" {
            self.walk_field(src, at, "index");
            match field(at, "argument") {
                Some(base) => at = peel(base),
                None => return,
            }
        }
        let Some(name) = place_name(src, at).filter(|n| !self.env.is_local(root_of(n))) else {
            let before = self.uses.len();
            match is_member(src, at) {
                true => self.place(src, at, mode, false),
                false => self.walk(src, at),
            }
            let handed = self.uses[before..].iter_mut().filter(|u| u.mode == mode);
            handed.for_each(|u| u.reborrow = mode.writes());
            return;
        };
        if is_of_compiler(&name) {
            return;
        }
        let scalar = at.kind() == "identifier" && !self.is_pointer(src, at) && peel(place) == at;
        let shape = if scalar { Shape::Scalar } else { Shape::Whole };
        self.note(name, at, shape, mode, true);
    }

    /// True unless the name is declared as something that is no pointer.
    pub(super) fn is_pointer(&self, src: &Source, node: Node) -> bool {
        let mut at = peel(node);
        let mut brackets = 0;
        while at.kind() == "subscript_expression" {
            brackets += 1;
            match field(at, "argument") {
                Some(base) => at = peel(base),
                None => return true,
            }
        }
        if at.kind() != "identifier" {
            return true;
        }
        let name = src.text(at);
        let place = self.macros.0.as_ref().map_or(at.start_byte(), |s| s.start);
        let here = self
            .file
            .tree
            .root_node()
            .descendant_for_byte_range(place, place);
        let found = here.and_then(|here| declared::find(self.file, here, name));
        found.is_none_or(|d| d.lengths().len() + d.stars() > brackets)
    }
}
