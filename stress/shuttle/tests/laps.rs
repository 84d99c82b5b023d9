//! Tapes on the whole runtime: laps that overlap, differ, are replayed and interrupted.
#![cfg(hp5_shuttle)]

use std::sync::Arc;

use hp5_shuttle::laps::Loop;
use hp5_shuttle::{explore, on};

fn loops(first: u64, tasks: u64, acts: u64, ppus: usize) {
    for seed in first..first + 6 {
        let one = Arc::new(Loop::random(seed, tasks, acts));
        explore(25, move || on(ppus, u64::MAX, || one.run()));
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
