//! References inside of values, `vec![&a[..], &b[..]]`, `View::new(&a)`: from the expression that makes a
//! value, the names that it may hold references to; and whether a reference is to a value without a name.

use tree_sitter::Node;

use crate::semantics::functions::called;
use crate::semantics::headers::place_type;
use crate::semantics::methods;
use crate::semantics::owning::owns;
use crate::semantics::scopes::{Binder, binder, initialiser};
use crate::semantics::types::element;
use crate::semantics::values::{
    BORROWING, COUNTING, Known, META, PARTING, PIECES, Value, has_library_method, known,
    receiver_type, value_of,
};
use crate::syntax::items::is_own_macro;
use crate::syntax::names::free_names;
use crate::syntax::rust::{Source, callee, children, field, peel};

/// Values inside of values beyond which all names count.
const DEPTH: usize = 40;

/// The names, where they stand, that the value may hold references to, or hold what holds them.
pub(crate) fn held<'t>(src: &'t Source, value: Node<'t>) -> Vec<Node<'t>> {
    let mut found = Held {
        src,
        names: Vec::new(),
    };
    found.value(value, 0);
    let (mut outside, mut seen) = (Vec::new(), Vec::new());
    while let Some(at) = found.names.pop() {
        let by = binder(src, at, src.text(at));
        let inside = by.filter(|by| by.is_in(&value.byte_range()));
        match inside {
            None => outside.push(at),
            // A block's own name stands for what it is set to.
            Some(Binder::Let(l)) if !seen.contains(&l.id()) => {
                seen.push(l.id());
                let set = initialiser(src, l, src.text(at)).or_else(|| field(l, "value"));
                set.into_iter().for_each(|set| found.value(set, 0));
            }
            Some(_) => {}
        }
    }
    outside
}

/// Values of this type own all that is in them.
pub(crate) fn holds_nothing(src: &Source, known: &Known) -> bool {
    matches!(known, Known::Type(ty) if owns(src, ty))
}

struct Held<'t> {
    src: &'t Source,
    names: Vec<Node<'t>>,
}

impl<'t> Held<'t> {
    /// A value that is moved or copied.
    fn value(&mut self, node: Node<'t>, depth: usize) {
        let node = peel(node);
        if depth > DEPTH {
            return self.all(node);
        }
        let part = |name| field(node, name);
        match node.kind() {
            "integer_literal" | "float_literal" | "boolean_literal" | "char_literal"
            | "string_literal" | "unit_expression" | "range_expression" | "scoped_identifier" => {}
            "identifier" => self.named(node, depth),
            "self" | "field_expression" | "index_expression" => {
                if !self.is_owned(node) {
                    self.referred(node, depth);
                }
            }
            "reference_expression" => {
                part("value")
                    .into_iter()
                    .for_each(|v| self.referred(v, depth));
            }
            "unary_expression" if self.src.text(node).starts_with('*') => self.all(node),
            "unary_expression" => {}
            "binary_expression" if value_of(self.src, node) == Value::Plain => {}
            "type_cast_expression" => {}
            "call_expression" => self.call(node, depth),
            "macro_invocation" => self.tokens(node),
            "if_expression" => {
                let both = [part("consequence"), part("alternative")];
                both.into_iter()
                    .flatten()
                    .for_each(|b| self.value(b, depth + 1));
            }
            "match_expression" => {
                let arms = part("body").map(children).unwrap_or_default();
                let values = arms.into_iter().filter_map(|arm| field(arm, "value"));
                values.for_each(|value| self.value(value, depth + 1));
            }
            "block" | "else_clause" | "unsafe_block" => {
                let last = children(node).last().copied();
                last.into_iter()
                    .for_each(|last| self.value(last, depth + 1));
            }
            "let_declaration" | "for_expression" | "while_expression" => {}
            "array_expression"
            | "tuple_expression"
            | "field_initializer_list"
            | "base_field_initializer"
            | "try_expression"
            | "binary_expression" => {
                children(node)
                    .into_iter()
                    .for_each(|c| self.value(c, depth + 1));
            }
            "struct_expression" => part("body")
                .into_iter()
                .for_each(|b| self.value(b, depth + 1)),
            "let_chain" => children(node)
                .into_iter()
                .for_each(|c| self.value(c, depth + 1)),
            "field_initializer" | "let_condition" => part("value")
                .into_iter()
                .for_each(|v| self.value(v, depth + 1)),
            "shorthand_field_initializer" => {
                children(node)
                    .into_iter()
                    .for_each(|c| self.value(c, depth + 1));
            }
            _ => self.all(node),
        }
    }

    /// What stands behind a reference.
    fn referred(&mut self, node: Node<'t>, depth: usize) {
        let mut at = peel(node);
        loop {
            let inner = match at.kind() {
                "identifier" | "self" => return self.names.push(at),
                "field_expression" => field(at, "value"),
                "index_expression" | "unary_expression" | "try_expression" => {
                    children(at).first().copied()
                }
                _ => None,
            };
            match inner {
                Some(inner) => at = peel(inner),
                None => return self.value(at, depth + 1),
            }
        }
    }

    /// A name by itself: what it stands for is moved, or copied.
    fn named(&mut self, node: Node<'t>, depth: usize) {
        let name = self.src.text(node);
        let Some(by) = binder(self.src, node, name) else {
            return;
        };
        let known = known(self.src, by, name);
        if holds_nothing(self.src, &known)
            || known == Known::Value(Value::Plain) && !self.may_copy(by, name)
        {
            return;
        }
        match (known, by) {
            (Known::Value(Value::Owner), Binder::Let(l)) if !mutable(self.src, l) => {
                if let Some(value) = initialiser(self.src, l, name) {
                    self.value(value, depth + 1);
                }
            }
            _ => self.names.push(node),
        }
    }

    /// A plain value that was copied from an element, which may be a reference.
    fn may_copy(&self, by: Binder, name: &str) -> bool {
        let value = match by {
            Binder::Let(l) => initialiser(self.src, l, name).map(peel),
            _ => None,
        };
        value.is_some_and(|v| {
            matches!(v.kind(), "index_expression" | "unary_expression") && !self.is_owned(v)
        })
    }

    /// The type of the place is known to own all that is in it.
    fn is_owned(&self, node: Node) -> bool {
        let ty = place_type(self.src, node, 0);
        if let Some(ty) = ty.or_else(|| self.element_type(node)) {
            return owns(self.src, &ty);
        }
        false
    }

    /// The type of an element of what a function of the file gives.
    fn element_type(&self, node: Node) -> Option<String> {
        let base = peel(
            *children(node)
                .first()
                .filter(|_| node.kind() == "index_expression")?,
        );
        let Binder::Let(l) = binder(self.src, base, self.src.text(base))? else {
            return None;
        };
        let value = peel(initialiser(self.src, l, self.src.text(base))?);
        let ty = self.returned(callee(value)?)?;
        element(ty).map(str::to_owned)
    }

    fn returned(&self, function: Node) -> Option<&'t str> {
        let item = called(self.src, function)?;
        Some(field(item, "return_type").map_or("()", |t| self.src.text(t)))
    }

    fn call(&mut self, node: Node<'t>, depth: usize) {
        let arguments = field(node, "arguments").map(children).unwrap_or_default();
        let Some(function) = callee(node) else {
            return self.all(node);
        };
        if self.gives_owned(node, function) {
            return;
        }
        if function.kind() == "field_expression" {
            let method = field(function, "field").map_or("", |f| self.src.text(f));
            let lists = [&BORROWING[..], &PARTING, &PIECES, &COUNTING];
            let by_number = lists.iter().any(|list| list.contains(&method));
            if let Some(receiver) = field(function, "value") {
                self.referred(receiver, depth + 1);
                // The result refers to no part of a number.
                if by_number && has_library_method(self.src, peel(receiver), method) {
                    return;
                }
            }
        } else if function.kind() == "identifier"
            && binder(self.src, function, self.src.text(function)).is_some()
        {
            self.names.push(function);
        }
        arguments.into_iter().for_each(|a| self.value(a, depth + 1));
    }

    /// What is called gives a value that owns all that is in it.
    fn gives_owned(&self, call: Node, function: Node) -> bool {
        if value_of(self.src, call) == Value::Plain {
            return true;
        }
        if let Some(ty) = self.returned(function) {
            return owns(self.src, ty);
        }
        let Some(receiver) =
            field(function, "value").filter(|_| function.kind() == "field_expression")
        else {
            return false;
        };
        let written = field(call, "function").and_then(|f| field(f, "type_arguments"));
        let method = field(function, "field").map_or("", |f| self.src.text(f));
        let ty = receiver_type(self.src, peel(receiver));
        let of = |ty: Option<String>| {
            ty.is_some_and(|ty| element(&ty).is_some_and(|e| owns(self.src, e)))
        };
        match method {
            "collect" if written.is_some_and(|t| owns(self.src, self.src.text(t))) => true,
            "collect" => maps_to_numbers(self.src, peel(receiver)),
            "to_vec" | "to_owned" | "clone" | "copied" | "cloned" | "repeat" => {
                let iterated = callee(peel(receiver)).and_then(|f| field(f, "value"));
                of(ty) || of(iterated.and_then(|v| receiver_type(self.src, peel(v))))
            }
            "to_string" => true,
            // By its type, where the file defines it.
            _ => own_method_gives_owned(self.src, function),
        }
    }

    /// A macro's tokens: the names in it that are no numbers, and those behind a `&`.
    fn tokens(&mut self, node: Node<'t>) {
        let name = field(node, "macro").map_or("", |m| self.src.text(m));
        if matches!(name, "format" | "println" | "assert") && !is_own_macro(self.src, name) {
            return;
        }
        for free in free_names(self.src, node) {
            for span in free.spans {
                let Some(at) = node.descendant_for_byte_range(span.start, span.end) else {
                    continue;
                };
                let before = self.src.text.get(..span.start).unwrap_or("").trim_end();
                let after = self.src.text.get(span.end..).unwrap_or("");
                let method = after
                    .strip_prefix('.')
                    .and_then(|rest| rest.split_once('('));
                let shape =
                    |method: &str| META.contains(&method) && self.src.functions(method).is_empty();
                if method.is_some_and(|(method, _)| shape(method)) {
                    continue;
                }
                let borrowed = before.ends_with('&') || before.ends_with("&mut");
                let by = binder(self.src, at, &free.name);
                let number = by.is_none_or(|by| match known(self.src, by, &free.name) {
                    Known::Value(Value::Plain) => !self.may_copy(by, &free.name),
                    Known::Type(ty) if after.starts_with('[') => {
                        element(&ty).is_some_and(|e| owns(self.src, e))
                    }
                    Known::Type(ty) => !after.starts_with('.') && owns(self.src, &ty),
                    _ => false,
                });
                if borrowed || !number {
                    self.names.push(at);
                }
            }
        }
    }

    /// All names in the code.
    fn all(&mut self, node: Node<'t>) {
        for free in free_names(self.src, node) {
            let spans = free.spans.into_iter();
            let found = spans.filter_map(|s| node.descendant_for_byte_range(s.start, s.end));
            self.names.extend(found);
        }
    }
}

/// `.map(|x| x * 2.0)` at the end of a chain of iterators: the closure computes a number.
fn maps_to_numbers(src: &Source, chain: Node) -> bool {
    let mapped = callee(chain).and_then(|f| field(f, "field"));
    let closure = field(chain, "arguments").map(children).unwrap_or_default();
    match (mapped.map(|m| src.text(m)), closure.as_slice()) {
        (Some("map"), [closure]) if closure.kind() == "closure_expression" => {
            field(*closure, "body").is_some_and(|body| {
                let body = peel(body);
                matches!(
                    body.kind(),
                    "binary_expression"
                        | "call_expression"
                        | "float_literal"
                        | "integer_literal"
                        | "type_cast_expression"
                ) && value_of(src, body) == Value::Plain
            })
        }
        _ => false,
    }
}

fn own_method_gives_owned(src: &Source, function: Node) -> bool {
    let call = function.parent();
    let receiver = field(function, "value").map(peel);
    let method = field(function, "field").map_or("", |f| src.text(f));
    let known = receiver.and_then(|r| receiver_type(src, r));
    let own = methods::named(src, method, known.as_deref());
    !own.is_empty() && call.is_some_and(|call| value_of(src, call) == Value::Owner)
}

/// The `let` is `mut`: more may be put into the value.
pub(crate) fn mutable(src: &Source, declaration: Node) -> bool {
    let parts = children(declaration);
    let pattern = field(declaration, "pattern").map_or("", |p| src.text(p));
    parts.iter().any(|c| c.kind() == "mutable_specifier") || pattern.contains("mut ")
}

/// The value refers, or may refer, to a value that has no name and goes with the block around. What is
/// made on the way to the value of a `let` goes before that; of what a loop goes over, or a pattern is held
/// against (`lasting`), it stays as long.
pub(crate) fn is_of_unnamed(src: &Source, value: Node, lasting: bool) -> bool {
    Unnamed { src, lasting }.of(value, 0)
}

struct Unnamed<'s> {
    src: &'s Source,
    lasting: bool,
}

impl Unnamed<'_> {
    fn of(&self, value: Node, depth: usize) -> bool {
        let node = peel(value);
        if depth > DEPTH {
            return true;
        }
        let part = |name| field(node, name).is_some_and(|v| self.of(v, depth + 1));
        let any = |list: Vec<Node>| list.into_iter().any(|v| self.of(v, depth + 1));
        match node.kind() {
            "reference_expression" => field(node, "value").is_some_and(|v| self.is_place(v, depth)),
            "call_expression" => self.of_call(node, depth),
            "if_expression" => part("consequence") || part("alternative"),
            "match_expression" => part("body"),
            "match_arm" | "field_initializer" | "let_condition" => part("value"),
            "array_expression"
            | "tuple_expression"
            | "struct_expression"
            | "match_block"
            | "field_initializer_list"
            | "try_expression"
            | "index_expression"
            | "field_expression"
            | "let_chain" => any(children(node)),
            "block" | "else_clause" | "unsafe_block" => children(node)
                .last()
                .is_some_and(|last| self.of(*last, depth + 1)),
            _ => false,
        }
    }

    fn of_call(&self, call: Node, depth: usize) -> bool {
        let Some(function) = callee(call) else {
            return false;
        };
        let arguments = field(call, "arguments").map(children).unwrap_or_default();
        let makes = self
            .src
            .text(function)
            .starts_with(|c: char| c.is_ascii_uppercase());
        if (self.lasting || makes) && arguments.into_iter().any(|a| self.of(a, depth + 1)) {
            return true;
        }
        let method = field(function, "field").map_or("", |f| self.src.text(f));
        let receiver = field(function, "value").filter(|_| self.lasting);
        receiver.is_some_and(|receiver| match method {
            // These give the values themselves.
            "copied" | "cloned" => false,
            "into_iter" => self.of(receiver, depth + 1),
            _ => self.is_place(receiver, depth),
        })
    }

    /// The place is in a value that has no name: of a call, a literal, an operator.
    fn is_place(&self, place: Node, depth: usize) -> bool {
        let node = peel(place);
        let inner = |inner: Option<Node>| inner.is_none_or(|v| self.is_place(v, depth + 1));
        let constant = |n: Node| matches!(n.kind(), "integer_literal" | "float_literal");
        let changed = || {
            place
                .parent()
                .is_some_and(|p| self.src.text(p).starts_with("&mut"))
        };
        if depth > DEPTH {
            return true;
        }
        match node.kind() {
            "identifier" | "self" | "scoped_identifier" | "string_literal" | "range_expression" => {
                false
            }
            "field_expression" => inner(field(node, "value")),
            "index_expression" => inner(children(node).first().copied()),
            "unary_expression" if self.src.text(node).starts_with('*') => {
                inner(children(node).first().copied())
            }
            "call_expression" | "if_expression" | "reference_expression" => {
                value_of(self.src, node) != Value::Borrow || self.of(node, depth + 1)
            }
            "array_expression" => changed() || !children(node).into_iter().all(constant),
            _ => changed() || !constant(node),
        }
    }
}
