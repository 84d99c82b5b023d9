//! Whether what an expression gives may change though it is shared: by the types that are written down, and by
//! what values are made of.

use tree_sitter::Node;

use crate::semantics::functions::called;
use crate::semantics::headers::{fields_of, impl_type, place_type};
use crate::semantics::methods;
use crate::semantics::scopes::{Binder, binder, initialiser};
use crate::semantics::types::tidy;
use crate::semantics::values::{
    BORROWING, Known, META, PIECES, Value, asks_shape, known, receiver_type,
};
use crate::syntax::items::find_item;
use crate::syntax::names::{free_names, words};
use crate::syntax::rust::{Source, callee, children, field, peel};

/// Values within values beyond which nobody looks.
const DEPTH: usize = 64;

/// Methods of the library that give what they are called on, or a part of it, under another type.
const GIVING: [&str; 24] = [
    "clone",
    "cloned",
    "copied",
    "collect",
    "to_vec",
    "to_owned",
    "into_iter",
    "values",
    "keys",
    "entry",
    "or_insert_with",
    "upgrade",
    "downgrade",
    "map",
    "zip",
    "enumerate",
    "rev",
    "step_by",
    "skip",
    "take",
    "unwrap",
    "expect",
    "filter",
    "chain",
];

/// What is looked for inside of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    /// Something that may change though it is shared.
    Change,
    /// A raw pointer.
    Pointer,
}

/// Something in values of the type may change though they are shared, as far as the file shows; the type stands,
/// or is used, at `at`.
pub(crate) fn changes(src: &Source, ty: &str, at: Node) -> bool {
    src.inner().any() && has(src, What::Change, ty, at)
}

/// The value of the expression is, holds, or refers to something that may change though it is shared.
pub(crate) fn may_change(src: &Source, node: Node) -> bool {
    src.inner().any()
        && (Values {
            src,
            what: What::Change,
        })
        .value(node, 0)
}

/// The value of the expression is, or holds, a raw pointer, as far as the file shows.
pub(crate) fn has_pointers(src: &Source, node: Node) -> bool {
    (Values {
        src,
        what: What::Pointer,
    })
    .value(node, 0)
}

/// Values of the type have that inside.
fn has(src: &Source, what: What, ty: &str, at: Node) -> bool {
    let inner = src.inner();
    let is = |word: &str| match what {
        What::Change => inner.changes(word),
        What::Pointer => inner.points(word),
    };
    let word_has = |word: &str| {
        if word == "Self" {
            return impl_type(src, at).is_some_and(|own| words(&own).any(is));
        }
        let bounds = bounds(src, at, word);
        match bounds.is_empty() {
            true => is(word),
            false => words(&bounds).any(|bound| bound != word && is(bound)),
        }
    };
    let raw = || ty.contains("*const ") || ty.contains("*mut ");
    words(ty).any(word_has) || what == What::Pointer && raw()
}

/// A search through what values are made of.
struct Values<'s> {
    src: &'s Source,
    what: What,
}

impl Values<'_> {
    fn has(&self, ty: &str, at: Node) -> bool {
        has(self.src, self.what, ty, at)
    }

    fn value(&self, node: Node, depth: usize) -> bool {
        let (node, pointer) = (peel(node), self.what == What::Pointer);
        let find = || depth > DEPTH || self.find(node, depth);
        self.src.inner().valued(node, pointer, find)
    }

    fn find(&self, node: Node, depth: usize) -> bool {
        let src = self.src;
        let part = |part: &str| field(node, part).is_some_and(|v| self.value(v, depth + 1));
        let nth = |node: Option<&Node>| node.is_some_and(|v| self.value(*v, depth + 1));
        let any = || children(node).into_iter().any(|v| self.value(v, depth + 1));
        match node.kind() {
            "identifier" => self.name(node, src.text(node), depth),
            "self" => own_type(src, node).is_some_and(|ty| self.has(&ty, node)),
            "field_expression" | "index_expression" => match place_type(src, node, 0) {
                Some(ty) if !has_parameter(&ty) => self.has(&ty, node),
                // What a parameter of a struct of the file stands for is written where that is used.
                Some(ty) => self.has(&ty, node) || self.is_given(node, depth),
                None => nth(children(node).first()),
            },
            "unary_expression" if src.text(node).starts_with('*') => {
                // What a guard or a pointer leads to is another value.
                let inner = children(node).first().copied().map(peel);
                let place = inner.filter(|i| i.kind() != "call_expression");
                let place = place.filter(|_| self.what == What::Change);
                place.is_some_and(|place| self.value(place, depth + 1))
            }
            "reference_expression" | "field_initializer" | "match_arm" => part("value"),
            "type_cast_expression" => field(node, "type").is_some_and(|t| self.has(src.text(t), t)),
            "call_expression" => self.call(node, depth),
            "struct_expression" => {
                let name = field(node, "name").map_or("", |n| src.text(n));
                self.has(name, node) || part("body")
            }
            "if_expression" => part("consequence") || part("alternative"),
            "match_expression" => part("body"),
            "block" | "else_clause" | "unsafe_block" => nth(children(node).last()),
            "array_expression"
            | "tuple_expression"
            | "try_expression"
            | "match_block"
            | "field_initializer_list"
            | "base_field_initializer" => any(),
            "shorthand_field_initializer" => nth(children(node).first()),
            "macro_invocation" if src.text(node).starts_with("vec!") => {
                self.has(src.text(node), node) || self.captures(node, depth)
            }
            "closure_expression" => self.captures(node, depth),
            _ => false,
        }
    }

    /// It is among what the type is given that a field, or an element, is a part of.
    fn is_given(&self, part: Node, depth: usize) -> bool {
        let Some(base) = children(part).first().copied().map(peel) else {
            return false;
        };
        let ty = match base.kind() {
            "self" => own_type(self.src, base),
            _ => place_type(self.src, base, 0),
        };
        match ty.filter(|_| part.kind() == "field_expression") {
            Some(ty) => ty
                .split_once('<')
                .is_some_and(|(_, given)| self.has(given, base)),
            None => self.value(base, depth + 1),
        }
    }

    fn name(&self, at: Node, name: &str, depth: usize) -> bool {
        let src = self.src;
        let Some(by) = binder(src, at, name) else {
            return false;
        };
        if let Some(ty) = taken_apart(src, by.node(), name) {
            return self.has(src.text(ty), ty);
        }
        let value = |v: Node| self.value(v, depth + 1);
        match (known(src, by, name), by) {
            (Known::Value(Value::Plain), Binder::For(_)) => false,
            (Known::Type(ty), _) => self.has(&ty, at),
            (_, Binder::Let(declaration)) => {
                let ty = field(declaration, "type").map_or("", |ty| src.text(ty));
                let whole = || field(declaration, "value");
                let given = initialiser(src, declaration, name).or_else(whole);
                self.has(ty, at) || given.is_some_and(value)
            }
            (_, Binder::For(at)) => field(at, "value").is_some_and(value),
            (_, Binder::Other(at)) => matched(at).is_some_and(value),
            _ => false,
        }
    }

    fn call(&self, node: Node, depth: usize) -> bool {
        let src = self.src;
        let Some(function) = callee(node) else {
            return false;
        };
        let value = |v: Node| self.value(v, depth + 1);
        let arguments = || field(node, "arguments").map(children).into_iter().flatten();
        let gives = |item: Node| {
            field(item, "return_type").is_some_and(|ty| self.has(&tidy(src.text(ty)), item))
        };
        if function.kind() == "field_expression" {
            let method = field(function, "field").map_or("", |f| src.text(f));
            let receiver = field(function, "value").map(peel);
            let Some(receiver) = receiver.filter(|_| !asks_shape(src, function)) else {
                return false;
            };
            let ty = receiver_type(src, receiver);
            let own = methods::named(src, method, ty.as_deref());
            let pointer = self.what == What::Pointer && matches!(method, "as_ptr" | "as_mut_ptr");
            return match own.is_empty() {
                true if matches!(method, "zip" | "chain") && arguments().any(value) => true,
                true => pointer || hands_on(method) && value(receiver),
                false => own.into_iter().any(gives),
            };
        }
        if let Some(item) = called(src, function) {
            return gives(item);
        }
        // References that are made of pointers are references.
        let name = src.text(function).rsplit("::").next().unwrap_or("");
        let keeps =
            self.what == What::Change || name == "new" || name.starts_with(char::is_uppercase);
        let kept = || keeps && arguments().any(value);
        self.has(src.text(function), node) || kept()
    }

    /// A closure, or a macro's tokens, with that among what they name.
    fn captures(&self, node: Node, depth: usize) -> bool {
        let has = |at: Node| self.value(whole_place(at), depth + 1);
        free_names(self.src, node).into_iter().any(|free| {
            let mut spans = free.spans.into_iter();
            spans.any(|s| {
                node.descendant_for_byte_range(s.start, s.end)
                    .is_some_and(has)
            })
        })
    }
}

/// The type that `self` is of, or the trait whose code names it.
fn own_type(src: &Source, node: Node) -> Option<String> {
    impl_type(src, node).or_else(|| {
        let mut at = node;
        while at.kind() != "trait_item" {
            at = at.parent()?;
        }
        field(at, "name").map(|name| src.text(name).to_owned())
    })
}

/// The type has a parameter in it: `T`, `Vec<T>`.
fn has_parameter(ty: &str) -> bool {
    words(ty).any(|word| word.len() == 1 && word.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// The type of the part that a `let` or a parameter takes out of a struct of the file or a tuple:
/// `Shape { name, .. }: &Shape`, `(name, n): (&T, usize)`.
fn taken_apart<'t>(src: &'t Source, declaration: Node<'t>, name: &str) -> Option<Node<'t>> {
    let pattern = field(declaration, "pattern")?;
    let at = children(pattern).iter().position(|p| src.text(*p) == name);
    match pattern.kind() {
        "struct_pattern" => {
            let item = find_item(src, "struct_item", src.text(field(pattern, "type")?));
            let fields = fields_of(src, item.filter(|_| at.is_some())?);
            fields
                .into_iter()
                .find(|(f, _)| f == name)
                .map(|(_, ty)| ty)
        }
        "tuple_pattern" => {
            let ty = field(declaration, "type").filter(|ty| ty.kind() == "tuple_type")?;
            let parts = children(ty);
            parts
                .get(at?)
                .filter(|_| parts.len() == children(pattern).len())
                .copied()
        }
        _ => None,
    }
}

/// What an `if let`, a `while let`, a match arm or a closure takes its names from.
fn matched(at: Node) -> Option<Node> {
    match at.kind() {
        "match_arm" => field(at.parent()?.parent()?, "value"),
        "closure_expression" => field(callee(at.parent()?.parent()?)?, "value"),
        _ => {
            let condition = field(at, "condition")?;
            let mut parts = children(condition).into_iter();
            match condition.kind() {
                "let_condition" => field(condition, "value"),
                _ => parts.find_map(|part| field(part, "value")),
            }
        }
    }
}

fn hands_on(method: &str) -> bool {
    let lists = [&BORROWING[..], &PIECES, &GIVING];
    !META.contains(&method) && lists.iter().any(|list| list.contains(&method))
}

/// The longest chain of fields that begins with a name: `s.list.first` of the `s` in `s.list.first[0]`.
pub(crate) fn whole_place(node: Node) -> Node {
    let mut at = node;
    while let Some(parent) = at.parent().filter(|p| p.kind() == "field_expression") {
        let is_called = parent.parent().is_some_and(|call| {
            call.kind() == "call_expression" && callee(call).is_some_and(|f| f.id() == parent.id())
        });
        if is_called || field(parent, "value").is_none_or(|v| v.id() != at.id()) {
            break;
        }
        at = parent;
    }
    at
}

/// What a type parameter is bound by, in the items around; also where a struct of the file declares it.
pub(crate) fn bounds(src: &Source, at: Node, name: &str) -> String {
    let mut text = String::new();
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return text;
    }
    let mut node = Some(at);
    while let Some(item) = node {
        node = item.parent();
        if !item.kind().ends_with("_item") || item.kind() == "mod_item" {
            continue;
        }
        let lists = children(item).into_iter();
        let lists = lists.filter(|c| matches!(c.kind(), "type_parameters" | "where_clause"));
        for bound in lists.flat_map(children) {
            let is_of = children(bound)
                .first()
                .is_some_and(|n| src.text(*n) == name);
            if is_of {
                text.push_str(src.text(bound));
            }
        }
    }
    text
}
