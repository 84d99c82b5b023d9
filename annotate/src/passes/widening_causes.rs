//! Why indices are too complex: accesses that are taken for a whole dimension for one reason are one finding,
//! at the place of the reason, such as the `let` of a name that many indices have, or a loop's bound.

use std::collections::BTreeMap;

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::ir::{LoopInfo, Mode, Poly, Region, RegionForm, Span, Task, Use, Variable};
use crate::lower::is_range;
use crate::passes::sections::{TOO_COMPLEX, WHOLE_DIMENSION, WIDENED_HELP};
use crate::passes::tasks;
use crate::semantics::scopes::{Binder, binder, initialiser, node_at};
use crate::syntax::rust::{Source, callee, children, field, peel};

/// Names within names beyond which nobody looks.
const DEPTH: usize = 12;

/// Findings of one cause, each with the place of it.
type Group = Vec<(Span, Diagnostic)>;

/// Makes one finding of those that have one cause.
pub(super) fn run(src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    let mut groups: BTreeMap<(usize, String), Group> = BTreeMap::new();
    let mut list = Vec::new();
    for d in std::mem::take(&mut diags.list) {
        if is_only_read(src, region, &d) {
            continue;
        }
        match key_of(src, region, &d) {
            Some((key, cause, help)) => {
                let mut d = d;
                d.help.iter_mut().for_each(|old| {
                    if old == WIDENED_HELP {
                        old.clone_from(&help);
                    }
                });
                if !groups.contains_key(&key) {
                    // The finding stands where the first one did.
                    list.push(Err(key.clone()));
                }
                groups.entry(key).or_default().push((cause, d));
            }
            None => list.push(Ok(d)),
        }
    }
    let told = |entry: Result<Diagnostic, (usize, String)>| match entry {
        Ok(d) => Some(d),
        Err(key) => groups.remove(&key).map(told),
    };
    diags.list = list.into_iter().filter_map(told).collect();
}

/// No task of the region writes the array that is taken whole, under this name or another one: nothing waits
/// because of that.
fn is_only_read(src: &Source, region: &Region, d: &Diagnostic) -> bool {
    let whole = d.code == codes::WIDENED && d.message.starts_with(WHOLE_DIMENSION);
    if !whole || region.joined || region.form == RegionForm::Nested {
        return false;
    }
    let uses = |task: &Task| task.uses.iter().find(|u| u.span == d.primary.span).cloned();
    let found = tasks(region).find_map(|task| Some((task, uses(task)?)));
    let Some((task, used)) = found else {
        return false;
    };
    let written = |v: &Variable| v.name == used.name && v.written;
    let root = used.name.split('.').next().unwrap_or("");
    let by = node_at(src, &task.stmt).and_then(|stmt| binder(src, stmt, root));
    // What a name inside of the region refers into may be written by another one, and swaps exchange names.
    let own = by.is_some_and(|by| !by.is_in(&region.body));
    own && !region.variables.iter().any(written) && !src.slice(&region.body).contains("swap")
}

/// The task and the text of the cause, and where that is.
fn key_of(
    src: &Source,
    region: &Region,
    d: &Diagnostic,
) -> Option<((usize, String), Span, String)> {
    let index = d.secondary.first()?;
    let here = d.code == codes::WIDENED && d.message.starts_with(WHOLE_DIMENSION);
    let span = &d.primary.span;
    if !here || !region.body.contains(&span.start) {
        return None;
    }
    let uses = |task: &Task| task.uses.iter().find(|u| u.span == *span).cloned();
    let (task, used) = tasks(region).find_map(|task| Some((task, uses(task)?)))?;
    if index.text != TOO_COMPLEX {
        // All of an array is taken as one line for the same reason.
        let key = (task.start, used.name.clone());
        return Some((key, span.clone(), String::new()));
    }
    let help = section_help(region, task, &used);
    let cause = cause_of(src, task, &used, &index.span).unwrap_or(index.span.clone());
    // The same words stand for one cause, a name for what it is where it is bound.
    let text = src.slice(&cause);
    let word = text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let key = match word {
        true => format!("{text}@{}", cause.start),
        false => text.to_owned(),
    };
    Some(((task.start, key), cause, help))
}

/// The clause that would say less than the whole dimension.
fn section_help(region: &Region, task: &Task, used: &Use) -> String {
    let name = &used.name;
    let all: Vec<&Use> = task.uses.iter().filter(|u| u.name == *name).collect();
    let mode = match (used.mode.writes(), all.iter().any(|u| u.mode != Mode::Out)) {
        (false, _) => Mode::In,
        (true, true) => Mode::InOut,
        (true, false) => Mode::Out,
    };
    let variable = region.variables.iter().find(|v| v.name == *name);
    let dims = variable.map_or(1, |v| v.kind.dims()).max(1);
    let entries = vec!["lo..hi"; dims].join(", ");
    let clause = mode.names().0;
    format!("declare the section, `{clause}({name}[{entries}])`, if it is smaller")
}

fn told(mut found: Group) -> Diagnostic {
    found.sort_by_key(|(_, d)| d.primary.span.start);
    let count = found.len();
    let (cause, mut d) = found.remove(0);
    let inside = d.primary.span.start <= cause.start && cause.end <= d.primary.span.end;
    if count == 1 && inside {
        return d;
    }
    let names: Vec<&str> = (found.iter().map(|(_, d)| d.message.as_str()))
        .chain([d.message.as_str()])
        .filter_map(|message| message.split('`').nth(1))
        .collect();
    let mut others: Vec<&str> = names;
    others.sort_unstable();
    others.dedup();
    if others.len() > 1 {
        let all: Vec<String> = others.iter().map(|name| format!("`{name}`")).collect();
        d.message = format!("{WHOLE_DIMENSION}s of {}", all.join(", "));
    }
    let mut clauses: Vec<&str> = (found.iter().map(|(_, d)| d).chain([&d]))
        .flat_map(|d| d.help.first())
        .filter_map(|help| help.split('`').nth(1))
        .collect();
    clauses.sort_unstable();
    clauses.dedup();
    // What is updated is read by the same clause.
    let updated = clauses.clone();
    clauses.retain(|clause| {
        let update = clause.replacen("in(", "inout(", 1);
        clause.starts_with("inout(") || !updated.contains(&update.as_str())
    });
    if clauses.len() > 1 {
        let all: Vec<String> = clauses.iter().map(|c| format!("`{c}`")).collect();
        let help = format!(
            "declare the sections, {}, if they are smaller",
            all.join(", ")
        );
        d.help = vec![help];
    }
    let first = d.primary.span.clone();
    let line = d.secondary.iter().any(|label| label.text != TOO_COMPLEX);
    if line {
        d.notes
            .push(format!("the same holds for {} more accesses", count - 1));
        return d;
    }
    d.primary.span = cause.clone();
    d.primary.text = TOO_COMPLEX_VALUE.to_owned();
    d.secondary.clear();
    let accesses = match count {
        1 => "the index of this access is made of it".to_owned(),
        _ => format!("the indices of {count} accesses are made of it, of which this is the first"),
    };
    match inside {
        true => {
            d.notes.push(format!(
                "{count} accesses of the task have it in their indices"
            ));
            d
        }
        false => d.also(first, accesses),
    }
}

/// What is said at a cause.
const TOO_COMPLEX_VALUE: &str = "this is too complex to analyse";

/// The part of an index, or of what it is made of, that is not known.
fn cause_of(src: &Source, task: &Task, used: &Use, index: &Span) -> Option<Span> {
    let at = used.indices.iter().position(|span| span == index)?;
    let node = node_at(src, index)?;
    let found = match used.index.get(at) {
        Some(Some(value)) => unbounded(src, task, node, value, 0),
        _ => unknown(src, task, node, 0),
    };
    found.map(|node| node.byte_range())
}

/// The end of a loop of which nothing is known.
fn unbounded<'t>(
    src: &'t Source,
    task: &Task,
    at: Node<'t>,
    value: &Poly,
    depth: usize,
) -> Option<Node<'t>> {
    let inner = |info: &&LoopInfo| value.mentions(&info.atom);
    for info in task.inner.iter().filter(inner).filter(|_| depth < DEPTH) {
        let ends = [&info.lo, &info.hi].into_iter().flatten();
        let deeper = ends
            .filter(|end| end.inner().next().is_some())
            .find_map(|end| unbounded(src, task, at, end, depth + 1));
        if deeper.is_some() {
            return deeper;
        }
        if info.lo.is_some() && info.hi.is_some() {
            continue;
        }
        let name = info.atom.split('@').next()?;
        if let Some(Binder::For(looped)) = bound_as(src, at, name) {
            let range = field(looped, "value")?;
            return unknown(src, task, range, depth + 1).or(Some(range));
        }
    }
    None
}

/// What binds a loop's variable that an index is made of, perhaps by other names.
fn bound_as<'t>(src: &'t Source, at: Node<'t>, name: &str) -> Option<Binder<'t>> {
    let direct = binder(src, at, name);
    if direct.is_some() {
        return direct;
    }
    let mut around = at;
    while let Some(parent) = around.parent() {
        let own = field(parent, "pattern").is_some_and(|p| src.text(p) == name);
        if parent.kind() == "for_expression" && own {
            return Some(Binder::For(parent));
        }
        around = parent;
    }
    None
}

/// The part of an expression that has no polynomial.
fn unknown<'t>(src: &'t Source, task: &Task, node: Node<'t>, depth: usize) -> Option<Node<'t>> {
    if depth > DEPTH {
        return Some(node);
    }
    let node = peel(node);
    let inner = |node| unknown(src, task, node, depth + 1);
    match node.kind() {
        "identifier" => of_name(src, task, node, depth),
        "binary_expression" => {
            let sides = [field(node, "left"), field(node, "right")];
            let operator = field(node, "operator").map_or("", |o| src.text(o));
            let part = sides.into_iter().flatten().find_map(inner);
            part.or((!matches!(operator, "+" | "-" | "*")).then_some(node))
        }
        "type_cast_expression" => {
            let ty = field(node, "type").map_or("", |ty| src.text(ty));
            let cuts = !matches!(ty, "usize" | "isize" | "u64" | "i64" | "u128" | "i128");
            field(node, "value")
                .and_then(inner)
                .or(cuts.then_some(node))
        }
        "unary_expression" | "range_expression" | "tuple_expression" | "array_expression" => {
            children(node).into_iter().find_map(inner)
        }
        "call_expression" => {
            let method = callee(node).filter(|f| f.kind() == "field_expression");
            let name = method
                .and_then(|m| field(m, "field"))
                .map_or("", |f| src.text(f));
            let receiver = method.and_then(|m| field(m, "value"));
            match name {
                "len" | "nrows" | "ncols" => None,
                "rev" | "step_by" => receiver.and_then(inner),
                _ => Some(node),
            }
        }
        "integer_literal" | "float_literal" | "scoped_identifier" | "self" | "field_expression" => {
            None
        }
        _ => Some(node),
    }
}

/// What makes a name of the task unknown.
fn of_name<'t>(src: &'t Source, task: &Task, name: Node<'t>, depth: usize) -> Option<Node<'t>> {
    let word = src.text(name);
    let by = binder(src, name, word)?;
    // What is bound outside is known, unless the task changes it.
    let outside = by.node().start_byte() < task.stmt.start || !by.is_in(&task.stmt);
    if outside && !matches!(by, Binder::For(_)) {
        let changes = |u: &Use| u.name == word && u.mode.writes();
        return task.uses.iter().any(changes).then_some(name);
    }
    match by {
        Binder::Let(declaration) => {
            let value = initialiser(src, declaration, word);
            let mutable = children(declaration)
                .iter()
                .any(|part| part.kind() == "mutable_specifier");
            match value {
                Some(value) if !mutable => unknown(src, task, value, depth + 1),
                _ => field(declaration, "pattern"),
            }
        }
        Binder::For(looped) => {
            let range = field(looped, "value")?;
            (!is_range(src, range)).then_some(range)
        }
        Binder::Other(node) => pattern_of(src, node, word),
        Binder::Parameter(_) => None,
    }
}

/// The place in a pattern that binds the name.
fn pattern_of<'t>(src: &Source, scope: Node<'t>, name: &str) -> Option<Node<'t>> {
    let parts = ["condition", "pattern", "parameters"];
    let mut stack: Vec<Node> = parts.iter().filter_map(|part| field(scope, part)).collect();
    while let Some(node) = stack.pop() {
        if node.kind() == "identifier" && src.text(node) == name {
            return Some(node);
        }
        stack.extend(children(node).into_iter().rev());
    }
    None
}
