//! Names in clauses that nothing declares: a misspelt one would end in an error of the compiler, at a line
//! that nobody wrote, or in nothing at all.

use tree_sitter::Node;

use super::conditional::CPP;
use super::declared;
use super::syntax::{Source, root_of};
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::directive::Clauses;
use crate::ir::Span;

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
    if let Some(name) = clauses.name.as_ref().filter(is_word)
        && is_unknown(name)
        && src.function(name).is_none()
    {
        let help =
            format!("a name is a string, `name(\"{name}\")`, or an expression that gives one");
        wrong(name, directive, &help);
    }
}
