//! What looks like a cast and is none: `(s) - 2 * f`, `(k) & mask * 2`, `(a[i]) * b`; and what is one and looks
//! like none: `(real)*p`, `(floats)&x[3]`.
//!
//! C tells `(name) - x` from a cast of `-x` by whether `name` is a type, which no grammar knows. The parser
//! takes it for a cast in many places, and what the names stand for would not be seen. So where they surely
//! are values, the parentheses are taken away, and the text is parsed once more: around a name, an element or
//! a call they say nothing, and places stay. Where they surely are types, the parser is shown one that it knows,
//! of as many letters; types of one or two letters have none, and the cast is not shown to it.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::parse::grammar_workarounds::{spaces, type_of_length, with_spaces};
use crate::c::parse::source::{self, Macro, Source, children, field};
use crate::c::semantics::pointer_types::place_leads;
use crate::ir::Span;

/// How often a text is parsed once more, for casts in what was taken for one.
pub(in crate::c) const ROUNDS: usize = 6;

/// Where the parentheses of such casts are, by what `is_value` says of names.
pub(in crate::c) fn mistaken(
    root: Node,
    text: &str,
    is_value: impl Fn(&str, Node) -> bool,
) -> Vec<usize> {
    let mut found = Vec::new();
    let mut stack = vec![root];
    while let Some(node) = stack.pop() {
        stack.extend(children(node));
        let Some((name, whole)) = ambiguous(node, text) else {
            continue;
        };
        let closing = node.child(2).filter(|close| close.kind() == ")");
        if let Some(close) = closing.filter(|_| whole || is_value(&text[name.byte_range()], node)) {
            found.extend([node.start_byte(), close.start_byte()]);
        }
    }
    found
}

/// Names of types in parentheses that were taken for values, by what `is_type` says of names, and where a
/// product would be one with a pointer (`is_pointer`). With the name comes all that stands in its parentheses.
pub(in crate::c) fn missed(
    root: Node,
    text: &str,
    is_type: impl Fn(&str, Node) -> bool,
    is_pointer: impl Fn(&str, Node) -> bool,
) -> Vec<(Span, Span)> {
    let mut found = Vec::new();
    let mut stack = vec![root];
    while let Some(node) = stack.pop() {
        stack.extend(children(node));
        if let Some(name) = first_name(node).filter(|n| is_type(&text[n.byte_range()], *n)) {
            found.push((name.byte_range(), with_spaces(text, name.byte_range())));
        }
        let Some(name) = lone(node) else { continue };
        let known = &text[name.byte_range()];
        let behind = text[node.end_byte()..].trim_start();
        let at = text.len() - behind.len();
        let is_missed = match behind.chars().next() {
            Some('*') => {
                is_type(known, node)
                    || operand(root, text, at + 1).is_some_and(|o| is_pointer(known, o))
            }
            Some('&' | '+' | '-' | '(') => is_type(known, node),
            _ => false,
        };
        if is_missed {
            found.push((name.byte_range(), node.byte_range()));
        }
    }
    found
}

/// The name that a statement begins with, and parentheses behind it: `T (x) = 1;` declares `x`.
fn first_name(statement: Node) -> Option<Node> {
    let mut inside = children(statement).into_iter().next();
    inside = inside.filter(|_| statement.kind() == "expression_statement");
    while let Some(node) = inside.filter(|n| n.kind() != "call_expression") {
        inside = children(node).into_iter().next();
    }
    let name = field(inside?, "function").filter(|f| f.kind() == "identifier")?;
    (name.start_byte() == statement.start_byte()).then_some(name)
}

/// The name that stands in parentheses by itself, however many; what `sizeof` measures aside.
fn lone(node: Node) -> Option<Node> {
    let around = node.parent()?.kind();
    if node.kind() != "parenthesized_expression"
        || around == node.kind()
        || around == "sizeof_expression"
    {
        return None;
    }
    let mut inner = node;
    while inner.kind() == "parenthesized_expression" {
        let parts = children(inner);
        let [only] = parts[..] else { return None };
        inner = only;
    }
    (inner.kind() == "identifier").then_some(inner)
}

/// What stands behind a sign: a name with brackets, members and stars.
fn operand<'t>(root: Node<'t>, text: &str, behind: usize) -> Option<Node<'t>> {
    let start = text.len() - text[behind..].trim_start().len();
    let first = root.descendant_for_byte_range(start, start + 1)?;
    let kinds = [
        "identifier",
        "subscript_expression",
        "field_expression",
        "pointer_expression",
    ];
    let outward = std::iter::successors(Some(first), Node::parent);
    let all = outward.take_while(|n| n.start_byte() == start);
    all.filter(|n| kinds.contains(&n.kind())).last()
}

/// Shows the parser a type that it knows, or no cast, in the text that it is given.
pub(in crate::c) fn show(parsed: &mut String, casts: &[(Span, Span)]) {
    for (name, whole) in casts {
        let (open, close) = (whole.start, whole.end - 1);
        let shown = match type_of_length(name.len()) {
            // No parentheses around it: a declaration.
            _ if !parsed[whole.clone()].starts_with('(') => type_of_length(whole.len()),
            Some(known) => Some(format!(
                "({}{known}{})",
                spaces(&parsed[open + 1..name.start]),
                spaces(&parsed[name.end..close])
            )),
            None => Some(spaces(&parsed[whole.clone()])),
        };
        if let Some(shown) = shown {
            parsed.replace_range(whole.clone(), &shown);
        }
    }
}

/// Takes the parentheses away.
pub(in crate::c) fn open(text: &mut String, places: &[usize]) {
    for at in places {
        text.replace_range(at..&(at + 1), " ");
    }
}

/// The name that a cast is to which may be none, and whether it surely is none: there are no casts to arrays
/// and functions.
fn ambiguous<'t>(node: Node<'t>, text: &str) -> Option<(Node<'t>, bool)> {
    let of = field(node, "type").filter(|_| node.kind() == "cast_expression")?;
    let value = field(node, "value")?;
    let parts = children(of);
    let name = *parts
        .first()
        .filter(|part| part.kind() == "type_identifier")?;
    match parts[1..] {
        [] => text[value.start_byte()..]
            .starts_with(['+', '-', '*', '&'])
            .then_some((name, false)),
        [part] => is_never(part).then_some((name, true)),
        _ => None,
    }
}

/// There are no casts to arrays and functions; those to pointers to some have parentheses.
fn is_never(declarator: Node) -> bool {
    let kinds = ["abstract_array_declarator", "abstract_function_declarator"];
    kinds.contains(&declarator.kind()) && field(declarator, "declarator").is_none_or(is_never)
}

/// What names of a file are, beside those that it declares.
pub(in crate::c) struct Names<'s> {
    src: &'s Source,
    types: HashSet<&'s str>,
    values: HashSet<&'s str>,
}

impl<'s> Names<'s> {
    pub(in crate::c) fn of(src: &'s Source) -> Names<'s> {
        let (mut types, mut values) = (HashSet::new(), HashSet::new());
        let mut stack = vec![src.tree.root_node()];
        while let Some(node) = stack.pop() {
            for child in children(node) {
                match child.kind() {
                    "type_identifier" if !is_lone(node) => _ = types.insert(src.text(child)),
                    "identifier" if is_operand(node, child) => _ = values.insert(src.text(child)),
                    _ => {}
                }
                stack.push(child);
            }
        }
        Names { src, types, values }
    }

    /// The name is a type, and no variable has it there.
    pub(in crate::c) fn is_type(&self, name: &str, at: Node) -> bool {
        if self.src.scopes.find(name, &at.byte_range()).is_some() {
            return false;
        }
        match self.src.macros.get(name) {
            Some(known) => stands_for_type(known, &self.types),
            None => {
                self.src.types.contains(name)
                    || (self.types.contains(name) && !self.values.contains(name))
            }
        }
    }

    /// The name is a variable, a number, or what the file uses as such.
    pub(in crate::c) fn is_value(&self, name: &str, at: Node) -> bool {
        if self.src.scopes.find(name, &at.byte_range()).is_some() {
            return true;
        }
        match self.src.macros.get(name) {
            Some(known) => !is_type(&known.value, &self.types),
            None => self.values.contains(name) && !self.types.contains(name),
        }
    }
}

/// The type of a cast is a name by itself.
fn is_lone(descriptor: Node) -> bool {
    let cast = descriptor
        .parent()
        .is_some_and(|p| p.kind() == "cast_expression");
    cast && descriptor.kind() == "type_descriptor"
}

/// Types are handed to macros and to `sizeof`, but stand beside no sign.
fn is_operand(node: Node, child: Node) -> bool {
    match node.kind() {
        "binary_expression" | "assignment_expression" | "update_expression" | "enumerator" => true,
        "subscript_expression" | "init_declarator" => field(node, "declarator") != Some(child),
        _ => false,
    }
}

/// A macro is a type, and no statement that declares something.
fn stands_for_type(known: &Macro, types: &HashSet<&str>) -> bool {
    known.parameters.is_none()
        && !known.value.contains(['{', ';', '='])
        && is_type(&known.value, types)
}

/// A macro's text is a type.
fn is_type(text: &str, types: &HashSet<&str>) -> bool {
    const WORDS: [&str; 12] = [
        "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "struct",
        "union", "enum",
    ];
    let mut words = source::words(text);
    text.trim_end().ends_with('*')
        || words.any(|w| WORDS.contains(&w) || w.ends_with("_t") || types.contains(w))
}

/// As of [`Names::is_value`], of a text that stands by itself in a file.
pub(in crate::c) fn may_be_value(src: &Source, name: &str) -> bool {
    match src.macros.get(name) {
        Some(known) => !is_type(&known.value, &HashSet::new()),
        None => !name.ends_with("_t") && !src.types.contains(name),
    }
}

/// As of [`Names::is_type`], of a text that stands by itself in a file.
pub(in crate::c) fn may_be_type(src: &Source, name: &str) -> bool {
    match src.macros.get(name) {
        Some(known) => stands_for_type(known, &HashSet::new()),
        None => src.types.contains(name),
    }
}

/// The name is no variable, and the place leads to memory: it is no factor of a product.
pub(in crate::c) fn no_factor(src: &Source, name: &str, place: Node) -> bool {
    let at = place.start_byte();
    src.scopes.find(name, &place.byte_range()).is_none() && place_leads(src, src, place, at)
}
