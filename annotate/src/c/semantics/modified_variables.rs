//! Names that code changes.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::c::parse::names::all_names;
use crate::c::parse::node_kinds::{self, Kind};
use crate::c::parse::source::{
    EXPANSIONS, Source, children, expression, field, peel, place_name, root_of,
};
use crate::c::semantics::affine::expanded;
use crate::c::semantics::declarations;
use crate::c::semantics::function_summaries::Function;
use crate::c::semantics::induction_variables::{counted, head};

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

/// Variables that a statement may change.
pub(in crate::c) fn changed(src: &Source, statement: Node) -> HashSet<String> {
    let mut names = HashSet::new();
    assigned(src, statement, 0, &mut names);
    // Those of counted loops are not among them.
    let mut stack = vec![statement];
    while let Some(node) = stack.pop() {
        if node.kind() == "for_statement" {
            names.extend(head(src, node).map(|counted| counted.var));
        }
        stack.extend(children(node));
    }
    names
}

/// Variables whose address code takes.
pub(in crate::c) fn pointed_at(src: &Source, code: Node) -> HashSet<String> {
    let mut names = HashSet::new();
    let mut stack = vec![code];
    while let Some(node) = stack.pop() {
        let place = field(node, "argument")
            .filter(|_| node.kind() == "pointer_expression" && src.text(node).starts_with('&'));
        names.extend(place.map(|place| src.text(peel(place)).to_owned()));
        // A macro may take it.
        let called = field(node, "function").and_then(|f| src.macros.get(src.text(f)));
        if called.is_some_and(|m| m.value.contains('&')) {
            names.extend(all_names(src, node));
        }
        stack.extend(children(node));
    }
    names
}

/// The variable and the value of `k = value;`.
pub(in crate::c) fn plainly_set<'t>(
    src: &Source,
    statement: Node<'t>,
) -> Option<(Node<'t>, Node<'t>)> {
    let assignment = children(statement).first().copied().map(peel)?;
    let plain = statement.kind() == "expression_statement"
        && assignment.kind() == "assignment_expression"
        && src.text(field(assignment, "operator")?) == "=";
    let left = field(assignment, "left").map(peel);
    let left = left.filter(|l| plain && l.kind() == "identifier")?;
    Some((left, field(assignment, "right")?))
}

/// Variables that code names nowhere but in one block, whose statements set them, before all else; and where
/// that block begins.
pub(in crate::c) fn set_in_one_block(src: &Source, code: Node) -> HashMap<String, usize> {
    let mut sets: HashMap<&str, Vec<(usize, Node)>> = HashMap::new();
    let mut named: HashMap<&str, Vec<(usize, bool)>> = HashMap::new();
    let mut stack = vec![(code, false)];
    while let Some((node, changes)) = stack.pop() {
        let part = |name: &str| field(node, name);
        let changed = match node.kind() {
            "identifier" => {
                let place = (node.start_byte(), changes);
                named.entry(src.text(node)).or_default().push(place);
                None
            }
            "compound_statement" => {
                let all = children(node).into_iter();
                for (left, _) in all.filter_map(|statement| plainly_set(src, statement)) {
                    let place = (left.start_byte(), node);
                    sets.entry(src.text(left)).or_default().push(place);
                }
                None
            }
            "parenthesized_expression" if changes => Some(peel(node)),
            "assignment_expression" => part("left"),
            "update_expression" => part("argument"),
            "pointer_expression" if src.text(node).starts_with('&') => part("argument"),
            _ => None,
        };
        let is_name = |child: &Node| node.kind() == "declaration" && is_bare(*child);
        let inside = children(node).into_iter().filter(|child| !is_name(child));
        stack.extend(inside.map(|child| (child, changed.is_some_and(|c| peel(c) == peel(child)))));
    }
    let in_one = |(name, all): (&str, Vec<(usize, Node)>)| {
        let (first, block) = *all.iter().min_by_key(|(at, _)| *at)?;
        let named = named.get(name)?;
        let changes = named.iter().filter(|(_, changes)| *changes).count();
        let inside = |(at, _): &(usize, bool)| first <= *at && *at < block.end_byte();
        let one = all.iter().all(|(_, other)| *other == block) && changes == all.len();
        (one && named.iter().all(inside)).then(|| (name.to_owned(), block.start_byte()))
    };
    sets.into_iter().filter_map(in_one).collect()
}

/// A declarator without a value.
pub(in crate::c) fn is_bare(node: Node) -> bool {
    node.kind() == "identifier"
        || node.kind().ends_with("_declarator") && node.kind() != "init_declarator"
}
