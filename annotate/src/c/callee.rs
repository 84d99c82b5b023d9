//! What functions of the file that a task calls use of the file's variables.

use tree_sitter::Node;

use super::affine::Meaning;
use super::body::Body;
use super::declared::{self, Declared, Form};
use super::syntax::{Source, children, field, root_of};
use crate::ir::{Mode, Shape, Use};

/// Whether a variable keeps its value and can be changed.
pub(super) fn keeps_state(src: &Source, found: &Declared) -> bool {
    let is_static = |c: &Node| {
        c.kind() == "storage_class_specifier" && matches!(src.text(*c), "static" | "_Thread_local")
    };
    let pointer = found.form() == Form::Pointer;
    children(found.node).iter().any(is_static) && (pointer || !found.is_const(src))
}

/// A variable of the file, or of a header, that a function uses. What a name is that is not declared in
/// the file is told by its use.
fn is_global(src: &Source, code: Node, found: &Use) -> bool {
    let name = root_of(&found.name);
    match declared::find(src, code, name) {
        Some(declared) => declared.lasting && !declared.is_function() && !is_fixed(src, &declared),
        None => {
            let variable = matches!(found.shape, Shape::Element | Shape::Deref);
            !name.is_empty() && (variable || found.mode.writes())
        }
    }
}

/// A constant, or an array of constants.
fn is_fixed(src: &Source, found: &Declared) -> bool {
    found.form() != Form::Pointer && found.is_const(src)
}

impl Body<'_> {
    /// Notes what a function of the file, and those that it calls, use of the file's variables, at the
    /// call `at`. Clauses of the task may say less.
    pub(super) fn walk_callee(&mut self, function: Node, name: &str, at: Node) {
        if !self.callees.insert(name.to_owned()) {
            return;
        }
        let Some(code) = field(function, "body") else {
            return;
        };
        let file = self.file;
        let mut inner = Body::new(file);
        inner.find_assigned(code);
        inner.callees = std::mem::take(&mut self.callees);
        inner.env.push();
        for parameter in declared::parameters(file, function) {
            inner.env.bind(&parameter.name, Meaning::Unknown);
        }
        inner.walk(file, code);
        let span = self.span(at);
        for (_, what) in inner.states.drain(..) {
            self.states.push((span.clone(), what));
        }
        for (_, what) in inner.unseen.drain(..) {
            self.unseen.push((span.clone(), what));
        }
        for (_, what) in inner.unread.drain(..) {
            self.unread.push((span.clone(), what));
        }
        self.too_deep |= inner.too_deep;
        let uses = inner.finish();
        self.callees = std::mem::take(&mut inner.callees);
        let mut seen: Vec<Use> = Vec::new();
        for found in uses {
            let scalar = matches!(found.shape, Shape::Scalar);
            let known = seen
                .iter_mut()
                .find(|u| u.name == found.name && scalar == matches!(u.shape, Shape::Scalar));
            match known {
                Some(known) if known.mode != found.mode => known.mode = Mode::InOut,
                Some(_) => {}
                None => seen.push(found),
            }
        }
        for found in seen {
            if is_global(file, code, &found) {
                self.note_global(&found, at);
            }
        }
    }

    /// A variable of the file that a function uses.
    fn note_global(&mut self, found: &Use, at: Node) {
        let root = root_of(&found.name);
        if self.env.is_local(root) || self.is_hidden(root, at) {
            let span = self.span(at);
            self.unseen.push((
                span,
                format!(
                    "what is called uses the `{root}` of the file, which another one hides here"
                ),
            ));
            return;
        }
        let shape = match found.shape {
            Shape::Scalar => Shape::Scalar,
            _ => Shape::Whole,
        };
        let mode = match found.mode {
            Mode::Out => Mode::InOut,
            other => other,
        };
        self.note(found.name.clone(), at, shape, mode, true);
    }

    /// A variable of the function, not of the file, has this name at the call.
    fn is_hidden(&self, name: &str, at: Node) -> bool {
        let place = self.span(at).start;
        let root = self.file.tree.root_node();
        let here = root.descendant_for_byte_range(place, place);
        let found = here.and_then(|here| declared::find(self.file, here, name));
        found.is_some_and(|d| !d.lasting)
    }
}
