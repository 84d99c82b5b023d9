//! An outside checker: recomputes from the declared tiles alone what must be ordered, and
//! holds a run, or its graph, against that. It shares no code with `graph/`.
//!
//! Rules (DESIGN, semantics 2), for two tasks of one region or of one composite, in
//! registration order: they are ordered when they declare a common tile that one of them
//! writes. Exceptions: tasks of one parallel loop are not ordered with one another, nor
//! are two commutative users of a tile, which only must not run at the same time. A task
//! is over when its body and, for a composite, everything inside it has ended.
//!
//! [`check`] looks at the times, so it sees what this schedule did. [`check_graph`] looks
//! at the edges, so it sees what any schedule could do, even where this one was lucky.
//!
//! What the record may leave open: when no task carries a loop number
//! ([`TaskRecord::group`]), loops are guessed from the artificial tasks that follow them;
//! when tiles carry no array number ([`TileRecord::id`]), arrays of one name are taken for
//! one array.
//!
//! [`TaskRecord::group`]: crate::record::run_record::TaskRecord::group
//! [`TileRecord::id`]: crate::record::run_record::TileRecord::id

mod demand;
mod keys;

use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::record::run_record::RunRecord;
use demand::Demand;

/// Something that must not happen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Violation {
    /// `second` began before `first` was over.
    Early {
        /// The task registered first.
        first: u32,
        /// The task that had to wait for it.
        second: u32,
        /// The tile that both use, or the edge that was drawn.
        why: String,
        /// By how much, ns.
        by_ns: u64,
    },
    /// Two commutative users of a tile ran at the same time.
    Together {
        /// One.
        first: u32,
        /// The other.
        second: u32,
        /// The tile.
        tile: String,
    },
    /// A task ran `times` times instead of once.
    Ran {
        /// The task.
        task: u32,
        /// How often it ran.
        times: u32,
    },
    /// A task inside a composite began before the composite did.
    Outside {
        /// The task.
        task: u32,
        /// The composite.
        composite: u32,
    },
    /// No edges lead from `first` to `second`, although they must be ordered.
    Unordered {
        /// The task registered first.
        first: u32,
        /// The task that has to wait for it.
        second: u32,
        /// The tile that both use.
        tile: String,
    },
    /// An edge or slice of a task that does not exist, or an edge against registration order.
    Malformed {
        /// What is wrong, in words.
        what: String,
    },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::Early {
                first,
                second,
                why,
                by_ns,
            } => {
                write!(
                    f,
                    "task {second} began {by_ns} ns before task {first} was over ({why})"
                )
            }
            Violation::Together {
                first,
                second,
                tile,
            } => {
                write!(
                    f,
                    "tasks {first} and {second} ran at the same time, both commutative on {tile}"
                )
            }
            Violation::Ran { task, times } => write!(f, "task {task} ran {times} times"),
            Violation::Outside { task, composite } => {
                write!(
                    f,
                    "task {task} began before the composite task {composite} around it"
                )
            }
            Violation::Unordered {
                first,
                second,
                tile,
            } => {
                write!(
                    f,
                    "no edges order task {second} after task {first}, and both use {tile}"
                )
            }
            Violation::Malformed { what } => f.write_str(what),
        }
    }
}

/// Checks when the tasks ran. Every task with a body must have run once (tasks of a region
/// that was cancelled: at most once), after everything it depends on, and after the tasks
/// that recorded edges name.
///
/// # Errors
/// Everything that is wrong, in registration order.
pub fn check(record: &RunRecord) -> Result<(), Vec<Violation>> {
    let mut found = malformed(record);
    if found.is_empty() {
        let demands = demand::demands(record);
        check_times(record, &demands, &mut found);
        check_together(record, &mut found);
    }
    if found.is_empty() { Ok(()) } else { Err(found) }
}

/// Checks that the recorded edges order everything that must be ordered, whatever the
/// schedule. A tile that at least `pruned` tasks read in a row is left out: registration
/// may drop readers that are completed already, and needs no edge from them.
///
/// # Errors
/// Every pair that no path of edges orders.
pub fn check_graph(record: &RunRecord, pruned: usize) -> Result<(), Vec<Violation>> {
    let mut found = malformed(record);
    if found.is_empty() {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); record.tasks.len()];
        for edge in &record.edges {
            before[edge.to as usize].push(edge.from);
        }
        for demand in demand::demands(record)
            .iter()
            .filter(|demand| demand.readers < pruned)
        {
            if !leads(&before, demand.first, demand.second) {
                let (first, second, tile) = (demand.first, demand.second, demand.tile(record));
                found.push(Violation::Unordered {
                    first,
                    second,
                    tile,
                });
            }
        }
    }
    if found.is_empty() { Ok(()) } else { Err(found) }
}

/// What makes the record itself unusable.
fn malformed(record: &RunRecord) -> Vec<Violation> {
    let tasks = record.tasks.len();
    let mut found = Vec::new();
    let mut say = |what: String| found.push(Violation::Malformed { what });
    for edge in &record.edges {
        if edge.from as usize >= tasks || edge.to as usize >= tasks {
            say(format!(
                "the edge {} -> {} names a task that does not exist",
                edge.from, edge.to
            ));
        } else if edge.from >= edge.to {
            say(format!(
                "the edge {} -> {} runs against registration order",
                edge.from, edge.to
            ));
        }
    }
    for slice in &record.slices {
        if slice.task as usize >= tasks {
            say(format!(
                "a slice names task {}, which does not exist",
                slice.task
            ));
        } else if slice.end_ns < slice.start_ns {
            say(format!(
                "the slice of task {} ends before it begins",
                slice.task
            ));
        }
    }
    for (n, task) in record.tasks.iter().enumerate() {
        if task.parent.is_some_and(|parent| parent as usize >= n) {
            say(format!(
                "task {n} stands before the composite task around it"
            ));
        }
    }
    found
}

/// When each task began, and when it was over.
struct Times {
    start: Vec<Option<u64>>,
    over: Vec<Option<u64>>,
}

impl Times {
    fn of(record: &RunRecord, found: &mut Vec<Violation>) -> Times {
        let tasks = record.tasks.len();
        let mut times = Times {
            start: vec![None; tasks],
            over: vec![None; tasks],
        };
        let mut ran = vec![0_u32; tasks];
        for slice in &record.slices {
            let task = slice.task as usize;
            ran[task] += 1;
            times.start[task] =
                Some(times.start[task].map_or(slice.start_ns, |s| s.min(slice.start_ns)));
            times.over[task] = times.over[task].max(Some(slice.end_ns));
        }
        for (n, task) in record.tasks.iter().enumerate() {
            let wrong = match ran[n] {
                0 => !task.kind.is_empty() && record.stats.cancelled == 0,
                1 => false,
                _ => true,
            };
            if wrong {
                found.push(Violation::Ran {
                    task: n as u32,
                    times: ran[n],
                });
            }
        }
        for (n, task) in record.tasks.iter().enumerate().rev() {
            if let Some(parent) = task.parent {
                times.over[parent as usize] = times.over[parent as usize].max(times.over[n]);
            }
        }
        times
    }
}

fn check_times(record: &RunRecord, demands: &[Demand], found: &mut Vec<Violation>) {
    let mut times = Times::of(record, found);
    for (n, task) in record.tasks.iter().enumerate() {
        if let Some(composite) = task.parent
            && times.start[n].is_some()
            && times.start[n] < times.start[composite as usize]
        {
            found.push(Violation::Outside {
                task: n as u32,
                composite,
            });
        }
    }
    let wanted = demands.iter().map(|d| (d.second, d.first, Some(d)));
    let drawn = record.edges.iter().map(|e| (e.to, e.from, None));
    let mut pairs: Vec<(u32, u32, Option<&Demand>)> = wanted.chain(drawn).collect();
    // By the later task: what a task waits for is settled before it is looked at. A tile
    // says more than an edge, so it stands first.
    pairs.sort_by_key(|(second, first, demand)| (*second, *first, demand.is_none()));
    pairs.dedup_by_key(|(second, first, _)| (*second, *first));
    for (second, first, demand) in pairs {
        let Some(over) = times.over[first as usize] else {
            continue;
        };
        match times.start[second as usize] {
            Some(start) if start < over => {
                let why = demand.map_or_else(|| "an edge".to_owned(), |demand| demand.tile(record));
                found.push(Violation::Early {
                    first,
                    second,
                    why,
                    by_ns: over - start,
                });
            }
            Some(_) => {}
            // A task without a body is over when all that it waits for is.
            None => times.over[second as usize] = times.over[second as usize].max(Some(over)),
        }
    }
}

/// Commutative users of one tile, by time: each must end before the next begins.
fn check_together(record: &RunRecord, found: &mut Vec<Violation>) {
    let times = Times::of(record, &mut Vec::new());
    let keys = keys::Keys::of(record);
    let mut users: HashMap<u32, Vec<(u64, u64, u32)>> = HashMap::new();
    for (n, task) in record.tasks.iter().enumerate() {
        let (Some(start), Some(over)) = (times.start[n], times.over[n]) else {
            continue;
        };
        for (at, tile) in task.tiles.iter().enumerate() {
            if tile.mode == "commutative" {
                users
                    .entry(keys.of_tile(n, at))
                    .or_default()
                    .push((start, over, n as u32));
            }
        }
    }
    let mut users: Vec<_> = users.into_iter().collect();
    users.sort_unstable();
    for (key, mut list) in users {
        list.sort_unstable();
        for pair in list.windows(2) {
            if pair[1].0 < pair[0].1 {
                let tile = keys.name(record, key);
                found.push(Violation::Together {
                    first: pair[0].2,
                    second: pair[1].2,
                    tile,
                });
            }
        }
    }
}

/// True when edges lead from `first` to `second`.
fn leads(before: &[Vec<u32>], first: u32, second: u32) -> bool {
    if before[second as usize].contains(&first) {
        return true;
    }
    let mut seen = HashSet::new();
    let mut look = vec![second];
    while let Some(task) = look.pop() {
        for &from in &before[task as usize] {
            if from == first {
                return true;
            }
            // Edges go forward in registration order: nothing before `first` leads to it.
            if from > first && seen.insert(from) {
                look.push(from);
            }
        }
    }
    false
}

#[cfg(test)]
mod tests;
