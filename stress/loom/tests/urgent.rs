//! Protocol *claims* (`runtime/src/sched/urgent.rs`): every urgent task is taken once, the count
//! never says more than there is, and who has a claim finds a task.
#![cfg(hp5_loom)]

use std::sync::Arc;

use hp5::models::{Data, Stage, UrgentTasks};
use hp5_loom::{check_within, finds};
use loom::sync::atomic::{AtomicU32, Ordering};
use loom::thread;

struct World {
    stage: Stage,
    urgent: UrgentTasks,
    /// What goes before the push of a task.
    before: [Data; 2],
    ran: [AtomicU32; 2],
}

impl World {
    /// Two tasks of different priorities, in no queue yet.
    fn new() -> (Arc<Self>, [u32; 2]) {
        let world = Arc::new(World {
            stage: Stage::new(1),
            urgent: UrgentTasks::new(),
            before: Default::default(),
            ran: Default::default(),
        });
        let mut lane = world.stage.lane(0);
        let tasks = [0, 1].map(|n| {
            let priority = 1 << n;
            let node = world
                .stage
                .register_with(&mut lane, priority, &[], move || {});
            node.number
        });
        (world, tasks)
    }

    fn push(&self, n: usize, tasks: [u32; 2]) {
        self.before[n].set(7);
        self.urgent.push(&self.stage, tasks[n]);
    }

    /// Takes a task if there is one, and looks at the count.
    fn take(&self, tasks: [u32; 2]) {
        if let Some(task) = self.urgent.take() {
            let n = tasks.iter().position(|&number| number == task);
            let n = n.expect("one of the two");
            assert_eq!(self.before[n].get(), 7, "what went before the push");
            self.ran[n].fetch_add(1, Ordering::Relaxed);
        }
        let waiting = self.urgent.waiting();
        assert!(waiting <= 2, "the count says {waiting}, of two tasks");
    }

    /// Nobody pushes or takes any more: takes what is left.
    fn assert_done(&self, tasks: [u32; 2]) {
        while self.urgent.waiting() > 0 {
            self.take(tasks);
        }
        for ran in &self.ran {
            assert_eq!(ran.load(Ordering::Relaxed), 1, "each is taken once");
        }
        assert!(self.urgent.take().is_none(), "nothing is left");
    }
}

/// A second task is pushed while the first one is taken, and two threads take.
#[test]
fn the_count_says_what_there_is() {
    check_within(4, || {
        let (world, tasks) = World::new();
        world.push(0, tasks);
        let pusher = {
            let world = world.clone();
            thread::spawn(move || world.push(1, tasks))
        };
        let thief = {
            let world = world.clone();
            thread::spawn(move || world.take(tasks))
        };
        world.take(tasks);
        [pusher, thief].into_iter().for_each(|t| t.join().unwrap());
        world.assert_done(tasks);
    });
}

#[test]
fn planted_bugs_are_found() {
    finds(
        "the_count_says_what_there_is",
        "claim late",
        &["of two tasks"],
    );
    finds(
        "the_count_says_what_there_is",
        "relaxed",
        &["Causality violation", "before the push"],
    );
}
