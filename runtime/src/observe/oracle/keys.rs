//! Which declared tiles are the same, and which different ones overlap (two templates of
//! one array, or a task that owns a whole one).

use std::collections::HashMap;
use std::ops::Range;

use crate::record::run_record::{RunRecord, TileRecord};

/// All tiles of a record, numbered.
pub(super) struct Keys {
    /// Number of each tile of each task.
    tiles: Vec<Vec<u32>>,
    /// For each number, the task and tile where it was first seen.
    first: Vec<(usize, usize)>,
    /// For each number, the other ones that have an element in common.
    overlaps: Vec<Vec<u32>>,
}

/// What makes tiles of one array: the composite they are in, the array's number or, where
/// that is not known, its name.
type Array<'r> = (Option<u32>, Option<u32>, &'r str);

/// A tile's number and elements.
type Numbered<'r> = (u32, &'r [Range<usize>]);

fn array<'r>(parent: Option<u32>, tile: &'r TileRecord) -> Array<'r> {
    match tile.id {
        Some(id) => (parent, Some(id), ""),
        None => (parent, None, &tile.array),
    }
}

impl Keys {
    pub(super) fn of(record: &RunRecord) -> Keys {
        let mut numbers: HashMap<(Array, &[Range<usize>]), u32> = HashMap::new();
        let mut arrays: HashMap<Array, Vec<Numbered>> = HashMap::new();
        let mut first = Vec::new();
        let mut tiles = Vec::with_capacity(record.tasks.len());
        for (n, task) in record.tasks.iter().enumerate() {
            let mut list = Vec::with_capacity(task.tiles.len());
            for (at, tile) in task.tiles.iter().enumerate() {
                let array = array(task.parent, tile);
                list.push(*numbers.entry((array, &tile.ranges)).or_insert_with(|| {
                    let next = first.len() as u32;
                    first.push((n, at));
                    arrays.entry(array).or_default().push((next, &tile.ranges));
                    next
                }));
            }
            tiles.push(list);
        }
        let mut overlaps = vec![Vec::new(); first.len()];
        for list in arrays.values_mut() {
            note_overlaps(list, &mut overlaps);
        }
        Keys {
            tiles,
            first,
            overlaps,
        }
    }

    /// How many different tiles there are.
    pub(super) fn len(&self) -> usize {
        self.first.len()
    }

    /// Number of tile `at` of task `task`.
    pub(super) fn of_tile(&self, task: usize, at: usize) -> u32 {
        self.tiles[task][at]
    }

    /// Other tiles that share elements with this one.
    pub(super) fn overlapping(&self, key: u32) -> &[u32] {
        &self.overlaps[key as usize]
    }

    /// `a[0..4, 8..12]`.
    pub(super) fn name(&self, record: &RunRecord, key: u32) -> String {
        let (task, at) = self.first[key as usize];
        let tile = &record.tasks[task].tiles[at];
        tile.to_string().split_off(tile.mode.len() + 1)
    }
}

/// Finds all pairs with a common element: sorted by the dimension that tells them apart
/// best, only neighbours need a look.
fn note_overlaps(tiles: &mut [Numbered], overlaps: &mut [Vec<u32>]) {
    let rank = tiles
        .iter()
        .map(|(_, ranges)| ranges.len())
        .max()
        .unwrap_or(0);
    let whole = 0..usize::MAX;
    let side = |ranges: &[Range<usize>], dim: usize| ranges.get(dim).unwrap_or(&whole).clone();
    let starts = |dim: usize| {
        let mut starts: Vec<usize> = tiles
            .iter()
            .map(|(_, ranges)| side(ranges, dim).start)
            .collect();
        starts.sort_unstable();
        starts.dedup();
        starts.len()
    };
    let by = (0..rank).max_by_key(|dim| starts(*dim)).unwrap_or(0);
    tiles.sort_by_key(|(_, ranges)| side(ranges, by).start);
    let mut open: Vec<Numbered> = Vec::new();
    for &(key, ranges) in &*tiles {
        let start = side(ranges, by).start;
        open.retain(|(_, other)| side(other, by).end > start);
        for &(other, at) in &open {
            let meet = |dim: usize| {
                let (a, b) = (side(ranges, dim), side(at, dim));
                a.start < b.end && b.start < a.end
            };
            if (0..rank).all(meet) {
                overlaps[key as usize].push(other);
                overlaps[other as usize].push(key);
            }
        }
        open.push((key, ranges));
    }
}
