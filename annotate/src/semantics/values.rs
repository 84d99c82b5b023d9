//! What can be said of a value without a compiler: whether it is plain, owned, a reference, or a header of
//! data elsewhere.

use tree_sitter::Node;

use crate::semantics::functions::called;
use crate::semantics::headers::{impl_type, made_by, place_type};
use crate::semantics::methods;
use crate::semantics::owning::owns;
use crate::semantics::scopes::{Binder, binder, binds, initialiser};
use crate::semantics::types::{PRIMITIVES, reference, tidy};
use crate::syntax::names::words;
use crate::syntax::rust::{Source, callee, children, field, peel};

/// Methods that only ask for the shape.
pub(crate) const META: [&str; 9] = [
    "len", "is_empty", "nrows", "ncols", "cols", "dim", "shape", "capacity", "ndim",
];

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
pub(crate) const BORROWING: [&str; 34] = [
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
pub(crate) const PARTING: [&str; 2] = ["split_at", "split_at_mut"];

/// Methods that part an array in a reference to an element and one to the rest, if it has any.
pub(crate) const PARTING_ENDS: [&str; 4] = [
    "split_first",
    "split_first_mut",
    "split_last",
    "split_last_mut",
];

/// Methods that part an array in references to pieces, which are handed out one by one.
pub(crate) const PIECES: [&str; 9] = [
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
pub(crate) const COUNTING: [&str; 12] = [
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
pub(crate) const OWNING: [&str; 8] = [
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
const PASSING: [&str; 11] = [
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
pub(crate) fn branches(node: Node<'_>) -> Option<[Node<'_>; 2]> {
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
        let ty = receiver_type(src, field(function, "value").map_or(function, peel));
        let own = methods::named(src, method, ty.as_deref()).into_iter();
        if let Some(value) = own.map(|item| given(src, item)).reduce(either) {
            return value;
        }
        let foreign = ty.is_some_and(|ty| methods::is_foreign(src, &ty));
        return match method {
            // The lengths stand in an array of `ndarray`; a matrix gives two numbers.
            "shape" if !foreign && !is_taken_apart(node) => Value::Borrow,
            m if META.contains(&m) || PLAIN.contains(&m) => Value::Plain,
            m if OWNING.contains(&m) => Value::Owner,
            m if BORROWING.contains(&m) || m.ends_with("_mut") || m.starts_with("as_") => {
                match foreign {
                    true => Value::Unclear,
                    false => Value::Borrow,
                }
            }
            // Of a container of numbers: what it is cloned from is another one.
            "clone" => field(function, "value")
                .and_then(|receiver| place_type(src, peel(receiver), 0))
                .and_then(|ty| {
                    owned(
                        src,
                        reference(&ty).map_or(ty.as_str(), |(_, target)| target),
                    )
                })
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
    let ty = field(called(src, function)?, "return_type").map_or("()", |t| src.text(t));
    owned(
        src,
        match ty.trim_start().starts_with("Result<") && tried {
            true => ty.rsplit_once(',').map_or(ty, |(value, _)| value),
            false => ty,
        },
    )
}

/// What values of a type are, if nothing in them can be a reference.
fn owned(src: &Source, ty: &str) -> Option<Value> {
    let number =
        |word: &str| PRIMITIVES.contains(&word) || word.bytes().all(|b| b.is_ascii_digit());
    let plain = words(ty).all(number);
    owns(src, ty).then_some(if plain { Value::Plain } else { Value::Owner })
}

/// What a method of the file gives, by its type.
fn given(src: &Source, method: Node) -> Value {
    let ty = field(method, "return_type").map_or("()", |t| src.text(t));
    if reference(ty).is_some() {
        return Value::Borrow;
    }
    let own = methods::owner(method).and_then(|item| field(item, "type"));
    let ty = own.map_or(ty.to_owned(), |own| ty.replace("Self", src.text(own)));
    owned(src, &ty).unwrap_or(Value::Unclear)
}

/// One of two values.
fn either(a: Value, b: Value) -> Value {
    if a == b { a } else { Value::Unclear }
}

/// The pattern of the `let` that the value is for has parts.
fn is_taken_apart(value: Node) -> bool {
    let pattern = value.parent().and_then(|p| field(p, "pattern"));
    pattern.is_some_and(|p| p.kind() == "tuple_pattern")
}

/// The type of what a method is called on, as far as it is written somewhere.
pub(crate) fn receiver_type(src: &Source, receiver: Node) -> Option<String> {
    match receiver.kind() {
        "self" => impl_type(src, receiver),
        _ => place_type(src, receiver, 0).or_else(|| made_by(src, receiver)),
    }
}

/// The method that `function` names only asks for the shape. One that the file defines may look at
/// elements, and so may one of a type that is not known here.
pub(crate) fn asks_shape(src: &Source, function: Node) -> bool {
    let method = field(function, "field").map_or("", |f| src.text(f));
    let receiver = || field(function, "value").map_or(function, peel);
    META.contains(&method) && has_library_method(src, receiver(), method)
}

/// The method of this place is none of the file's, and none of a type that is not known here.
pub(crate) fn has_library_method(src: &Source, receiver: Node, method: &str) -> bool {
    let ty = receiver_type(src, receiver);
    methods::named(src, method, ty.as_deref()).is_empty()
        && !ty.is_some_and(|ty| methods::is_foreign(src, &ty))
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
pub(crate) enum Known {
    /// By its text, white space made single.
    Type(String),
    /// By its initialiser.
    Value(Value),
    /// Nothing is known.
    Nothing,
}

/// What is known of the type of `name` as bound by `binder`.
pub(crate) fn known(src: &Source, binder: Binder, name: &str) -> Known {
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
        Binder::For(f) => Known::Value(
            match (iterated(src, f, name, depth), taken_from(src, f, name)) {
                (Value::Borrow, true) => Value::Unclear,
                (value, _) => value,
            },
        ),
        Binder::Other(n) => {
            let value = field(n, "condition").and_then(|c| condition_value(src, c, name));
            match value.map(|v| value_at(src, v, depth + 1)) {
                Some(Value::Borrow) if !taken_from(src, n, name) => Known::Value(Value::Borrow),
                _ => Known::Nothing,
            }
        }
    }
}

/// The patterns of a node take the name from behind a reference: `&x`.
fn taken_from(src: &Source, node: Node, name: &str) -> bool {
    let mut stack = vec![node];
    while let Some(at) = stack.pop() {
        if at.kind() == "reference_pattern" && binds(src, Some(at), name) {
            return true;
        }
        stack.extend(children(at).into_iter().filter(|c| c.kind() != "block"));
    }
    false
}

/// What a `for` loop binds to `name`.
fn iterated(src: &Source, node: Node, name: &str, depth: usize) -> Value {
    let Some(mut value) = field(node, "value").map(peel) else {
        return Value::Unclear;
    };
    let mut pattern = field(node, "pattern");
    while let Some((method, receiver)) = taken_in_pairs(src, value) {
        let Some([first, second]) = pattern.and_then(pair) else {
            return Value::Unclear;
        };
        let is_first = binds(src, Some(first), name);
        (pattern, value) = match (method, is_first) {
            // `(k, x)` of `.enumerate()`: `k` is a number, `x` what the rest gives.
            ("enumerate", true) => return Value::Plain,
            ("enumerate", false) => (Some(second), receiver),
            (_, true) => (Some(first), receiver),
            (_, false) => match field(value, "arguments").map(children).as_deref() {
                Some([other]) => (Some(second), peel(*other)),
                _ => return Value::Unclear,
            },
        };
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

/// The method of an iterator whose items are pairs, and what it is called on.
fn taken_in_pairs<'s, 't>(src: &'s Source, value: Node<'t>) -> Option<(&'s str, Node<'t>)> {
    let function = callee(value)?;
    let method = src.text(field(function, "field")?);
    let receiver = peel(field(function, "value")?);
    ["enumerate", "zip"]
        .contains(&method)
        .then_some((method, receiver))
}

/// The two sides of a pattern of a pair.
fn pair(pattern: Node<'_>) -> Option<[Node<'_>; 2]> {
    let sides = (pattern.kind() == "tuple_pattern").then(|| children(pattern))?;
    sides.try_into().ok()
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
pub(crate) fn is_reference(src: &Source, binder: Binder) -> bool {
    let node = match binder {
        Binder::Parameter(p) => p,
        Binder::Let(l) if field(l, "pattern").is_some_and(|p| p.kind() == "identifier") => l,
        _ => return false,
    };
    field(node, "type").is_some_and(|t| reference(&tidy(src.text(t))).is_some())
}

/// True when values of `name` are surely copied: numbers and shared references.
pub(crate) fn is_copy(src: &Source, binder: Binder, name: &str) -> bool {
    match known(src, binder, name) {
        Known::Type(t) => {
            PRIMITIVES.contains(&t.as_str()) || reference(&t).is_some_and(|(mutable, _)| !mutable)
        }
        Known::Value(v) => v == Value::Plain,
        Known::Nothing => false,
    }
}

/// True for values with nothing behind them: primitive types and plain initialisers.
pub(crate) fn is_number(src: &Source, binder: Binder, name: &str) -> bool {
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
pub(crate) fn is_shared(src: &Source, binder: Binder, name: &str) -> bool {
    matches!(known(src, binder, name), Known::Type(t) if reference(&t).is_some_and(|(mutable, _)| !mutable))
}
