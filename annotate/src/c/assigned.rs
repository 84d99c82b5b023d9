//! Names that code changes.

use std::collections::HashSet;

use tree_sitter::Node;

use super::affine::expanded;
use super::captured::all_names;
use super::counted::counted;
use super::declared;
use super::reached::EXPANSIONS;
use super::syntax::{Source, any, children, expression, field, place_name, root_of};

/// Adds the variables of the file that functions of the file change which the code calls.
pub(super) fn by_callees(src: &Source, code: Node, names: &mut HashSet<String>) {
    let mut seen = HashSet::new();
    let mut open = vec![code];
    while let Some(code) = open.pop() {
        for name in all_names(src, code) {
            let body = src.function(&name).and_then(|f| field(f, "body"));
            let Some(body) = body.filter(|_| seen.insert(name)) else {
                continue;
            };
            let mut changed = HashSet::new();
            assigned(src, body, 0, &mut changed);
            let last = children(body).last().copied().unwrap_or(body);
            let own = |name: &str| {
                any(body, &|node| {
                    let is_declared = node.kind() == "declaration";
                    let names = is_declared.then(|| declared::names(src, node, false));
                    names.is_some_and(|names| names.iter().any(|d| d.name == name))
                })
            };
            names.extend(changed.into_iter().filter(|name| {
                let root = root_of(name);
                !own(root) && declared::find(src, last, root).is_none_or(|found| found.lasting)
            }));
            open.push(body);
        }
    }
}

/// Adds the names that code changes. Variables of counted loops that only their loops change are
/// none. `depth` counts macros within macros.
pub(super) fn assigned(src: &Source, node: Node, depth: usize, names: &mut HashSet<String>) {
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        let changed = match node.kind() {
            // A macro may change what it names.
            "call_expression" | "identifier" if depth < EXPANSIONS => {
                let inner = expanded(src, node).and_then(|t| expression(&t, src));
                if let Some((inner, value)) = inner.as_ref().and_then(|i| Some((i, i.value()?))) {
                    assigned(inner, value, depth + 1, names);
                }
                None
            }
            "assignment_expression" => field(node, "left"),
            "update_expression" => field(node, "argument"),
            "gnu_asm_output_operand" => field(node, "value"),
            "pointer_expression" if src.text(node).starts_with('&') => field(node, "argument"),
            "for_statement" if counted(src, node).is_some() => {
                // The loop's own changes of its variable are left out.
                let parts = ["initializer", "condition", "update"].map(|f| field(node, f));
                let inside = |c: &Node| !parts.iter().flatten().any(|p| p == c);
                stack.extend(children(node).into_iter().filter(inside));
                continue;
            }
            _ => None,
        };
        if let Some(name) = changed.and_then(|c| place_name(src, c)) {
            names.insert(name);
        }
        stack.extend(children(node));
    }
}
