//! Questions about places: what they are, and of what.

use tree_sitter::Node;

use crate::c::emit::checked::Code;
use crate::c::parse::lexical::{Piece, pieces};
use crate::c::parse::source::{
    self, EXPANSIONS, Source, expression, field, peel, place_name, root_of,
};
use crate::c::semantics::affine::expanded;
use crate::c::semantics::declarations::{self, Declared, Form};
use crate::c::semantics::pointer_types;

/// Where a node is: the text that it is of, where in the file that text stands (of a macro's, the
/// call), and how many macros deep.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    pub(super) text: &'p Source,
    pub(super) call: Option<Node<'p>>,
    pub(super) depth: usize,
}

impl<'p> Place<'p> {
    /// Inside of what the macro stands for that `node` names.
    pub(super) fn within<'i>(&self, inner: &'i Source, node: Node<'i>) -> Place<'i>
    where
        'p: 'i,
    {
        Place {
            text: inner,
            call: Some(self.call.unwrap_or(node)),
            depth: self.depth + 1,
        }
    }
}

impl Code<'_> {
    /// Something that has an address: not a member of what a function returns.
    pub(super) fn is_place(&self, at: Place, node: Node) -> bool {
        let mut root = node;
        loop {
            let argument = field(root, "argument").map(peel);
            let is_part = |n: &Node| n.kind() == "field_expression" && !is_arrow(at.text, *n);
            match (root.kind(), argument) {
                ("subscript_expression", Some(inner)) if !is_part(&inner) => return true,
                ("subscript_expression", Some(inner)) => root = inner,
                ("field_expression", Some(inner)) if is_part(&root) => root = inner,
                ("field_expression", Some(_)) => return true,
                ("pointer_expression", _) => return at.text.text(root).starts_with('*'),
                ("identifier" | "call_expression", _) => {
                    let Some(text) = self.expansion(at, root) else {
                        return root.kind() == "identifier" && root != node;
                    };
                    let inner = expression(&text, at.text);
                    let value = inner.as_ref().and_then(Source::value);
                    return value.is_some_and(|v| {
                        matches!(v.kind(), "subscript_expression" | "field_expression")
                            || v.kind() == "pointer_expression"
                    });
                }
                _ => return false,
            }
        }
    }

    /// A row of an array by itself.
    pub(super) fn is_row(&self, at: Place, node: Node) -> bool {
        let (mut brackets, mut root) = (0, node);
        while root.kind() == "subscript_expression" {
            brackets += 1;
            match field(root, "argument") {
                Some(base) => root = peel(base),
                None => return false,
            }
        }
        let found = (root.kind() == "identifier")
            .then(|| self.declared(at, root, at.text.text(root)))
            .flatten();
        found.is_some_and(|d| d.stars() == 0 && d.lengths().len() > brackets)
    }

    /// A variable of the code's own, or a part of it.
    pub(super) fn is_own(&self, at: Place, node: Node) -> bool {
        let mut root = node;
        loop {
            let inner = match root.kind() {
                "field_expression" if !is_arrow(at.text, root) => field(root, "argument"),
                "subscript_expression" => field(root, "argument"),
                "identifier" => break,
                _ => return false,
            };
            match inner {
                Some(inner) => root = peel(inner),
                None => return false,
            }
        }
        let name = at.text.text(root);
        let Some(found) = self.declared(at, root, name) else {
            return false;
        };
        let subscripts = root.parent().is_some_and(|p| {
            p.kind() == "subscript_expression" && field(p, "argument") == Some(root)
        });
        match (found.form(), subscripts) {
            (Form::Pointer, true) => false,
            // Its type may be one of pointers.
            (Form::Value, true) => false,
            _ => self.is_inside(&found) || !(found.lasting || self.is_known(name)),
        }
    }

    pub(super) fn is_known(&self, name: &str) -> bool {
        let known = self.arrays.iter().chain(&self.shared);
        known.into_iter().any(|(n, _)| root_of(n) == name)
    }

    pub(super) fn is_inside(&self, found: &Declared) -> bool {
        let here = found.node.byte_range();
        self.span.start <= here.start && here.end <= self.span.end
    }

    /// A variable that others may use too.
    pub(super) fn is_shared(&self, at: Place, node: Node, name: &str) -> bool {
        let Some(found) = self.declared(at, node, name) else {
            return false;
        };
        if self.is_inside(&found) || found.is_function() || found.form() != Form::Value {
            return false;
        }
        self.shared.iter().any(|(n, _)| n == name) || (found.lasting && !found.is_fixed(self.src))
    }

    pub(super) fn declared<'n>(
        &'n self,
        at: Place<'n>,
        node: Node<'n>,
        name: &str,
    ) -> Option<Declared<'n>> {
        declarations::find(self.src, at.call.unwrap_or(node), name)
    }

    /// What a name means where `here` stands in the file.
    pub(in crate::c::emit) fn declared_at<'n>(
        &'n self,
        here: Node<'n>,
        name: &str,
    ) -> Option<Declared<'n>> {
        declarations::find(self.src, here, name)
    }

    /// The array of the task whose element, or a part of it, a place is: what it is called in the code.
    pub(super) fn array_of(&self, at: Place, node: Node) -> Option<&(String, String)> {
        self.array_of_part(at, node, false)
    }

    /// The same of a part of a place, which is an element by what stands around it.
    fn array_of_part(&self, at: Place, node: Node, inside: bool) -> Option<&(String, String)> {
        let (mut root, mut inside) = (node, inside);
        loop {
            let known = place_name(at.text, root).filter(|_| inside);
            let found = known.and_then(|name| self.arrays.iter().find(|(n, _)| *n == name));
            if let Some(found) = found {
                let own = self.declared(at, root, root_of(&found.0));
                return own.is_none_or(|d| !self.is_inside(&d)).then_some(found);
            }
            if let Some(text) = self.expansion(at, root) {
                let inner = expression(&text, at.text)?;
                let place = at.within(&inner, root);
                return self.array_of_part(place, inner.value()?, inside);
            }
            let followed = root.kind() != "field_expression";
            inside |= followed;
            let argument = field(root, "argument")?;
            if followed && self.is_pointer(at, peel(argument)) {
                return None;
            }
            root = match root.kind() {
                "subscript_expression" => peel(argument),
                "field_expression" if !is_arrow(at.text, root) => peel(argument),
                "pointer_expression" if at.text.text(root).starts_with('*') => {
                    let inner = peel(argument);
                    match inner.kind() {
                        "binary_expression" => peel(field(inner, "left")?),
                        _ => inner,
                    }
                }
                _ => return None,
            };
        }
    }

    /// A member that is a pointer, or an array of some: what it leads to is no part of the struct.
    fn is_pointer(&self, at: Place, member: Node) -> bool {
        let members = pointer_types::fields(at.text, self.src, member);
        members.iter().any(|d| d.stars() > 0)
    }

    /// What a macro of the file stands for.
    pub(super) fn expansion(&self, at: Place, node: Node) -> Option<String> {
        let named = matches!(node.kind(), "identifier" | "call_expression");
        (named && at.depth < EXPANSIONS)
            .then(|| expanded(at.text, node))
            .flatten()
    }

    /// `(type)(a)[i]`, which the parser takes for an element of what a call gives: a value without an address.
    pub(super) fn is_cast(&self, at: Place, node: Node) -> bool {
        let mut root = node;
        while matches!(root.kind(), "subscript_expression" | "field_expression") {
            match field(root, "argument") {
                Some(argument) => root = argument,
                None => return false,
            }
        }
        let name = source::cast_like(root).map(|(name, _)| at.text.text(name));
        name.is_some_and(|name| {
            self.declared(at, node, name).is_none()
                && self.src.function(name).is_none()
                && !at.text.macros.contains_key(name)
        })
    }
}

/// `p->x`
pub(in crate::c::emit) fn is_arrow(src: &Source, node: Node) -> bool {
    field(node, "operator").is_some_and(|o| src.text(o) == "->")
}

/// A text in one line, without comments.
pub(super) fn flat(text: &str) -> String {
    let mut out = String::new();
    for piece in pieces(text) {
        match piece {
            Piece::Comment(_) => out.push(' '),
            Piece::Literal(literal) => out.push_str(literal),
            Piece::Code(c) if c.is_whitespace() => out.push(' '),
            Piece::Code(c) => out.push(c),
        }
    }
    out
}
