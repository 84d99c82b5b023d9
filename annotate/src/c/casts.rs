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

use super::syntax::{Source, children, field};
use super::unparsed::type_of_length;
use crate::ir::Span;

/// How often a text is parsed once more, for casts in what was taken for one.
pub(super) const ROUNDS: usize = 6;

/// Where the parentheses of such casts are, by what `is_value` says of names.
pub(super) fn mistaken(
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

/// Names of types in parentheses that were taken for values, by what `is_type` says of names.
pub(super) fn missed(root: Node, text: &str, is_type: impl Fn(&str, Node) -> bool) -> Vec<Span> {
    let mut found = Vec::new();
    let mut stack = vec![root];
    while let Some(node) = stack.pop() {
        stack.extend(children(node));
        let parts = children(node);
        let [name] = parts[..] else { continue };
        let lone = node.kind() == "parenthesized_expression" && name.kind() == "identifier";
        let behind = text[node.end_byte()..].trim_start();
        // `(real)(x + 1)` looks like a call, and is read as a cast where calls are.
        let goes_on = lone && behind.starts_with(['*', '&', '+', '-']);
        let measured = || {
            node.parent()
                .is_some_and(|p| p.kind() == "sizeof_expression")
        };
        if goes_on && !measured() && is_type(&text[name.byte_range()], node) {
            found.push(name.byte_range());
        }
    }
    found
}

/// Shows the parser a type that it knows, or no cast, in the text that it is given.
pub(super) fn show(parsed: &mut String, names: &[Span]) {
    for name in names {
        match type_of_length(name.len()) {
            Some(known) => parsed.replace_range(name.clone(), &known),
            None => {
                let open = parsed[..name.start].rfind('(').unwrap_or(name.start);
                let close = parsed[name.end..]
                    .find(')')
                    .map_or(name.end, |n| name.end + n + 1);
                let spaces = parsed[open..close].replace(|c| c != '\n', " ");
                parsed.replace_range(open..close, &spaces);
            }
        }
    }
}

/// Takes the parentheses away.
pub(super) fn open(text: &mut String, places: &[usize]) {
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
pub(super) struct Names<'s> {
    src: &'s Source,
    types: HashSet<&'s str>,
    values: HashSet<&'s str>,
}

impl<'s> Names<'s> {
    pub(super) fn of(src: &'s Source) -> Names<'s> {
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
    pub(super) fn is_type(&self, name: &str, at: Node) -> bool {
        if self.src.scopes.find(name, &at.byte_range()).is_some() {
            return false;
        }
        match self.src.macros.get(name) {
            Some(known) => is_type(&known.value, &self.types),
            None => {
                self.src.types.contains(name)
                    || (self.types.contains(name) && !self.values.contains(name))
            }
        }
    }

    /// The name is a variable, a number, or what the file uses as such.
    pub(super) fn is_value(&self, name: &str, at: Node) -> bool {
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

/// A macro's text is a type.
fn is_type(text: &str, types: &HashSet<&str>) -> bool {
    const WORDS: [&str; 12] = [
        "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "struct",
        "union", "enum",
    ];
    let mut words = super::syntax::words(text);
    text.trim_end().ends_with('*')
        || words.any(|w| WORDS.contains(&w) || w.ends_with("_t") || types.contains(w))
}

/// As of [`Names::is_value`], of a text that stands by itself in a file.
pub(super) fn may_be_value(src: &Source, name: &str) -> bool {
    match src.macros.get(name) {
        Some(known) => !is_type(&known.value, &HashSet::new()),
        None => !name.ends_with("_t") && !src.types.contains(name),
    }
}

/// As of [`Names::is_type`], of a text that stands by itself in a file.
pub(super) fn may_be_type(src: &Source, name: &str) -> bool {
    match src.macros.get(name) {
        Some(known) => is_type(&known.value, &HashSet::new()),
        None => src.types.contains(name),
    }
}
