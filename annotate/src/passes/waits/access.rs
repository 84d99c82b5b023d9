//! What an expression of generating code reads and writes.

use tree_sitter::Node;

use super::flow::Flow;
use crate::ir::VarKind;
use crate::lower::{only_reads, writes_at, written_part};
use crate::passes::changed_lengths::is_changed;
use crate::passes::{joins, tasks};
use crate::semantics::headers::{headers, parted_places, root_of, swaps_headers};
use crate::semantics::inner::may_change;
use crate::semantics::scopes::binder;
use crate::semantics::values::{
    META, asks_shape, branches, has_library_method, is_copy, is_shared,
};
use crate::syntax::names::free_names;
use crate::syntax::rust::{assigned_places, callee, children, field, peel, place_name};

/// How a place is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Its value is looked at.
    Read,
    /// It is changed, or may be.
    Write,
    /// It is moved, copied or reborrowed: a write unless its type is surely copied.
    Pass,
}

/// Methods of arrays that are looked at between tasks and hand out what only reads.
const READS: [&str; 10] = [
    "windows",
    "chunks",
    "chunks_exact",
    "split_at",
    "split_first",
    "split_last",
    "binary_search",
    "starts_with",
    "concat",
    "log",
];

/// A pattern that looks at nothing behind a reference.
pub(super) fn binds_alone(pattern: Node) -> bool {
    let looks = [
        "reference_pattern",
        "slice_pattern",
        "range_pattern",
        "or_pattern",
    ];
    let mut stack = vec![pattern];
    while let Some(part) = stack.pop() {
        if looks.contains(&part.kind()) || part.kind().contains("literal") {
            return false;
        }
        stack.extend(children(part));
    }
    true
}

impl Flow<'_> {
    /// Evaluates an expression or statement.
    pub(super) fn expression(&mut self, node: Node) {
        self.nested(|flow| flow.visit(node));
    }

    fn parts(&mut self, node: Node) {
        children(node)
            .into_iter()
            .for_each(|child| self.expression(child));
    }

    fn part(&mut self, node: Node, name: &str) {
        if let Some(child) = field(node, name) {
            self.expression(child);
        }
    }

    fn visit(&mut self, node: Node) {
        match node.kind() {
            "block" => self.block(node),
            "expression_statement" | "parenthesized_expression" => self.place(node, Way::Read),
            "let_declaration" => {
                let pattern = field(node, "pattern");
                if let Some(value) = field(node, "value") {
                    match pattern.is_some_and(binds_alone) {
                        true => self.bound(value),
                        false => self.place(value, Way::Pass),
                    }
                }
                if let Some(alternative) = field(node, "alternative") {
                    self.maybe(alternative);
                }
                self.declared(node);
            }
            "if_expression" => self.branch(node),
            "match_expression" => self.arms(node),
            "for_expression" | "while_expression" | "loop_expression" => self.repeat(node),
            "return_expression" | "break_expression" => {
                let value = children(node).into_iter().find(|c| c.kind() != "label");
                if let Some(value) = value {
                    self.place(value, Way::Pass);
                }
                if node.kind() == "return_expression" {
                    self.leave()
                } else {
                    self.jump(node)
                }
            }
            "continue_expression" => self.jump(node),
            "assignment_expression" | "compound_assignment_expr" => {
                if let Some(right) = field(node, "right") {
                    self.place(right, Way::Pass);
                }
                let left = field(node, "left").map_or_else(Vec::new, assigned_places);
                left.into_iter()
                    .for_each(|part| self.place(part, Way::Write));
            }
            "identifier" | "self" | "field_expression" | "index_expression" => {
                self.place(node, self.default_way(node))
            }
            "call_expression" => self.call(node),
            "macro_invocation" => self.invocation(node),
            "reference_expression" => {
                let mutable = children(node)
                    .iter()
                    .any(|c| c.kind() == "mutable_specifier");
                if let Some(value) = field(node, "value") {
                    let changes = mutable || may_change(self.src, value);
                    self.place(value, if changes { Way::Write } else { Way::Read });
                }
            }
            "arguments" | "array_expression" | "tuple_expression" => {
                children(node)
                    .into_iter()
                    .for_each(|child| self.place(child, Way::Pass));
            }
            "field_initializer" => {
                if let Some(value) = field(node, "value") {
                    self.place(value, Way::Pass);
                }
            }
            "shorthand_field_initializer" => {
                let name = self.src.text(node).to_owned();
                self.pass(node, &name);
            }
            "struct_expression" => self.part(node, "body"),
            "type_cast_expression" => self.part(node, "value"),
            "closure_expression" => self.closure(node),
            "let_condition" => {
                let pattern = field(node, "pattern");
                if let Some(value) = field(node, "value")
                    && !(pattern.is_some_and(binds_alone) && self.parts_only(value))
                {
                    self.expression(value);
                }
            }
            "attribute_item"
            | "scoped_identifier"
            | "type_arguments"
            | "function_item"
            | "use_declaration"
            | "const_item"
            | "static_item"
            | "struct_item"
            | "enum_item"
            | "impl_item"
            | "trait_item"
            | "mod_item"
            | "type_item"
            | "macro_definition"
            | "primitive_type"
            | "generic_type"
            | "type_identifier"
            | "mutable_specifier"
            | "label"
            | "shorthand_field_identifier" => {}
            _ => self.parts(node),
        }
    }

    /// The value of a `let`: a reference to an array's header touches no element.
    fn bound(&mut self, value: Node) {
        let value = peel(value);
        if value.kind() == "tuple_expression" {
            return children(value)
                .into_iter()
                .for_each(|part| self.bound(part));
        }
        if value.kind() == "if_expression" && self.chooses(value) {
            return self.part(value, "condition");
        }
        if self.parts_only(value) {
            return;
        }
        let place = headers(self.src, value).and_then(|place| root_of(self.src, place));
        match place.filter(|(name, _)| self.headers_stay(name)) {
            Some((_, indices)) => {
                let call = field(value, "arguments").map(children).unwrap_or_default();
                let parts = indices.into_iter().chain(call);
                parts.for_each(|part| self.expression(part));
            }
            None => self.place(value, Way::Pass),
        }
    }

    /// A value that is nothing but references to parts of arrays touches no element of them; what is done
    /// with the references is seen by their names.
    pub(super) fn parts_only(&mut self, value: Node) -> bool {
        let Some((places, others)) = parted_places(self.src, value) else {
            return false;
        };
        let roots: Option<Vec<_>> = (places.into_iter())
            .map(|place| root_of(self.src, place).filter(|(name, _)| self.headers_stay(name)))
            .collect();
        let Some(roots) = roots else { return false };
        let indices = roots.into_iter().flat_map(|(_, indices)| indices);
        indices.chain(others).for_each(|part| self.expression(part));
        true
    }

    /// `if c { &mut a[0] } else { &mut b[0] }`: one of two references to headers, with plain indices.
    fn chooses(&self, node: Node) -> bool {
        let plain = |index: &Node| matches!(index.kind(), "identifier" | "integer_literal");
        let refers = |value: Node| {
            let value = peel(value);
            let place = (value.kind() == "reference_expression")
                .then(|| headers(self.src, value))
                .flatten();
            place
                .and_then(|place| root_of(self.src, place))
                .is_some_and(|(name, indices)| {
                    self.headers_stay(&name) && indices.iter().all(plain)
                })
        };
        branches(node).is_some_and(|both| both.into_iter().all(refers))
    }

    /// A name that is a whole statement's or block's value is passed on; else it is read.
    fn default_way(&self, node: Node) -> Way {
        match node.parent().map(|p| p.kind()) {
            Some("block" | "match_arm" | "closure_expression") => Way::Pass,
            _ => Way::Read,
        }
    }

    /// An expression that may be a place, used in some way.
    fn place(&mut self, node: Node, way: Way) {
        let node = peel(node);
        match node.kind() {
            "identifier" | "self" => {
                let name = self.src.text(node).to_owned();
                self.named(node, &name, way);
            }
            "field_expression" => match place_name(self.src, node) {
                Some(name) => self.named(node, &name, way),
                None if way != Way::Write && self.stays(node) => {}
                None => {
                    // A field of something: `p.x = ..` changes `p`.
                    if let Some(value) = field(node, "value") {
                        self.place(value, if way == Way::Pass { Way::Read } else { way });
                    }
                }
            },
            "index_expression" => {
                let parts = children(node);
                parts
                    .iter()
                    .skip(1)
                    .for_each(|index| self.expression(*index));
                if let Some(base) = parts.first() {
                    // An element that is passed on is copied.
                    self.place(*base, if way == Way::Pass { Way::Read } else { way });
                }
            }
            "unary_expression" => {
                let starred = self.src.text(node).starts_with('*');
                for inner in children(node) {
                    self.place(
                        inner,
                        if starred && way == Way::Write {
                            Way::Write
                        } else {
                            Way::Read
                        },
                    );
                }
            }
            _ => self.expression(node),
        }
    }

    /// A field behind a shared reference that is none of those that may change there.
    fn stays(&self, node: Node) -> bool {
        let mut root = node;
        while let Some(value) = field(root, "value").filter(|_| root.kind() == "field_expression") {
            root = peel(value);
        }
        let by = (root.kind() == "identifier")
            .then(|| binder(self.src, root, self.src.text(root)))
            .flatten();
        let shared = by.is_some_and(|by| is_shared(self.src, by, self.src.text(root)));
        shared && may_change(self.src, root) && !may_change(self.src, node)
    }

    fn named(&mut self, node: Node, name: &str, way: Way) {
        match way {
            Way::Read => self.touch(name, false, node.byte_range()),
            Way::Write => {
                // Nothing can be written through a shared reference.
                let shared = binder(self.src, node, name)
                    .is_some_and(|b| is_shared(self.src, b, name))
                    && !may_change(self.src, node);
                self.touch(name, !shared, node.byte_range());
            }
            Way::Pass => self.pass(node, name),
        }
    }

    fn pass(&mut self, node: Node, name: &str) {
        let copied = binder(self.src, node, name).is_some_and(|b| is_copy(self.src, b, name))
            && !may_change(self.src, node);
        self.touch_as(
            name,
            !copied,
            if copied { "reads" } else { "uses" },
            node.byte_range(),
        );
    }

    /// An argument by which tasks of the called function reach memory: no element is touched to
    /// say where that is.
    pub(super) fn given(&mut self, argument: Node) {
        let mut place = peel(argument);
        loop {
            let inner = match place.kind() {
                "reference_expression" => field(place, "value"),
                "unary_expression" if self.src.text(place).starts_with('*') => {
                    children(place).first().copied()
                }
                "call_expression" => self.whole_slice(place),
                _ => None,
            };
            match inner {
                Some(inner) => place = peel(inner),
                None => break,
            }
        }
        match root_of(self.src, place).filter(|(name, _)| self.headers_stay(name)) {
            Some((_, indices)) => indices.into_iter().for_each(|index| self.expression(index)),
            None => self.place(argument, Way::Pass),
        }
    }

    /// The array of `a.as_mut_slice()`.
    fn whole_slice<'t>(&self, call: Node<'t>) -> Option<Node<'t>> {
        let function = field(call, "function").filter(|f| f.kind() == "field_expression")?;
        let method = self.src.text(field(function, "field")?);
        matches!(method, "as_slice" | "as_mut_slice").then(|| field(function, "value"))?
    }

    fn call(&mut self, node: Node) {
        if let Some(join) = joins::at(self.region, &node.byte_range()) {
            return self.join(node, join);
        }
        let Some(function) = callee(node) else {
            return;
        };
        if function.kind() == "field_expression" {
            let method = field(function, "field")
                .map_or("", |f| self.src.text(f))
                .to_owned();
            let Some(receiver) = field(function, "value") else {
                return;
            };
            let known = |list: &[&str]| list.contains(&method.as_str());
            if asks_shape(self.src, function)
                && !self.is_resized(receiver)
                && self.shape_of(receiver)
            {
                return;
            }
            let library = || has_library_method(self.src, peel(receiver), &method);
            let reads = only_reads(self.src, function) || known(&READS) && library();
            let way = if reads { Way::Read } else { Way::Write };
            self.place(receiver, way);
        } else if self.header_swap(node, function) {
            return;
        } else if function.kind() == "identifier" {
            // A closure of generating code may change what it has captured.
            let name = self.src.text(function).to_owned();
            if binder(self.src, function, &name).is_some() {
                self.touch(&name, true, function.byte_range());
            }
        } else {
            self.expression(function);
        }
        self.part(node, "arguments");
    }

    /// Tasks may change how long the array is, and so know it by its header.
    fn is_resized(&self, receiver: Node) -> bool {
        let Some((root, indices)) = root_of(self.src, receiver) else {
            return false;
        };
        let resized = || tasks(self.region).flat_map(|t| &t.resized);
        let mut variables = self.region.variables.iter();
        let mut by_header = || variables.any(|v| v.name == root && v.kind == VarKind::Opaque);
        is_changed(resized(), &root, 1..=indices.len())
            || is_changed(resized(), &root, 0..=usize::MAX) && by_header()
    }

    /// `a.len()`, `a[i].len()`, `self.u.len()`: only indices are evaluated.
    fn shape_of(&mut self, receiver: Node) -> bool {
        let mut node = peel(receiver);
        let mut indices = Vec::new();
        while node.kind() == "index_expression" {
            let parts = children(node);
            indices.extend(parts.get(1).copied());
            match parts.first() {
                Some(base) => node = peel(*base),
                None => return false,
            }
        }
        if place_name(self.src, node).is_none() {
            return false;
        }
        indices.into_iter().for_each(|index| self.expression(index));
        true
    }

    /// `std::mem::swap(&mut a, &mut b)` of headers: no element is touched.
    fn header_swap(&mut self, node: Node, function: Node) -> bool {
        let path = self.src.text(function);
        if !(path == "swap" || path.ends_with("mem::swap")) {
            return false;
        }
        let arguments = field(node, "arguments").map(children).unwrap_or_default();
        let mut names = Vec::new();
        for argument in arguments {
            let argument = peel(argument);
            let (place, borrowed) = match argument.kind() {
                "reference_expression" => (field(argument, "value").unwrap_or(argument), true),
                _ => (argument, false),
            };
            // `&mut *a` is `a`.
            let starred =
                place.kind() == "unary_expression" && self.src.text(place).starts_with('*');
            let (place, borrowed) = match (starred, children(place).first()) {
                (true, Some(inner)) => (*inner, false),
                _ => (place, borrowed),
            };
            match place_name(self.src, peel(place)) {
                Some(name)
                    if self.known_by_address(&name)
                        && swaps_headers(self.src, node, &name, borrowed) =>
                {
                    names.push(name)
                }
                _ => return false,
            }
        }
        if let [a, b] = names.as_slice() {
            self.swap(a, b);
            return true;
        }
        false
    }

    fn invocation(&mut self, node: Node) {
        let written = written_part(self.src, node);
        for free in free_names(self.src, node) {
            for span in free.spans {
                if self.asks_shape(&span) {
                    continue;
                }
                let path = self.path_at(&free.name, &span);
                let writes = writes_at(self.src, written.as_ref(), &span);
                self.touch(&path, writes, span);
            }
        }
    }

    /// The name at `span` is followed by `.len()` or the like.
    fn asks_shape(&self, span: &crate::ir::Span) -> bool {
        let rest = self
            .src
            .text
            .get(span.end..)
            .and_then(|r| r.strip_prefix('.'))
            .unwrap_or("");
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(rest.len());
        let method = &rest[..end];
        let root = self.src.tree.root_node();
        let named = root.descendant_for_byte_range(span.start, span.end);
        META.contains(&method) && named.is_some_and(|at| has_library_method(self.src, at, method))
    }

    /// `self.u` for a `self`, or the like, in a token tree that is followed by `.u`.
    fn path_at(&self, name: &str, span: &crate::ir::Span) -> String {
        let rest = self.src.text.get(span.end..).unwrap_or("");
        let after = rest.strip_prefix('.').unwrap_or("");
        let end = after
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(after.len());
        let called = after[end..].trim_start().starts_with('(');
        if self.src.is_owner(name, span.start) && end > 0 && !called {
            format!("{name}.{}", &after[..end])
        } else {
            name.to_owned()
        }
    }
}
