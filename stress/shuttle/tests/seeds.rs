//! Seeded schedules (`HP5_SEED`, `runtime/src/sched/seeded.rs`): whatever the system's scheduler
//! does, the same seed runs a program's tasks in the same order.
#![cfg(hp5_shuttle)]

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use hp5::models::seeded_runtime;
use hp5_shuttle::program::{Program, Recipe};
use hp5_shuttle::{explore, finds, with};

/// Programs of which only their own tasks decide what is ready.
fn programs(first: u64, count: usize) -> impl Iterator<Item = Arc<Program>> {
    let recipe = Recipe {
        steps: 16,
        depth: 1,
        rich: true,
    };
    let programs = (first..).map(move |seed| Program::random(seed, recipe));
    let own = programs.filter(|program| !program.has_requests());
    own.take(count).map(Arc::new)
}

/// Orders of a program's tasks under many schedules, on so many PPUs.
fn orders(program: &Arc<Program>, seed: u64, ppus: usize) -> HashSet<Vec<usize>> {
    let orders = Arc::new(Mutex::new(HashSet::new()));
    let (seen, program) = (orders.clone(), program.clone());
    explore(20, move || {
        let order = with(seeded_runtime(ppus, seed), || program.run_in_order());
        seen.lock().unwrap().insert(order);
    });
    let mut orders = orders.lock().unwrap();
    std::mem::take(&mut *orders)
}

/// One seed, one order, on one PPU and on several; other seeds, other orders.
#[test]
fn a_seed_gives_an_order() {
    for program in programs(700, 5) {
        let mut all = HashSet::new();
        for seed in 0..6 {
            let mut own = orders(&program, seed, 1);
            own.extend(orders(&program, seed, 2));
            assert_eq!(own.len(), 1, "orders of one seed");
            all.extend(own);
        }
        assert!(all.len() > 1, "six seeds, and one order");
    }
}

/// A seeded schedule is one that the program may have: several threads that register, each under
/// its own part of it.
#[test]
fn several_threads_with_seeds() {
    let programs: Vec<_> = programs(800, 2).collect();
    explore(60, move || {
        let runtime = Arc::new(seeded_runtime(2, 3));
        let other = {
            let (runtime, program) = (runtime.clone(), programs[0].clone());
            shuttle::thread::spawn(move || runtime.install(|| program.run()))
        };
        runtime.install(|| programs[1].run());
        other.join().unwrap();
    });
}

#[test]
fn planted_bugs_are_found() {
    finds(
        "a_seed_gives_an_order",
        "ask the clock",
        &["orders of one seed"],
    );
}
