//! Reduction clauses: the code of a task only updates the scalar, by the operator of the clause.

use tree_sitter::Node;

use crate::c::lower::privatization;
use crate::c::parse::names::{all_names, identifiers, statement};
use crate::c::parse::source::{Source, any, children, expression, field, peel, root_of};
use crate::c::semantics::affine::expanded_call;
use crate::c::semantics::calls::{Target, functions_called, target};
use crate::c::semantics::declarations::{self, Declared, Form};
use crate::c::semantics::pointer_types::is_struct;
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Reduction, Region};
use crate::passes::tasks;

/// Reports scalars that are used in another way.
pub(in crate::c) fn run(src: &Source, region: &Region, diags: &mut Diagnostics) {
    for task in tasks(region) {
        let Some(stmt) = statement(src, task) else {
            continue;
        };
        for reduction in task.reductions.iter().filter(|r| !r.ordered) {
            if let Some(own) = &reduction.own {
                let d = error(format!("unknown operator `{own}`"), reduction.span.clone());
                diags.push(d.help(
                    "operators: + * min max & | ^ && ||, with `ordered` before it for serial order",
                ));
                continue;
            }
            let found = declarations::find(src, stmt, &reduction.name);
            let number = |d: &Declared| d.form() == Form::Value && !is_struct(src, d);
            let member = root_of(&reduction.name) != reduction.name;
            if member || found.as_ref().is_some_and(|d| !number(d)) {
                diags.push(no_number(reduction));
                continue;
            }
            if found.is_none() && src.scopes.declared_in(&reduction.name, &stmt.byte_range()) > 0 {
                diags.push(own(reduction));
                continue;
            }
            if found.as_ref().is_some_and(|d| is_truth(src, d)) {
                diags.list.extend(no_truth(reduction));
            }
            let mentions = src.named(&reduction.name, &stmt.byte_range());
            if let Some(d) = by_others(src, (stmt, !mentions.is_empty()), reduction, found) {
                diags.push(d);
                continue;
            }
            for node in mentions {
                if !is_update(src, reduction, node) {
                    let message = format!(
                        "`{}` is not only updated by the operator of its reduction",
                        reduction.name
                    );
                    let d = error(message, node.byte_range());
                    let d = d.also(reduction.span.clone(), "the reduction");
                    diags.push(d.help(help(reduction.op)));
                    break;
                }
            }
        }
    }
}

/// Functions that the task calls use the variable, not its sum; or neither they nor the task do.
fn by_others(
    src: &Source,
    (stmt, named): (Node, bool),
    reduction: &Reduction,
    found: Option<Declared>,
) -> Option<Diagnostic> {
    let name = &reduction.name;
    let lasts = found.is_none_or(|d| d.lasting);
    let known =
        || privatization::known_to(src, stmt, name).or_else(|| by_pointers(src, stmt, name));
    let Some(function) = (lasts || !named).then(known).flatten() else {
        let message = format!("the task does not use `{name}`");
        return (!named).then(|| error(message, reduction.span.clone()));
    };
    let own = if named { "besides" } else { "not" };
    let message = format!(
        "`{function}` uses `{name}`, {own} the task's own code: there is one of it for all tasks"
    );
    let d = error(message, reduction.span.clone());
    Some(d.help(format!(
        "let it return what the task adds, or say `reduction(ordered ..: {name})`: tasks then run one after the other"
    )))
}

/// A function that uses the variable, where the task's code, or functions that it calls, call some through pointers.
fn by_pointers(src: &Source, stmt: Node, name: &str) -> Option<String> {
    let through = |node: Node| match target(src, node) {
        Some(Target::Through(_)) => true,
        Some(Target::Named(at)) => {
            let found = declarations::find(src, at, src.text(at));
            found.is_some_and(|d| !d.is_function())
        }
        None => false,
    };
    let codes = functions_called(src, vec![stmt]).0.into_iter();
    codes.chain([stmt]).find(|code| any(*code, &through))?;
    let mut pointed_to = src.functions.pointed_to(src, None).into_iter();
    let known = pointed_to.find(|(_, code)| all_names(src, *code).contains(name))?;
    Some(known.0.to_owned())
}

fn no_number(reduction: &Reduction) -> Diagnostic {
    let name = &reduction.name;
    let message = format!("`{name}` is no number: a reduction is of a variable");
    error(message, reduction.span.clone()).help(format!(
        "sum up in a variable, `sum` with `reduction(+: sum)`, and add it to `{name}` behind `#pragma hp5 task_wait`"
    ))
}

fn own(reduction: &Reduction) -> Diagnostic {
    let message = format!("`{}` is declared in the task", reduction.name);
    error(message, reduction.span.clone())
        .help("each task has one of its own: declare in front of it what they are folded into")
}

/// It is true or false.
fn is_truth(src: &Source, found: &Declared) -> bool {
    let own = src.typedefs.contains_key("bool") || src.macros.contains_key("bool");
    let words = found.plain_words(src);
    let mut words = words.split_whitespace();
    words.any(|word| word == "_Bool" || (word == "bool" && !own))
}

/// Reports an operator under which what becomes of a truth value depends on all that was before: `x ^= 2`, `x--`.
fn no_truth(reduction: &Reduction) -> Option<Diagnostic> {
    if matches!(reduction.op, "BitAnd" | "BitOr" | "Mul") {
        return None;
    }
    let name = &reduction.name;
    let message = format!("`{name}` is true or false: its reduction is by `&` or `|`");
    let d = error(message, reduction.span.clone());
    Some(d.help("for other operators declare it `int`"))
}

fn error(message: String, span: crate::ir::Span) -> Diagnostic {
    Diagnostic::new(Severity::Error, codes::REDUCTION, message, span)
}

fn help(op: &str) -> &'static str {
    match op {
        "Min" | "Max" => {
            "write `if (e > x) x = e;`, `x = fmax(x, e)`, `x = e > x ? e : x`, or a macro for it"
        }
        _ => "write `x += e` or `x = x + e`, where `e` does not use `x`",
    }
}

/// The name stands in an update of itself.
fn is_update(src: &Source, reduction: &Reduction, node: Node) -> bool {
    let Some(whole) = update_around(node) else {
        return false;
    };
    match (reduction.op, whole.kind()) {
        ("Min" | "Max", "assignment_expression") => {
            field(whole, "right").is_some_and(|right| picks(src, reduction, right, 0))
                || guarded(src, reduction, whole)
        }
        ("Min" | "Max", "if_statement") => {
            children(whole).len() == 2 && guard(src, reduction, whole).is_some()
        }
        ("Add", "update_expression") => true,
        (op, "assignment_expression") => adds(src, reduction, op, whole),
        _ => false,
    }
}

/// The assignment, or the condition of an `if`, that a name is part of.
fn update_around(node: Node) -> Option<Node> {
    let mut at = node;
    loop {
        let parent = at.parent()?;
        match parent.kind() {
            "assignment_expression" => return Some(parent),
            "update_expression" => return Some(parent),
            "if_statement" if field(parent, "condition") == Some(at) => return Some(parent),
            kind if kind.ends_with("_statement") || kind == "declaration" => return None,
            _ => at = parent,
        }
    }
}

fn is_name(src: &Source, node: Node, name: &str) -> bool {
    let node = peel(node);
    node.kind() == "identifier" && src.text(node) == name
}

fn mentions(src: &Source, node: Node, name: &str) -> bool {
    identifiers(src, node).iter().any(|(n, _)| *n == name)
}

/// `x += e`, `x = x + e`, `x = e + x`, `x = x + e - f`.
fn adds(src: &Source, reduction: &Reduction, op: &str, whole: Node) -> bool {
    let name = &reduction.name;
    let operators: &[&str] = match op {
        "Add" => &["+", "-"],
        "Mul" => &["*"],
        "BitAnd" => &["&"],
        "BitOr" => &["|"],
        _ => &["^"],
    };
    let (Some(left), Some(right), Some(operator)) = (
        field(whole, "left"),
        field(whole, "right"),
        field(whole, "operator"),
    ) else {
        return false;
    };
    if !is_name(src, left, name) {
        return false;
    }
    let operator = src.text(operator);
    if operator != "=" {
        let by = operator.trim_end_matches('=');
        return operators.contains(&by) && !mentions(src, right, name);
    }
    continues(src, right, name, operators)
}

/// The name itself, or with others by the operators: `x + a - b`, `a + (x - b)`.
fn continues(src: &Source, value: Node, name: &str, operators: &[&str]) -> bool {
    let value = peel(value);
    let (Some(a), Some(b), Some(by)) = (
        field(value, "left"),
        field(value, "right"),
        field(value, "operator"),
    ) else {
        return false;
    };
    let by = src.text(by);
    let goes_on = |side| is_name(src, side, name) || continues(src, side, name, operators);
    let first = operators.contains(&by) && !mentions(src, b, name) && goes_on(a);
    first || (operators[0] == by && !mentions(src, a, name) && goes_on(b))
}

/// The lesser or greater of the name and something else: by a function, `?:`, or a macro for it.
fn picks(src: &Source, reduction: &Reduction, value: Node, depth: usize) -> bool {
    let name = &reduction.name;
    let value = peel(value);
    match value.kind() {
        "conditional_expression" => {
            let parts = (
                field(value, "condition"),
                field(value, "consequence"),
                field(value, "alternative"),
            );
            let (Some(condition), Some(yes), Some(no)) = parts else {
                return false;
            };
            let Some((other, less)) = compared(src, reduction, condition) else {
                return false;
            };
            let same = |n: Node| text(src, n) == other;
            // `less`: the name is the lesser where the condition holds.
            let wants = reduction.op == "Min";
            (less == wants && is_name(src, yes, name) && same(no))
                || (less != wants && same(yes) && is_name(src, no, name))
        }
        "call_expression" if depth < 4 => {
            if let Some(inner) = expanded_call(src, value).and_then(|t| expression(&t, src)) {
                return inner
                    .value()
                    .is_some_and(|v| picks(&inner, reduction, v, depth + 1));
            }
            let known: &[&str] = match reduction.op {
                "Min" => &["fmin", "fminf", "fminl"],
                _ => &["fmax", "fmaxf", "fmaxl"],
            };
            let called = field(value, "function").map_or("", |f| src.text(f));
            let arguments = field(value, "arguments").map(children).unwrap_or_default();
            known.contains(&called)
                && matches!(arguments.as_slice(), [a, b] if is_name(src, *a, name) != is_name(src, *b, name))
        }
        _ => false,
    }
}

fn text(src: &Source, node: Node) -> String {
    src.text(peel(node)).split_whitespace().collect()
}

/// What the name is compared with, and whether it is the lesser where the condition holds.
fn compared(src: &Source, reduction: &Reduction, condition: Node) -> Option<(String, bool)> {
    let name = &reduction.name;
    let condition = peel(condition);
    let (left, right) = (field(condition, "left")?, field(condition, "right")?);
    let less = match src.text(field(condition, "operator")?) {
        "<" | "<=" => true,
        ">" | ">=" => false,
        _ => return None,
    };
    match (is_name(src, left, name), is_name(src, right, name)) {
        (true, false) => Some((text(src, right), less)),
        (false, true) => Some((text(src, left), !less)),
        _ => None,
    }
}

/// `if (e > x) x = e;`: what is compared.
fn guard(src: &Source, reduction: &Reduction, branch: Node) -> Option<String> {
    let (other, less) = compared(src, reduction, field(branch, "condition")?)?;
    // The name must be on the side that it is moved away from.
    if less != (reduction.op == "Max") || field(branch, "alternative").is_some() {
        return None;
    }
    let mut inside = field(branch, "consequence")?;
    while inside.kind() == "compound_statement" {
        match children(inside).as_slice() {
            [one] => inside = *one,
            _ => return None,
        }
    }
    let set = peel(inside);
    let fits = set.kind() == "assignment_expression"
        && field(set, "operator").is_some_and(|o| src.text(o) == "=")
        && is_name(src, field(set, "left")?, &reduction.name)
        && text(src, field(set, "right")?) == other;
    fits.then_some(other)
}

/// The assignment is what such an `if` guards.
fn guarded(src: &Source, reduction: &Reduction, assignment: Node) -> bool {
    let mut at = assignment;
    while let Some(parent) = at.parent() {
        match parent.kind() {
            "expression_statement" | "compound_statement" => at = parent,
            "if_statement" => return guard(src, reduction, parent).is_some(),
            _ => return false,
        }
    }
    false
}
