//! Random programs on the whole runtime.
#![cfg(hp5_shuttle)]

use hp5_shuttle::program::{Program, Recipe};
use hp5_shuttle::{explore, finds, on};

/// Runs programs of a recipe, from seed `first` on, on so many PPUs.
fn programs(first: u64, recipe: Recipe, ppus: usize, max_tasks: u64) {
    for seed in first..first + 4 {
        let program = std::sync::Arc::new(Program::random(seed, recipe));
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

#[test]
fn planted_bugs_are_found() {
    finds("flat_programs", "count refused edges", &["deadlock!"]);
    finds("flat_programs", "no look after the target", &["deadlock!"]);
    finds("flat_programs", "sleep over the books", &["deadlock!"]);
    finds("rich_programs", "share a lock", &["and others at once"]);
    finds(
        "rich_programs",
        "complete with the body",
        &["writes instead of"],
    );
}
