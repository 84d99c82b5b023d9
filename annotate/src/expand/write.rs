//! The text that a call stands for: the callee's expression with the arguments in it.

use std::collections::{BTreeSet, HashMap};

use tree_sitter::Node;

use crate::edit::Edits;
use crate::expand::assign::{assignment, is_assignment};
use crate::expand::callee::{self, Callee, called};
use crate::expand::pure::{is_kind, is_method, is_place, is_simple, is_typed};
use crate::expand::scope::{
    Argument, Scope, bind_pattern, entries, is_type_parameter, is_value, once, only_parts,
    typed_name,
};
use crate::expand::{is_annotated, standard};
use crate::semantics::scopes::binder;
use crate::syntax::items::is_own_macro;
use crate::syntax::rust::{Source, children, field, peel};

/// Calls in calls deeper than this stay.
const DEPTH: usize = 8;
/// Longer texts are not written out.
const LENGTH: usize = 600;

/// What a callee's body is.
struct Ends<'t> {
    assertions: Vec<String>,
    /// The expression, or the assignment.
    last: Node<'t>,
}

/// The text for a call, an index, or what is behind a reference that a call gives; `None` where it stays.
pub(super) fn written_out(
    src: &Source,
    node: Node,
    callees: &mut BTreeSet<usize>,
) -> Option<String> {
    let text = written(src, node, None)?;
    named_in(src, node, callees);
    (text.len() <= LENGTH).then_some(text)
}

/// Where the functions stand that the code names: calls of them may be gone.
fn named_in(src: &Source, node: Node, found: &mut BTreeSet<usize>) {
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        if matches!(node.kind(), "identifier" | "field_identifier") {
            for item in src.functions(src.text(node)) {
                let body = field(item, "body").filter(|_| found.insert(item.start_byte()));
                stack.extend(body);
            }
        }
        stack.extend(children(node));
    }
}

fn written<'t>(src: &'t Source, node: Node<'t>, scope: Option<&Scope<'t>>) -> Option<String> {
    match node.kind() {
        "call_expression" => match unchecked(src, node, scope) {
            Some((text, mutable)) => {
                Some(format!("(&{}{text})", if mutable { "mut " } else { "" }))
            }
            None => call(src, node, scope, false).or_else(|| standard::call(src, node, scope)),
        },
        "unary_expression" if src.text(node).starts_with('*') => {
            let inner = peel(*children(node).first()?);
            if inner.kind() != "call_expression" {
                return None;
            }
            match unchecked(src, inner, scope) {
                Some((text, _)) => Some(text),
                None => call(src, inner, scope, true),
            }
        }
        "index_expression" => {
            if let Some(text) = standard::of_row(src, node, scope) {
                return Some(text);
            }
            let callees = callee::indexed(src, node)?;
            let texts: Option<Vec<String>> = callees
                .iter()
                .map(|c| of_callee(src, node, c, scope, true))
                .collect();
            let texts = texts?;
            let first = texts.first()?;
            texts
                .iter()
                .all(|text| text == first)
                .then(|| first.clone())
        }
        _ => None,
    }
}

/// `a[k]` for `a.get_unchecked(k)`: the view knows the array's length.
fn unchecked<'t>(
    src: &'t Source,
    call: Node<'t>,
    scope: Option<&Scope<'t>>,
) -> Option<(String, bool)> {
    let function = field(call, "function").filter(|f| f.kind() == "field_expression")?;
    let name = src.text(field(function, "field")?);
    let mutable = name == "get_unchecked_mut";
    let [index] = children(field(call, "arguments")?)[..] else {
        return None;
    };
    let own = || !src.functions(name).is_empty();
    let unknown = matches!(
        index.kind(),
        "range_expression" | "tuple_expression" | "array_expression"
    );
    if !(mutable || name == "get_unchecked") || unknown || own() {
        return None;
    }
    let array = place(src, peel(field(function, "value")?), scope)?;
    Some((format!("{array}[{}]", text(src, index, scope)?), mutable))
}

fn call<'t>(
    src: &'t Source,
    node: Node<'t>,
    scope: Option<&Scope<'t>>,
    behind: bool,
) -> Option<String> {
    if !behind && field(node, "function")?.kind() == "generic_function" {
        return None;
    }
    let found = called(src, node)?;
    of_callee(src, node, &found, scope, behind)
}

/// `behind`: the place that the callee gives a reference to, not the reference.
fn of_callee<'t>(
    src: &'t Source,
    node: Node<'t>,
    found: &Callee<'t>,
    outer: Option<&Scope<'t>>,
    behind: bool,
) -> Option<String> {
    let inside = enter(src, node, found, outer)?;
    let (inside, result) = body(src, inside)?;
    let asserted = result.assertions.join(" ");
    if is_assignment(result.last) {
        let statement = node
            .parent()
            .is_some_and(|p| p.kind() == "expression_statement");
        if behind || !statement {
            return None;
        }
        let done = assignment(src, result.last, &inside)?;
        return Some(match asserted.is_empty() {
            true => done,
            false => format!("{{ {asserted} {done}; }}"),
        });
    }
    let last = match result.last.kind() {
        "unsafe_block" => unsafe_tail(src, result.last)?,
        _ => result.last,
    };
    let gives = field(found.item, "return_type");
    let reference = gives.is_some_and(|ty| ty.kind() == "reference_type");
    if reference {
        let mutable = src.text(gives?).starts_with("&mut");
        let place = referred(src, last, &inside, &asserted)?;
        return Some(match (behind, mutable) {
            (true, _) => place,
            (false, true) => format!("(&mut {place})"),
            (false, false) => format!("(&{place})"),
        });
    }
    if behind {
        return None;
    }
    let known = |name: &str| typed_name(src, &inside, name);
    if !is_typed(src, last, &known) {
        return None;
    }
    let value = text(src, last, Some(&inside))?;
    Some(match (asserted.is_empty(), changes_receiver(src, node)) {
        (true, false) => bracketed(last, value),
        (true, true) => format!("{{ {value} }}"),
        (false, _) => format!("({{ {asserted} {value} }})"),
    })
}

/// The value of the call is a receiver that a method may change, or borrowed as mutable: of a copy.
fn changes_receiver(src: &Source, call: Node) -> bool {
    let Some(parent) = call.parent() else {
        return false;
    };
    match parent.kind() {
        "reference_expression" => src.text(parent).starts_with("&mut"),
        "field_expression" => !parent.parent().is_some_and(|outer| is_method(src, outer)),
        _ => false,
    }
}

fn unsafe_tail<'t>(src: &'t Source, block: Node<'t>) -> Option<Node<'t>> {
    let [inner] = children(block)[..] else {
        return None;
    };
    let [last] = children(inner)[..] else {
        return None;
    };
    let call = last.kind() == "call_expression" && src.text(last).contains(".get_unchecked");
    call.then_some(last)
}

/// The place that a reference is made to, with the assertions before it in its index.
fn referred<'t>(
    src: &'t Source,
    last: Node<'t>,
    scope: &Scope<'t>,
    asserted: &str,
) -> Option<String> {
    if last.kind() == "call_expression" {
        let place = match unchecked(src, last, Some(scope)) {
            Some((place, _)) => place,
            None => call(src, last, Some(scope), true)?,
        };
        return asserted.is_empty().then_some(place);
    }
    let target = (last.kind() == "reference_expression").then(|| field(last, "value"))??;
    let target = peel(target);
    match (target.kind(), asserted.is_empty()) {
        ("index_expression", false) => {
            let [array, index] = children(target)[..] else {
                return None;
            };
            let (array, index) = (
                text(src, array, Some(scope))?,
                text(src, index, Some(scope))?,
            );
            Some(format!("{array}[{{ {asserted} {index} }}]"))
        }
        ("index_expression" | "field_expression", true) => text(src, target, Some(scope)),
        _ => None,
    }
}

fn bracketed(node: Node, value: String) -> String {
    match node.kind() {
        "identifier"
        | "field_expression"
        | "index_expression"
        | "integer_literal"
        | "float_literal"
        | "parenthesized_expression"
        | "call_expression" => value,
        _ => format!("({value})"),
    }
}

/// Binds the parameters.
fn enter<'t>(
    src: &'t Source,
    node: Node<'t>,
    found: &Callee<'t>,
    outer: Option<&Scope<'t>>,
) -> Option<Scope<'t>> {
    let depth = outer.map_or(0, |scope| scope.depth + 1);
    // A caller's own closures are seen at its own place only.
    let own = found.item.kind() == "closure_expression";
    let stays = is_annotated(src, found.item) || !is_plain(src, found.item);
    if depth > DEPTH || (own && outer.is_some()) || stays {
        return None;
    }
    let mut scope = Scope {
        item: found.item,
        site: outer.map_or(node, |scope| scope.site),
        receiver: None,
        names: HashMap::new(),
        depth,
    };
    let mut list = children(field(found.item, "parameters")?);
    match (found.receiver, list.first().map(|p| p.kind())) {
        (Some(receiver), Some("self_parameter")) => {
            if !src.text(list.remove(0)).starts_with('&') {
                return None;
            }
            scope.receiver = Some(place(src, receiver, outer)?);
        }
        (Some(_), _) | (None, Some("self_parameter")) => return None,
        (None, _) => {}
    }
    if list.len() != found.arguments.len() {
        return None;
    }
    let simple = found
        .arguments
        .iter()
        .filter(|a| !is_pure(src, **a))
        .count();
    for (parameter, argument) in list.into_iter().zip(&found.arguments) {
        let pure = is_pure(src, *argument);
        if !pure && (simple > 1 || !once(src, found.item, parameter)) {
            return None;
        }
        bind(src, parameter, *argument, outer, &mut scope)?;
    }
    Some(scope)
}

/// No other than reading and computing, in calls that are written out as well.
fn is_pure(src: &Source, argument: Node) -> bool {
    if is_simple(src, argument) {
        return true;
    }
    match argument.kind() {
        "call_expression" => written(src, argument, None).is_some(),
        kind => is_kind(kind) && children(argument).into_iter().all(|c| is_pure(src, c)),
    }
}

/// An ordinary function: not `unsafe`, `async` or `extern`, and without parameters of constants.
fn is_plain(src: &Source, item: Node) -> bool {
    let mut parts = children(item).into_iter();
    let modifiers = parts.find(|part| part.kind() == "function_modifiers");
    modifiers.is_none_or(|m| src.text(m) == "const") && field(item, "body").is_some()
}

fn bind<'t>(
    src: &'t Source,
    parameter: Node<'t>,
    argument: Node<'t>,
    outer: Option<&Scope<'t>>,
    scope: &mut Scope<'t>,
) -> Option<()> {
    let pattern = field(parameter, "pattern").unwrap_or(parameter);
    let ty = field(parameter, "type");
    let closure = scope.item.kind() == "closure_expression";
    if children(parameter)
        .iter()
        .any(|c| c.kind() == "mutable_specifier")
    {
        return None;
    }
    if !closure && ty.is_some_and(|ty| ty.kind() == "reference_type") {
        // Of what is handed over by reference parts are used: what is referred to stands there as well.
        let target = match argument.kind() {
            "reference_expression" => peel(field(argument, "value")?),
            _ => argument,
        };
        let name = src.text(pattern);
        if pattern.kind() != "identifier" || !only_parts(src, scope.item, name) {
            return None;
        }
        let target = place(src, target, outer)?;
        scope.names.insert(name.to_owned(), Argument::One(target));
        return Some(());
    }
    if !closure && !ty.is_some_and(|ty| is_value(src, scope.item, ty)) {
        return None;
    }
    let meaning = match argument.kind() {
        "tuple_expression" | "array_expression" => {
            let types = ty.map(|ty| entries(ty)).unwrap_or_default();
            let mut parts = Vec::new();
            for (n, part) in children(argument).into_iter().enumerate() {
                let ty = types.get(n).or(types.first()).copied();
                parts.push(value(src, part, ty, outer)?);
            }
            match argument.kind() {
                "tuple_expression" => Argument::Tuple(parts),
                _ => Argument::Array(parts),
            }
        }
        _ => Argument::One(value(src, argument, ty, outer)?),
    };
    bind_pattern(src, pattern, meaning, scope)
}

/// An argument, of its parameter's type.
fn value<'t>(
    src: &'t Source,
    argument: Node<'t>,
    ty: Option<Node>,
    outer: Option<&Scope<'t>>,
) -> Option<String> {
    let text = text(src, argument, outer)?;
    let number = ty.filter(|ty| ty.kind() == "primitive_type");
    let known = |name: &str| outer.is_none_or(|scope| typed_name(src, scope, name));
    let typed = is_typed(src, argument, &known);
    Some(match (number, argument.kind()) {
        (Some(ty), "integer_literal") if !typed => format!("{text}_{}", src.text(ty)),
        (Some(ty), _) if !typed => format!("(({text}) as {})", src.text(ty)),
        (
            _,
            "identifier" | "integer_literal" | "float_literal" | "field_expression"
            | "index_expression",
        ) => text,
        _ => format!("({text})"),
    })
}

/// Reads the body: declarations go into the scope, assertions and the last expression come back.
fn body<'t>(src: &'t Source, mut scope: Scope<'t>) -> Option<(Scope<'t>, Ends<'t>)> {
    let block = field(scope.item, "body")?;
    if block.kind() != "block" {
        let (assertions, last) = (Vec::new(), block);
        return Some((scope, Ends { assertions, last }));
    }
    let mut assertions = Vec::new();
    let mut statements = children(block);
    let last = peel(statements.pop()?);
    for statement in statements {
        let statement = peel(statement);
        match statement.kind() {
            "let_declaration" => declaration(src, statement, &mut scope)?,
            "macro_invocation" => {
                let name = field(statement, "macro").map_or("", |m| src.text(m));
                let asserts = name.trim_start_matches("debug_").starts_with("assert");
                let asserts = asserts && !is_own_macro(src, name);
                let parts = children(statement);
                let tokens = parts.last().filter(|_| asserts)?;
                assertions.push(format!("{name}!{};", text(src, *tokens, Some(&scope))?));
            }
            _ => return None,
        }
    }
    Some((scope, Ends { assertions, last }))
}

/// `let row = i * self.nx;`
fn declaration<'t>(src: &'t Source, node: Node<'t>, scope: &mut Scope<'t>) -> Option<()> {
    let value = field(node, "value")?;
    let plain = field(node, "alternative").is_none()
        && !children(node)
            .iter()
            .any(|c| c.kind() == "mutable_specifier");
    let known = |name: &str| typed_name(src, scope, name);
    if !plain || !is_typed(src, value, &known) {
        return None;
    }
    let entry =
        |node: Node<'t>, scope: &Scope<'t>| Some(format!("({})", text(src, node, Some(scope))?));
    let meaning = match value.kind() {
        "tuple_expression" => {
            let parts: Option<Vec<String>> = children(value)
                .into_iter()
                .map(|part| entry(part, scope))
                .collect();
            Argument::Tuple(parts?)
        }
        "identifier" => match scope.names.get(src.text(value)) {
            Some(known) => known.clone(),
            None => Argument::One(entry(value, scope)?),
        },
        _ => Argument::One(entry(value, scope)?),
    };
    bind_pattern(src, field(node, "pattern")?, meaning, scope)
}

/// A place that is used by its parts: `a` for `(*a)`.
pub(super) fn place<'t>(
    src: &'t Source,
    node: Node<'t>,
    scope: Option<&Scope<'t>>,
) -> Option<String> {
    let node = match node.kind() {
        "unary_expression" if src.text(node).starts_with('*') => peel(*children(node).first()?),
        _ => node,
    };
    is_place(src, node).then(|| text(src, node, scope))?
}

/// The expression's text with calls written out, and in a callee with its names replaced; `None` where
/// that would mean something else.
pub(super) fn text<'t>(
    src: &'t Source,
    node: Node<'t>,
    scope: Option<&Scope<'t>>,
) -> Option<String> {
    let mut edits = Edits::default();
    replace(src, node, scope, &mut edits)?;
    let text = edits.apply(&src.text, &node.byte_range());
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let one_line = scope.is_some() || !text.contains("//");
    Some(if one_line && !text.contains('"') {
        line
    } else {
        text
    })
    .filter(|text| text.len() <= LENGTH)
}

fn replace<'t>(
    src: &'t Source,
    node: Node<'t>,
    scope: Option<&Scope<'t>>,
    edits: &mut Edits,
) -> Option<()> {
    if let Some(text) = written(src, node, scope) {
        edits.replace(node.byte_range(), text);
        return Some(());
    }
    if let Some(scope) = scope {
        let comments = src.text(node).contains("//") || src.text(node).contains("/*");
        let known = match node.kind() {
            "call_expression" => is_method(src, node),
            kind => is_kind(kind),
        };
        if comments || !known {
            return None;
        }
        if let Some(done) = named(src, node, scope, edits) {
            return done;
        }
    }
    children(node)
        .into_iter()
        .try_for_each(|child| replace(src, child, scope, edits))
}

/// Replaces a name of the callee, with an index of it that leads to an entry; `Some(None)` where it means
/// something else at the call.
fn named(src: &Source, node: Node, scope: &Scope, edits: &mut Edits) -> Option<Option<()>> {
    let entry = |base: Node, at: Node| {
        let parts = scope.names.get(src.text(base))?.entries()?;
        parts.get(src.text(at).parse::<usize>().ok()?)
    };
    match node.kind() {
        "self" => Some(scope.receiver.as_ref().map(|receiver| {
            edits.replace(node.byte_range(), receiver.clone());
        })),
        "field_expression" | "index_expression" => {
            let [base, at] = children(node)[..] else {
                return None;
            };
            let text = (base.kind() == "identifier").then(|| entry(base, at))??;
            edits.replace(node.byte_range(), text.clone());
            Some(Some(()))
        }
        "scoped_identifier" => {
            let first = src.text(node).split("::").next().unwrap_or("").trim();
            let same = first != "Self" && !is_type_parameter(src, scope.item, first);
            Some(same.then_some(()))
        }
        "identifier" => {
            let name = src.text(node);
            let before = src.text.get(..node.start_byte()).unwrap_or("").trim_end();
            if before.ends_with('.') && !before.ends_with("..") {
                return Some(Some(()));
            }
            match scope.names.get(name) {
                Some(argument) => {
                    edits.replace(node.byte_range(), argument.text());
                    Some(Some(()))
                }
                None => Some(means_the_same(src, name, scope).then_some(())),
            }
        }
        _ => None,
    }
}

/// A name that is no parameter is bound by the same declaration at the call.
fn means_the_same(src: &Source, name: &str, scope: &Scope) -> bool {
    let place = |at: Node| binder(src, at, name).map(|b| b.node().id());
    let closure = scope.item.kind() == "closure_expression";
    let constant = !is_type_parameter(src, scope.item, name);
    constant && place(scope.item) == place(scope.site) && (closure || place(scope.item).is_none())
}
