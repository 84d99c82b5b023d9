//! Where a name of generating code is bound, and what can be said of its type without a
//! compiler: enough to tell values from references, and headers from inline data.

use tree_sitter::Node;

use crate::ir::Span;
use crate::lower::META;
use crate::passes::headers::place_type;
use crate::passes::joins;
use crate::syntax::names::{free_names, pattern_names};
use crate::syntax::rust::{Source, callee, children, field, find_item, peel, place_name};

/// What binds a name.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Binder<'t> {
    /// A `let` declaration.
    Let(Node<'t>),
    /// A parameter of the function, `self` included.
    Parameter(Node<'t>),
    /// A `for` loop.
    For(Node<'t>),
    /// `if let`, `while let`, a match arm or a closure's parameter: the node whose scope it is.
    Other(Node<'t>),
}

impl<'t> Binder<'t> {
    /// The node that binds.
    pub(crate) fn node(&self) -> Node<'t> {
        match self {
            Binder::Let(n) | Binder::Parameter(n) | Binder::For(n) | Binder::Other(n) => *n,
        }
    }

    /// True when the binding is inside `span`.
    pub(crate) fn is_in(&self, span: &Span) -> bool {
        let node = self.node();
        !matches!(self, Binder::Parameter(_))
            && node.start_byte() >= span.start
            && node.end_byte() <= span.end
    }
}

/// The node of exactly this span, the outermost one.
pub(crate) fn node_at<'s>(src: &'s Source, span: &Span) -> Option<Node<'s>> {
    let mut node = src
        .tree
        .root_node()
        .descendant_for_byte_range(span.start, span.end)?;
    while let Some(parent) = node.parent().filter(|p| p.byte_range() == *span) {
        node = parent;
    }
    Some(node)
}

fn binds(src: &Source, pattern: Option<Node>, name: &str) -> bool {
    pattern.is_some_and(|p| pattern_names(src, p).iter().any(|(n, _)| n == name))
}

/// What binds `name` for code at `at`; `None` for items, constants and unknown names.
pub(crate) fn binder<'t>(src: &'t Source, at: Node<'t>, name: &str) -> Option<Binder<'t>> {
    let mut inner = at;
    while let Some(outer) = inner.parent() {
        if let Some(found) = bound_by(src, outer, inner, name) {
            return Some(found);
        }
        if outer.kind() == "function_item" {
            return None;
        }
        inner = outer;
    }
    None
}

/// What `outer` binds for its child `inner`.
fn bound_by<'t>(
    src: &'t Source,
    outer: Node<'t>,
    inner: Node<'t>,
    name: &str,
) -> Option<Binder<'t>> {
    let is = |part: &str| field(outer, part).is_some_and(|n| n.id() == inner.id());
    match outer.kind() {
        "block" => {
            let at = (outer, inner.start_byte());
            src.bound().by_let(src, at, name).map(Binder::Let)
        }
        "for_expression" if is("body") => {
            binds(src, field(outer, "pattern"), name).then_some(Binder::For(outer))
        }
        "if_expression" if is("consequence") => {
            conditions(src, field(outer, "condition")?, name).then_some(Binder::Other(outer))
        }
        "while_expression" if is("body") => {
            conditions(src, field(outer, "condition")?, name).then_some(Binder::Other(outer))
        }
        "match_arm" => binds(src, field(outer, "pattern"), name).then_some(Binder::Other(outer)),
        "closure_expression" if is("body") => {
            binds(src, field(outer, "parameters"), name).then_some(Binder::Other(outer))
        }
        "function_item" => {
            let found = src.bound().parameter(src, outer, name);
            found.map(Binder::Parameter)
        }
        _ => None,
    }
}

/// Whether a condition's `let`s bind the name.
fn conditions(src: &Source, condition: Node, name: &str) -> bool {
    match condition.kind() {
        "let_condition" => binds(src, field(condition, "pattern"), name),
        "let_chain" | "binary_expression" => children(condition)
            .into_iter()
            .any(|c| conditions(src, c, name)),
        _ => false,
    }
}

/// What an initialiser gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Value {
    /// A number or the like: nothing lives behind it.
    Plain,
    /// A value that owns what is behind it (a vector, a string, an array).
    Owner,
    /// A reference into something that a name in the expression stands for.
    Borrow,
    /// It cannot be told.
    Unclear,
}

/// Methods whose result borrows from the receiver.
pub(super) const BORROWING: [&str; 34] = [
    "iter",
    "iter_mut",
    "as_slice",
    "as_mut_slice",
    "as_ref",
    "as_mut",
    "as_str",
    "split_at",
    "split_at_mut",
    "chunks",
    "chunks_mut",
    "chunks_exact",
    "chunks_exact_mut",
    "rchunks",
    "windows",
    "get",
    "get_mut",
    "first",
    "first_mut",
    "last",
    "last_mut",
    "borrow",
    "borrow_mut",
    "deref",
    "deref_mut",
    "row",
    "row_mut",
    "column",
    "column_mut",
    "view",
    "view_mut",
    "slice",
    "slice_mut",
    "by_ref",
];

/// Methods that part an array in two references, at a number.
pub(super) const PARTING: [&str; 2] = ["split_at", "split_at_mut"];

/// Methods that part an array in a reference to an element and one to the rest, if it has any.
pub(super) const PARTING_ENDS: [&str; 4] = [
    "split_first",
    "split_first_mut",
    "split_last",
    "split_last_mut",
];

/// Methods that part an array in references to pieces, which are handed out one by one.
pub(super) const PIECES: [&str; 9] = [
    "chunks",
    "chunks_mut",
    "chunks_exact",
    "chunks_exact_mut",
    "rchunks",
    "rchunks_mut",
    "rchunks_exact",
    "rchunks_exact_mut",
    "windows",
];

/// Methods that find a part of an array by numbers.
const COUNTING: [&str; 12] = [
    "get",
    "get_mut",
    "chunks",
    "chunks_mut",
    "chunks_exact",
    "chunks_exact_mut",
    "rchunks",
    "windows",
    "nth",
    "skip",
    "take",
    "step_by",
];

/// Methods whose result owns what it holds.
const OWNING: [&str; 8] = [
    "collect",
    "to_vec",
    "to_owned",
    "to_string",
    "into_boxed_slice",
    "repeat",
    "concat",
    "into_owned",
];

/// Methods that pass on what their receiver is.
const PASSING: [&str; 12] = [
    "zip",
    "enumerate",
    "rev",
    "step_by",
    "skip",
    "take",
    "unwrap",
    "expect",
    "peekable",
    "filter",
    "chain",
    "cloned",
];

/// What the value of `node` is.
pub(crate) fn value_of(src: &Source, node: Node) -> Value {
    value_at(src, node, 0)
}

fn value_at(src: &Source, node: Node, depth: usize) -> Value {
    if depth > 60 {
        return Value::Unclear;
    }
    let node = peel(node);
    match node.kind() {
        "integer_literal"
        | "float_literal"
        | "boolean_literal"
        | "char_literal"
        | "type_cast_expression"
        | "range_expression"
        | "string_literal"
        | "unit_expression"
        | "index_expression"
        | "scoped_identifier" => Value::Plain,
        "unary_expression" => Value::Plain,
        "binary_expression" => {
            let parts = [field(node, "left"), field(node, "right")];
            let plain = parts.into_iter().flatten().all(|p| {
                matches!(p.kind(), "identifier" | "field_expression")
                    || value_at(src, p, depth + 1) == Value::Plain
            });
            if plain { Value::Plain } else { Value::Owner }
        }
        "reference_expression" => Value::Borrow,
        "macro_invocation" if src.text(node).contains('&') => Value::Unclear,
        "macro_invocation" => Value::Owner,
        "array_expression" | "tuple_expression" | "struct_expression" => {
            let mut stack = vec![node];
            while let Some(part) = stack.pop() {
                if part.kind() == "reference_expression" {
                    return Value::Unclear;
                }
                stack.extend(children(part));
            }
            Value::Owner
        }
        "call_expression" => call_value(src, node, depth),
        "try_expression" => {
            let tried = children(node).first().copied();
            let function = tried.and_then(|call| field(call, "function"));
            function
                .and_then(|f| function_value(src, f, true))
                .or_else(|| tried.map(|call| value_at(src, call, depth + 1)))
                .unwrap_or(Value::Unclear)
        }
        // One of two references is a reference.
        "if_expression" => match branches(node).map(|[a, b]| {
            let depth = depth + 1;
            (value_at(src, a, depth), value_at(src, b, depth))
        }) {
            Some((a, b)) if a == b => a,
            _ => Value::Unclear,
        },
        "identifier" => match binder(src, node, src.text(node)) {
            Some(by) => behind(known_at(src, by, src.text(node), depth + 1)),
            // A constant.
            None => Value::Plain,
        },
        "field_expression" => {
            place_type(src, node, 0).map_or(Value::Unclear, |t| behind(Known::Type(t)))
        }
        _ => Value::Unclear,
    }
}

/// The values of `if c { a } else { b }`, where there is nothing else in the blocks.
pub(super) fn branches(node: Node<'_>) -> Option<[Node<'_>; 2]> {
    fn only(block: Node<'_>) -> Option<Node<'_>> {
        let alone = block.kind() == "block" && block.named_child_count() == 1;
        let value = block.named_child(0).filter(|_| alone)?;
        (value.kind() != "expression_statement").then_some(value)
    }
    let otherwise = field(node, "alternative")?.named_child(0)?;
    Some([only(field(node, "consequence")?)?, only(otherwise)?])
}

/// What passing on a thing of that type gives.
fn behind(known: Known) -> Value {
    match known {
        Known::Type(t) if PRIMITIVES.contains(&t.as_str()) => Value::Plain,
        Known::Type(t) if reference(&t).is_some() => Value::Borrow,
        Known::Value(v @ (Value::Plain | Value::Borrow)) => v,
        // Moved, with all that may be pending on it.
        _ => Value::Unclear,
    }
}

fn call_value(src: &Source, node: Node, depth: usize) -> Value {
    let Some(function) = callee(node) else {
        return Value::Unclear;
    };
    let arguments = || field(node, "arguments").map(children).unwrap_or_default();
    if function.kind() == "field_expression" {
        let method = field(function, "field").map_or("", |f| src.text(f));
        return match method {
            m if META.contains(&m) || PLAIN.contains(&m) => Value::Plain,
            m if OWNING.contains(&m) => Value::Owner,
            m if BORROWING.contains(&m) || m.ends_with("_mut") || m.starts_with("as_") => {
                Value::Borrow
            }
            // Of a container of numbers: what it is cloned from is another one.
            "clone" => field(function, "value")
                .and_then(|receiver| place_type(src, peel(receiver), 0))
                .and_then(|ty| owned(reference(&ty).map_or(ty.as_str(), |(_, target)| target)))
                .unwrap_or(Value::Unclear),
            m if PASSING.contains(&m) => {
                field(function, "value").map_or(Value::Unclear, |v| value_at(src, v, depth + 1))
            }
            _ => Value::Unclear,
        };
    }
    if let Some(value) = function_value(src, function, false) {
        return value;
    }
    // `Vec::with_capacity(n)`, `Array2::zeros((n, m))`: a type's own function with plain arguments.
    let of_type = function.kind() == "scoped_identifier"
        && field(function, "path").is_some_and(|p| {
            let last = src
                .text(p)
                .rsplit("::")
                .next()
                .unwrap_or("")
                .trim_start_matches('<');
            last.starts_with(|c: char| c.is_ascii_uppercase()) || src.text(p).contains('<')
        });
    let plain = arguments().into_iter().all(|a| {
        matches!(value_at(src, a, depth + 1), Value::Plain | Value::Owner)
            || a.kind() == "identifier" && of_type
    });
    if of_type && plain {
        Value::Owner
    } else {
        Value::Unclear
    }
}

/// What functions of this file give whose type is written with numbers and their containers alone.
/// Of what is tried, `f()?`, the error is none of it.
fn function_value(src: &Source, function: Node, tried: bool) -> Option<Value> {
    if function.kind() != "identifier" || binder(src, function, src.text(function)).is_some() {
        return None;
    }
    let ty = field(joins::called(src, function)?, "return_type").map_or("()", |t| src.text(t));
    owned(match ty.trim_start().starts_with("Result<") && tried {
        true => ty.rsplit_once(',').map_or(ty, |(value, _)| value),
        false => ty,
    })
}

/// What values of a type are, if nothing in them can be a reference.
fn owned(ty: &str) -> Option<Value> {
    const CONTAINERS: [&str; 4] = ["Vec", "String", "Option", "Result"];
    let plain = |word: &str| PRIMITIVES.contains(&word) || word.bytes().all(|b| b.is_ascii_digit());
    // A slice is only there behind a reference.
    if ty.contains('[') && !ty.contains(';') {
        return None;
    }
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '&' | '*' | '\'');
    let words: Vec<&str> = ty
        .split(|c| !is_part(c))
        .filter(|word| !word.is_empty())
        .collect();
    let made = |word: &&str| plain(word) || CONTAINERS.contains(word);
    match words.iter().all(made) {
        true if words.iter().all(|word| plain(word)) => Some(Value::Plain),
        true => Some(Value::Owner),
        false => None,
    }
}

/// Methods of numbers.
pub(crate) const PLAIN: [&str; 32] = [
    "abs",
    "sqrt",
    "powi",
    "powf",
    "exp",
    "ln",
    "sin",
    "cos",
    "floor",
    "ceil",
    "round",
    "trunc",
    "mul_add",
    "pow",
    "sum",
    "product",
    "count",
    "min",
    "max",
    "clamp",
    "div_ceil",
    "isqrt",
    "wrapping_add",
    "wrapping_mul",
    "wrapping_sub",
    "rem_euclid",
    "is_nan",
    "to_bits",
    "count_ones",
    "abs_diff",
    "hypot",
    "signum",
];

/// The declared or obvious type of a binding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Known {
    /// By its text, white space made single.
    Type(String),
    /// By its initialiser.
    Value(Value),
    /// Nothing is known.
    Nothing,
}

/// What is known of the type of `name` as bound by `binder`.
pub(super) fn known(src: &Source, binder: Binder, name: &str) -> Known {
    known_at(src, binder, name, 0)
}

fn known_at(src: &Source, binder: Binder, name: &str, depth: usize) -> Known {
    match binder {
        Binder::Parameter(p) => {
            field(p, "type").map_or(Known::Nothing, |t| Known::Type(tidy(src.text(t))))
        }
        Binder::Let(l) => {
            if let Some(t) = field(l, "type") {
                return match field(l, "pattern").map(|p| p.kind()) {
                    Some("identifier") => Known::Type(tidy(src.text(t))),
                    _ => Known::Nothing,
                };
            }
            initialiser(src, l, name).map_or(Known::Nothing, |v| {
                Known::Value(value_at(src, v, depth + 1))
            })
        }
        Binder::For(f) => Known::Value(iterated(src, f, name, depth)),
        Binder::Other(n) => {
            let value = field(n, "condition").and_then(|c| condition_value(src, c, name));
            match value.map(|v| value_at(src, v, depth + 1)) {
                Some(Value::Borrow) => Known::Value(Value::Borrow),
                _ => Known::Nothing,
            }
        }
    }
}

/// What a `for` loop binds to `name`.
fn iterated(src: &Source, node: Node, name: &str, depth: usize) -> Value {
    let Some(mut value) = field(node, "value").map(peel) else {
        return Value::Unclear;
    };
    // `(k, x)` of `.enumerate()`: `k` is a number, `x` what the rest gives.
    let receiver = callee(value)
        .filter(|f| field(*f, "field").is_some_and(|m| src.text(m) == "enumerate"))
        .and_then(|f| field(f, "value"));
    if let (Some(receiver), Some(pattern)) = (
        receiver,
        field(node, "pattern").filter(|p| p.kind() == "tuple_pattern"),
    ) {
        if binds(src, children(pattern).first().copied(), name) {
            return Value::Plain;
        }
        value = peel(receiver);
    }
    // Iterating over what is a reference gives references.
    if value.kind() == "identifier" {
        let refers =
            self::binder(src, value, src.text(value)).is_some_and(|b| is_reference(src, b));
        return if refers {
            Value::Borrow
        } else {
            Value::Unclear
        };
    }
    match value_at(src, value, depth + 1) {
        value @ (Value::Plain | Value::Borrow) => value,
        _ => Value::Unclear,
    }
}

/// The value that a condition's `let` takes `name` from.
fn condition_value<'t>(src: &Source, condition: Node<'t>, name: &str) -> Option<Node<'t>> {
    match condition.kind() {
        "let_condition" if binds(src, field(condition, "pattern"), name) => {
            field(condition, "value")
        }
        "let_chain" | "binary_expression" => children(condition)
            .into_iter()
            .find_map(|c| condition_value(src, c, name)),
        _ => None,
    }
}

/// The name is declared to be a reference.
pub(super) fn is_reference(src: &Source, binder: Binder) -> bool {
    let node = match binder {
        Binder::Parameter(p) => p,
        Binder::Let(l) if field(l, "pattern").is_some_and(|p| p.kind() == "identifier") => l,
        _ => return false,
    };
    field(node, "type").is_some_and(|t| reference(&tidy(src.text(t))).is_some())
}

/// The part of a `let`'s value that `name` gets: element by element for tuples.
pub(crate) fn initialiser<'t>(src: &Source, declaration: Node<'t>, name: &str) -> Option<Node<'t>> {
    let (pattern, value) = (
        field(declaration, "pattern")?,
        peel(field(declaration, "value")?),
    );
    if pattern.kind() == "tuple_pattern" && value.kind() == "tuple_expression" {
        let parts = children(pattern);
        let at = parts
            .iter()
            .position(|p| pattern_names(src, *p).iter().any(|(n, _)| n == name))?;
        let values = children(value);
        return if values.len() == parts.len() {
            values.get(at).copied()
        } else {
            None
        };
    }
    (pattern.kind() == "identifier").then_some(value)
}

/// Text with its white space made single.
pub(crate) fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

const PRIMITIVES: [&str; 16] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32",
    "f64", "bool", "char",
];

/// True for the types of numbers.
pub(crate) fn is_primitive(ty: &str) -> bool {
    PRIMITIVES.contains(&ty)
}

/// `&'a mut T` as (mutable, `T`).
pub(crate) fn reference(text: &str) -> Option<(bool, &str)> {
    let mut rest = text.trim().strip_prefix('&')?.trim_start();
    if let Some(lifetime) = rest.strip_prefix('\'') {
        let end = lifetime
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(lifetime.len());
        rest = lifetime[end..].trim_start();
    }
    match rest.strip_prefix("mut ") {
        Some(target) => Some((true, target.trim_start())),
        None => Some((false, rest)),
    }
}

/// True when values of `name` are surely copied: numbers and shared references.
pub(super) fn is_copy(src: &Source, binder: Binder, name: &str) -> bool {
    match known(src, binder, name) {
        Known::Type(t) => {
            PRIMITIVES.contains(&t.as_str()) || reference(&t).is_some_and(|(mutable, _)| !mutable)
        }
        Known::Value(v) => v == Value::Plain,
        Known::Nothing => false,
    }
}

/// True for values with nothing behind them: primitive types and plain initialisers.
pub(super) fn is_number(src: &Source, binder: Binder, name: &str) -> bool {
    match known(src, binder, name) {
        Known::Type(t) => PRIMITIVES.contains(&t.as_str()),
        Known::Value(v) => {
            v == Value::Plain
                && !matches!(binder, Binder::Let(l) if initialiser(src, l, name).is_some_and(|v| peel(v).kind() == "index_expression"))
        }
        Known::Nothing => false,
    }
}

/// A slice or an array of fixed length, or a reference to one, whose parts behind so many brackets are
/// such too: no call makes them longer or shorter.
pub(crate) fn is_fixed_array(src: &Source, at: Node, name: &str, brackets: usize) -> bool {
    let Some(by) = binder(src, at, name) else {
        return false;
    };
    let fixed = |text: &str| {
        let signs = text.chars().filter(|c| !c.is_whitespace());
        signs.take_while(|c| *c == '[').count() > brackets
    };
    if let Known::Type(ty) = known(src, by, name) {
        return fixed(reference(&ty).map_or(ty.as_str(), |(_, target)| target));
    }
    let Binder::Let(declaration) = by else {
        return false;
    };
    initialiser(src, declaration, name).is_some_and(|value| fixed(src.text(value)))
}

/// True when nothing can be written through `name`: it is a shared reference.
pub(super) fn is_shared(src: &Source, binder: Binder, name: &str) -> bool {
    matches!(known(src, binder, name), Known::Type(t) if reference(&t).is_some_and(|(mutable, _)| !mutable))
}

/// True when `std::mem::swap` of a value of this type moves no element: the type is a
/// header of a few words with the elements behind it.
pub(super) fn is_header_type(src: &Source, text: &str, depth: usize) -> bool {
    const HEADERS: [&str; 9] = [
        "Vec", "Array1", "Array2", "Array3", "Array4", "ArrayD", "DMatrix", "DVector", "String",
    ];
    let text = text.trim();
    if reference(text).is_some() {
        return true;
    }
    let head = text.split('<').next().unwrap_or("").trim();
    let last = head.rsplit("::").next().unwrap_or("");
    if last == "Box" || (HEADERS.contains(&last) && text.len() > head.len()) {
        return true;
    }
    // An alias of this file.
    depth < 4
        && !head.is_empty()
        && find_item(src, "type_item", head)
            .and_then(|item| field(item, "type"))
            .is_some_and(|t| is_header_type(src, &tidy(src.text(t)), depth + 1))
}

/// The type of `self.field`, or of `s.field`, for code at `at`, when the struct is in this file.
fn field_type(src: &Source, at: Node, place: &str) -> Option<String> {
    let (root, name) = place.split_once('.')?;
    let owner = match root {
        "self" => {
            let mut node = at;
            while node.kind() != "impl_item" {
                node = node.parent()?;
            }
            tidy(src.text(field(node, "type")?))
        }
        _ => match known(src, binder(src, at, root)?, root) {
            Known::Type(ty) => reference(&ty)
                .map_or(ty.as_str(), |(_, target)| target)
                .to_owned(),
            _ => return None,
        },
    };
    let owner = owner.split('<').next().unwrap_or("").trim();
    let structure = find_item(src, "struct_item", owner)?;
    let declared = children(field(structure, "body")?)
        .into_iter()
        .find(|f| field(*f, "name").is_some_and(|n| src.text(n) == name))?;
    Some(tidy(src.text(field(declared, "type")?)))
}

/// True when swapping the place `name` (through `&mut` when `borrowed`) moves only headers.
pub(super) fn swaps_headers(src: &Source, at: Node, name: &str, borrowed: bool) -> bool {
    let of_type = |t: &str| {
        if borrowed {
            return is_header_type(src, t, 0);
        }
        reference(t).is_some_and(|(mutable, target)| mutable && is_header_type(src, target, 0))
    };
    if name.contains('.') {
        return borrowed && field_type(src, at, name).is_some_and(|t| of_type(&t));
    }
    let Some(binder) = binder(src, at, name) else {
        return false;
    };
    match (known(src, binder, name), binder) {
        (Known::Type(t), _) => of_type(&t),
        (Known::Value(Value::Owner | Value::Unclear), Binder::Let(l)) => {
            borrowed
                && initialiser(src, l, name)
                    .is_some_and(|v| is_heap(src, v) || clones_header(src, l, v))
        }
        (Known::Value(Value::Borrow), Binder::Let(l)) => {
            // `let mut a = &mut x[..]`: swapping `a` itself moves references.
            borrowed
                && initialiser(src, l, name)
                    .is_some_and(|v| peel(v).kind() == "reference_expression")
        }
        _ => false,
    }
}

/// Initialisers of heap-backed containers.
fn is_heap(src: &Source, value: Node) -> bool {
    let value = peel(value);
    let text: String = src
        .text(value)
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect();
    match value.kind() {
        "macro_invocation" => text.starts_with("vec!") || text.starts_with("format!"),
        "call_expression" => {
            let method = callee(value)
                .and_then(|f| field(f, "field"))
                .map_or("", |f| src.text(f));
            [
                "Vec::",
                "Vec<",
                "Array1::",
                "Array2::",
                "Array3::",
                "Array4::",
                "DMatrix::",
                "DVector::",
            ]
            .iter()
            .any(|h| text.starts_with(h))
                || method == "to_vec"
        }
        _ => false,
    }
}

/// `x.clone()` of a variable whose type is a header by value.
fn clones_header(src: &Source, at: Node, value: Node) -> bool {
    let value = peel(value);
    let Some(function) = callee(value).filter(|f| f.kind() == "field_expression") else {
        return false;
    };
    let receiver = field(function, "value").map(peel);
    let (Some(receiver), Some("clone")) = (receiver, field(function, "field").map(|f| src.text(f)))
    else {
        return false;
    };
    // Cloning through a reference gives the value behind it.
    let header = |ty: &str| {
        let target = reference(ty).map_or(ty, |(_, target)| target);
        reference(target).is_none() && is_header_type(src, target, 0)
    };
    if receiver.kind() != "identifier" {
        return place_type(src, receiver, 0).is_some_and(|ty| header(&ty));
    }
    let name = src.text(receiver);
    match binder(src, at, name).map(|b| (known(src, b, name), b)) {
        Some((Known::Type(t), _)) => header(&t),
        Some((Known::Value(Value::Owner), Binder::Let(l))) => {
            initialiser(src, l, name).is_some_and(|v| is_heap(src, v))
        }
        _ => false,
    }
}

/// Places that the value of an expression may refer into: all that it mentions but for their shape.
pub(super) fn roots(src: &Source, value: Node) -> Vec<String> {
    let mut list = Vec::new();
    let mut stack = vec![value];
    while let Some(node) = stack.pop() {
        match node.kind() {
            "identifier" | "self" | "field_expression" => match place_name(src, node) {
                Some(name) => list.push(name),
                None => stack.extend(field(node, "value")),
            },
            "call_expression" => {
                let function = callee(node);
                let method = function
                    .and_then(|f| field(f, "field"))
                    .map_or("", |f| src.text(f));
                if META.contains(&method) {
                    continue;
                }
                match function {
                    Some(f) if f.kind() == "field_expression" => stack.extend(field(f, "value")),
                    Some(f) if f.kind() == "identifier" => list.push(src.text(f).to_owned()),
                    _ => {}
                }
                // `a.split_at_mut(n)` refers to no part of a number.
                if !PARTING.contains(&method) && !COUNTING.contains(&method) {
                    stack.extend(field(node, "arguments"));
                }
            }
            "macro_invocation" | "closure_expression" => {
                list.extend(free_names(src, node).into_iter().map(|f| f.name));
                // `self` stands for all its fields here.
            }
            "index_expression" => stack.extend(children(node).first().copied()),
            "block" | "else_clause" => stack.extend(children(node).last().copied()),
            "expression_statement" if src.text(node).ends_with(';') => {}
            "if_expression" => stack.extend(
                [field(node, "consequence"), field(node, "alternative")]
                    .into_iter()
                    .flatten(),
            ),
            "match_expression" => {
                stack.extend(field(node, "value"));
                let arms = field(node, "body").map(children).unwrap_or_default();
                stack.extend(arms.into_iter().filter_map(|arm| field(arm, "value")));
            }
            "loop_expression" => break_values(node, &mut stack),
            "for_expression" | "while_expression" | "let_declaration" => {}
            "scoped_identifier" | "type_arguments" => {}
            _ => stack.extend(children(node)),
        }
    }
    list
}

/// The values that a loop is left with.
fn break_values<'t>(node: Node<'t>, values: &mut Vec<Node<'t>>) {
    let mut stack = children(node);
    while let Some(inner) = stack.pop() {
        if inner.kind() == "break_expression" {
            values.extend(children(inner).into_iter().filter(|c| c.kind() != "label"));
        } else {
            stack.extend(children(inner));
        }
    }
}

/// Names in a piece of source text, with their `self.` path; shapes (`a.len()`) left out.
pub(super) fn mentioned(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
        let begin = &rest[start..];
        let end = begin
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'))
            .unwrap_or(begin.len());
        let word = begin[..end].trim_end_matches('.');
        let (owner, method) = word.rsplit_once('.').unwrap_or((word, ""));
        let called = begin[end..].trim_start().starts_with('(');
        match (called, META.contains(&method)) {
            (true, true) => {}
            (true, false) if !method.is_empty() => names.push(owner.to_owned()),
            _ if asks_row_for_shape(&begin[end..]) => {}
            _ => names.push(word.to_owned()),
        }
        rest = &begin[end.max(1)..];
    }
    names
}

/// True for `[0].len()` and `[i][j].len()`: the shape of a row, not its elements.
fn asks_row_for_shape(after: &str) -> bool {
    let mut rest = after;
    while rest.starts_with('[') {
        let mut depth = 0_usize;
        let close = rest.find(|c: char| {
            depth = match c {
                '[' => depth + 1,
                ']' => depth - 1,
                _ => depth,
            };
            depth == 0
        });
        rest = close.map_or("", |n| &rest[n + 1..]);
    }
    let method = rest.strip_prefix('.').and_then(|r| r.split_once('('));
    after.starts_with('[') && method.is_some_and(|(name, _)| META.contains(&name))
}

/// The name in a capture's text, which may be `(*w)` or `(&*w)`.
pub(super) fn plain_name(text: &str) -> &str {
    text.trim_matches(|c| matches!(c, '(' | ')' | '*' | '&'))
}

/// True for types that hold their elements elsewhere and are not copied.
pub(super) fn is_container(text: &str) -> bool {
    const HEADS: [&str; 17] = [
        "Vec", "String", "Box", "HashMap", "HashSet", "BTreeMap", "BTreeSet", "VecDeque", "Array1",
        "Array2", "Array3", "Array4", "ArrayD", "DMatrix", "DVector", "Rc", "Arc",
    ];
    let head = text.split('<').next().unwrap_or("").trim();
    HEADS.contains(&head.rsplit("::").next().unwrap_or(""))
}

/// True for initialisers of containers.
pub(super) fn makes_container(src: &Source, value: Node) -> bool {
    let value = peel(value);
    let method = callee(value)
        .and_then(|f| field(f, "field"))
        .map_or("", |f| src.text(f));
    is_heap(src, value) || OWNING.contains(&method)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_text() {
        assert_eq!(
            mentioned("(n + self.m.len() * a[k.min(3)])"),
            ["n", "a", "k"]
        );
        assert_eq!(mentioned("self.h - x_1"), ["self.h", "x_1"]);
        assert_eq!(plain_name("(*w)"), "w");
    }
}
