//! What a body uses besides arrays and task-written scalars.
//!
//! Captured by value where the type allows. Else: what is declared outside of the region,
//! and containers declared inside (which `lifetime` keeps alive) and what has no `Clone`, by
//! reference; other things declared inside by clone. `waits` keeps generating code from changing what is captured by
//! reference while tasks are pending.

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Capture, Region, RegionForm, Span, Task, Variable};
use crate::passes::unclonable::Unclonable;
use crate::passes::variables::shared_uses;
use crate::passes::{tasks, tasks_mut, thread_safety, uninitialized};
use crate::semantics::headers::{is_container, makes_container, place_type};
use crate::semantics::scopes::{Binder, binder, initialiser, is_borrowed, node_at};
use crate::semantics::values::{Known, known};
use crate::syntax::names::free_names;
use crate::syntax::owners::plain_fields;
use crate::syntax::rust::{Source, binding_of, children, field, peel, place_name};

/// Fills the captures of every task.
pub(super) fn run(src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    thread_safety::report(src, region, diags);
    uninitialized::run(src, region, diags);
    let lists: Vec<Vec<Capture>> = tasks(region)
        .map(|task| {
            node_at(src, &task.stmt)
                .map(|stmt| captures(src, region, task, stmt, diags))
                .unwrap_or_default()
        })
        .collect();
    for (task, list) in tasks_mut(region).zip(lists) {
        task.captures = list;
    }
}

fn captures(
    src: &Source,
    region: &Region,
    task: &Task,
    stmt: Node,
    diags: &mut Diagnostics,
) -> Vec<Capture> {
    let mut list: Vec<Capture> = Vec::new();
    let nested = region.form == RegionForm::Nested;
    for outer in outer_names(src, region, task, stmt) {
        let promoted = region
            .promoted
            .iter()
            .any(|p| p.name == outer.name && p.scope.contains(&task.stmt.start));
        let referred = outer.binder.is_in(&region.body) && by_reference(src, &outer);
        let inside = !referred && (nested || outer.binder.is_in(&region.body));
        let behind = Unclonable::of(src, outer.binder, &outer.name).is_sure()
            || !inside
                && outer.spans.iter().any(|span| is_borrowed(src, span))
                && holds_elements(src, &outer);
        let name = if promoted {
            format!("(*{})", outer.name)
        } else {
            outer.name.clone()
        };
        list.push(Capture {
            binding: binding_of(&outer.name),
            name,
            uses: outer.spans,
            inside,
            referred: false,
            behind,
        });
    }
    let mut spans: Vec<Span> = free_names(src, stmt)
        .into_iter()
        .filter(|f| src.is_owner(&f.name, stmt.start_byte()))
        .flat_map(|f| f.spans)
        .collect();
    if task.nested.is_some() {
        spans.extend(owners_in_directives(src, stmt));
    }
    capture_fields(src, stmt, &spans, &bound_names(region, task), &mut list);
    if let Some(whole) = list.iter().find(|c| c.name == "self") {
        report_self(src, task, stmt, whole, diags);
        report_in_self(region, task, whole, diags);
    }
    list
}

/// `self` and the like in the directives of a composite task, which are evaluated when it runs.
fn owners_in_directives(src: &Source, stmt: Node) -> Vec<Span> {
    let (mut found, mut stack) = (Vec::new(), vec![(stmt, false)]);
    while let Some((node, inside)) = stack.pop() {
        let inside = inside || node.kind() == "attribute_item";
        let named = matches!(node.kind(), "identifier" | "self");
        if inside && named && src.is_owner(src.text(node), node.start_byte()) {
            found.push(node.byte_range());
        }
        stack.extend(children(node).into_iter().map(|part| (part, inside)));
    }
    found
}

/// Names of the variables that the task binds, and of those of its own.
fn bound_names(region: &Region, task: &Task) -> Vec<String> {
    let variables = task.bindings.iter();
    let variables = variables.filter_map(|b| region.variables.get(b.var));
    let names = variables.map(|v| v.name.clone());
    names.chain(task.privates.iter().cloned()).collect()
}

/// A local of the function that a task uses and that is none of its variables.
#[derive(Debug)]
pub(super) struct Outer<'t> {
    pub(super) name: String,
    pub(super) spans: Vec<Span>,
    pub(super) binder: Binder<'t>,
}

/// Locals of the function around that a task captures.
pub(super) fn outer_names<'t>(
    src: &'t Source,
    region: &Region,
    task: &Task,
    stmt: Node<'t>,
) -> Vec<Outer<'t>> {
    let bound = bound_names(region, task);
    let mut found: Vec<(String, Vec<Span>)> = free_names(src, stmt)
        .into_iter()
        .map(|f| (f.name, f.spans))
        .collect();
    called_names(src, stmt, &mut found);
    let skip = |name: &String| {
        src.is_owner(name, stmt.start_byte())
            || bound.contains(name)
            || task.privates.contains(name)
            || task
                .reductions
                .iter()
                .any(|r| r.name == *name && !r.ordered)
    };
    let outer = |(name, spans): (String, Vec<Span>)| {
        // What no `let`, loop or parameter binds is a constant, a function or a type.
        let binder = binder(src, stmt, &name)?;
        Some(Outer {
            name,
            spans,
            binder,
        })
    };
    found
        .into_iter()
        .filter(|(name, _)| !skip(name))
        .filter_map(outer)
        .collect()
}

/// Closures of generating code that the body calls, `f(x)`.
fn called_names(src: &Source, stmt: Node, found: &mut Vec<(String, Vec<Span>)>) {
    let mut stack = vec![stmt];
    while let Some(node) = stack.pop() {
        stack.extend(children(node));
        let function = (node.kind() == "call_expression")
            .then(|| field(node, "function"))
            .flatten();
        let Some(function) = function.filter(|f| f.kind() == "identifier") else {
            continue;
        };
        let name = src.text(function);
        let outside = binder(src, function, name).is_some_and(|b| {
            let at = b.node();
            at.start_byte() < stmt.start_byte()
                && (at.end_byte() <= stmt.start_byte() || at.end_byte() >= stmt.end_byte())
        });
        if !outside {
            continue;
        }
        match found.iter_mut().find(|(n, _)| n == name) {
            Some((_, spans)) if spans.contains(&function.byte_range()) => {}
            Some((_, spans)) => spans.push(function.byte_range()),
            None => found.push((name.to_owned(), vec![function.byte_range()])),
        }
    }
}

/// Declared in generating code, and a container, which is too large to clone for each task, or a value
/// that cannot be cloned.
pub(super) fn by_reference(src: &Source, outer: &Outer) -> bool {
    matches!(outer.binder, Binder::Let(_))
        && (holds_elements(src, outer) || Unclonable::of(src, outer.binder, &outer.name).is_so())
}

/// It is a container by its type or its value: tasks have a reference to it.
fn holds_elements(src: &Source, outer: &Outer) -> bool {
    let declaration = match outer.binder {
        Binder::Let(declaration) => Some(declaration),
        _ => None,
    };
    let value = || initialiser(src, declaration?, &outer.name);
    match known(src, outer.binder, &outer.name) {
        Known::Type(t) => is_container(&t),
        Known::Value(_) => value().is_some_and(|v| makes_container(src, v)),
        Known::Nothing => false,
    }
}

/// `self.n` is captured as `self_n`; `self` by itself as a reference. So are fields of a struct that is
/// only used field by field.
fn capture_fields(
    src: &Source,
    stmt: Node,
    spans: &[Span],
    bound: &[String],
    list: &mut Vec<Capture>,
) {
    let whole = |span: &&Span| !bound.iter().any(|name| name == src.slice(span));
    for span in spans.iter().filter(whole) {
        let place = stmt
            .descendant_for_byte_range(span.start, span.end)
            .and_then(|node| longest_place(src, node, bound));
        let Some((name, place)) = place else {
            continue;
        };
        if bound.contains(&name) {
            continue;
        }
        match list.iter_mut().find(|c| c.name == name) {
            Some(capture) => capture.uses.push(place),
            None => list.push(Capture {
                binding: binding_of(&name),
                name,
                uses: vec![place],
                inside: false,
                referred: false,
                behind: false,
            }),
        }
    }
    for capture in list.iter_mut().filter(|c| c.name.contains('.')) {
        let mut borrowed = capture.uses.iter().filter(|span| is_borrowed(src, span));
        let of = |span: &Span| place_type(src, peel(node_at(src, span)?), 0);
        capture.behind = borrowed.any(|span| of(span).is_some_and(|ty| is_container(&ty)));
    }
}

/// The longest `self.a.b` that begins at `node`, is a place and not a method's name, and is no part of
/// what the task binds.
fn longest_place(src: &Source, node: Node, bound: &[String]) -> Option<(String, Span)> {
    let mut node = node;
    if node.parent().is_some_and(|p| p.kind() == "token_tree") {
        return Some(place_in_tokens(src, node, bound));
    }
    while let Some(parent) = node
        .parent()
        .filter(|p| p.kind() == "field_expression" && place_name(src, *p).is_some())
    {
        let called = parent.parent().is_some_and(|g| {
            g.kind() == "call_expression"
                && g.child_by_field_name("function")
                    .is_some_and(|f| f.id() == parent.id())
        });
        if called {
            break;
        }
        node = parent;
        if bound
            .iter()
            .any(|b| place_name(src, node).as_deref() == Some(b))
        {
            break;
        }
    }
    Some((place_name(src, node)?, node.byte_range()))
}

/// In a macro's arguments a place is a run of tokens.
fn place_in_tokens(src: &Source, node: Node, bound: &[String]) -> (String, Span) {
    let mut name = src.text(node).to_owned();
    let fields = plain_fields(&src.text, node.end_byte()).unwrap_or_default();
    for part in fields.split('.').filter(|part| !part.is_empty()) {
        if bound.contains(&name) {
            break;
        }
        name = format!("{name}.{part}");
    }
    let end = node.start_byte() + name.len();
    (name, node.start_byte()..end)
}

/// A body that calls a method of `self` reads all of it, as far as can be seen.
/// But for methods that say which fields they read.
fn report_self(src: &Source, task: &Task, stmt: Node, whole: &Capture, diags: &mut Diagnostics) {
    for span in &whole.uses {
        let Some(node) = stmt.descendant_for_byte_range(span.start, span.end) else {
            continue;
        };
        let method = node
            .parent()
            .and_then(|p| field(p, "field"))
            .map_or("", |m| src.text(m));
        if takes_mutable_self(src, method) {
            let message = format!("a task calls `self.{method}`, which takes `&mut self`");
            let d = Diagnostic::new(Severity::Error, codes::PLACE, message, span.clone());
            diags.push(
                d.label("tasks may run at the same time, so none of them has all of `self`")
                    .help("make it a function of the fields that it changes, and pass these"),
            );
            return;
        }
    }
    if task.self_fields.is_some() {
        return;
    }
    let message = "the task is taken to read all of `self`";
    let span = whole.uses.first().cloned().unwrap_or(stmt.byte_range());
    let d = Diagnostic::new(Severity::Warning, codes::WIDENED, message, span);
    diags.push(d.help("generating code and tasks that write a field wait for it; pass the fields that are needed instead"));
}

/// A reference to all of `self` covers fields that the method does not read, so tasks that write them
/// are ordered with this one.
fn report_in_self(region: &Region, task: &Task, whole: &Capture, diags: &mut Diagnostics) {
    let Some(read) = &task.self_fields else {
        return;
    };
    let covered = |variable: &&Variable| {
        let path = variable.name.strip_prefix("self.").unwrap_or("");
        let first = path.split('.').next().unwrap_or("");
        variable.in_self && !read.iter().any(|field| field == first)
    };
    let own = |v: &&Variable| shared_uses(task).any(|u| u.name == v.name && u.mode.writes());
    let mut found = region.variables.iter().filter(covered);
    let by_itself = found.clone().find(own).filter(|_| !task.loops.is_empty());
    let (Some(variable), Some(span)) = (by_itself.or(found.next()), whole.uses.first()) else {
        return;
    };
    let name = &variable.name;
    let (severity, code, message) = match by_itself {
        Some(_) => (
            Severity::Warning,
            codes::SERIAL_WHOLE,
            format!(
                "the tasks of this loop run one after the other: each writes `{name}`, and refers to all of `self` here"
            ),
        ),
        None => (
            Severity::Note,
            codes::ALL_OF_SELF,
            format!(
                "tasks that write `{name}` do not run beside this one, which refers to all of `self`"
            ),
        ),
    };
    let d = Diagnostic::new(severity, code, message, span.clone());
    diags.push(d.help("make the method a function of what it reads, and pass these fields"));
}

/// A method of that name in this file takes `&mut self`.
fn takes_mutable_self(src: &Source, method: &str) -> bool {
    let methods = src.functions(method);
    let parameters = methods.last().and_then(|m| field(*m, "parameters"));
    let parameters = parameters.map(children).unwrap_or_default();
    let own = (parameters.into_iter()).find(|p| p.kind() == "self_parameter");
    own.is_some_and(|p| children(p).iter().any(|c| c.kind() == "mutable_specifier"))
}
