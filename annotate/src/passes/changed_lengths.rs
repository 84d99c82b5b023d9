//! Lengths that tasks change: `rows[i].len()` beside `rows[i].push(x)`, `list.len()` beside `list.push(x)`.
//!
//! Asking a row for its length uses none of its elements, and where nobody makes rows longer or shorter it
//! is no use of the rows either. Where a task of the region does, it reads the row.

use std::ops::RangeInclusive;

use crate::diag::Diagnostics;
use crate::ir::{Region, Shape};
use crate::passes::{tasks, tasks_mut};

/// Takes such questions for reads of the elements.
pub(super) fn run(region: &mut Region, _: &mut Diagnostics) {
    let resized: Vec<(String, usize)> = tasks(region).flat_map(|t| t.resized.clone()).collect();
    for task in tasks_mut(region) {
        for read in std::mem::take(&mut task.asked) {
            if !is_changed(resized.iter(), &read.name, 0..=read.indices.len()) {
                continue;
            }
            let asks = |u: &&mut crate::ir::Use| {
                u.shape == Shape::Meta && u.base == read.base && u.name == read.name
            };
            if let Some(found) = task.uses.iter_mut().find(asks) {
                *found = read;
            }
        }
    }
}

/// Tasks make what stands behind so many brackets of the name longer or shorter.
pub(super) fn is_changed<'r>(
    mut resized: impl Iterator<Item = &'r (String, usize)>,
    name: &str,
    brackets: RangeInclusive<usize>,
) -> bool {
    resized.any(|(root, outer)| root == name && brackets.contains(outer))
}
