//! Names in directives that nothing binds: a misspelt array, a reduction of a variable that is not
//! there. The compiler would say so of the emitted code; said here, the message is about the directive.

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::directive::{
    Clause, Directive, Kind, SectionEntry, Text, distance, names_of_reduction, sections, split,
};
use crate::expressions::values_in;
use crate::ir::Span;
use crate::lower::bindings::Outer;
use crate::syntax::items::find_item;
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, children, field, function_around};

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
                if !here(&word) && !is_item(src, &word) {
                    diags.push(unbound(&word, at, &outer));
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
    let function = function_around(stmt).unwrap_or(stmt);
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
fn words_of(directive: &Directive, clause: &Clause) -> Vec<(String, Span)> {
    let Some(value) = &clause.value else {
        return Vec::new();
    };
    let all = |list: Vec<Text>| list.iter().flat_map(values_in).collect();
    let size = clause.form == '=' && directive.kind == Kind::TaskTile;
    match clause.name.text.as_str() {
        _ if size => values_in(value),
        "in" | "out" | "inout" => all(in_sections(value)),
        "if" | "priority" | "name" => values_in(value),
        "private" => all(split(value, ',')),
        "reduction" => {
            let names = names_of_reduction(&value.text);
            let names = names.map_or(value.text.len(), |(_, names)| {
                value.text.len() - names.len()
            });
            let names = Text {
                text: value.text[names..].to_owned(),
                span: value.span.start + names..value.span.end,
            };
            all(split(&names, ','))
        }
        _ => Vec::new(),
    }
}

/// The arrays of sections, and their bounds.
fn in_sections(value: &Text) -> Vec<Text> {
    let mut list = Vec::new();
    // What is wrong with a section is said where it is read.
    for item in sections(value, &mut Diagnostics::default()) {
        list.push(Text {
            span: item.span.start..item.span.start + item.name.len(),
            text: item.name,
        });
        for entry in item.section.into_iter().flatten() {
            if let SectionEntry::Range { lo, hi, .. } = entry {
                let single = lo.span == hi.span;
                list.push(lo);
                list.extend(Some(hi).filter(|_| !single));
            }
        }
    }
    list
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

fn unbound(word: &str, at: Span, outer: &Outer) -> Diagnostic {
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
