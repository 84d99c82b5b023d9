//! Names that code changes.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::parse::names::all_names;
use crate::c::parse::node_kinds::{self, Kind};
use crate::c::parse::source::{Source, children, expression, field, place_name, root_of};
use crate::c::semantics::affine::expanded;
use crate::c::semantics::declarations;
use crate::c::semantics::function_summaries::Function;
use crate::c::semantics::induction_variables::counted;
use crate::c::walk::macro_accesses::EXPANSIONS;

/// Adds the variables of the file that functions of the file change which the code calls.
pub(in crate::c) fn by_callees(src: &Source, code: Node, names: &mut HashSet<String>) {
    let mut seen = HashSet::new();
    let mut open: Vec<String> = all_names(src, code).into_iter().collect();
    while let Some(name) = open.pop() {
        let Some(function) = src.function(&name).filter(|_| seen.insert(name)) else {
            continue;
        };
        let known = Function::of(src, function);
        let outside = known.outside.get_or_init(|| Outside::of(src, function));
        names.extend(outside.changed.iter().cloned());
        open.extend(outside.named.iter().cloned());
    }
}

/// What a function does with names that are not its own.
#[derive(Debug, Default)]
pub(in crate::c) struct Outside {
    /// The variables of the file that its own code changes.
    changed: Vec<String>,
    /// The functions of the file that it names.
    named: Vec<String>,
}

impl Outside {
    fn of(src: &Source, function: Node) -> Outside {
        let Some(body) = field(function, "body") else {
            return Outside::default();
        };
        let (mut changed, mut own) = (HashSet::new(), HashSet::new());
        assigned(src, body, 0, &mut changed);
        let mut stack = vec![body];
        while let Some(node) = stack.pop() {
            if node.kind() == "declaration" {
                own.extend(
                    declarations::names(src, node, false)
                        .into_iter()
                        .map(|d| d.name),
                );
            }
            stack.extend(children(node));
        }
        let last = children(body).last().copied().unwrap_or(body);
        let is_of_file = |name: &String| {
            let root = root_of(name);
            !own.contains(root) && declarations::find(src, last, root).is_none_or(|d| d.lasting)
        };
        let named = all_names(src, body).into_iter();
        Outside {
            changed: changed.into_iter().filter(is_of_file).collect(),
            named: named
                .filter(|name| src.scopes.function(name).is_some())
                .collect(),
        }
    }
}

/// Adds the names that code changes. Variables of counted loops that only their loops change are
/// none. `depth` counts macros within macros.
pub(in crate::c) fn assigned(src: &Source, node: Node, depth: usize, names: &mut HashSet<String>) {
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        let counts = (node.kind() == "for_statement").then(|| counted(src, node));
        if let Some(known) = counts.flatten() {
            // The loop's own changes of its variable are left out.
            let parts = ["initializer", "condition", "update"].map(|f| field(node, f));
            let mut head = HashSet::new();
            for part in parts.into_iter().flatten() {
                assigned(src, part, depth, &mut head);
            }
            names.extend(head.into_iter().filter(|name| *name != known.var));
            let inside = |c: &Node| !parts.iter().flatten().any(|p| p == c);
            stack.extend(children(node).into_iter().filter(inside));
            continue;
        }
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
            // Who knows which of what it names it changes. Assembly has operands.
            kind if node_kinds::of(node) == Kind::Unknown && !kind.starts_with("gnu_asm") => {
                names.extend(all_names(src, node));
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
