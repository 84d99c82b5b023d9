//! Random programs on the whole runtime.
#![cfg(hp5_shuttle)]

use std::sync::Arc;

use hp5::models::let_tasks_run_at_once;
use hp5::rt::Mode;
use hp5_shuttle::program::{Program, Recipe};
use hp5_shuttle::tiles::{Tile, Way};
use hp5_shuttle::{SITE, explore, finds, in_region, on};
use shuttle::sync::mpsc::channel;
use shuttle::thread;

/// Runs programs of a recipe, from seed `first` on, on so many PPUs.
fn programs(first: u64, recipe: Recipe, ppus: usize, max_tasks: u64) {
    for seed in first..first + 4 {
        let program = Arc::new(Program::random(seed, recipe));
        explore(100, move || on(ppus, max_tasks, || program.run()));
    }
}

/// Tasks that run and nothing more: steals, edges, the end.
#[test]
fn flat_programs() {
    let recipe = Recipe {
        steps: 24,
        depth: 0,
        rich: false,
    };
    programs(100, recipe, 3, u64::MAX);
}

/// Composites, and regions that bodies open and wait for, two levels deep.
#[test]
fn nested_programs() {
    let recipe = Recipe {
        steps: 12,
        depth: 2,
        rich: false,
    };
    programs(200, recipe, 2, u64::MAX);
}

/// All there is: priorities, handles that threads outside give up, parallel loops,
/// commutative uses.
#[test]
fn rich_programs() {
    let recipe = Recipe {
        steps: 16,
        depth: 1,
        rich: true,
    };
    programs(300, recipe, 2, u64::MAX);
}

/// The registering thread may be three tasks ahead, and helps meanwhile.
#[test]
fn throttled_programs() {
    let recipe = Recipe {
        steps: 24,
        depth: 1,
        rich: true,
    };
    programs(400, recipe, 1, 3);
}

/// More PPUs than tasks that can run at once: most of them fall asleep and are woken.
#[test]
fn programs_on_many_ppus() {
    let recipe = Recipe {
        steps: 10,
        depth: 1,
        rich: true,
    };
    programs(500, recipe, 4, u64::MAX);
}

/// Tasks run where they are registered, whenever nobody is found whom they would wait for.
#[test]
fn programs_that_run_at_once() {
    let recipe = Recipe {
        steps: 20,
        depth: 1,
        rich: true,
    };
    for seed in 600..604 {
        let program = Arc::new(Program::random(seed, recipe));
        explore(100, move || {
            let_tasks_run_at_once(true);
            // Few enough that the thread considers it at each task.
            on(2, 40, || program.run());
        });
    }
}

/// Tasks that take turns at a tile, a request that a thread outside completes, and a task
/// that finds what all of them did.
#[test]
fn turns_and_a_request() {
    explore(200, || {
        let tile = Arc::new(Tile::default());
        on(2, u64::MAX, || {
            let mut outside = None;
            in_region(|region| {
                for _ in 0..3 {
                    let tile = tile.clone();
                    let mut task = region.task(&SITE);
                    task.access_key(1, Mode::Commutative);
                    // SAFETY: the body touches what is shared with it.
                    unsafe { task.spawn(move || tile.use_it(Way::Alone, 0..=2)) };
                }
                let (give, take) = channel();
                let mut request = region.task(&SITE);
                request.access_key(1, Mode::InOut);
                // SAFETY: as above.
                unsafe { request.spawn_pending(move |handle| give.send(handle).unwrap()) };
                let (written, read) = (tile.clone(), tile.clone());
                outside = Some(thread::spawn(move || {
                    let handle = take.recv().unwrap();
                    written.use_it(Way::Alone, 3..=3);
                    drop(handle);
                }));
                let mut last = region.task(&SITE);
                last.access_key(1, Mode::In);
                // SAFETY: as above.
                unsafe { last.spawn(move || read.use_it(Way::Reads, 4..=4)) };
            });
            outside
                .into_iter()
                .for_each(|thread| thread.join().unwrap());
        });
        assert_eq!(tile.writes(), 4);
    });
}

#[test]
fn planted_bugs_are_found() {
    finds("flat_programs", "count refused edges", &["deadlock!"]);
    finds("flat_programs", "no look after the target", &["deadlock!"]);
    finds("flat_programs", "sleep over the books", &["deadlock!"]);
    let early = &["writes instead of", "and others at once"];
    finds("programs_that_run_at_once", "pass over readers", early);
    finds("programs_that_run_at_once", "pass over the writer", early);
    finds(
        "turns_and_a_request",
        "share a lock",
        &["and others at once"],
    );
    finds(
        "turns_and_a_request",
        "complete with the body",
        &["writes instead of", "at once"],
    );
}
