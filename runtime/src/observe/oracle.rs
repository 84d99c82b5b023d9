//! An outside checker: recomputes what must be ordered from the declared tiles alone.
//!
//! It shares no code with `graph/`: for every pair of tasks of one composite (or the
//! outermost region) that use a common tile, one of which writes, the one registered
//! first must have ended before the other began, unless the edges say that the two are
//! of one parallel loop or commutative, which the caller tells by `may_overlap`.

use std::collections::HashMap;

use crate::observe::record::RunRecord;

/// Two tasks that ran against their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Index of the task registered first.
    pub first: u32,
    /// Index of the task registered later, which began too early.
    pub second: u32,
    /// The tile that both use.
    pub tile: String,
}

/// Checks times against declared tiles. Quadratic in the users of one tile: for tests.
///
/// # Errors
/// Every pair that ran against its order.
pub fn check(record: &RunRecord, may_overlap: impl Fn(u32, u32) -> bool) -> Result<(), Vec<Violation>> {
    let mut times = vec![None; record.tasks.len()];
    for slice in &record.slices {
        times[slice.task as usize] = Some((slice.start_ns, slice.end_ns));
    }
    type Users = Vec<(u32, bool)>;
    let mut users: HashMap<(Option<u32>, String), Users> = HashMap::new();
    for (n, task) in record.tasks.iter().enumerate() {
        for tile in &task.tiles {
            let key = format!("{}{:?}", tile.array, tile.ranges);
            users.entry((task.parent, key)).or_default().push((n as u32, tile.mode != "in"));
        }
    }
    let mut found = Vec::new();
    for ((_, tile), list) in users {
        for (at, &(second, writes)) in list.iter().enumerate() {
            for &(first, wrote) in &list[..at] {
                let (Some(a), Some(b)) = (times[first as usize], times[second as usize]) else { continue };
                if first != second && (writes || wrote) && b.0 < a.1 && !may_overlap(first, second) {
                    found.push(Violation { first, second, tile: tile.clone() });
                }
            }
        }
    }
    if found.is_empty() { Ok(()) } else { Err(found) }
}
