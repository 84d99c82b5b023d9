//! Runtimes are started and stopped: with nothing done, with a graph, and while another one
//! lives. No thread stays behind.

use std::time::Duration;

use crate::case::{Case, build};
use crate::shapes::{self};

/// Starts and stops of one case.
const CYCLES: usize = 25;

/// See the module.
///
/// # Errors
/// What was wrong.
pub fn run(case: &mut Case<'_>) -> Result<u64, String> {
    let before = threads();
    let mut tasks = 0;
    let mut kept = Vec::new();
    for cycle in 0..CYCLES {
        let ppus = 1 + case.rng.below(case.ppus.min(8));
        let chaos = case.rng.chance(0.2).then(|| case.rng.next());
        let runtime = build(ppus, chaos, None)?;
        match case.rng.below(4) {
            0 => {}
            1 if cycle < CYCLES / 2 => kept.push(runtime),
            _ => {
                let prepared = case.prepare(shapes::random::any, 30);
                tasks += case.check(&prepared, &runtime)?;
            }
        }
    }
    drop(kept);
    // The kernel may list a joined thread for a moment.
    let patience = case.monitor.elapsed() + Duration::from_secs(2);
    while threads() > before {
        if case.monitor.elapsed() > patience {
            return Err(format!(
                "{} threads after {CYCLES} starts and stops, {before} before",
                threads()
            ));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(tasks)
}

fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count)
}
