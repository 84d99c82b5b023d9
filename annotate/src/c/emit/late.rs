//! Functions whose registering code names what the file declares behind them: variables that functions use
//! which their tasks call. Such a function is declared where it stood, and stands behind the last of these.

use tree_sitter::Node;

use crate::c::emit::front;
use crate::c::emit::lines::{line_directive, made_begin, made_end, newlines};
use crate::c::parse::diagnostics::error;
use crate::c::parse::lexical::without_comments;
use crate::c::parse::source::{Source, children, field, function_name, root_of, words};
use crate::diag::{Diagnostics, codes};
use crate::edit::Edits;
use crate::ir::{Extent, Region, Span, Unit};
use crate::passes::tasks;

/// A function that moves.
pub(super) struct Moved {
    /// The function, with what stands in front of it that belongs to it.
    function: Span,
    /// What declares it.
    head: String,
    /// Behind what it is to stand.
    to: usize,
}

/// The functions of regions that have to move; of those that cannot, an error says so.
pub(super) fn moved(src: &Source, unit: &Unit, diags: &mut Diagnostics) -> Vec<Moved> {
    let mut all: Vec<Moved> = Vec::new();
    for region in &unit.regions {
        let Some(function) = src.function_at(region.body.start) else {
            continue;
        };
        let mut names = Vec::new();
        named(region, &mut names);
        let behind = names
            .iter()
            .filter_map(|name| Some((declared_behind(src, function, name)?, name)));
        let Some((to, name)) = behind.max() else {
            continue;
        };
        let start = front::of_function(src, function);
        if let Some(known) = all.iter_mut().find(|m| m.function.start == start) {
            known.to = known.to.max(to);
            continue;
        }
        match head_of(src, function, start, to) {
            Some(head) => all.push(Moved {
                function: start..function.end_byte(),
                head,
                to,
            }),
            None => {
                let own = function_name(src, function).unwrap_or_default();
                let message = format!(
                    "tasks of `{own}` use `{name}` by what they call, which is declared behind `{own}`"
                );
                let uses = tasks(region).flat_map(|task| &task.uses);
                let used = uses.into_iter().find(|used| root_of(&used.name) == name);
                let at = used.map_or(region.body.clone(), |used| used.span.clone());
                let d = error(codes::C_NOT_YET, message, at);
                diags.push(d.help(format!("declare `{name}` in front of `{own}`")));
            }
        }
    }
    all
}

/// The file's text with its edits, and functions where they are to stand.
pub(super) fn apply(src: &Source, edits: &Edits, begin: Edits, moved: &[Moved]) -> String {
    let mut rest = begin;
    match moved {
        [] => rest.extend(edits),
        _ => rest.extend(&edits.outside(moved.iter().map(|m| &m.function))),
    }
    for Moved { function, head, to } in moved {
        let (start, end) = (function.start, function.end);
        let lines = newlines(src, function);
        let declared = format!(
            "\n{}{head};\n{}",
            made_begin(src, start),
            made_end(src, start)
        );
        rest.replace(function.clone(), declared + &lines);
        let text = edits.apply(&src.text, function);
        let (here, back) = (line_directive(src, start), line_directive(src, *to));
        debug_assert!(end <= *to);
        rest.insert(*to, format!("\n{here}{text}\n{back}"));
    }
    rest.apply(&src.text, &(0..src.text.len()))
}

/// What registering code names of what tasks use.
fn named(region: &Region, names: &mut Vec<String>) {
    names.extend(region.variables.iter().map(|v| root_of(&v.name).to_owned()));
    for task in tasks(region) {
        let sections = task.accesses.iter().flat_map(|access| &access.section);
        for extent in sections {
            if let Extent::Range { lo, hi } = extent {
                let atoms = lo.atoms().into_iter().chain(hi.atoms());
                names.extend(atoms.flat_map(words).map(str::to_owned));
            }
        }
        if let Some(nested) = &task.nested {
            named(nested, names);
        }
    }
    names.sort_unstable();
    names.dedup();
}

/// Where the item of the file ends that declares a name, if nothing in front of the function's end does.
fn declared_behind(src: &Source, function: Node, name: &str) -> Option<usize> {
    let place = function.end_byte() - 1..function.end_byte();
    let variable = src.scopes.find(name, &place).map(|site| site.at.clone());
    let places = src.scopes.enumerators(name).iter();
    let enumerator = || {
        let first = *places.clone().min()?;
        Some(first..first + 1)
    };
    let defined = || {
        let all = definitions(src).filter(|(defined, _)| defined == name);
        all.map(|(_, at)| at).min_by_key(|at| at.start)
    };
    let at = variable.or_else(enumerator).or_else(defined)?;
    (at.start >= function.end_byte()).then(|| item_end(src, at.start))?
}

/// Macros that the file defines outside of functions or takes back, and where.
fn definitions(src: &Source) -> impl Iterator<Item = (String, Span)> {
    let mut list = Vec::new();
    let mut stack = children(src.tree.root_node());
    while let Some(node) = stack.pop() {
        match node.kind() {
            "preproc_def" | "preproc_function_def" => {
                let name = field(node, "name").map_or("", |name| src.text(name));
                list.push((name.to_owned(), node.byte_range()));
            }
            "preproc_call" => {
                list.extend(words(src.text(node)).map(|word| (word.to_owned(), node.byte_range())));
            }
            kind if kind.starts_with("preproc_if") || kind.starts_with("preproc_el") => {
                stack.extend(children(node));
            }
            _ => {}
        }
    }
    list.into_iter()
}

/// Where what stands outside of functions at a place ends, with its line.
fn item_end(src: &Source, at: usize) -> Option<usize> {
    let root = src.tree.root_node();
    let items = children(root).into_iter();
    let item = items
        .into_iter()
        .find(|item| item.byte_range().contains(&at))?;
    Some(item.end_byte())
}

/// What declares a function, if its text means the same behind `to`: it is not under a condition, and no
/// macro that it names is another one there.
fn head_of(src: &Source, function: Node, start: usize, to: usize) -> Option<String> {
    let root = src.tree.root_node();
    let old = children(function)
        .iter()
        .any(|part| part.kind() == "declaration");
    if function.parent() != Some(root) || old {
        return None;
    }
    let between = function.end_byte()..to;
    let own = src.slice(&(start..function.end_byte()));
    let mut others = definitions(src).filter(|(_, at)| between.contains(&at.start));
    if others.any(|(name, _)| words(own).any(|word| word == name)) {
        return None;
    }
    let body = field(function, "body")?.start_byte();
    let head = without_comments(src.slice(&(start..body)));
    Some(head.trim_end().to_owned())
}
