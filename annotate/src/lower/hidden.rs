//! Directives that are not found because they stand under another name, or under a condition.
//!
//! A directive is an attribute that begins with `hp5::`. The compiler also knows one under
//! `cfg_attr`, through `use hp5 as h`, or imported by itself; its code would be left serial without
//! a word, so the first of each such name is reported.

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::directive::{CLAUSES, DIRECTIVES};
use crate::syntax::rust::{Source, children, field};

/// Reports attributes of the file that are directives to the compiler alone.
pub(super) fn report(src: &Source, diags: &mut Diagnostics) {
    if !src.text.contains("hp5") {
        return;
    }
    let (mut names, mut attributes) = (Vec::new(), Vec::new());
    let mut stack = vec![src.tree.root_node()];
    while let Some(node) = stack.pop() {
        match node.kind() {
            "use_declaration" => {
                if let Some(tree) = field(node, "argument") {
                    imported(src, tree, "", &mut names);
                }
            }
            "extern_crate_declaration" => crate_alias(src, node, &mut names),
            "attribute_item" => attributes.push(node),
            _ => stack.extend(children(node)),
        }
    }
    attributes.sort_by_key(Node::start_byte);
    let mut reported: Vec<&str> = Vec::new();
    for node in attributes {
        let path = path_of(src, node);
        if path == "cfg_attr" && mentions_directive(src.text(node)) {
            diags.push(conditional(node));
        } else if let Some((_, real)) = names.iter().find(|(name, _)| begins(path, name))
            && !reported.contains(&path)
            && is_ours(path, real)
        {
            reported.push(path);
            diags.push(renamed(path, real, node));
        }
    }
}

/// What a `use` brings in from the crate: names with the paths that they stand for.
fn imported(src: &Source, tree: Node, before: &str, names: &mut Vec<(String, String)>) {
    let path = |node: Option<Node>| -> String {
        let text: String = node
            .map_or("", |n| src.text(n))
            .split_whitespace()
            .collect();
        match before {
            "" => text.trim_start_matches("::").to_owned(),
            _ => format!("{before}::{text}"),
        }
    };
    let mut add = |name: &str, path: String| {
        if path == "hp5"
            || path == "hp5_macros"
            || path.starts_with("hp5::")
            || path.starts_with("hp5_macros::")
        {
            names.push((name.to_owned(), path));
        }
    };
    match tree.kind() {
        "use_as_clause" => {
            let name = field(tree, "alias").map_or("", |n| src.text(n)).to_owned();
            add(&name, path(field(tree, "path")));
        }
        "use_wildcard" => {
            let inside = path(children(tree).first().copied());
            for name in names_of_directives() {
                add(name, format!("{inside}::{name}"));
            }
        }
        "scoped_use_list" => {
            let inside = path(field(tree, "path"));
            let list = field(tree, "list").map(children).unwrap_or_default();
            list.into_iter()
                .for_each(|part| imported(src, part, &inside, names));
        }
        "use_list" => children(tree)
            .into_iter()
            .for_each(|part| imported(src, part, before, names)),
        "scoped_identifier" => {
            let name = field(tree, "name").map_or("", |n| src.text(n)).to_owned();
            add(&name, path(Some(tree)));
        }
        "identifier" if !before.is_empty() => {
            let name = src.text(tree).to_owned();
            add(&name, path(Some(tree)));
        }
        _ => {}
    }
}

/// `extern crate hp5 as h;`
fn crate_alias(src: &Source, node: Node, names: &mut Vec<(String, String)>) {
    let of = |part: &str| field(node, part).map(|n| src.text(n));
    if let (Some("hp5"), Some(alias)) = (of("name"), of("alias")) {
        names.push((alias.to_owned(), "hp5".to_owned()));
    }
}

/// The path of an attribute, `a::b` of `#[a::b(c)]`.
fn path_of<'s>(src: &'s Source, attribute: Node) -> &'s str {
    let inner = children(attribute).into_iter().next();
    let path = inner.and_then(|a| children(a).into_iter().next());
    path.map_or("", |p| src.text(p))
}

/// The path is the name, or begins with it.
fn begins(path: &str, name: &str) -> bool {
    path.strip_prefix(name)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// What the path stands for is a directive, not another item of the crate.
fn is_ours(path: &str, real: &str) -> bool {
    let name = |path: &str| path.rsplit("::").next().unwrap_or("").to_owned();
    match path.contains("::") {
        true => is_directive(&name(path)),
        false => is_directive(&name(real)),
    }
}

/// The names of all directives, and of the clauses that may stand as attributes.
fn names_of_directives() -> impl Iterator<Item = &'static str> {
    DIRECTIVES.iter().map(|(name, _)| *name).chain(CLAUSES)
}

fn is_directive(name: &str) -> bool {
    names_of_directives().any(|known| known == name)
}

fn mentions_directive(text: &str) -> bool {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':' || c == '#'));
    let mut paths = words.filter_map(|word| word.trim_start_matches("::").strip_prefix("hp5::"));
    paths.any(|name| is_directive(name.trim_start_matches("r#")))
}

fn conditional(node: Node) -> Diagnostic {
    let message = "a directive under `cfg_attr` is not read";
    Diagnostic::new(Severity::Error, codes::HIDDEN, message, node.byte_range()).help(
        "write it without the condition: compiled serially, directives remove themselves; for a build without the crate, `hp5-annotate` is not run at all",
    )
}

fn renamed(path: &str, real: &str, node: Node) -> Diagnostic {
    let full = match path.split_once("::") {
        Some((_, rest)) => format!("hp5::{rest}"),
        None => real.replace("hp5_macros::", "hp5::"),
    };
    let message = format!("`{path}` is `{full}` under another name, and is not read");
    Diagnostic::new(Severity::Error, codes::HIDDEN, message, node.byte_range()).help(format!(
        "write `#[{full}]`, here and wherever else it stands"
    ))
}
