//! Names in directives that nothing binds: a misspelt array, a reduction of a variable that is not
//! there. The compiler would say so of the emitted code; said here, the message is about the directive.

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::directive::{Clause, Directive, Kind, Text, distance};
use crate::lower::outer::Outer;
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, children, field, find_item};

/// Reports names in the directives on `stmt` that are neither bound around it nor items.
pub(super) fn report(src: &Source, directives: &[Directive], stmt: Node, diags: &mut Diagnostics) {
    let outer = Outer::around(src, stmt);
    let tiled: Vec<&str> = directives
        .iter()
        .filter(|d| d.kind == Kind::TaskTile)
        .flat_map(|d| &d.clauses)
        .filter(|c| c.form == '=')
        .map(|c| c.name.text.as_str())
        .collect();
    let inside = bound_in(src, stmt);
    for directive in directives {
        for clause in &directive.clauses {
            let around = |word: &str| outer.is_local(word);
            let here = |word: &str| {
                around(word)
                    || match clause.name.text.as_str() {
                        // A size or a condition that the nest makes has an error of its own.
                        "in" | "out" | "inout" | "if" => inside.iter().any(|n| n == word),
                        "priority" | "name" => tiled.contains(&word),
                        _ if clause.form == '=' => inside.iter().any(|n| n == word),
                        _ => false,
                    }
            };
            for (word, at) in words_of(directive, clause) {
                if !here(word) && !is_item(src, word) {
                    diags.push(unbound(word, at, &outer));
                }
            }
        }
    }
}

/// Reports arrays of a template that its function does not have.
pub(super) fn report_template(
    src: &Source,
    directive: &Directive,
    stmt: Node,
    diags: &mut Diagnostics,
) {
    let outer = Outer::around(src, stmt);
    let mut function = stmt;
    while let Some(parent) = function
        .parent()
        .filter(|_| function.kind() != "function_item")
    {
        function = parent;
    }
    // Arrays may be declared after the template.
    let inside = bound_in(src, function);
    let known = |word: &str| outer.is_local(word) || inside.iter().any(|n| n == word);
    for clause in directive.clauses.iter().filter(|c| c.form == ':') {
        let root = clause.name.text.split('.').next().unwrap_or("");
        let at = clause.name.span.start;
        if !matches!(root, "" | "default" | "self") && !known(root) && !is_item(src, root) {
            diags.push(unbound(root, at..at + root.len(), &outer));
        }
    }
}

/// The names in a clause's value that have to be bound.
fn words_of<'d>(directive: &Directive, clause: &'d Clause) -> Vec<(&'d str, crate::ir::Span)> {
    let Some(value) = &clause.value else {
        return Vec::new();
    };
    let size = clause.form == '=' && directive.kind == Kind::TaskTile;
    match clause.name.text.as_str() {
        _ if size => words(value),
        "in" | "out" | "inout" | "if" | "priority" | "name" | "private" => words(value),
        "reduction" => {
            let after = value.text.find(':').map_or(value.text.len(), |at| at + 1);
            let list = words(value).into_iter();
            list.filter(|(_, at)| at.start >= value.span.start + after)
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Names in a piece of code that stand for values: no fields, paths, functions, types or keywords.
fn words(text: &Text) -> Vec<(&str, crate::ir::Span)> {
    let (code, mut list, mut at) = (text.text.as_str(), Vec::new(), 0);
    let mut quoted = false;
    while let Some(c) = code[at..].chars().next() {
        if quoted && c == '\\' {
            // With what it escapes.
            at += 1;
            at += code[at..].chars().next().map_or(0, char::len_utf8);
            continue;
        }
        if c == '"' {
            quoted = !quoted;
        } else if !quoted && matches!(c, '{' | '|' | '\'') && !code[at..].starts_with("||") {
            // Code that may bind names itself.
            return Vec::new();
        }
        if quoted || !(c.is_alphanumeric() || c == '_') {
            at += if c == '|' { 2 } else { c.len_utf8() };
            continue;
        }
        let rest = &code[at..];
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(rest.len());
        let (word, after) = (&rest[..end], rest[end..].trim_start());
        let before = code[..at].trim_end();
        let member = before.ends_with("::") || before.ends_with('.') && !before.ends_with("..");
        let called = after.starts_with(['(', '!']) && !after.starts_with("!=");
        if word == "r" && rest[end..].starts_with('#') {
            // `r#in` is what patterns call it, too.
            let name = rest[end + 1..].find(|c: char| !(c.is_alphanumeric() || c == '_'));
            at += name.map_or(rest.len(), |length| end + 1 + length);
            continue;
        }
        if word.starts_with(|c: char| c.is_lowercase() || c == '_')
            && !(member || called || after.starts_with("::") || is_word_of_language(word))
        {
            let start = text.span.start + at;
            list.push((word, start..start + end));
        }
        at += end;
    }
    list
}

fn is_word_of_language(word: &str) -> bool {
    const KEYWORDS: &str = " let fn for if else in loop match while return struct move const static where \
        impl type use unsafe dyn mod pub enum trait break continue extern async await ";
    const WORDS: [&str; 24] = [
        "as", "true", "false", "self", "crate", "super", "mut", "ref", "_", "u8", "u16", "u32",
        "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64", "bool",
    ];
    WORDS.contains(&word) || KEYWORDS.contains(&format!(" {word} "))
}

/// All names that patterns in the code bind.
fn bound_in(src: &Source, code: Node) -> Vec<String> {
    let (mut names, mut stack) = (Vec::new(), vec![code]);
    while let Some(node) = stack.pop() {
        let pattern = match node.kind() {
            "closure_parameters" => Some(node),
            _ => field(node, "pattern"),
        };
        let bound = pattern.map_or_else(Vec::new, |p| pattern_names(src, p));
        names.extend(bound.into_iter().map(|(name, _)| name));
        stack.extend(children(node));
    }
    names
}

/// A function, or a constant or static in lower case, of this file.
fn is_item(src: &Source, name: &str) -> bool {
    let item = |kind: &str| find_item(src, kind, name).is_some();
    !src.functions(name).is_empty() || item("const_item") || item("static_item")
}

fn unbound(word: &str, at: crate::ir::Span, outer: &Outer) -> Diagnostic {
    let message = format!("nothing is called `{word}` here");
    let d = Diagnostic::new(Severity::Error, codes::UNKNOWN_NAME, message, at);
    let near = outer
        .names()
        .map(|name| (distance(name, word), name))
        .min()
        .filter(|(n, name)| *n <= 2 && *n < name.len());
    match near {
        Some((_, name)) => d.help(format!("did you mean `{name}`?")),
        None => d.help("clauses name variables that are bound before the directive"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_stand_for_values() {
        let of = |text: &str| {
            let text = Text {
                text: text.to_owned(),
                span: 0..text.len(),
            };
            let list = words(&text);
            list.iter()
                .map(|(w, _)| (*w).to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            of("a[i - 1..=i + n, ..], self.b[k.min(2)]"),
            ["a", "i", "i", "n", "k"]
        );
        assert_eq!(
            of("n as usize * s.len() + min(m, N) / m::k"),
            ["n", "s", "m"]
        );
        assert_eq!(of("format!(\"x {k}\") != t"), ["t"]);
        assert_eq!(of("a || b"), ["a", "b"]);
        assert_eq!(of("v.iter().any(|x| x > y)"), [""; 0]);
    }
}
