//! What only the preprocessor knows: code under `#if`, included code, macros of several meanings.
//!
//! Analysis looks at the text as it was written, where both branches of an `#if` stand. Where that is
//! code of a region, it has to be preprocessed first.

use std::collections::HashSet;

use super::pragma::Pragma;
use super::syntax::{self, Source, children};
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Region, Span};

/// Help of findings that preprocessing may take away.
pub(crate) const CPP: &str =
    "with `--cpp` what the preprocessor makes of the file is analysed; `hp5cc` does so by itself";

/// The words of the functions around directives and of the directives, and of the macros among them.
pub(super) fn words(src: &Source, pragmas: &[Pragma]) -> HashSet<String> {
    let mut open: Vec<String> = Vec::new();
    for pragma in pragmas {
        let span = &pragma.directive.span;
        let function = src.function_at(span.start);
        let around = function.map_or_else(|| 0..src.text.len(), |f| f.byte_range());
        for text in [src.slice(span), src.slice(&around)] {
            open.extend(syntax::words(text).map(str::to_owned));
        }
    }
    let mut found = HashSet::new();
    while let Some(word) = open.pop() {
        let value = src.macros.get(&word).map(|m| m.value.as_str());
        let inside = syntax::words(value.unwrap_or_default()).map(str::to_owned);
        let inside: Vec<String> = inside.collect();
        if found.insert(word) {
            open.extend(inside);
        }
    }
    found
}

/// Reports regions that cannot be analysed before the preprocessor.
pub(super) fn check(src: &Source, pragmas: &[Pragma], regions: &[Region], diags: &mut Diagnostics) {
    let mut wrong = |message: String, span: Span| {
        let d = Diagnostic::new(Severity::Error, codes::C_CONDITIONAL, message, span);
        diags.push(d.help(CPP));
    };
    for (span, what) in parts(src, regions) {
        wrong(format!("{what} in a region"), span);
    }
    if src.unsettled.is_empty() || regions.is_empty() {
        return;
    }
    let named = words(src, pragmas);
    let mut unsettled: Vec<(&String, &Span)> = src.unsettled.iter().collect();
    unsettled.sort_by_key(|(_, span)| span.start);
    for (name, span) in unsettled {
        if named.contains(name) {
            let message =
                format!("what the macro `{name}` stands for is not known before the preprocessor");
            wrong(message, span.clone());
        }
    }
}

/// Conditions and included code in regions.
fn parts(src: &Source, regions: &[Region]) -> Vec<(Span, &'static str)> {
    let mut list = Vec::new();
    let mut stack = vec![src.tree.root_node()];
    while let Some(node) = stack.pop() {
        let what = match node.kind() {
            "preproc_if" | "preproc_ifdef" => "`#if`",
            "preproc_include" => "`#include`",
            _ => "",
        };
        let line = src
            .slice(&node.byte_range())
            .lines()
            .next()
            .unwrap_or_default();
        let span = node.start_byte()..node.start_byte() + line.trim_end().len();
        let inside = |r: &Region| r.body.start <= span.start && span.end <= r.body.end;
        if !what.is_empty() && regions.iter().any(inside) {
            list.push((span, what));
        } else {
            stack.extend(children(node));
        }
    }
    list.sort_by_key(|(span, _)| span.start);
    list
}
