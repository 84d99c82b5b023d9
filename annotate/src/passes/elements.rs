//! Arrays of small arrays whose cells are numbered by rows and columns: `f[y * nx + x][q]`.
//!
//! As two levels, cells and what is in them, nothing could be said of `y`: the array is taken as a line of
//! cells, which then has rows of `nx` cells. Each access is one of a whole cell, and what is written in it
//! leaves the rest of the cell as it is.

use std::collections::BTreeSet;

use crate::diag::Diagnostics;
use crate::ir::{Mode, Region, Shape, Use};
use crate::passes::headers::{element, is_apart, place_type};
use crate::passes::scopes::node_at;
use crate::passes::variables::shared_uses;
use crate::passes::{tasks, tasks_mut};
use crate::syntax::rust::{Source, peel};

/// Makes such accesses ones of cells.
pub(super) fn run(src: &Source, region: &mut Region, _: &mut Diagnostics) {
    let rows = tasks(region)
        .flat_map(shared_uses)
        .filter(|u| has_rows(u) && of_cells(src, u));
    let mut names: BTreeSet<String> = rows.map(|u| u.name.clone()).collect();
    // Who gives sections or tiles counts cells and what is in them.
    let given = tasks(region)
        .flat_map(|t| &t.declared)
        .filter(|d| d.section.is_some());
    let given: Vec<String> = given.map(|d| d.name.clone()).collect();
    let tiled = region.templates.iter().flat_map(|t| &t.arrays);
    let tiled: Vec<String> = tiled.filter_map(|(name, _)| name.clone()).collect();
    names.retain(|name| !given.contains(name) && !tiled.contains(name));
    for used in tasks_mut(region).flat_map(|t| &mut t.uses) {
        if used.shape == Shape::Element && used.indices.len() > 1 && names.contains(&used.name) {
            take_cell(src, used);
        }
    }
}

/// The first index is one of rows and columns.
fn has_rows(used: &Use) -> bool {
    let first = used.index.first().and_then(Option::as_ref);
    let factors = first.map_or_else(Vec::new, |index| {
        index.loop_factors(|atom| atom.contains('@'))
    });
    let symbolic = factors.iter().any(|(symbols, _)| !symbols.is_empty());
    used.shape == Shape::Element && used.indices.len() > 1 && symbolic
}

/// The elements are fixed arrays, by the types that are written down.
fn of_cells(src: &Source, used: &Use) -> bool {
    let place = node_at(src, &used.base).map(peel);
    let ty = place.and_then(|place| place_type(src, place, 0));
    let cell = ty.as_deref().and_then(element);
    cell.is_some_and(|cell| cell.starts_with('[') && !is_apart(src, cell, 0))
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
