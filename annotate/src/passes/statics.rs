//! Statics that tasks use and that may change: nothing orders tasks by them.
//!
//! The code of tasks and of the functions of the file that it calls in; a warning for each static of a region
//! out: a `static mut`, one with an atomic, a lock or a cell in it, one of `thread_local!`.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Region, RegionForm, Span, Step};
use crate::semantics::methods::is_method;
use crate::semantics::scopes::{binder, node_at};
use crate::syntax::items::{find_item, static_items};
use crate::syntax::names::words;
use crate::syntax::rust::{Source, children, field};

/// Types whose values change though they are shared.
const CHANGING: [&str; 6] = [
    "Cell",
    "RefCell",
    "UnsafeCell",
    "Mutex",
    "RwLock",
    "LocalKey",
];

/// Types of types deeper than this are not looked into.
const DEPTH: usize = 4;

/// Methods of atomics by which the order of calls does not matter, where nobody looks at the value.
const COUNTING: [&str; 7] = [
    "fetch_add",
    "fetch_sub",
    "fetch_and",
    "fetch_or",
    "fetch_xor",
    "fetch_max",
    "fetch_min",
];

/// Reports the statics that tasks of the region use.
pub(super) fn run(src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    // The code of a composite task is that of its tasks.
    if region.form == RegionForm::Nested {
        return;
    }
    let statics = changing(src);
    if statics.is_empty() {
        return;
    }
    let tasks = region.steps.iter().filter_map(|step| match step {
        Step::Task(task) => node_at(src, &task.stmt),
        Step::Wait { .. } => None,
    });
    let tasks: Vec<Node> = tasks.collect();
    let between = named_between(src, region, &tasks);
    let mut reported = HashSet::new();
    for (name, used, counts) in tasks.iter().flat_map(|stmt| used_by(src, *stmt, &statics)) {
        let mut errors = diags.list.iter().filter(|d| d.severity == Severity::Error);
        let is_told = errors.any(|d| d.primary.span.contains(&used.start));
        if (!counts || between.contains(name)) && !is_told && reported.insert(name) {
            diags.push(shared(name, used, &statics[name]));
        }
    }
}

/// The names in the region's code outside of tasks.
fn named_between<'s>(src: &'s Source, region: &Region, tasks: &[Node]) -> HashSet<&'s str> {
    let (mut names, mut stack) = (HashSet::new(), Vec::from_iter(node_at(src, &region.body)));
    while let Some(node) = stack.pop() {
        if tasks.contains(&node) {
            continue;
        }
        if node.kind() == "identifier" {
            names.insert(src.text(node));
        }
        stack.extend(children(node));
    }
    names
}

fn shared(name: &str, used: Span, item: &Span) -> Diagnostic {
    let message = format!("tasks use the static `{name}` in any order");
    let d = Diagnostic::new(Severity::Warning, codes::STATIC_STATE, message, used);
    d.label("used here, or in what is called here")
        .also(item.clone(), "the static")
        .help("give tasks what it keeps as a variable of the region, by which they are ordered; where the order does not matter, all is well")
}

/// The statics of the file that may change, with their places.
fn changing(src: &Source) -> HashMap<&str, Span> {
    let mut found = HashMap::new();
    for node in static_items(src) {
        if node.kind() != "static_item" {
            locals(src, node, &mut found);
            continue;
        }
        let parts = children(node);
        let mutable = parts.iter().any(|c| c.kind() == "mutable_specifier");
        let ty = field(node, "type").map_or("", |ty| src.text(ty));
        if let Some(name) = field(node, "name").filter(|_| mutable || changes(src, ty, 0)) {
            found.insert(src.text(name), name.byte_range());
        }
    }
    found
}

/// The names that a `thread_local!` declares.
fn locals<'s>(src: &'s Source, node: Node<'s>, found: &mut HashMap<&'s str, Span>) {
    let mut cursor = node.walk();
    let mut stack: Vec<Node> = node.children(&mut cursor).collect();
    while let Some(tokens) = stack.pop() {
        let mut cursor = tokens.walk();
        let parts: Vec<Node> = tokens.children(&mut cursor).collect();
        let named = parts.windows(2).filter(|two| src.text(two[0]) == "static");
        found.extend(named.map(|two| (src.text(two[1]), two[1].byte_range())));
        stack.extend(parts);
    }
}

/// Something in values of the type may change while they are shared.
fn changes(src: &Source, ty: &str, depth: usize) -> bool {
    let of_file = |word: &str| {
        let mut kinds = ["struct_item", "enum_item", "type_item"].into_iter();
        let item = kinds.find_map(|kind| find_item(src, kind, word));
        let body = item.and_then(|item| field(item, "body").or_else(|| field(item, "type")));
        body.is_some_and(|body| changes(src, src.text(body), depth + 1))
    };
    words(ty).any(|word| {
        CHANGING.contains(&word) || word.starts_with("Atomic") || (depth < DEPTH && of_file(word))
    })
}

/// The statics that the code of a task uses, itself or by the functions of the file that it calls, each with the
/// place in the task, and whether it only counts.
fn used_by<'s>(
    src: &'s Source,
    stmt: Node<'s>,
    statics: &HashMap<&'s str, Span>,
) -> Vec<(&'s str, Span, bool)> {
    let mut found = Vec::new();
    let mut entered: HashSet<usize> = HashSet::new();
    let mut stack: Vec<(Node, Option<Span>)> = vec![(stmt, None)];
    while let Some((node, from)) = stack.pop() {
        let name = src.text(node);
        let here = || from.clone().unwrap_or(node.byte_range());
        if matches!(node.kind(), "identifier" | "field_identifier") {
            let by_method = node.kind() == "field_identifier";
            if !by_method && binder(src, node, name).is_some() {
                continue;
            }
            if let Some((name, _)) = statics.get_key_value(name).filter(|_| !by_method) {
                found.push((*name, here(), only_counts(src, node)));
            }
            let called = src.functions(name).into_iter();
            let called = called.filter(|item| !by_method || is_method(src, *item));
            for item in called.filter(|item| entered.insert(item.id())) {
                stack.extend(field(item, "body").map(|body| (body, Some(here()))));
            }
        }
        let parts = children(node).into_iter();
        stack.extend(parts.map(|part| (part, from.clone())));
    }
    found.sort_by_key(|(_, span, _)| span.start);
    found
}

/// `N.fetch_add(1, ..);` and `N[k].fetch_add(1, ..);` as statements.
fn only_counts(src: &Source, name: Node) -> bool {
    fn up<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
        node.parent().filter(|parent| parent.kind() == kind)
    }
    let mut place = name;
    while let Some(element) = up(place, "index_expression") {
        place = element;
    }
    let method = up(place, "field_expression");
    let counts = method
        .and_then(|method| field(method, "field"))
        .is_some_and(|method| COUNTING.contains(&src.text(method)));
    let call = method.and_then(|method| up(method, "call_expression"));
    counts && call.is_some_and(|call| up(call, "expression_statement").is_some())
}
