//! Tasks that run one after the other because each may use all of something, or parts of what is one tile:
//! said, with what lets them run at the same time.

use std::collections::HashSet;

use crate::c::dataflow::deduced_templates::{Turns, has_lengths, leads_on};
use crate::c::parse::names::statement;
use crate::c::parse::source::{Source, field, root_of, words};
use crate::c::points_to::alias_uses::reaches;
use crate::c::semantics::pointer_types;
use crate::diag::{Diagnostic, Diagnostics, Label, Severity, codes};
use crate::ir::{Access, Extent, Poly, Region, Shape, Task, TileSize, Use};
use crate::passes::tasks;

/// What is said of a loop for another reason.
const SAID: [&str; 3] = [codes::ROWS, codes::SERIAL_SCALAR, codes::NOT_PERMUTABLE];

/// Says so of the tasks of a region.
pub(in crate::c) fn run(src: &Source, region: &Region, diags: &mut Diagnostics) {
    for task in tasks(region).filter(|task| task.nested.is_none()) {
        let inside = |d: &Diagnostic| task.stmt.contains(&d.primary.span.start);
        for d in diags.list.iter_mut().filter(|d| inside(d)) {
            say_part(src, task, d);
        }
        let known = diags
            .list
            .iter()
            .any(|d| SAID.contains(&d.code) && inside(d));
        if known || task.parallel {
            continue;
        }
        let is_loop = !task.loops.is_empty();
        let mut seen = HashSet::new();
        for used in task.uses.iter().filter(|u| takes_all(task, u)) {
            let written = region
                .variables
                .iter()
                .any(|v| v.name == used.name && v.written);
            let part = is_part(src, used);
            let meets = match is_loop {
                true => used.mode.writes() || part,
                false => part && is_repeated(src, region, task),
            };
            if written && meets && seen.insert(&used.name) {
                // With the way out, in place of the two accesses.
                let place = |d: &Diagnostic| d.code == codes::ORDERED_LOOP && inside(d);
                diags.list.retain(|d| !place(d));
                diags.push(all(src, task, used));
            }
        }
    }
    let arrays = region.variables.iter().enumerate();
    for (var, variable) in arrays.filter(|(_, v)| v.kind.dims() > 0) {
        let part = |task: &&Task| {
            let mut written = task
                .accesses
                .iter()
                .filter(|a| a.var == var && a.mode.writes());
            let alone = task.loops.is_empty() && task.nested.is_none();
            alone && written.any(|access| varies(src, region, task, access))
        };
        let cut = |task: &Task| {
            let mut own = task.bindings.iter().filter(|b| b.var == var);
            own.any(|b| b.template.iter().any(|size| *size != TileSize::Whole))
        };
        let Some(task) = tasks(region).find(part).filter(|_| !tasks(region).any(cut)) else {
            continue;
        };
        let stmt = statement(src, task);
        let sized = |stmt| has_lengths(src, stmt, variable) && !leads_on(src, stmt, variable);
        if stmt.is_some_and(sized) {
            diags.push(one_tile(task, &variable.name, variable.kind.dims()));
        }
    }
}

/// Of a tiling that may change the result because a function is handed part of an array: the clause that says
/// how much that is. The array is no sum, and private to nobody.
fn say_part(src: &Source, task: &Task, found: &mut Diagnostic) {
    if found.code != codes::NOT_PERMUTABLE {
        return;
    }
    let handed = |label: &Label| {
        let mut uses = task.uses.iter().filter(|u| takes_all(task, u));
        uses.find(|u| u.span == label.span)
    };
    let mut places = std::iter::once(&found.primary).chain(&found.secondary);
    let Some(used) = places.find_map(handed) else {
        return;
    };
    let stmt = statement(src, task);
    let array = stmt.and_then(|stmt| pointer_types::declaration(src, stmt, &used.name));
    let levels = array.map_or(0, |array| array.levels().len());
    if used.span == found.primary.span {
        found.help.clear();
    }
    let part = part_of(src, used, levels).unwrap_or_else(|| example(src, used, levels));
    found.help.insert(0, says(used, &part));
}

/// `u[k][j][0:m]` of an array with three indices, of which a function is handed `u[k][j]`, or `&u[k][j][0]`.
fn part_of(src: &Source, used: &Use, levels: usize) -> Option<String> {
    let root = src.tree.root_node();
    let mut at = root.descendant_for_byte_range(used.base.start, used.base.end)?;
    let mut indices = Vec::new();
    while let Some(around) = at.parent()
        && around.kind() == "subscript_expression"
        && field(around, "argument") == Some(at)
    {
        indices.push(src.text(field(around, "index")?));
        at = around;
    }
    indices.first()?;
    let first = match indices.len() >= levels {
        true => indices.pop()?,
        false => "0",
    };
    let chosen: String = indices.iter().map(|i| format!("[{i}]")).collect();
    let rest = "[0:m]".repeat(levels.saturating_sub(indices.len() + 1));
    Some(format!("{}{chosen}[{first}:m]{rest}", used.name))
}

/// A part of an array with so many indices, that shows the form.
fn example(src: &Source, used: &Use, levels: usize) -> String {
    let name = &used.name;
    match levels {
        2.. => format!("{name}[i][0:m]"),
        1 if is_part(src, used) => format!("{name}[i * m:m]"),
        _ => format!("{name}[i]"),
    }
}

fn says(used: &Use, part: &str) -> String {
    let clause = match used.mode.writes() {
        true => "inout",
        false => "in",
    };
    format!("a clause says what a task uses, such as `{clause}({part})`")
}

/// All that it leads to may be used, and no clause says less.
fn takes_all(task: &Task, used: &Use) -> bool {
    let declared = task.declared.iter().any(|d| d.name == used.name);
    used.shape == Shape::Whole && reaches(task, used) && !used.in_macro && !declared
}

/// `u[i]`, `a + i`: the code names a part of it.
fn is_part(src: &Source, used: &Use) -> bool {
    let root = src.tree.root_node();
    let node = root.descendant_for_byte_range(used.base.start, used.base.end);
    let around = node.and_then(|node| Some((node, node.parent()?)));
    around.is_some_and(|(node, around)| match around.kind() {
        "subscript_expression" => field(around, "argument") == Some(node),
        "binary_expression" => field(around, "operator").is_some_and(|o| src.text(o) == "+"),
        _ => false,
    })
}

/// It stands in a loop of the region.
fn is_repeated(src: &Source, region: &Region, task: &Task) -> bool {
    let stmt = statement(src, task);
    stmt.is_some_and(|stmt| !Turns::around(src, region, stmt).is_empty())
}

/// The section depends on what the region's own loops count.
pub(in crate::c) fn varies(src: &Source, region: &Region, task: &Task, access: &Access) -> bool {
    let Some(stmt) = statement(src, task) else {
        return false;
    };
    let turns = Turns::around(src, region, stmt);
    let counts = |name: &str| turns.iter().any(|turn| turn.var == name);
    let mentions = |p: &Poly| p.atoms().into_iter().flat_map(words).any(counts);
    access.section.iter().any(|extent| match extent {
        Extent::Range { lo, hi } => mentions(lo) || mentions(hi),
        Extent::All => false,
    })
}

fn all(src: &Source, task: &Task, used: &Use) -> Diagnostic {
    let name = &used.name;
    let message = match task.loops.is_empty() {
        true => format!(
            "tasks that are handed a part of `{name}` wait for one another: they may use all of it"
        ),
        false => format!(
            "the tasks of this loop run one after the other because each may use all of `{name}`"
        ),
    };
    let stmt = statement(src, task);
    let found = stmt.and_then(|stmt| pointer_types::declaration(src, stmt, name));
    let unknown = found.is_none() && root_of(name) == name;
    let levels = found.map_or(0, |found| found.levels().len());
    let d = Diagnostic::new(
        Severity::Warning,
        codes::SERIAL_WHOLE,
        message,
        used.span.clone(),
    );
    let d = d.help(says(used, &example(src, used, levels)));
    match unknown {
        true => d.help(format!(
            "`{name}` is not declared in this file: where it is a number of a header, `--cpp` finds that out"
        )),
        false => d,
    }
}

fn one_tile(task: &Task, name: &str, dims: usize) -> Diagnostic {
    let message = format!(
        "these tasks write parts of `{name}`, which is one tile: they run one after the other"
    );
    let d = Diagnostic::new(
        Severity::Note,
        codes::ONE_TILE,
        message,
        task.directive.clone(),
    );
    let sizes = vec!["size"; dims].join(", ");
    d.help(format!(
        "cut it at the beginning of the region, such as `#pragma hp5 array_tile dimtile({sizes}) arrvar({name})`"
    ))
}
