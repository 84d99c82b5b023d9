//! Variables of which each turn of a task loop, or each task, writes what it reads: private by themselves.
//!
//! A number or an array that is declared outside of the task, that the task's code reads only where the
//! same turn has written it, and that nothing reads behind the task: each task has one of its own. Of the
//! others by which tasks of a loop wait for one another, one finding lists all.

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Poly, Region, RegionForm, Shape, Task, Use};
use crate::lower::is_number;
use crate::passes::turn::{Turn, Written};
use crate::passes::uninitialized::{binds, without_value};
use crate::passes::variables::shared_uses;
use crate::passes::{tasks, tasks_mut};
use crate::semantics::headers::place_type;
use crate::semantics::scopes::{Binder, binder, initialiser, node_at};
use crate::semantics::types::{element, is_primitive, reference, tidy};
use crate::semantics::values::{Value, value_of};
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, children, field, function_around, peel};

/// Makes private what is private by itself.
pub(super) fn run(src: &Source, region: &mut Region, _: &mut Diagnostics) {
    let lists: Vec<Vec<String>> = tasks(region)
        .map(|task| {
            let mut names = written(task);
            names.retain(|name| is_own(src, region, task, name));
            names
        })
        .collect();
    for (task, list) in tasks_mut(region).zip(lists) {
        task.privates.extend(list);
    }
}

/// Locals that a task writes, by their names.
fn written(task: &Task) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for used in task.uses.iter().filter(|u| u.mode.writes()) {
        let name = &used.name;
        let plain = !name.contains('.') && name != "self" && !names.contains(name);
        let clause = task.privates.contains(name)
            || task.declared.iter().any(|d| d.name == *name)
            || task.reductions.iter().any(|r| r.name == *name)
            || task.loops.iter().any(|l| l.var == *name);
        if plain && !clause {
            names.push(name.clone());
        }
    }
    names
}

fn is_own(src: &Source, region: &Region, task: &Task, name: &str) -> bool {
    let Some(stmt) = node_at(src, &task.stmt) else {
        return false;
    };
    let Some(by) = binder(src, stmt, name) else {
        return false;
    };
    let inside = by.is_in(&region.body);
    if (region.form == RegionForm::Nested && !inside) || !is_bound_once(src, stmt, name) {
        return false;
    }
    let unset = without_value(src, region, stmt, name).is_some();
    let data = unset || is_data(src, by, name);
    data && (unset || task.nested.is_none())
        && writes_first(src, task, stmt, name)
        && !is_read_behind(src, stmt, by, name)
}

/// No other pattern binds the name where the one that does for the task holds.
fn is_bound_once(src: &Source, stmt: Node, name: &str) -> bool {
    let declaration = match binder(src, stmt, name) {
        Some(Binder::Let(declaration)) => Some(declaration),
        _ => None,
    };
    let scope = declaration.map_or_else(|| function_around(stmt), |node| node.parent());
    let Some(scope) = scope else {
        return false;
    };
    let begin = declaration.map_or(scope.start_byte(), |node| node.start_byte());
    let mut next = declaration.and_then(|node| node.next_named_sibling());
    while let Some(node) = next.filter(|node| !binds(src, *node, name)) {
        next = node.next_named_sibling();
    }
    let end = next.map_or(scope.end_byte(), |node| node.start_byte());
    let (mut count, mut stack) = (0, vec![scope]);
    while let Some(node) = stack.pop() {
        if node.end_byte() <= begin || node.start_byte() >= end {
            continue;
        }
        let pattern = match node.kind() {
            "closure_parameters" => Some(node),
            _ => field(node, "pattern"),
        };
        if let Some(pattern) = pattern.filter(|p| src.text(*p).contains(name)) {
            let names = pattern_names(src, pattern);
            count += names.iter().filter(|(n, _)| n == name).count();
        }
        stack.extend(children(node));
    }
    count == 1
}

/// A number, or an array or vector of numbers that is a value: it can be copied for each task.
fn is_data(src: &Source, by: Binder, name: &str) -> bool {
    let plain = |ty: &str| is_primitive(ty) || is_plain_array(ty);
    match by {
        Binder::Parameter(p) => field(p, "type").is_some_and(|ty| plain(&tidy(src.text(ty)))),
        Binder::Let(declaration) => match field(declaration, "type") {
            Some(ty) => {
                let named = field(declaration, "pattern").is_some_and(|p| p.kind() == "identifier");
                named && plain(&tidy(src.text(ty)))
            }
            None => initialiser(src, declaration, name).is_some_and(|value| {
                is_number(src, value, 0)
                    || (value_of(src, value) == Value::Owner && is_filled(src, value))
            }),
        },
        _ => false,
    }
}

/// `Vec<f64>`, `[[f64; 3]; N]`: numbers all the way.
fn is_plain_array(ty: &str) -> bool {
    reference(ty).is_none()
        && element(ty).is_some_and(|part| is_primitive(part) || is_plain_array(part))
}

/// `vec![0.0; n]`, `[[0; 3]; N]`, `[1, 2]`.
fn is_filled(src: &Source, value: Node) -> bool {
    let value = peel(value);
    let text = src.text(value);
    match value.kind() {
        "array_expression" => {
            let first = children(value).first().copied();
            first.is_some_and(|v| is_number(src, v, 0) || is_filled(src, v))
        }
        "macro_invocation" => {
            let cell = text.trim_start_matches("vec!").trim_start();
            let cell = cell.trim_start_matches(['[', '(', '{']).trim_start();
            let number = cell.trim_start_matches(['[', '-']);
            let nested = cell.starts_with("vec!") && cell.contains("vec![0");
            text.starts_with("vec!") && (number.starts_with(|c: char| c.is_ascii_digit()) || nested)
        }
        _ => false,
    }
}

/// Each turn, or the task, reads what it has written itself, and nothing else of the variable.
fn writes_first(src: &Source, task: &Task, stmt: Node, name: &str) -> bool {
    let Some(code) = code_of(task, stmt) else {
        return false;
    };
    let mut turn = Turn::new(src, name, Some(task), length_of(src, stmt, name));
    turn.walk(code, &mut Written::default());
    // Bounds and what stands between the loops belong to no turn.
    !turn.reads && (code.id() == stmt.id() || !is_mentioned(src, stmt, Some(code), name))
}

/// The body of the innermost tiled loop, or the statement.
fn code_of<'t>(task: &Task, stmt: Node<'t>) -> Option<Node<'t>> {
    let mut at = peel(stmt);
    for n in 0..task.loops.len() {
        let body = field(at, "body")?;
        if n + 1 == task.loops.len() {
            return Some(body);
        }
        let mut parts = children(body).into_iter().map(peel);
        at = parts.find(|part| part.kind() == "for_expression")?;
    }
    Some(stmt)
}

/// The name stands in the code, `except` aside.
fn is_mentioned(src: &Source, code: Node, except: Option<Node>, name: &str) -> bool {
    let mut stack = vec![code];
    while let Some(node) = stack.pop() {
        if except.is_some_and(|e| e.id() == node.id()) {
            continue;
        }
        let word = matches!(node.kind(), "identifier" | "string_literal");
        if word && (src.text(node) == name || src.text(node).contains(&format!("{{{name}"))) {
            return true;
        }
        stack.extend(children(node));
    }
    false
}

/// How many elements an array has by its declaration, where these are a number or a name that is fixed.
fn length_of(src: &Source, stmt: Node, name: &str) -> Option<Poly> {
    let Some(Binder::Let(declaration)) = binder(src, stmt, name) else {
        return None;
    };
    let ty = field(declaration, "type").filter(|ty| src.text(*ty).contains(';'));
    let text = match ty {
        Some(ty) => src.text(ty),
        None => src.text(initialiser(src, declaration, name)?),
    };
    let inside = text
        .trim_start_matches("vec!")
        .trim()
        .strip_prefix('[')?
        .strip_suffix(']')?;
    let length = inside.rsplit(';').next()?.trim();
    if let Ok(number) = length.replace('_', "").parse() {
        return Some(Poly::constant(number));
    }
    let plain = !length.is_empty() && length.chars().all(|c| c.is_alphanumeric() || c == '_');
    let fixed = match binder(src, declaration, length) {
        Some(Binder::Let(l)) => !src.text(l).contains("mut "),
        Some(Binder::Parameter(p)) => {
            field(p, "type").is_some_and(|ty| src.text(ty) == "usize")
                && !src.text(p).contains("mut ")
        }
        Some(_) => false,
        None => true,
    };
    (plain && fixed).then(|| Poly::atom(length))
}

/// Code that may run after the task reads the variable before it writes it.
fn is_read_behind(src: &Source, stmt: Node, by: Binder, name: &str) -> bool {
    let mut turn = Turn::new(src, name, None, None);
    let mut state = Written::default();
    let mut at = stmt;
    while let Some(parent) = at.parent() {
        let body = field(parent, "body").is_some_and(|b| b.id() == at.id());
        match parent.kind() {
            "block" => {
                let mut next = at.next_named_sibling();
                while let Some(node) = next {
                    turn.walk(node, &mut state);
                    if turn.reads || state.whole {
                        return turn.reads;
                    }
                    if binds(src, node, name) {
                        break;
                    }
                    next = node.next_named_sibling();
                }
                if by.node().parent().is_some_and(|b| b.id() == parent.id()) {
                    return false;
                }
            }
            // The next turn.
            "for_expression" | "while_expression" | "loop_expression" if body => {
                if field(parent, "pattern").is_some_and(|p| p.id() == by.node().id()) {
                    return false;
                }
                let condition = field(parent, "condition");
                let mut again = Written::default();
                condition
                    .into_iter()
                    .chain([at])
                    .for_each(|part| turn.walk(part, &mut again));
                if turn.reads {
                    return true;
                }
            }
            "function_item" => return false,
            "expression_statement"
            | "unsafe_block"
            | "if_expression"
            | "else_clause"
            | "match_arm"
            | "match_block"
            | "match_expression" => {}
            _ => return true,
        }
        at = parent;
    }
    true
}

/// Lists, for each loop whose tasks are ordered, the variables that each of its turns may set for itself.
pub(super) fn report(src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    for task in tasks(region).filter(|t| !t.loops.is_empty() && !t.parallel) {
        let Some(stmt) = node_at(src, &task.stmt) else {
            continue;
        };
        let found = scratch(src, region, task, stmt);
        let Some((_, first)) = found.first() else {
            continue;
        };
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        // What was said of one of them alone.
        diags.list.retain(|d| {
            let of_task = task.stmt.contains(&d.primary.span.start);
            let said = [codes::SERIAL_SCALAR, codes::SERIAL_WHOLE].contains(&d.code);
            !(of_task && said && names.iter().any(|n| d.message.contains(&format!("`{n}`"))))
        });
        diags.push(finding(&names, first));
    }
}

/// Variables that all turns of a loop write in the same place, with the first write.
fn scratch<'t>(
    src: &Source,
    region: &Region,
    task: &'t Task,
    stmt: Node,
) -> Vec<(String, &'t Use)> {
    let mut list = Vec::new();
    for variable in &region.variables {
        let name = &variable.name;
        let uses: Vec<&Use> = shared_uses(task).filter(|u| u.name == *name).collect();
        let Some(first) = uses.iter().find(|u| u.mode.writes()) else {
            continue;
        };
        let moves = |u: &&Use| {
            let atoms = |p: &Poly| task.loops.iter().any(|l| p.mentions(&l.atom));
            u.index.iter().any(|p| p.as_ref().is_none_or(atoms))
        };
        let kept = name.contains('.')
            || task.declared.iter().any(|d| d.name == *name)
            || task.reductions.iter().any(|r| r.name == *name);
        if kept || uses.iter().any(moves) || !is_bound_once(src, stmt, name) {
            continue;
        }
        let Some(by) = binder(src, stmt, name) else {
            continue;
        };
        // What is handed to a function may be set there.
        let begins = uses.iter().min_by_key(|u| u.span.start);
        let handed =
            begins.is_some_and(|u| u.mode.writes() && u.shape == Shape::Whole && !u.in_macro);
        let array = || {
            place_of(src, first)
                .and_then(|ty| element(&ty).map(str::to_owned))
                .is_some()
        };
        let sets =
            writes_first(src, task, stmt, name) || (handed && (array() || is_data(src, by, name)));
        if sets && !is_read_behind(src, stmt, by, name) {
            list.push((name.clone(), *first));
        }
    }
    list
}

/// The type of what is used.
fn place_of(src: &Source, used: &Use) -> Option<String> {
    place_type(src, peel(node_at(src, &used.base)?), 0)
}

fn finding(names: &[&str], first: &Use) -> Diagnostic {
    let listed = names.join(", ");
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let quoted = match quoted.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => quoted.concat(),
    };
    let message =
        format!("the tasks of this loop run one after the other because each writes {quoted}");
    Diagnostic::new(Severity::Warning, codes::SERIAL_SCALAR, message, first.span.clone())
        .help(format!("declare `private({listed})`, by which each task has its own: right if each turn sets what it reads of it, and nothing needs the last values"))
}
