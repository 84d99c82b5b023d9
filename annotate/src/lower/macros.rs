//! What macros do with their arguments, and macros that are defined in a function and name its variables.
//!
//! Such a name means what it means where the macro is defined: in a task it would be the variable
//! itself, past what the task declares and past its copies. So these names have to be handed over.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::Span;
use crate::lower::bindings::Outer;
use crate::syntax::items::{find_item, is_own_macro};
use crate::syntax::names::free_names;
use crate::syntax::resizing::resizes;
use crate::syntax::rust::{Source, children, field, function_around};

/// Macros of the standard library, and of `ndarray`, that only read their arguments.
const READING: [&str; 21] = [
    // The part of a grid of `ndarray`.
    "s",
    "println",
    "print",
    "eprintln",
    "eprint",
    "format",
    "format_args",
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "panic",
    "unreachable",
    "todo",
    "unimplemented",
    "dbg",
    "matches",
    "vec",
    "concat",
];

/// The arguments of a macro that it may write: none of those that are known to read, the first one of `write!`,
/// else all.
pub(crate) fn written_part(src: &Source, call: Node) -> Option<Span> {
    let path = field(call, "macro").map_or("", |m| src.text(m));
    let name = path.rsplit("::").next().unwrap_or(path);
    if is_own_macro(src, path) {
        return Some(call.byte_range());
    }
    match name {
        "write" | "writeln" => {
            let arguments = children(call)
                .into_iter()
                .find(|c| c.kind() == "token_tree");
            let tokens = arguments.map_or_else(Vec::new, |all| {
                all.children(&mut all.walk()).collect::<Vec<_>>()
            });
            let comma = tokens.iter().find(|token| src.text(**token) == ",");
            Some(call.start_byte()..comma.map_or(call.end_byte(), Node::start_byte))
        }
        _ => (!READING.contains(&name)).then(|| call.byte_range()),
    }
}

/// The macro, or an expression that it is given, may change what is named at `place`; `written` is
/// [`written_part`].
pub(crate) fn writes_at(src: &Source, written: Option<&Span>, place: &Span) -> bool {
    written.is_some_and(|part| part.contains(&place.start)) || is_changed_inside(src, place)
}

/// Names that a macro may write.
pub(super) fn written_names(src: &Source, call: Node) -> Vec<String> {
    let written = written_part(src, call);
    let mut names = free_names(src, call);
    let writes = |span: &Span| writes_at(src, written.as_ref(), span);
    names.retain(|free| free.spans.iter().any(writes));
    names.into_iter().map(|free| free.name).collect()
}

/// An expression among a macro's tokens changes what is named at `place`: `&mut a[i]`, `a[i] += 1`, `a.pop()`.
fn is_changed_inside(src: &Source, place: &Span) -> bool {
    let before = src.text.get(..place.start).unwrap_or("");
    let before = before.trim_end_matches(['*', '(', ' ']);
    let mut after = src.text.get(place.end..).unwrap_or("").trim_start();
    loop {
        let word = |text: &str| {
            let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_'));
            end.unwrap_or(text.len())
        };
        if let Some(rest) = after.strip_prefix('.') {
            let (name, rest) = rest.split_at(word(rest));
            if name.is_empty() {
                break;
            }
            after = rest.trim_start();
            if after.starts_with('(') {
                return before.ends_with("&mut") || changes(src, name);
            }
        } else if after.starts_with('[') {
            after = behind_bracket(after).trim_start();
        } else {
            break;
        }
    }
    let operators = ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="];
    before.ends_with("&mut") || operators.iter().any(|operator| after.starts_with(operator))
}

/// A method of that name changes what it is called on: one of this file, or one that is known.
fn changes(src: &Source, method: &str) -> bool {
    let mutable = |item: &Node| {
        let list = field(*item, "parameters").map_or_else(Vec::new, children);
        let own = list.into_iter().find(|p| p.kind() == "self_parameter");
        own.is_some_and(|own| src.text(own).starts_with('&') && src.text(own).contains("mut "))
    };
    let of_file = || src.functions(method).iter().any(mutable);
    resizes(method) || matches!(method, "next" | "take" | "replace") || of_file()
}

/// What stands behind the bracket that a text begins with.
fn behind_bracket(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' if depth == 1 => return &text[at + 1..],
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    ""
}

/// Reports macros of the function around that the task `stmt` calls and that use a variable of
/// that function by themselves.
pub(super) fn report(src: &Source, stmt: Node, outer: &Outer, diags: &mut Diagnostics) {
    if !src.bound().has_macros {
        return;
    }
    let function = function_around(stmt).unwrap_or(stmt);
    let definitions = find(function, "macro_definition");
    if definitions.is_empty() {
        return;
    }
    for call in find(stmt, "macro_invocation") {
        let name = field(call, "macro").map_or("", |m| src.text(m));
        let named = |d: &&Node| field(**d, "name").is_some_and(|n| src.text(n) == name);
        let Some(definition) = definitions.iter().rfind(named) else {
            continue;
        };
        let around = Outer::around(src, *definition);
        let is_shared = |used: &&String| outer.is_local(used) && around.is_local(used);
        if let Some(used) = used_names(src, *definition).iter().find(is_shared) {
            let message = format!("the macro `{name}!` uses `{used}` by itself");
            let d = Diagnostic::new(Severity::Error, codes::PLACE, message, call.byte_range());
            diags.push(
                d.label("what a task uses has to stand in its text")
                    .also(definition.byte_range(), "the macro")
                    .help(format!(
                        "give it `{used}` as an argument: `{name}!({used}, ..)`"
                    )),
            );
            return;
        }
    }
}

/// Whether a macro may assign a number that it is given. One of this file does not where nothing is
/// assigned or borrowed to be changed, in it or in its arguments, and no other macro is called.
pub(super) fn may_assign(src: &Source, call: Node) -> bool {
    let name = field(call, "macro").map_or("", |m| src.text(m));
    let Some(definition) = find_item(src, "macro_definition", name) else {
        return true;
    };
    let mut tokens = Vec::new();
    leaves(definition, &mut tokens);
    // The definition begins with `macro_rules!`.
    tokens.drain(..tokens.len().min(2));
    leaves(call, &mut tokens);
    let own = field(call, "macro").map_or(call.start_byte(), |m| m.end_byte());
    tokens.iter().any(|token| {
        let text = src.text(*token);
        let compares = matches!(text, "==" | "<=" | ">=" | "!=" | "=>");
        (text.contains('=') && !compares)
            || matches!(text, "mut")
            || (text == "!" && token.start_byte() != own)
    })
}

/// The macro called at `place` is one of this file that takes an identifier there, and no expression.
pub(crate) fn takes_name(src: &Source, place: &Span) -> bool {
    let root = src.tree.root_node();
    let mut at = root.descendant_for_byte_range(place.start, place.end);
    while let Some(node) = at.filter(|n| n.kind() != "macro_invocation") {
        at = node.parent();
    }
    let Some((call, name)) = at.and_then(|call| Some((call, field(call, "macro")?))) else {
        return false;
    };
    let Some(definition) = find_item(src, "macro_definition", src.text(name)) else {
        return false;
    };
    let before = src.text.get(name.end_byte()..place.start).unwrap_or("");
    let argument = commas(before);
    let rules = find(definition, "macro_rule").into_iter();
    let mut parameters = rules.filter_map(|rule| field(rule, "left"));
    call.end_byte() > place.end
        && parameters.any(|left| {
            let text = src.text(left);
            // Where arguments repeat, their places say nothing.
            match text.contains("$(") {
                true => text.contains(":ident"),
                false => {
                    let inside = text.get(1..).unwrap_or("");
                    let part = inside.split(',').nth(argument).unwrap_or("");
                    part.contains(":ident")
                }
            }
        })
}

/// The commas between the arguments of a call, which begins here with its bracket.
fn commas(arguments: &str) -> usize {
    let mut depth = 0_usize;
    let mut count = 0;
    for c in arguments.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 1 => count += 1,
            _ => {}
        }
    }
    count
}

fn find<'t>(root: Node<'t>, kind: &str) -> Vec<Node<'t>> {
    let (mut found, mut stack) = (Vec::new(), vec![root]);
    while let Some(node) = stack.pop() {
        if node.kind() == kind {
            found.push(node);
        }
        stack.extend(children(node));
    }
    found.sort_by_key(Node::start_byte);
    found
}

/// Names in what a macro expands to that it does not bind itself.
fn used_names(src: &Source, definition: Node) -> Vec<String> {
    let mut tokens = Vec::new();
    for rule in find(definition, "macro_rule") {
        if let Some(right) = field(rule, "right") {
            leaves(right, &mut tokens);
        }
    }
    let text = |n: usize| tokens.get(n).map_or("", |t| src.text(*t));
    let (mut used, mut bound) = (Vec::new(), HashSet::new());
    for (n, token) in tokens.iter().enumerate() {
        if token.kind() != "identifier" {
            continue;
        }
        let before = if n == 0 { "" } else { text(n - 1) };
        let name = src.text(*token).to_owned();
        if matches!(before, "let" | "mut" | "for" | "|") {
            bound.insert(name);
        } else if !matches!(before, "." | "::" | "$") && !matches!(text(n + 1), "!" | "::" | ":") {
            used.push(name);
        }
    }
    used.retain(|name| !bound.contains(name));
    used
}

/// The tokens of a node, in order.
fn leaves<'t>(node: Node<'t>, list: &mut Vec<Node<'t>>) {
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        let mut cursor = node.walk();
        let parts: Vec<Node> = node.children(&mut cursor).collect();
        if parts.is_empty() {
            list.push(node);
        }
        stack.extend(parts.into_iter().rev());
    }
}
