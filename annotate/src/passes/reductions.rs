//! Reductions held against their bodies: all that a body does with the variable, or with elements of the array,
//! is to update them with the operator of the clause.
//!
//! A task begins with the operator's neutral element, so a body that reads the variable would
//! see a partial result. `min`, `max`, `&&` and `||` are often written as a comparison and an
//! assignment (`if x > s { s = x }`), whose value is right on partial results too, as long as the
//! comparison decides on nothing but `s`: the place of the greatest element would be a wrong one.

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Reduction, Region, Shape, Task, Use, VarKind};
use crate::passes::tasks;
use crate::semantics::scopes::{binder, node_at};
use crate::semantics::values::{Known, known};
use crate::syntax::rust::{Source, children, field, peel};

/// Reports reductions that do not fit their use, and finds what is reduced into behind references.
pub(super) fn run(src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    behind_references(src, region);
    for task in tasks(region) {
        for reduction in &task.reductions {
            let mut known = region.variables.iter();
            let kind = known.find(|v| v.name == reduction.name).map(|v| &v.kind);
            match kind {
                Some(VarKind::Grid { .. } | VarKind::Opaque) => diags.push(not_a_scalar(reduction)),
                Some(VarKind::Nested { dims }) if *dims > DEEPEST => {
                    diags.push(not_a_scalar(reduction));
                }
                _ if !reduction.ordered => check(src, task, kind, reduction, diags),
                _ => {}
            }
        }
    }
}

/// Index brackets of an array of which each task has its own.
const DEEPEST: usize = 3;

/// A value that the program names by a reference, `stats.add(x)` with `stats: &mut Stats`.
fn behind_references(src: &Source, region: &mut Region) {
    let mut found = Vec::new();
    for task in tasks(region) {
        let Some(stmt) = node_at(src, &task.stmt) else {
            continue;
        };
        for reduction in task.reductions.iter().filter(|r| !r.ordered) {
            let by = binder(src, stmt, &reduction.name);
            let is_reference = by.is_some_and(|by| match known(src, by, &reduction.name) {
                Known::Type(ty) => ty.starts_with('&'),
                _ => false,
            });
            if is_reference {
                found.push(reduction.name.clone());
            }
        }
    }
    for variable in region
        .variables
        .iter_mut()
        .filter(|v| found.contains(&v.name))
    {
        if let VarKind::Scalar { deref } = &mut variable.kind {
            *deref = true;
        }
    }
}

fn not_a_scalar(reduction: &Reduction) -> Diagnostic {
    let message = format!(
        "`{}` is no value, and no array `a[i]`, that the body updates",
        reduction.name
    );
    Diagnostic::new(
        Severity::Error,
        codes::REDUCTION,
        message,
        reduction.span.clone(),
    )
    .help("a reduction is into a number declared outside of the loop and updated by `s += ..`, into an array by `a[k] += ..`, or by an operator of your own")
}

fn check(
    src: &Source,
    task: &Task,
    kind: Option<&VarKind>,
    reduction: &Reduction,
    diags: &mut Diagnostics,
) {
    let is_array = matches!(kind, Some(VarKind::Flat { .. } | VarKind::Nested { .. }));
    let dims = match kind {
        Some(VarKind::Nested { dims }) => *dims,
        _ => 1,
    };
    for found in task.uses.iter().filter(|u| u.name == reduction.name) {
        if is_array && found.shape == Shape::Meta {
            continue;
        }
        let root = src.tree.root_node();
        let Some(node) = root.descendant_for_byte_range(found.span.start, found.span.end) else {
            continue;
        };
        let whole = is_array && (found.shape != Shape::Element || found.indices.len() != dims);
        // Of an array it is an element that is updated.
        let place = Reduction {
            name: match is_array {
                true => src.text(node).to_owned(),
                false => reduction.name.clone(),
            },
            ..reduction.clone()
        };
        let fits = match (updates_of(reduction.op), reduction.op) {
            (Some((operators, methods)), _) => is_update(src, node, operators, methods),
            (None, "Own") => {
                updates_itself(src, node, &place) || decides_on_itself(src, node, &place)
            }
            (None, _) => decides_on_itself(src, node, &place),
        };
        if whole || !fits {
            diags.push(wrong_use(reduction, found));
            return;
        }
    }
}

/// By an operator of the program's own: what comes of the value at `node` goes into nothing but itself,
/// `s = f(s, x)`, `s.add(x);`.
fn updates_itself(src: &Source, node: Node, reduction: &Reduction) -> bool {
    let name = reduction.name.as_str();
    let mut at = node;
    while let Some(parent) = at.parent() {
        match parent.kind() {
            "assignment_expression" | "compound_assignment_expr" => {
                return field(parent, "left").is_some_and(|left| is_place(src, left, name));
            }
            // Its receiver, of which the value is dropped.
            "field_expression" if is_child(parent, "value", at) => {}
            "call_expression" if is_child(parent, "function", at) => {
                return parent
                    .parent()
                    .is_some_and(|statement| statement.kind() == "expression_statement");
            }
            "parenthesized_expression"
            | "unary_expression"
            | "reference_expression"
            | "arguments"
            | "call_expression"
            | "binary_expression"
            | "field_expression"
            | "struct_expression"
            | "field_initializer_list"
            | "field_initializer"
            | "tuple_expression"
            | "type_cast_expression" => {
                // An argument of what stands in an assignment to it.
                let assigned = enclosing_assignment(at)
                    .and_then(|assignment| field(assignment, "left"))
                    .is_some_and(|left| is_place(src, left, name));
                if assigned {
                    return true;
                }
            }
            _ => return false,
        }
        at = parent;
    }
    false
}

/// Operators and words in method names that update with this operation; `None`: comparisons do.
fn updates_of(op: &str) -> Option<(&'static [&'static str], &'static str)> {
    match op {
        "Add" => Some((&["+", "-"], "add")),
        "Mul" => Some((&["*"], "mul")),
        "BitAnd" => Some((&["&"], "bitand")),
        "BitOr" => Some((&["|"], "bitor")),
        "BitXor" => Some((&["^"], "bitxor")),
        _ => None,
    }
}

/// True when the variable at `node` is the target of `s op= e`, or of `s = s op e`, or the `s`
/// on the right of the latter.
fn is_update(src: &Source, node: Node, operators: &[&str], methods: &str) -> bool {
    let mut at = node;
    while let Some(parent) = at.parent() {
        match parent.kind() {
            "parenthesized_expression" | "unary_expression" => at = parent,
            "compound_assignment_expr" => {
                let operator = field(parent, "operator").map_or("", |o| src.text(o));
                return is_child(parent, "left", at)
                    && operators.contains(&operator.trim_end_matches('='));
            }
            "assignment_expression" => {
                let value = field(parent, "right").map(peel);
                return is_child(parent, "left", at)
                    && value.is_some_and(|v| updates(src, v, src.text(at), operators, methods));
            }
            "binary_expression" | "call_expression" | "field_expression" | "arguments" => {
                let statement = enclosing_assignment(parent);
                return statement.is_some_and(|s| {
                    let (target, value) = (
                        field(s, "left").map(|l| src.text(l)),
                        field(s, "right").map(peel),
                    );
                    target == Some(src.text(at))
                        && value.is_some_and(|v| updates(src, v, src.text(at), operators, methods))
                });
            }
            _ => return false,
        }
    }
    false
}

fn is_child(parent: Node, name: &str, child: Node) -> bool {
    field(parent, name).is_some_and(|n| n.id() == child.id())
}

/// The assignment whose right side `node` is, calls and brackets looked through.
fn enclosing_assignment(node: Node) -> Option<Node> {
    let mut at = node;
    for _ in 0..8 {
        let parent = at.parent()?;
        if parent.kind() == "assignment_expression" {
            return is_child(parent, "right", at).then_some(parent);
        }
        at = parent;
    }
    None
}

/// `s op e`, `e op s`, `s.method(e)` where `s` occurs once.
fn updates(src: &Source, value: Node, name: &str, operators: &[&str], methods: &str) -> bool {
    let is_name = |node: Option<Node>| node.is_some_and(|n| src.text(peel(n)) == name);
    if !occurs_once(src, value, name) {
        return false;
    }
    match value.kind() {
        "binary_expression" => {
            let operator = field(value, "operator").map_or("", |o| src.text(o));
            let (left, right) = (field(value, "left"), field(value, "right"));
            // `e - s` is no update.
            operators.contains(&operator) && is_name(left) != (is_name(right) && operator != "-")
        }
        "call_expression" => {
            let function = field(value, "function").filter(|f| f.kind() == "field_expression");
            let method = function
                .and_then(|f| field(f, "field"))
                .map_or("", |m| src.text(m));
            let arguments = field(value, "arguments").map(children).unwrap_or_default();
            method.contains(methods)
                && is_name(function.and_then(|f| field(f, "value")))
                && !arguments.iter().any(|a| src.text(*a) == name)
        }
        _ => false,
    }
}

/// True when the variable at `node` stands in an assignment to itself, or in a condition by which
/// nothing else changes.
fn decides_on_itself(src: &Source, node: Node, reduction: &Reduction) -> bool {
    let name = reduction.name.as_str();
    let mut at = node;
    while let Some(parent) = at.parent() {
        let operator = field(parent, "operator").map_or("", |o| src.text(o));
        let is_target = || field(parent, "left").is_some_and(|left| is_place(src, left, name));
        match parent.kind() {
            // `s + x` is no greatest or least, nor is what is compared with it.
            "binary_expression" if matches!(operator, "+" | "-" | "*" | "/" | "%" | "^") => {
                return false;
            }
            "compound_assignment_expr" => {
                return is_target()
                    && matches!((reduction.op, operator), ("And", "&=") | ("Or", "|="));
            }
            "assignment_expression" => return is_target() && keeps(src, parent, reduction),
            "if_expression" if !is_child(parent, "condition", at) => {}
            "if_expression" | "match_expression" => {
                if !changes_only(src, parent, name) {
                    return false;
                }
                if is_statement(parent) {
                    return true;
                }
            }
            "let_declaration"
            | "expression_statement"
            | "while_expression"
            | "for_expression"
            | "return_expression"
            | "break_expression" => return false,
            _ => {}
        }
        at = parent;
    }
    false
}

/// What is assigned is made of the variable itself, or a comparison with it stands around, or nothing
/// more can change it.
fn keeps(src: &Source, assignment: Node, reduction: &Reduction) -> bool {
    let name = reduction.name.as_str();
    let mentions = |node: Option<Node>| {
        let mut stack: Vec<Node> = node.into_iter().collect();
        while let Some(node) = stack.pop() {
            let place = matches!(
                node.kind(),
                "identifier" | "field_expression" | "index_expression"
            );
            if place && src.text(node) == name {
                return true;
            }
            stack.extend(children(node));
        }
        false
    };
    let value = field(assignment, "right");
    let last = match reduction.op {
        "And" => "false",
        "Or" => "true",
        _ => "",
    };
    if mentions(value) || value.is_some_and(|v| src.text(peel(v)) == last) {
        return true;
    }
    let mut at = assignment;
    while let Some(parent) = at.parent() {
        let condition = match parent.kind() {
            "if_expression" => field(parent, "condition"),
            "match_expression" => field(parent, "value"),
            "for_expression" | "function_item" => return false,
            _ => None,
        };
        if mentions(condition) {
            return true;
        }
        at = parent;
    }
    false
}

/// An `if` or `match` whose value nothing uses, an `else if` of such a one too.
fn is_statement(node: Node) -> bool {
    let mut at = node;
    while let Some(parent) = at.parent() {
        match parent.kind() {
            "else_clause" => at = parent,
            "if_expression" if at.kind() == "else_clause" => at = parent,
            kind => return matches!(kind, "expression_statement" | "block"),
        }
    }
    false
}

/// The place is `name`, or what it refers to.
fn is_place(src: &Source, place: Node, name: &str) -> bool {
    src.text(peel(place)).trim_start_matches('*') == name
}

/// Nothing in the node has an effect but assignments to `name`.
fn changes_only(src: &Source, node: Node, name: &str) -> bool {
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        let other = match node.kind() {
            "assignment_expression" | "compound_assignment_expr" => {
                field(node, "left").is_none_or(|left| !is_place(src, left, name))
            }
            "expression_statement" => {
                let kind = peel(node).kind();
                matches!(kind, "call_expression" | "macro_invocation")
            }
            "continue_expression" | "break_expression" | "return_expression" => true,
            _ => false,
        };
        if other {
            return false;
        }
        stack.extend(children(node));
    }
    true
}

fn occurs_once(src: &Source, value: Node, name: &str) -> bool {
    let (mut count, mut stack) = (0, vec![value]);
    while let Some(node) = stack.pop() {
        match src.text(node) == name {
            true => count += 1,
            false => stack.extend(children(node)),
        }
    }
    count == 1
}

fn wrong_use(reduction: &Reduction, found: &Use) -> Diagnostic {
    let name = &reduction.name;
    let help = match updates_of(reduction.op) {
        _ if reduction.own.is_some() => format!(
            "write `{name} = f({name}, ..)` or `{name}.add(..);`: what comes of `{name}` goes into nothing else"
        ),
        Some((operators, _)) if found.shape != Shape::Scalar && !found.indices.is_empty() => {
            format!(
                "write `{name}[k] {}= ..`, or keep the rest in another variable",
                operators[0]
            )
        }
        Some((operators, _)) => format!(
            "write `{name} {}= ..`, or keep the rest in another variable",
            operators[0]
        ),
        None => format!(
            "let the comparison decide on `{name}` alone, or declare the reduction `ordered`: its tasks then run one after the other"
        ),
    };
    let message = format!("`{name}` is used in another way than its reduction says");
    Diagnostic::new(Severity::Error, codes::REDUCTION, message, found.span.clone())
        .also(reduction.span.clone(), "the reduction")
        .note("each task has a partial result of its own, so the body must neither read nor set the variable")
        .help(help)
}
