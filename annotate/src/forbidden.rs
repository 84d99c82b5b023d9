//! Lints that a crate forbids and that the emitted program cannot do without: it is unsafe code, and allows
//! what generated code trips. The compiler refuses both where `#![forbid(..)]` stands, or `forbid` in the
//! manifest.

use std::path::{Path, PathBuf};

use tree_sitter::Node;

use crate::diag::{Diagnostic, Severity, codes};
use crate::ir::Span;
use crate::syntax::rust::{Source, children, field, parse};
use crate::{Output, SourceFile};

/// Lints that emitted functions allow, or groups with such.
pub(crate) const NEEDED: [&str; 13] = [
    "unsafe_code",
    "warnings",
    "unused",
    "unused_mut",
    "unused_variables",
    "unused_parens",
    "unused_assignments",
    "unused_braces",
    "unused_unsafe",
    "unreachable_code",
    "redundant_semicolons",
    "clippy::all",
    "dead_code",
];

/// Modules within modules that are followed.
const DEPTH: usize = 16;

/// Reports files with such an attribute over code that has been translated.
pub(crate) fn report(files: &[SourceFile], output: &mut Output) {
    let changed = |path: &Path| {
        let mut emitted = output.files.iter();
        emitted.any(|file| file.path == path && file.changed)
    };
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.text.contains("forbid")) {
        if file.path.extension().is_none_or(|e| e != "rs") {
            continue;
        }
        let Some(src) = parse(&file.path, file.text.clone()) else {
            continue;
        };
        for (span, lint, whole) in attributes(&src) {
            let covered = match whole {
                true => modules(files, &src, 0)
                    .into_iter()
                    .any(|path| changed(&path)),
                // Of a part of the file: directives stand in it.
                false => changed(&file.path) && src.slice(&around(&src, &span)).contains("hp5::"),
            };
            if covered || (whole && changed(&file.path)) {
                found.push((file.path.clone(), diagnostic(&lint, span)));
            }
        }
    }
    for (path, d) in found {
        match output.diagnostics.iter_mut().find(|(own, _)| *own == path) {
            Some((_, list)) => list.push(d),
            None => {
                let mut list = crate::diag::Diagnostics::default();
                list.push(d);
                output.diagnostics.push((path, list));
            }
        }
    }
}

/// What is said of such a lint.
pub(crate) fn diagnostic(lint: &str, span: Span) -> Diagnostic {
    let message = match lint {
        "unsafe_code" => "the emitted program is unsafe code, which is forbidden here".to_owned(),
        lint => format!("emitted functions allow `{lint}`, which is forbidden here"),
    };
    let d = Diagnostic::new(Severity::Error, codes::FORBIDDEN, message, span);
    d.help(format!(
        "write `deny` in place of `forbid`: the source stays free of it, and emitted functions may allow `{lint}`"
    ))
}

/// Attributes of the file that forbid such a lint, with the lint, and whether they are about all of the file.
fn attributes(src: &Source) -> Vec<(Span, String, bool)> {
    let (mut list, mut stack) = (Vec::new(), vec![src.tree.root_node()]);
    while let Some(node) = stack.pop() {
        let kind = node.kind();
        if matches!(kind, "inner_attribute_item" | "attribute_item") {
            let text: String = src.text(node).split_whitespace().collect();
            let inside = text
                .split_once("[forbid(")
                .and_then(|(_, rest)| rest.split_once(')'));
            let lints = inside.map_or("", |(lints, _)| lints).split(',');
            let needed = lints.filter(|lint| NEEDED.contains(lint));
            let top = node.parent().is_some_and(|p| p.kind() == "source_file");
            let whole = kind == "inner_attribute_item" && top;
            list.extend(needed.map(|lint| (node.byte_range(), lint.to_owned(), whole)));
        }
        stack.extend(children(node));
    }
    list.sort_by_key(|(span, ..)| span.start);
    list
}

/// The item that an attribute is about.
fn around(src: &Source, attribute: &Span) -> Span {
    let root = src.tree.root_node();
    let node = root.descendant_for_byte_range(attribute.start, attribute.end);
    let mut item = node;
    while let Some(node) = item.filter(|n| n.kind().contains("attribute")) {
        item = match node.kind() {
            "inner_attribute_item" => node.parent(),
            _ => node.next_named_sibling().or_else(|| node.parent()),
        };
    }
    item.map_or(attribute.clone(), |item| item.byte_range())
}

/// The files of the modules that a file has.
fn modules(files: &[SourceFile], src: &Source, depth: usize) -> Vec<PathBuf> {
    let name = src.path.file_name().and_then(|n| n.to_str()).unwrap_or("");
    let dir = match name {
        "lib.rs" | "main.rs" | "mod.rs" => src.path.parent().map(Path::to_owned),
        _ => Some(src.path.with_extension("")),
    };
    let Some(dir) = dir.filter(|_| depth < DEPTH) else {
        return Vec::new();
    };
    let declared = |node: &Node| node.kind() == "mod_item" && field(*node, "body").is_none();
    let mut list = Vec::new();
    for module in children(src.tree.root_node()).into_iter().filter(declared) {
        let name = field(module, "name").map_or("", |n| src.text(n));
        let places = [
            dir.join(format!("{name}.rs")),
            dir.join(name).join("mod.rs"),
        ];
        let Some(file) = files.iter().find(|file| places.contains(&file.path)) else {
            continue;
        };
        list.push(file.path.clone());
        if let Some(inner) = parse(&file.path, file.text.clone()) {
            list.extend(modules(files, &inner, depth + 1));
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, translate};

    const REGION: &str = "#[hp5::region]\npub fn f(a: &mut [u8]) { #[hp5::task_tile(i = 4)] for i in 0..a.len() { a[i] = 1; } }";

    fn codes_of(files: &[(&str, String)]) -> Vec<(String, &'static str)> {
        let sources: Vec<SourceFile> = (files.iter())
            .map(|(path, text)| SourceFile {
                path: PathBuf::from(path),
                text: text.clone(),
            })
            .collect();
        let output = translate(&sources, &Options::default());
        let findings = output.diagnostics.iter();
        findings
            .flat_map(|(path, list)| {
                let path = path.display().to_string();
                list.list.iter().map(move |d| (path.clone(), d.code))
            })
            .collect()
    }

    #[test]
    fn what_a_crate_forbids_is_said_at_its_root() {
        let root = "#![forbid(missing_docs, unsafe_code)]\nmod kernel;\nfn main() {}".to_owned();
        let found = codes_of(&[
            ("src/main.rs", root.clone()),
            ("src/kernel.rs", REGION.to_owned()),
        ]);
        assert_eq!(found, [("src/main.rs".to_owned(), codes::FORBIDDEN)]);
        let other = codes_of(&[
            ("src/main.rs", root),
            ("src/bin/other.rs", REGION.to_owned()),
        ]);
        assert!(other.is_empty());
    }

    #[test]
    fn what_a_part_forbids_counts_where_directives_are() {
        let inside = format!("#[forbid(unsafe_code)]\nmod m {{ {REGION} }}");
        assert_eq!(
            codes_of(&[("a.rs", inside)]),
            [("a.rs".to_owned(), codes::FORBIDDEN)]
        );
        let beside = format!("#[forbid(unsafe_code)]\nmod m {{ }}\n{REGION}");
        assert!(codes_of(&[("a.rs", beside)]).is_empty());
        let denied = format!("#![deny(unsafe_code)]\n{REGION}");
        assert!(codes_of(&[("a.rs", denied)]).is_empty());
        let unused = format!("#![forbid(unused)]\n{REGION}");
        assert_eq!(
            codes_of(&[("a.rs", unused)]),
            [("a.rs".to_owned(), codes::FORBIDDEN)]
        );
    }
}
