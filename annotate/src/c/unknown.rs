//! Names in clauses that nothing declares: a misspelt one would end in an error of the compiler, at a line
//! that nobody wrote, or in nothing at all.

use tree_sitter::Node;

use super::conditional::CPP;
use super::declared;
use super::syntax::{Source, any, children, field, root_of, words};
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::directive::{Clauses, Directive, Text};
use crate::ir::Span;

/// Clauses whose values name variables: sizes, conditions, sections.
const WITH_NAMES: [&str; 8] = [
    "in", "out", "inout", "if", "priority", "dim", "dimtile", "tasktile",
];

/// Words of expressions that are no names.
const WORDS: &str =
    "sizeof int long short char unsigned signed float double const struct size_t ptrdiff_t";

/// Reports variables of clauses, and a word for `name`, that the file does not know.
pub(super) fn report(
    src: &Source,
    clauses: &Clauses,
    stmt: Node,
    directive: &Span,
    diags: &mut Diagnostics,
) {
    let is_unknown = |name: &str| {
        let root = root_of(name);
        declared::find(src, stmt, root).is_none() && !src.macros.contains_key(root)
    };
    let mut wrong = |name: &str, span: &Span, help: &str| {
        let message = format!("nothing declares `{name}`");
        let d = Diagnostic::new(Severity::Error, codes::UNKNOWN_NAME, message, span.clone());
        diags.push(d.help(help));
    };
    let sections = clauses.sections.iter().map(|(_, item)| item);
    for item in sections.filter(|item| is_unknown(&item.name)) {
        wrong(root_of(&item.name), &item.span, CPP);
    }
    for name in clauses.privates.iter().filter(|name| is_unknown(name)) {
        wrong(name, directive, CPP);
    }
    let is_word = |text: &&String| {
        let letters = text.chars().all(|c| c.is_alphanumeric() || c == '_');
        letters && text.starts_with(|c: char| !c.is_ascii_digit())
    };
    let is_number = |text: &&String| text.starts_with(|c: char| c.is_ascii_digit());
    if let Some(number) = clauses.name.as_ref().filter(is_number) {
        let message = format!("a name is a string, and `{number}` is none");
        let d = Diagnostic::new(Severity::Error, codes::SYNTAX, message, directive.clone());
        diags.push(d.help(format!("write `name(\"{number}\")`")));
        return;
    }
    if let Some(name) = clauses.name.as_ref().filter(is_word)
        && is_unknown(name)
        && src.function(name).is_none()
    {
        let help =
            format!("a name is a string, `name(\"{name}\")`, or an expression that gives one");
        wrong(name, directive, &help);
    }
}

/// Reports an array of a template that nothing declares.
pub(super) fn report_array(src: &Source, name: &str, at: &Span, diags: &mut Diagnostics) {
    let root = root_of(name);
    let function = src.function_at(at.start).map(|f| f.byte_range());
    let later = function.is_some_and(|f| src.scopes.declared_in(root, &f) > 0);
    if !later && is_nowhere(src, root, at) {
        diags.push(not_here(root, at.clone()));
    }
}

fn not_here(name: &str, span: Span) -> Diagnostic {
    let message = format!("nothing declares `{name}` here");
    Diagnostic::new(Severity::Error, codes::UNKNOWN_NAME, message, span).help(CPP)
}

/// Reports names in sizes, conditions, priorities and bounds that nothing declares for code at `at`.
pub(super) fn report_in_values(
    src: &Source,
    directive: &Directive,
    at: &Span,
    diags: &mut Diagnostics,
) {
    let named = |name: &str, form: char| form == '=' || WITH_NAMES.contains(&name);
    let clauses = (directive.clauses.iter()).filter(|c| named(&c.name.text, c.form));
    for value in clauses.filter_map(|clause| clause.value.as_ref()) {
        for (name, span) in names_in(value) {
            let said = diags
                .list
                .iter()
                .any(|d| d.primary.span.start <= span.start && span.end <= d.primary.span.end);
            if !said && is_nowhere(src, name, at) {
                diags.push(not_here(name, span));
            }
        }
    }
}

/// The innermost body of loops that stand in one another, where all of their variables are in sight.
pub(super) fn innermost(stmt: Node) -> Node {
    let mut at = stmt;
    loop {
        let inner = match at.kind() {
            "for_statement" => field(at, "body"),
            "compound_statement" => {
                (children(at).into_iter()).find(|c| c.kind() == "for_statement")
            }
            _ => None,
        };
        match inner {
            Some(inner) => at = inner,
            None => return at,
        }
    }
}

/// The names of a value, but members and character constants, and where they stand.
fn names_in(value: &Text) -> impl Iterator<Item = (&str, Span)> {
    let all = words(&value.text).filter(|word| !WORDS.split_whitespace().any(|w| w == *word));
    all.filter_map(|word| {
        let from = word.as_ptr() as usize - value.text.as_ptr() as usize;
        let before = value.text[..from].trim_end();
        let other = before.ends_with(['.', '\'', '"']) || before.ends_with("->");
        let start = value.span.start + from;
        (!other).then(|| (word, start..start + word.len()))
    })
}

/// Neither the file nor, as far as can be seen, a header makes the name known at `at`.
fn is_nowhere(src: &Source, name: &str, at: &Span) -> bool {
    if src.scopes.find(name, at).is_some()
        || src.macros.contains_key(name)
        || src.function(name).is_some()
    {
        return false;
    }
    // What the code uses without a declaration comes from a header; enumerators and types are no variables.
    let is_used = any(src.tree.root_node(), &|node| {
        let is_name = matches!(node.kind(), "identifier" | "type_identifier");
        let declares = |p: Node| p.kind().ends_with("_declarator") || p.kind() == "declaration";
        is_name
            && src.text(node) == name
            && !node.parent().is_some_and(declares)
            && declared::find(src, node, name).is_none()
    });
    let is_constant = name.chars().all(|c| !c.is_lowercase());
    let headers = any(src.tree.root_node(), &|node| {
        let file = field(node, "path").filter(|_| node.kind() == "preproc_include");
        file.is_some_and(|file| is_constant || file.kind() != "system_lib_string")
    });
    !is_used && !headers
}
