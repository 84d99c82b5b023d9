//! What tasks use though threads cannot share it, as far as the source shows it: cells, `Rc`, raw
//! pointers.
//!
//! Tasks run at the same time on several threads, so what they use must be `Sync`. A compiler
//! would say so of the emitted code; said here, the message is about the user's. What does not
//! show, such as a field's or an alias's type, is left to the traits of the runtime, which have
//! messages of their own (`runtime/src/rt/capture.rs`).
//!
//! A raw pointer in a struct is one that threads share where the program says so (`unsafe impl Sync`), and one that
//! has become a number always is: what they lead to is not seen either, unless clauses say what a task uses.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Region, Shape, Span, Task, Use};
use crate::passes::tasks;
use crate::passes::variables::shared_uses;
use crate::semantics::inner::{has_pointers, whole_place};
use crate::semantics::pointers::hidden;
use crate::semantics::scopes::{Binder, binder, initialiser, node_at};
use crate::semantics::types::tidy;
use crate::syntax::names::{FreeName, free_names};
use crate::syntax::rust::{Source, children, field, peel};

/// Types of the standard library that are not `Sync`, the module that they come from, and what
/// stands in for them.
const UNSHARED: [(&str, &str, &str); 5] = [
    ("Cell", "cell", ATOMIC),
    ("RefCell", "cell", LOCK),
    ("UnsafeCell", "cell", LOCK),
    ("Rc", "rc", "use `Arc` in its place"),
    ("Weak", "rc", "use `Arc` and `std::sync::Weak` in its place"),
];
const ATOMIC: &str = "what tasks write must be an array, a scalar or a reduction, so that it is \
    seen; for a count that nothing depends on use an atomic";
const LOCK: &str = "what tasks write must be an array, a scalar or a reduction, so that it is \
    seen; for something that nothing depends on use a `Mutex`";
const POINTER: &str = "index the array or slice that it points into, so that the accesses are seen";

/// Reports the locals that tasks of the region use though threads cannot share them, each once.
pub(super) fn report(src: &Source, region: &Region, diags: &mut Diagnostics) {
    let mut reported = Vec::new();
    for task in tasks(region) {
        let Some(stmt) = node_at(src, &task.stmt) else {
            continue;
        };
        for FreeName { name, spans, .. } in free_names(src, stmt) {
            let Some(binder) = binder(src, stmt, &name) else {
                continue; // a constant, a function, a type
            };
            let place = binder.node().start_byte();
            if reported.contains(&(place, name.clone())) {
                continue;
            }
            let Some((what, instead)) = unshared(src, binder, &name) else {
                continue;
            };
            let message = format!("a task uses `{name}`, which threads cannot share: {what}");
            let span = spans.first().cloned().unwrap_or(stmt.byte_range());
            let diagnostic = Diagnostic::new(Severity::Error, codes::UNSHARED, message, span);
            diags.push(
                diagnostic
                    .label("tasks run at the same time on several threads")
                    .help(instead),
            );
            reported.push((place, name));
        }
    }
    report_hidden(src, region, diags);
}

/// Reports the tasks of the region that go through such pointers and have no clauses that say what they use.
fn report_hidden(src: &Source, region: &Region, diags: &mut Diagnostics) {
    let mut named: HashSet<&str> = HashSet::new();
    for task in tasks(region).filter(|task| !is_declared(task)) {
        let Some(stmt) = node_at(src, &task.stmt) else {
            continue;
        };
        let uses = shared_uses(task).filter(|used| reads_pointer(src, used));
        for used in uses {
            let message = format!(
                "a task uses `{}`, which holds a raw pointer: what that leads to is not seen",
                used.name
            );
            if named.insert(&used.name) && !is_told(diags, &used.span) {
                diags.push(refused(message, used.span.clone()));
            }
        }
        for (span, what) in hidden(src, stmt) {
            let message = format!("a task {what}: what that leads to is not seen");
            if !is_told(diags, &span) {
                diags.push(refused(message, span));
            }
        }
    }
}

/// Its clauses say what it uses.
fn is_declared(task: &Task) -> bool {
    let mut clauses = task.declared.iter();
    clauses.any(|clause| clause.span.end <= task.stmt.start)
}

/// The place has been reported as something that threads cannot share.
fn is_told(diags: &Diagnostics, span: &Span) -> bool {
    let mut told = diags.list.iter().filter(|d| d.code == codes::UNSHARED);
    told.any(|d| d.primary.span.start <= span.end && span.start <= d.primary.span.end)
}

fn refused(message: String, span: Span) -> Diagnostic {
    let d = Diagnostic::new(Severity::Error, codes::UNSHARED, message, span);
    d.label("nothing orders tasks by it").help(format!(
        "{POINTER}, or say by clauses what the task uses: `inout(a[lo..hi])`"
    ))
}

/// The task has something with a raw pointer in it, and is not taken to change it as a whole, by which it would be
/// ordered.
fn reads_pointer(src: &Source, used: &Use) -> bool {
    let base = node_at(src, &used.base).filter(|_| used.shape != Shape::Meta);
    let place = base.map(|base| whole_place(peel(base)));
    !used.mode.writes() && place.is_some_and(|place| has_pointers(src, place))
}

/// What kind of value it is, and what to use instead.
fn unshared(src: &Source, binder: Binder, name: &str) -> Option<(String, &'static str)> {
    let node = binder.node();
    let declared = match binder {
        Binder::Parameter(_) => field(node, "type"),
        Binder::Let(_) => field(node, "type")
            .filter(|_| field(node, "pattern").is_some_and(|p| p.kind() == "identifier")),
        _ => return None,
    };
    if let Some(declared) = declared {
        return of_type(src, &tidy(src.text(declared)));
    }
    of_value(src, initialiser(src, node, name)?)
}

/// By a type's text.
fn of_type(src: &Source, text: &str) -> Option<(String, &'static str)> {
    // A lock makes a cell one that can be shared.
    if ["Mutex<", "RwLock<"].iter().any(|lock| text.contains(lock)) {
        return None;
    }
    if text.contains("*const ") || text.contains("*mut ") {
        return Some(("it is a raw pointer".to_owned(), POINTER));
    }
    let paths = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
    paths.into_iter().find_map(|path| of_path(src, path))
}

/// By the path of a type: `Cell`, `std::rc::Rc`.
fn of_path(src: &Source, path: &str) -> Option<(String, &'static str)> {
    let mut parts = path.rsplit("::");
    let (name, module) = (parts.next()?, parts.next());
    let (_, home, instead) = UNSHARED.iter().find(|(known, ..)| *known == name)?;
    // A type of the user's own may have the same name.
    let is_std = match module {
        Some(module) => module == *home,
        None => imports(src, home, name),
    };
    let article = if ["UnsafeCell", "Rc"].contains(&name) {
        "an"
    } else {
        "a"
    };
    is_std.then(|| (format!("it is, or holds, {article} `{name}`"), *instead))
}

/// The file has a `use` of this name from this module of the standard library.
fn imports(src: &Source, module: &str, name: &str) -> bool {
    let mut stack = vec![src.tree.root_node()];
    while let Some(node) = stack.pop() {
        if node.kind() == "use_declaration" {
            let text = tidy(src.text(node));
            let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            let has = |wanted: &str| words.clone().any(|word| word == wanted);
            let from_std = has("std") || has("core") || has("alloc");
            let all = text.contains(&format!("{module}::*"));
            if from_std && has(module) && (all || words.any(|word| word == name)) {
                return true;
            }
        } else {
            stack.extend(children(node));
        }
    }
    false
}

/// By the value that a local begins with.
fn of_value(src: &Source, value: Node) -> Option<(String, &'static str)> {
    let value = peel(value);
    match value.kind() {
        "reference_expression" => {
            let raw = children(value).iter().any(|c| src.text(*c) == "raw");
            let text = tidy(src.text(value));
            if raw || text.starts_with("&raw ") {
                return Some(("it is a raw pointer".to_owned(), POINTER));
            }
            of_value(src, field(value, "value")?)
        }
        "type_cast_expression" => of_type(src, &tidy(src.text(field(value, "type")?))),
        "call_expression" => {
            let function = field(value, "function")?;
            match function.kind() {
                "field_expression" => {
                    let method = src.text(field(function, "field")?);
                    let pointer = ["as_ptr", "as_mut_ptr"].contains(&method);
                    pointer.then(|| ("it is a raw pointer".to_owned(), POINTER))
                }
                _ => {
                    let path = tidy(src.text(function));
                    let (head, _) = path.rsplit_once("::")?;
                    let head = head.split("::<").next().unwrap_or(head);
                    of_path(src, head.split('<').next().unwrap_or(head))
                }
            }
        }
        _ => None,
    }
}
