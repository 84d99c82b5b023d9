//! What only the preprocessor knows: code under `#if`, included code, macros of several meanings.
//!
//! Analysis looks at the text as it was written, where both branches of an `#if` stand. Where that is
//! code of a region, it has to be preprocessed first.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::parse::diagnostics::CPP;
use crate::c::parse::directives::Pragma;
use crate::c::parse::implicit_types;
use crate::c::parse::source::{self, Source, any, children, field};
use crate::c::semantics::declarations;
use crate::c::walk::opaque_macros;
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Region, Span};

/// Declarations of regions by macros that have stars: `VEC(double) w = a;`.
fn pointers_by_macros(src: &Source, regions: &[Region]) -> Vec<(Span, String)> {
    let mut found = Vec::new();
    for region in regions.iter().filter(|_| !src.macros.is_empty()) {
        let mut stack: Vec<Node> = src.function_at(region.body.start).into_iter().collect();
        while let Some(node) = stack.pop() {
            stack.extend(children(node));
            let inside = node.kind() == "declaration" && region.body.contains(&node.start_byte());
            let Some(of) = field(node, "type").filter(|_| inside) else {
                continue;
            };
            let name = src.text(field(of, "name").unwrap_or(of));
            let stars = src.macros.get(name).is_some_and(|m| m.value.contains('*'));
            found.extend(stars.then(|| (of.byte_range(), name.to_owned())));
        }
    }
    found
}

/// Members that macros of the file name: `s.st_time` with `#define st_time st_tim.sec`.
fn members_by_macros(src: &Source, regions: &[Region]) -> Vec<(Span, String)> {
    let (mut found, mut stack) = (Vec::new(), Vec::new());
    if !regions.is_empty() && !src.macros.is_empty() {
        stack.push(src.tree.root_node());
    }
    while let Some(node) = stack.pop() {
        stack.extend(children(node));
        let member = field(node, "field").filter(|_| node.kind() == "field_expression");
        if let Some(member) = member {
            let name = src.text(member);
            let plain = src.macros.get(name).is_some_and(|m| m.parameters.is_none());
            found.extend(plain.then(|| (member.byte_range(), name.to_owned())));
        }
    }
    found
}

/// Reports regions that cannot be analysed before the preprocessor.
pub(in crate::c) fn check(
    src: &Source,
    pragmas: &[Pragma],
    regions: &[Region],
    diags: &mut Diagnostics,
) {
    let mut wrong = |message: String, span: Span| {
        let d = Diagnostic::new(Severity::Error, codes::C_CONDITIONAL, message, span);
        diags.push(d.help(CPP));
    };
    for (span, message) in parts(src, regions) {
        wrong(message.to_owned(), span);
    }
    for (span, name, declares) in declared_by_macros(src, regions) {
        wrong(
            format!(
                "how the macro `{name}` declares `{declares}` is not known before the preprocessor"
            ),
            span,
        );
    }
    for (span, name) in pointers_by_macros(src, regions) {
        wrong(
            format!(
                "that the macro `{name}` declares pointers is not known before the preprocessor"
            ),
            span,
        );
    }
    for (span, message) in opaque_macros::used(src, pragmas, regions) {
        wrong(message, span);
    }
    for (span, name) in members_by_macros(src, regions) {
        wrong(
            format!("which member the macro `{name}` names is not known before the preprocessor"),
            span,
        );
    }
    let untyped = implicit_types::functions(&src.text);
    if (src.unsettled.is_empty() && untyped.is_empty()) || regions.is_empty() {
        return;
    }
    let named = words(src, pragmas);
    for (at, name) in untyped {
        // What a macro of a header declares looks like one.
        if named.contains(&name) && !src.macros.contains_key(&name) {
            let message = format!("the type of the function `{name}` is not said: it is `int`");
            wrong(message, at..at + name.len());
        }
    }
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

/// Conditions and included code in regions, and macros that a function with regions defines: code of tasks
/// stands in front of it.
fn parts(src: &Source, regions: &[Region]) -> Vec<(Span, &'static str)> {
    let mut list = Vec::new();
    let mut stack = vec![src.tree.root_node()];
    while let Some(node) = stack.pop() {
        let (message, defines) = match node.kind() {
            "preproc_if" | "preproc_ifdef" => ("`#if` in a region", false),
            "preproc_include" => ("`#include` in a region", false),
            "preproc_def" | "preproc_function_def" => {
                ("`#define` in a function with regions", true)
            }
            "preproc_call" if src.text(node).contains("undef") => {
                ("`#undef` in a function with regions", true)
            }
            _ => ("", false),
        };
        let line = src
            .slice(&node.byte_range())
            .lines()
            .next()
            .unwrap_or_default();
        let span = node.start_byte()..node.start_byte() + line.trim_end().len();
        let around = defines.then(|| src.function_at(span.start)).flatten();
        let around = around.map(|f| f.start_byte());
        let inside = |r: &Region| match defines {
            true => {
                let function = src.function_at(r.body.start).map(|f| f.start_byte());
                around.is_some() && around == function && span.start < r.body.end
            }
            false => r.body.start <= span.start && span.end <= r.body.end,
        };
        if !message.is_empty() && regions.iter().any(inside) {
            list.push((span, message));
        } else {
            stack.extend(children(node));
        }
    }
    list.sort_by_key(|(span, _)| span.start);
    list
}

/// Variables of regions that macros of the file declare, `double ROWS(a, n, m)`: where, the macro, the variable.
fn declared_by_macros(src: &Source, regions: &[Region]) -> Vec<(Span, String, String)> {
    let mut list = Vec::new();
    let mut stack = vec![src.tree.root_node()];
    while let Some(node) = stack.pop() {
        stack.extend(children(node));
        let name = field(node, "declarator").filter(|_| node.kind() == "function_declarator");
        let name = name.map_or("", |name| src.text(name));
        let arguments = field(node, "parameters").filter(|_| src.macros.contains_key(name));
        let defines = node
            .parent()
            .is_some_and(|p| p.kind() == "function_definition");
        let Some(arguments) = arguments.filter(|_| !defines) else {
            continue;
        };
        let names = (children(arguments).into_iter())
            .map(|argument| src.text(argument))
            .filter(|argument| source::words(argument).eq([*argument]));
        for word in names {
            if regions.iter().any(|r| is_meant(src, node, word, r)) {
                list.push((node.byte_range(), name.to_owned(), word.to_owned()));
            }
        }
    }
    list.sort_by_key(|(span, ..)| span.start);
    list
}

/// The region uses a variable of this name that may be the one which is declared here.
fn is_meant(src: &Source, declaration: Node, name: &str, region: &Region) -> bool {
    let function = src.function_at(declaration.start_byte());
    let inside = match function {
        Some(function) => function.byte_range().contains(&region.body.start),
        None => {
            let last = region.body.end.saturating_sub(1);
            let at = (src.tree.root_node()).descendant_for_byte_range(last, last);
            at.is_some_and(|at| declarations::find(src, at, name).is_none())
        }
    };
    let of_region = |node: Node| region.body.contains(&node.start_byte());
    let is_name = |node: Node| node.kind() == "identifier" && src.text(node) == name;
    inside
        && any(src.tree.root_node(), &|node| {
            is_name(node) && of_region(node)
        })
}

/// The words of the functions around directives and of the directives, and of the macros and functions of the
/// file among them.
pub(in crate::c) fn words(src: &Source, pragmas: &[Pragma]) -> HashSet<String> {
    let mut around: Vec<Span> = Vec::new();
    for pragma in pragmas {
        let span = &pragma.directive.span;
        let function = src.function_at(span.start);
        around.push(span.clone());
        around.push(function.map_or_else(|| 0..src.text.len(), |f| f.byte_range()));
    }
    around.sort_by_key(|span| (span.start, span.end));
    around.dedup();
    let text = around.iter().map(|span| src.slice(span));
    let mut open: Vec<String> = text.flat_map(source::words).map(str::to_owned).collect();
    let mut found = HashSet::new();
    while let Some(word) = open.pop() {
        let value = src.macros.get(&word).map(|m| m.value.as_str());
        let inside = source::words(value.unwrap_or_default()).map(str::to_owned);
        let inside: Vec<String> = inside.collect();
        let called = src.function(&word).map(|f| f.byte_range());
        if found.insert(word) {
            open.extend(inside);
            let called = called.map_or("", |span| src.slice(&span));
            open.extend(source::words(called).map(str::to_owned));
        }
    }
    found
}
