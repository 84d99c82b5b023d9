//! Arrays of small arrays that are taken as lines of cells: each access is one of a whole cell, and what is
//! written in it leaves the rest of the cell as it is.
//!
//! - Cells that are numbered by rows and columns, `f[y * nx + x][q]`: as two levels, cells and what is in
//!   them, nothing could be said of `y`. The line of cells has rows of `nx` cells.
//! - Cells that are also used as wholes, `let l = u[i - 1];`, `u[i] = [0.0; 3];` beside `u[i][k]`: of two
//!   levels a task has rows that look like slices, which are no values.
//! - Arrays of which several lines are used together, `&mut u[i..i + 2]` beside `u[i][k]`: two levels have no
//!   such slices.

use std::collections::BTreeSet;

use crate::diag::Diagnostics;
use crate::ir::{Mode, Region, Shape, Use};
use crate::passes::items::written;
use crate::passes::variables::shared_uses;
use crate::passes::{tasks, tasks_mut};
use crate::semantics::headers::{is_apart, place_type};
use crate::semantics::scopes::node_at;
use crate::semantics::types::element;
use crate::syntax::rust::{Source, peel};

/// Makes such accesses ones of cells.
pub(super) fn run(src: &Source, region: &mut Region, _: &mut Diagnostics) {
    let uses = || tasks(region).flat_map(shared_uses);
    let parts = |name: &str| uses().any(|u| u.name == name && has_parts(u));
    let wanted = uses().filter(|u| {
        let is_slice = u.shape == Shape::Slice;
        let cells = || is_slice || of_cells(src, u);
        (has_rows(u) || ((is_slice || is_value(src, u)) && parts(&u.name))) && cells()
    });
    let mut names: BTreeSet<String> = wanted.map(|u| u.name.clone()).collect();
    // Who gives sections or tiles of two levels counts cells and what is in them.
    let given = tasks(region).flat_map(|t| &t.declared);
    let given = given.filter(|d| d.section.as_ref().is_some_and(|s| s.len() > 1));
    let given: Vec<String> = given.map(|d| d.name.clone()).collect();
    let tiled = region.templates.iter().flat_map(|t| &t.arrays);
    let tiled = tiled.filter(|(_, sizes)| sizes.len() > 1);
    let tiled: Vec<String> = tiled.filter_map(|(name, _)| name.clone()).collect();
    names.retain(|name| !given.contains(name) && !tiled.contains(name));
    for used in tasks_mut(region).flat_map(|t| &mut t.uses) {
        if has_parts(used) && names.contains(&used.name) {
            take_cell(src, used);
        }
    }
}

/// A part of a cell: `u[i][k]`.
fn has_parts(used: &Use) -> bool {
    used.shape == Shape::Element && used.indices.len() > 1
}

/// A cell as a whole, but one that is asked something: `u[i].len()`, `u[i].iter()`.
fn is_value(src: &Source, used: &Use) -> bool {
    let asked = node_at(src, &used.span)
        .and_then(|node| node.parent())
        .is_some_and(|p| p.kind() == "field_expression");
    used.shape == Shape::Element && used.indices.len() == 1 && !asked
}

/// The first index is one of rows and columns.
fn has_rows(used: &Use) -> bool {
    let first = used.index.first().and_then(Option::as_ref);
    let factors = first.map_or_else(Vec::new, |index| {
        index.loop_factors(|atom| atom.contains('@'))
    });
    let symbolic = factors.iter().any(|(symbols, _)| !symbols.is_empty());
    has_parts(used) && symbolic
}

/// The elements are fixed arrays, by the types that are written down.
fn of_cells(src: &Source, used: &Use) -> bool {
    let place = node_at(src, &used.base).map(peel);
    let ty = place.and_then(|place| place_type(src, place, 0));
    let cell = ty
        .as_deref()
        .and_then(element)
        .map(|cell| written(src, cell));
    cell.is_some_and(|cell| cell.starts_with('[') && !is_apart(src, &cell, 0))
}

fn take_cell(src: &Source, used: &mut Use) {
    used.indices.truncate(1);
    used.index.truncate(1);
    let end = used.indices[0].end;
    let bracket = src
        .text
        .get(end..used.span.end)
        .and_then(|rest| rest.find(']'));
    used.span.end = bracket.map_or(used.span.end, |at| end + at + 1);
    if used.mode == Mode::Out {
        used.mode = Mode::InOut;
    }
}
