//! Tapes on the whole runtime: laps that overlap, differ, are replayed and interrupted.
#![cfg(hp5_shuttle)]

use std::sync::Arc;

use hp5::models::{let_laps_be_strands, let_tasks_run_at_once};
use hp5::rt::Mode;
use hp5_shuttle::laps::{Act, Loop};
use hp5_shuttle::{explore, finds, on};

fn loops(first: u64, tasks: u64, acts: u64, ppus: usize) {
    for seed in first..first + 6 {
        let one = Arc::new(Loop::random(seed, tasks, acts));
        explore(80, move || on(ppus, u64::MAX, || one.run()));
    }
}

/// Short laps, many of them.
#[test]
fn short_laps() {
    loops(100, 3, 10, 2);
}

/// Laps with more first tasks than are queued one by one: they are fed in chunks.
#[test]
fn wide_laps() {
    loops(200, 8, 5, 3);
}

/// Laps whose tasks run where they are recorded, and are put together where they are replayed.
#[test]
fn laps_in_pieces() {
    for seed in 300..308 {
        let one = Arc::new(Loop::random_in_order(seed, 8, 6));
        explore(60, move || {
            let_tasks_run_at_once(true);
            on(2, u64::MAX, || one.run());
        });
    }
}

/// The same, in strands.
#[test]
fn laps_in_strands() {
    for seed in 400..408 {
        let one = Arc::new(Loop::random_in_order(seed, 8, 6));
        for ppus in [2, 3] {
            let one = one.clone();
            explore(40, move || {
                let_tasks_run_at_once(true);
                let_laps_be_strands(true);
                on(ppus, u64::MAX, || one.run());
            });
        }
    }
}

/// Two tasks that may run in either order, and one that reads what both wrote: in the next
/// lap they wait for the reader, and not for one another.
#[test]
fn groups_follow_one_another() {
    let commutes = vec![(0, Mode::Commutative)];
    let lap = [commutes.clone(), commutes, vec![(0, Mode::In)]];
    let one = Arc::new(Loop::new(
        &lap,
        &Vec::new(),
        &[Act::Lap, Act::Wait, Act::Lap, Act::Lap, Act::Replay(3)],
    ));
    explore(200, move || on(2, u64::MAX, || one.run()));
}

#[test]
fn planted_bugs_are_found() {
    let found = &[
        "task failed",
        "no run more than there are laps",
        "deadlock!",
    ];
    finds("short_laps", "set up after the release", found);
    finds("wide_laps", "chunks overlap", found);
    finds("laps_in_pieces", "pieces wait for nobody", found);
    finds("laps_in_pieces", "set up after the release", found);
    finds("laps_in_strands", "a step needs nothing", found);
    finds("groups_follow_one_another", "writers beside readers", found);
}
