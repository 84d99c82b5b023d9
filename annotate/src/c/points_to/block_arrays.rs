//! Arrays of pointers to blocks, `double *A[NB][NB]`, of which each task uses blocks by their indices: the
//! graph knows a block by the pointer that leads to it, so neither the array's lengths nor its tiles are
//! needed, and a block that two pointers lead to is one.
//!
//! Blocks that begin elsewhere may have parts in common all the same, as rows that are set to
//! `all + i * n`. Where it is known of all blocks which of their elements tasks use, the graph knows these;
//! else such pointers are only taken to lead to blocks where clauses say so.

use std::collections::HashMap;

use tree_sitter::Node;

use crate::c::parse::names::statement;
use crate::c::parse::source::{Source, any, field, peel, set_by};
use crate::c::semantics::declarations::Level;
use crate::c::semantics::pointer_types;
use crate::ir::{Access, Extent, Poly, Region, Shape, Task, TileSize, Use, VarKind, Variable};
use crate::passes::tasks;

/// The arrays of pointers to blocks of a region.
pub(in crate::c) struct Blocks {
    /// How many indices lead to a pointer, by the number of the variable.
    pub(in crate::c) depths: HashMap<usize, usize>,
    /// Of all blocks it is known which elements tasks use.
    pub(in crate::c) sized: bool,
}

impl Blocks {
    /// Of a region; `shares`: tasks of other functions are in its graph.
    pub(in crate::c) fn of(src: &Source, region: &Region, shares: bool) -> Blocks {
        let variables = &region.variables;
        let depth = |var| depth(src, region, shares, var);
        let depths = (0..variables.len()).filter_map(|var| Some((var, depth(var)?)));
        let mut depths: HashMap<usize, usize> = depths.collect();
        let known = |access: &Access| {
            let depth = depths.get(&access.var);
            depth.is_none_or(|depth| inside(&variables[access.var], access, *depth).is_some())
        };
        let mut accesses = tasks(region).flat_map(|task| &task.accesses);
        let sized = accesses.all(known);
        if !sized && sets_rows(src) {
            depths.retain(|var, _| is_said(region, *var));
        }
        Blocks { depths, sized }
    }
}

/// How many indices lead to a pointer to a block, which all tasks have.
pub(in crate::c) fn depth(
    src: &Source,
    region: &Region,
    shares: bool,
    var: usize,
) -> Option<usize> {
    let variable = &region.variables[var];
    let here = statement(src, users(region, var).next()?)?;
    let found = pointer_types::declaration(src, here, &variable.name)?;
    let levels = found.levels();
    let depth = levels.iter().rposition(|level| *level == Level::Pointer);
    let depth = depth.filter(|&depth| depth > 0 && !shares)?;
    let one_by_one = |task: &Task| {
        let mut own = task.accesses.iter().filter(|a| a.var == var);
        let used = task.bindings.iter().find(|b| b.var == var);
        let uncut = used.is_none_or(|b| b.template.iter().all(|t| *t == TileSize::Whole));
        let single = task.loops.is_empty() && task.nested.is_none();
        let sets = |u: &Use| {
            let pointer = u.shape == Shape::Scalar || u.indices.len() <= depth;
            let code = task.stmt.contains(&u.span.start) && !u.reborrow;
            u.name == variable.name && u.mode.writes() && pointer && code
        };
        used.is_none()
            || (uncut
                && single
                && !task.uses.iter().any(sets)
                && own.all(|a| first(variable, a, depth).is_some()))
    };
    tasks(region).all(one_by_one).then_some(depth)
}

/// Clauses say of which blocks of the variable tasks use something.
fn is_said(region: &Region, var: usize) -> bool {
    let name = &region.variables[var].name;
    let says = |task: &Task| task.declared.iter().any(|d| d.name == *name);
    users(region, var).all(says)
}

/// The tasks that use a variable.
fn users(region: &Region, var: usize) -> impl Iterator<Item = &Task> {
    tasks(region).filter(move |task| task.bindings.iter().any(|b| b.var == var))
}

/// The file sets pointers of arrays to places that it computes from others: `rows[i] = all + i * n`.
fn sets_rows(src: &Source) -> bool {
    let computed = |value: Node| {
        let value = match peel(value) {
            cast if cast.kind() == "cast_expression" => field(cast, "value").map(peel),
            other => Some(other),
        };
        value.is_some_and(|value| match value.kind() {
            "binary_expression" | "conditional_expression" | "update_expression" => true,
            "pointer_expression" => src.text(value).starts_with('&'),
            _ => false,
        })
    };
    any(src.tree.root_node(), &|node| {
        let Some((place, value)) = set_by(node) else {
            return false;
        };
        let element = matches!(
            peel(place).kind(),
            "subscript_expression" | "pointer_expression"
        );
        let moves = field(node, "operator").is_some_and(|o| src.text(o) != "=");
        element
            && (moves || computed(value))
            && pointer_types::place_leads(src, src, place, place.start_byte())
    })
}

/// Which elements of a block a section has, if that shows.
pub(in crate::c) fn inside(
    variable: &Variable,
    access: &Access,
    depth: usize,
) -> Option<(Poly, Poly)> {
    match (&variable.kind, access.section.get(depth)?) {
        (VarKind::Nested { dims }, Extent::Range { lo, hi }) if *dims == depth + 1 => {
            Some((lo.clone(), hi.clone()))
        }
        _ => None,
    }
}

/// The first indices of a section that has one of each.
pub(in crate::c) fn first(variable: &Variable, access: &Access, depth: usize) -> Option<Vec<Poly>> {
    let one = |extent: &Extent| match extent {
        Extent::Range { lo, hi } => {
            let single = hi.minus(lo)?.as_constant() == Some(1);
            single.then(|| lo.clone())
        }
        Extent::All => None,
    };
    match &variable.kind {
        // `A[i * n + j]` may be split into rows.
        VarKind::Flat { rows } if depth == 1 => {
            let mut index = Poly::default();
            for (n, extent) in access.section.iter().enumerate() {
                let mut inner = rows.get(n..)?.iter();
                let length = inner.try_fold(one(extent)?, |all, row| all.times(row))?;
                index = index.plus(&length)?;
            }
            (!access.section.is_empty()).then(|| vec![index])
        }
        VarKind::Nested { dims } if *dims >= depth => {
            access.section.get(..depth)?.iter().map(one).collect()
        }
        _ => None,
    }
}
