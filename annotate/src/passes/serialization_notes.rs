//! Tasks of a loop of generating code that use parts of an array which is one tile: they wait for one
//! another, whatever the parts are, until a template cuts the array.

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Access, Extent, Poly, Region, RegionForm, Task, TileSize};
use crate::passes::tasks;
use crate::semantics::scopes::{binder, node_at};
use crate::syntax::rust::Source;

/// Says so once of each array, with the template that would cut it.
pub(super) fn run(src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    if region.form == RegionForm::Nested {
        return;
    }
    for (var, variable) in region.variables.iter().enumerate() {
        let own = |task: &&Task| task.loops.is_empty() && task.nested.is_none();
        let part = |task: &Task| {
            let mut accesses = task.accesses.iter();
            let part =
                accesses.find(|a| a.var == var && a.mode.writes() && is_part(src, region, task, a));
            part.map(|access| (task.directive.clone(), sizes(access)))
        };
        let cut = |task: &Task| {
            let mut bindings = task.bindings.iter().filter(|b| b.var == var);
            bindings.any(|b| b.template.iter().any(|size| *size != TileSize::Whole))
        };
        if tasks(region).any(cut) {
            continue;
        }
        if let Some((directive, sizes)) = tasks(region).filter(own).find_map(part) {
            let name = &variable.name;
            let message = format!(
                "these tasks write parts of `{name}`, which is one tile: they run one after the other"
            );
            let d = Diagnostic::new(Severity::Note, codes::ONE_TILE, message, directive);
            diags.push(d.help(match sizes {
                Some(sizes) => format!(
                    "cut it: `#[hp5::array_tile({name}: [{sizes}])]` at the beginning of the region"
                ),
                None => format!(
                    "cut it at the beginning of the region by an `#[hp5::array_tile({name}: [..])]` that has tiles of the parts' lengths"
                ),
            }));
        }
    }
}

/// The section depends on what the region's own loops count.
fn is_part(src: &Source, region: &Region, task: &Task, access: &Access) -> bool {
    let Some(stmt) = node_at(src, &task.stmt) else {
        return false;
    };
    let varies = |bound: &Poly| {
        let mut names = bound.atoms().into_iter();
        names.any(|name| {
            binder(src, stmt, name)
                .is_some_and(|by| by.is_in(&region.body) && in_loop(region, by.node()))
        })
    };
    access.section.iter().any(|extent| match extent {
        Extent::Range { lo, hi } => varies(lo) || varies(hi),
        Extent::All => false,
    })
}

/// What binds the name is a loop of the region, or is in one.
fn in_loop(region: &Region, node: Node) -> bool {
    let mut at = Some(node);
    while let Some(node) = at.filter(|n| region.body.contains(&n.start_byte())) {
        if matches!(
            node.kind(),
            "for_expression" | "while_expression" | "loop_expression"
        ) {
            return true;
        }
        at = node.parent();
    }
    false
}

/// Tile sizes by which each task has a tile of its own, as far as the section shows them.
fn sizes(access: &Access) -> Option<String> {
    let size = |extent: &Extent| match extent {
        Extent::Range { lo, hi } => {
            let length = hi.minus(lo).filter(|length| length.atoms().len() <= 1)?;
            Some(length.to_text(str::to_owned))
        }
        Extent::All => Some("*".to_owned()),
    };
    let sizes: Option<Vec<String>> = access.section.iter().map(size).collect();
    Some(sizes?.join(", "))
}
