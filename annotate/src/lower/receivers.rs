//! Whether a method may change what it is called on.
//!
//! Methods of the file say so by their `self`, those of types that the receiver is not of left out. Known
//! methods of numbers take a copy. A binding without `mut` that is no reference to be written through cannot be
//! changed by a method, cells and locks aside. Of the rest some names are known to read; all others may
//! write.

use tree_sitter::Node;

use crate::lower::bindings::is_mutable;
use crate::lower::body::range_of;
use crate::lower::classes::{Class, class_of_type, either};
use crate::lower::iterated::counted;
use crate::semantics::headers::place_type;
use crate::semantics::inner::{changes, may_change, whole_place};
use crate::semantics::methods::{self, head, owner};
use crate::semantics::scopes::{Binder, binder, initialiser};
use crate::semantics::types::{is_primitive, reference, tidy};
use crate::semantics::values::{META, PLAIN, Value, asks_shape, receiver_type, value_of};
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, callee, children, field, peel};

/// Methods of elements and arrays that only read.
const READS: [&str; 80] = [
    "abs",
    "sqrt",
    "powi",
    "powf",
    "exp",
    "ln",
    "log10",
    "log2",
    "sin",
    "cos",
    "tan",
    "atan",
    "atan2",
    "asin",
    "acos",
    "sinh",
    "cosh",
    "tanh",
    "hypot",
    "floor",
    "ceil",
    "round",
    "trunc",
    "fract",
    "signum",
    "recip",
    "mul_add",
    "min",
    "max",
    "clamp",
    "pow",
    "wrapping_add",
    "wrapping_sub",
    "wrapping_mul",
    "wrapping_neg",
    "wrapping_shl",
    "wrapping_shr",
    "saturating_add",
    "saturating_sub",
    "saturating_mul",
    "checked_add",
    "checked_sub",
    "checked_mul",
    "checked_div",
    "rem_euclid",
    "div_euclid",
    "div_ceil",
    "isqrt",
    "ilog2",
    "next_multiple_of",
    "is_power_of_two",
    "abs_diff",
    "unsigned_abs",
    "rotate_left",
    "rotate_right",
    "count_ones",
    "leading_zeros",
    "trailing_zeros",
    "to_bits",
    "is_nan",
    "is_finite",
    "cmp",
    "partial_cmp",
    "total_cmp",
    "eq",
    "ne",
    "clone",
    "iter",
    "get",
    "first",
    "last",
    "contains",
    "to_vec",
    "to_string",
    "as_slice",
    "to_owned",
    "copysign",
    "cbrt",
    "to_radians",
    "to_degrees",
];

/// Methods of numbers that do not change them, beside the above.
const OF_NUMBERS: [&str; 60] = [
    "add",
    "sub",
    "mul",
    "div",
    "rem",
    "neg",
    "not",
    "bitand",
    "bitor",
    "bitxor",
    "shl",
    "shr",
    "lt",
    "le",
    "gt",
    "ge",
    "into",
    "try_into",
    "borrow",
    "hash",
    "fmt",
    "then",
    "then_some",
    "log",
    "ln_1p",
    "exp2",
    "exp_m1",
    "asinh",
    "acosh",
    "atanh",
    "sin_cos",
    "gamma",
    "ln_gamma",
    "erf",
    "erfc",
    "round_ties_even",
    "maximum",
    "minimum",
    "midpoint",
    "next_up",
    "next_down",
    "algebraic_add",
    "algebraic_sub",
    "algebraic_mul",
    "algebraic_div",
    "abs_sub",
    "classify",
    "ilog",
    "ilog10",
    "next_power_of_two",
    "reverse_bits",
    "swap_bytes",
    "widening_mul",
    "carrying_add",
    "carrying_mul",
    "borrowing_sub",
    "cast_signed",
    "cast_unsigned",
    "len_utf8",
    "eq_ignore_ascii_case",
];

/// How the names of further such methods begin.
const FAMILIES: [&str; 11] = [
    "wrapping_",
    "saturating_",
    "checked_",
    "overflowing_",
    "strict_",
    "unsigned_",
    "is_",
    "to_",
    "count_",
    "leading_",
    "trailing_",
];

/// What lets a shared value be changed.
pub(crate) const INNER: [&str; 6] = ["Cell", "Atomic", "Mutex", "RwLock", "Once", "Lazy"];

/// Nesting beyond which values are not looked into.
const DEPTH: usize = 16;

/// The method that `function` names cannot change its receiver.
pub(crate) fn only_reads(src: &Source, function: Node) -> bool {
    let (Some(receiver), Some(name)) = (field(function, "value"), field(function, "field")) else {
        return false;
    };
    let (receiver, method) = (peel(receiver), src.text(name));
    if let Some(class) = parameters(src, function).and_then(|list| list.first().copied()) {
        let copied = || is_number(src, receiver, 0) && takes_copies(src, method);
        return class == Class::Reads || is_fixed(src, receiver) || copied();
    }
    let reads = |method| READS.contains(&method) || META.contains(&method);
    let rotates = is_dropped(function) && matches!(method, "rotate_left" | "rotate_right");
    is_fixed(src, receiver)
        || match is_number(src, receiver, 0) {
            true => reads(method) || takes_number(method),
            // What reads by itself may hand on what is then changed: `counts.iter()`, `shared.clone()`.
            false => reads(method) && !rotates && !may_change(src, receiver),
        }
}

/// All methods of the file of this name take what they are called on by its value.
fn takes_copies(src: &Source, method: &str) -> bool {
    let by_value = |item: Node| {
        let list = field(item, "parameters").map_or_else(Vec::new, children);
        let own = list.into_iter().find(|p| p.kind() == "self_parameter");
        own.is_some_and(|own| !src.text(own).starts_with('&'))
    };
    let methods = methods::named(src, method, None);
    !methods.is_empty() && methods.into_iter().all(by_value)
}

/// The standard library has a method of this name that takes a number by its value, or only looks at it.
/// All others, `add_assign` and those of traits of other files, may change it.
fn takes_number(method: &str) -> bool {
    let mut families = FAMILIES.iter();
    let family = families.any(|start| method.starts_with(start));
    OF_NUMBERS.contains(&method) || family && !method.ends_with("_assign")
}

/// The call reads for no other reason than that its receiver is bound without `mut`: what it is of need
/// not be copied for tasks, which have it where it is.
pub(super) fn reads_in_place(src: &Source, function: Node) -> bool {
    let (Some(receiver), Some(name)) = (field(function, "value"), field(function, "field")) else {
        return false;
    };
    let receiver = peel(receiver);
    let local = matches!(
        binder(src, receiver, src.text(receiver)),
        Some(Binder::Let(_))
    );
    local
        && !READS.contains(&src.text(name))
        && parameters(src, function).is_none()
        && !is_number(src, receiver, 0)
        && is_fixed(src, receiver)
}

/// The value of `x.rotate_left(3);` is dropped: it rotates a slice, not a number.
fn is_dropped(function: Node) -> bool {
    let statement = function.parent().and_then(|call| call.parent());
    statement.is_some_and(|at| matches!(at.kind(), "expression_statement" | "block"))
}

/// How the methods of the file that `function` may name take their receiver and their arguments; `None`
/// where there are no such methods.
pub(crate) fn parameters(src: &Source, function: Node) -> Option<Vec<Class>> {
    let receiver = peel(field(function, "value")?);
    let name = src.text(field(function, "field")?);
    let ty = receiver_type(src, receiver);
    let ty = ty.or_else(|| is_number(src, receiver, 0).then(|| "f64".to_owned()));
    let methods = methods::named(src, name, ty.as_deref()).into_iter();
    let lists = methods.map(|item| {
        let parameters = field(item, "parameters").map(children).unwrap_or_default();
        classes(src, &parameters)
    });
    lists.reduce(|all, list| either(&all, &list))
}

/// How a list of parameters takes what it is given.
pub(super) fn classes(src: &Source, parameters: &[Node]) -> Vec<Class> {
    let class = |p: &Node| match p.kind() {
        "self_parameter" if src.text(*p).trim_start().starts_with('&') && !is_mutable(*p) => {
            class_behind(src, *p)
        }
        "self_parameter" => Class::Changes,
        _ => match field(*p, "type").map_or(Class::Unknown, |t| class_of_type(src.text(t))) {
            Class::Reads => class_behind(src, *p),
            class => class,
        },
    };
    let parameters = parameters.iter();
    parameters
        .filter(|p| p.kind() != "attribute_item")
        .map(class)
        .collect()
}

/// How a parameter by a shared reference takes what it is given: it may change what lets itself be changed so.
fn class_behind(src: &Source, parameter: Node) -> Class {
    let item = parameter.parent().and_then(|list| list.parent());
    let Some(item) = item.filter(|_| src.inner().any()) else {
        return Class::Reads;
    };
    let by_self = parameter.kind() == "self_parameter";
    let ty = match by_self {
        true => owner(item).and_then(|o| field(o, "type").or_else(|| field(o, "name"))),
        false => field(parameter, "type"),
    };
    let name = match by_self {
        true => "self",
        false => field(parameter, "pattern").map_or("", |p| src.text(p)),
    };
    let Some(body) = field(item, "body") else {
        return Class::Reads;
    };
    let changed = ty.is_some_and(|ty| changes(src, src.text(ty), item))
        && (src.inner()).asked(item, name, || body_changes(src, body, name));
    match changed {
        true => Class::Changes,
        false => Class::Reads,
    }
}

/// The code may change what the name refers to, through a shared reference.
fn body_changes(src: &Source, body: Node, name: &str) -> bool {
    let mut stack = vec![body];
    while let Some(node) = stack.pop() {
        let named = matches!(node.kind(), "identifier" | "self") && src.text(node) == name;
        if named && place_changes(src, node) {
            return true;
        }
        stack.extend(children(node));
    }
    false
}

/// What the code does at this name may change what it refers to.
fn place_changes(src: &Source, node: Node) -> bool {
    let place = whole_place(node);
    if !may_change(src, place) {
        return false;
    }
    let function = place.parent().filter(|p| p.kind() == "field_expression");
    let call = function.and_then(|f| f.parent());
    let function = function.filter(|f| call.and_then(callee).is_some_and(|c| c.id() == f.id()));
    let Some(function) = function else {
        return true;
    };
    !asks_shape(src, function) && !only_reads(src, function)
}

/// The value is a number, as far as types and literals show.
pub(crate) fn is_number(src: &Source, node: Node, depth: usize) -> bool {
    if depth > DEPTH {
        return false;
    }
    let node = peel(node);
    let part = |node: Option<Node>| node.is_some_and(|n| is_number(src, n, depth + 1));
    let typed = |ty: &str| {
        let target = reference(ty).map_or(ty, |(_, target)| target);
        is_primitive(target.trim())
    };
    match node.kind() {
        "integer_literal" | "float_literal" | "boolean_literal" | "char_literal" => true,
        "unary_expression" if src.text(node).starts_with('-') => {
            part(children(node).first().copied())
        }
        "binary_expression" => part(field(node, "left")) && part(field(node, "right")),
        "type_cast_expression" => field(node, "type").is_some_and(|t| is_primitive(src.text(t))),
        "scoped_identifier" => {
            let path = field(node, "path").map_or("", |p| src.text(p));
            is_primitive(path.rsplit("::").next().unwrap_or(path))
        }
        "call_expression" => {
            let function = callee(node).filter(|f| f.kind() == "field_expression");
            let method = function.and_then(|f| field(f, "field"));
            let method = method.map_or("", |f| src.text(f));
            let receiver = function.and_then(|f| field(f, "value"));
            matches!(method, "len" | "nrows" | "ncols")
                || (PLAIN.contains(&method) && part(receiver))
        }
        "identifier" => match place_type(src, node, 0) {
            Some(ty) => typed(&ty),
            None => is_bound_to_number(src, node, depth),
        },
        "field_expression" | "index_expression" => {
            place_type(src, node, 0).is_some_and(|ty| typed(&ty))
        }
        _ => false,
    }
}

fn is_bound_to_number(src: &Source, node: Node, depth: usize) -> bool {
    let name = src.text(node);
    match binder(src, node, name) {
        Some(Binder::Let(declaration)) if field(declaration, "type").is_none() => {
            let value = initialiser(src, declaration, name);
            value.is_some_and(|v| is_number(src, v, depth + 1))
        }
        Some(Binder::For(at)) => {
            let (Some(pattern), Some(value)) = (field(at, "pattern"), field(at, "value")) else {
                return false;
            };
            match pattern.kind() {
                "identifier" => range_of(src, value).is_some(),
                _ => counted(src, pattern, value).is_some_and(|(counter, _)| counter == name),
            }
        }
        _ => false,
    }
}

/// A local or a parameter without `mut` that is no reference to be written through: no method changes it.
fn is_fixed(src: &Source, receiver: Node) -> bool {
    if receiver.kind() != "identifier" || may_change(src, receiver) {
        return false;
    }
    let name = src.text(receiver);
    let inner = |text: &str| INNER.iter().any(|word| text.contains(word));
    let by_type = |ty: Node| {
        let ty = tidy(src.text(ty));
        !ty.contains("&mut") && !ty.contains("&'") && !inner(&ty)
    };
    // What a type of the program has inside is not looked for.
    let unseen = |ty: &str| !is_primitive(&head(src, ty)) && inner(&src.text);
    match binder(src, receiver, name) {
        Some(Binder::Parameter(p)) if !is_mutable(p) => field(p, "type").is_some_and(|ty| {
            field(p, "pattern").is_some_and(|n| n.kind() == "identifier")
                && by_type(ty)
                && !unseen(src.text(ty))
        }),
        Some(Binder::Let(declaration)) if !is_mutable(declaration) => {
            let Some(pattern) = field(declaration, "pattern") else {
                return false;
            };
            let names = pattern_names(src, pattern);
            let plain = names.len() == 1 || initialiser(src, declaration, name).is_some();
            let mutable = src.text(pattern).contains("mut ");
            match (
                field(declaration, "type"),
                initialiser(src, declaration, name),
            ) {
                _ if mutable || !plain => false,
                (Some(ty), _) if pattern.kind() == "identifier" => {
                    by_type(ty) && !unseen(src.text(ty))
                }
                (None, Some(value)) => {
                    let owned = matches!(value_of(src, value), Value::Plain | Value::Owner);
                    let made =
                        matches!(peel(value).kind(), "macro_invocation" | "array_expression");
                    owned && !inner(src.text(value)) && (made || !inner(&src.text))
                }
                _ => false,
            }
        }
        Some(Binder::For(_)) => is_number(src, receiver, 0),
        _ => false,
    }
}

/// The receiver of a method call that may change it.
pub(super) fn changed<'t>(src: &Source, call: Node<'t>) -> Option<Node<'t>> {
    let function = callee(call).filter(|f| f.kind() == "field_expression")?;
    let receiver = peel(field(function, "value")?);
    let reads = asks_shape(src, function) || only_reads(src, function);
    (!reads && receiver.kind() != "self").then_some(receiver)
}
