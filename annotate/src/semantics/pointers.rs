//! Where code goes through raw pointers that nobody sees: those that are made of numbers, and those of closures.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::ir::Span;
use crate::semantics::headers::place_type;
use crate::semantics::inner::has_pointers;
use crate::semantics::methods;
use crate::semantics::scopes::{Binder, binder, initialiser};
use crate::semantics::types::reference;
use crate::semantics::values::receiver_type;
use crate::syntax::rust::{Source, callee, children, field, peel};

/// Values within values beyond which nobody looks.
const DEPTH: usize = 16;

/// Methods that give pointers.
const POINTERS: [&str; 14] = [
    "as_ptr",
    "as_mut_ptr",
    "add",
    "sub",
    "offset",
    "byte_add",
    "byte_sub",
    "wrapping_add",
    "wrapping_sub",
    "cast",
    "cast_mut",
    "cast_const",
    "get",
    "into_raw",
];

/// Where code makes a pointer of a number, itself or by a function of the file that it calls, and where it calls a
/// closure from outside that has a pointer.
pub(crate) fn hidden(src: &Source, code: Node) -> Vec<(Span, String)> {
    let (mut found, mut stack) = (Vec::new(), vec![(code, None)]);
    let casting = src.inner().casting(|| casting(src));
    let mut entered = HashSet::new();
    while let Some((node, from)) = stack.pop() {
        let here: Span = from.clone().unwrap_or(node.byte_range());
        if is_cast(src, node) {
            found.push((here.clone(), "makes a raw pointer of a number".to_owned()));
        }
        let called = (!casting.is_empty()).then(|| called_name(src, node));
        if let Some(name) = called.flatten().filter(|name| casting.contains(*name)) {
            let what = format!("calls `{name}`, which makes a raw pointer of a number");
            found.push((here.clone(), what));
        }
        if let Some((name, closure)) = called_closure(src, node)
            && entered.insert(closure.id())
        {
            if has_pointers(src, closure) {
                found.push((
                    here.clone(),
                    format!("calls `{name}`, which has a raw pointer"),
                ));
            }
            stack.push((closure, Some(here)));
        }
        let parts = children(node).into_iter().rev();
        stack.extend(parts.map(|part| (part, from.clone())));
    }
    found
}

/// The closure that a call calls by the name that a `let` gave it.
fn called_closure<'t>(src: &'t Source, call: Node<'t>) -> Option<(&'t str, Node<'t>)> {
    let function = callee(call).filter(|_| call.kind() == "call_expression")?;
    let name = src.text(function);
    let Binder::Let(declaration) = binder(src, function, name)? else {
        return None;
    };
    let closure = peel(initialiser(src, declaration, name)?);
    (closure.kind() == "closure_expression").then_some((name, closure))
}

/// The function of the file that a call may call.
fn called_name<'s>(src: &'s Source, call: Node) -> Option<&'s str> {
    let function = callee(call).filter(|_| call.kind() == "call_expression")?;
    if function.kind() == "field_expression" {
        let name = src.text(field(function, "field")?);
        let ty = receiver_type(src, peel(field(function, "value")?));
        return (!methods::named(src, name, ty.as_deref()).is_empty()).then_some(name);
    }
    let name = src.text(function).rsplit("::").next()?.trim();
    (!src.functions(name).is_empty()).then_some(name)
}

/// Names of the functions of the file that make pointers of numbers, directly or through others.
fn casting(src: &Source) -> HashSet<String> {
    let functions = || {
        let items = src.function_items().into_iter();
        items.filter_map(|item| Some((src.text(field(item, "name")?), field(item, "body")?)))
    };
    let direct = functions().filter(|(_, body)| all_nodes(*body).any(|node| is_cast(src, node)));
    let mut stack: Vec<&str> = direct.map(|(name, _)| name).collect();
    let mut found = HashSet::new();
    if stack.is_empty() {
        return found;
    }
    let mut callers: HashMap<&str, Vec<&str>> = HashMap::new();
    for (name, body) in functions() {
        for called in all_nodes(body).filter_map(|node| called_name(src, node)) {
            callers.entry(called).or_default().push(name);
        }
    }
    while let Some(name) = stack.pop() {
        if found.insert(name.to_owned()) {
            stack.extend(callers.get(name).into_iter().flatten());
        }
    }
    found
}

/// The node and all inside of it.
fn all_nodes<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    let mut stack = vec![node];
    std::iter::from_fn(move || {
        let node = stack.pop()?;
        stack.extend(children(node));
        Some(node)
    })
}

/// `at as *mut f64` of a number, `ptr::with_exposed_provenance(at)`.
fn is_cast(src: &Source, node: Node) -> bool {
    match node.kind() {
        "type_cast_expression" => {
            let to = field(node, "type").is_some_and(|ty| ty.kind() == "pointer_type");
            to && field(node, "value").is_some_and(|value| !is_pointer(src, value, 0))
        }
        "call_expression" => {
            let path = callee(node).map_or("", |f| src.text(f));
            path.contains("exposed_provenance") || path.contains("from_exposed_addr")
        }
        _ => false,
    }
}

/// The value is a pointer or a reference, as far as that is written down.
fn is_pointer(src: &Source, value: Node, depth: usize) -> bool {
    let node = peel(value);
    if depth > DEPTH {
        return false;
    }
    let by_type = |ty: &str| ty.starts_with('*') || reference(ty).is_some();
    match node.kind() {
        "reference_expression" | "self" | "macro_invocation" | "string_literal" => true,
        "type_cast_expression" => field(node, "type").is_some_and(|ty| by_type(src.text(ty))),
        "call_expression" => callee(node).is_some_and(|function| match function.kind() {
            "field_expression" => {
                let method = field(function, "field").map_or("", |f| src.text(f));
                let inner = |v| is_pointer(src, v, depth + 1);
                let arithmetic = matches!(method, "wrapping_add" | "wrapping_sub" | "add" | "sub");
                POINTERS.contains(&method)
                    && (!arithmetic || field(function, "value").is_some_and(inner))
            }
            _ => src.text(function).contains("ptr::") || src.text(function).contains("into_raw"),
        }),
        _ => match place_type(src, node, 0) {
            Some(ty) => by_type(&ty),
            None => is_bound_to_pointer(src, node, depth),
        },
    }
}

fn is_bound_to_pointer(src: &Source, node: Node, depth: usize) -> bool {
    let name = src.text(node);
    match binder(src, node, name).filter(|_| node.kind() == "identifier") {
        Some(Binder::Let(declaration)) => initialiser(src, declaration, name)
            .is_some_and(|value| is_pointer(src, value, depth + 1)),
        _ => false,
    }
}
