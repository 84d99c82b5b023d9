//! Deques and thieves, as the runtime sees them (`runtime/src/sync.rs`): a task that is pushed
//! is taken once, by its owner or by a thief, one at a time or in a batch, and whoever takes
//! it sees what went before the push.
//!
//! The deques of models are stand-ins for `crossbeam-deque`'s, which are trusted. This says
//! what the stand-ins promise, on which every model with a queue builds; the worker's own code
//! around them (look, steal, park) runs in `whole.rs` and under shuttle.
#![cfg(hp5_loom)]

use std::sync::Arc;

use hp5::models::{Data, Deque, Injector, Steal, Stealer};
use hp5_loom::{check, check_within, finds};
use loom::thread;

const TASKS: usize = 3;

#[derive(Default)]
struct World {
    /// What goes before the push of a task; and what the task writes.
    before: [Data; TASKS],
    ran: [Data; TASKS],
}

impl World {
    fn push(&self, deque: &Deque<u32>, task: usize) {
        self.before[task].set(7);
        deque.push(task as u32);
    }

    fn run(&self, task: u32) {
        let task = task as usize;
        assert_eq!(self.before[task].get(), 7, "what went before the push");
        self.ran[task].set(self.ran[task].get() + 1);
    }

    fn run_stolen(&self, stealer: &Stealer<u32>) {
        if let Steal::Success(task) = stealer.steal() {
            self.run(task);
        }
    }

    fn assert_done(&self) {
        for (task, ran) in self.ran.iter().enumerate() {
            assert_eq!(ran.get(), 1, "task {task} is taken once");
        }
    }
}

/// Two thieves and the owner, who pushes while they steal and takes the rest.
#[test]
fn each_task_is_taken_once() {
    check_within(3, || {
        let world = Arc::new(World::default());
        let deque = Deque::new_lifo();
        world.push(&deque, 0);
        let thieves = [0, 1].map(|_| {
            let (world, stealer) = (world.clone(), deque.stealer());
            thread::spawn(move || world.run_stolen(&stealer))
        });
        world.push(&deque, 1);
        world.push(&deque, 2);
        while let Some(task) = deque.pop() {
            world.run(task);
        }
        thieves.into_iter().for_each(|thief| thief.join().unwrap());
        world.assert_done();
        assert!(deque.is_empty(), "nothing is left");
    });
}

/// A thief from afar takes a batch into its own deque, which another thief steals from.
#[test]
fn batches_go_from_deque_to_deque() {
    check(|| {
        let world = Arc::new(World::default());
        let deque = Deque::new_lifo();
        (0..TASKS).for_each(|task| world.push(&deque, task));
        let far = Deque::new_lifo();
        let second = {
            let (world, stealer) = (world.clone(), far.stealer());
            thread::spawn(move || world.run_stolen(&stealer))
        };
        let first = {
            let (world, stealer) = (world.clone(), deque.stealer());
            thread::spawn(move || {
                if let Steal::Success(task) = stealer.steal_batch_and_pop(&far) {
                    world.run(task);
                }
                while let Some(task) = far.pop() {
                    world.run(task);
                }
            })
        };
        while let Some(task) = deque.pop() {
            world.run(task);
        }
        first.join().unwrap();
        second.join().unwrap();
        world.assert_done();
    });
}

/// A queue that anybody pushes into and takes from.
#[test]
fn queues_hand_each_task_over_once() {
    check(|| {
        let (world, queue) = (Arc::new(World::default()), Arc::new(Injector::new()));
        let pushers = [0, 1].map(|task| {
            let (world, queue) = (world.clone(), queue.clone());
            thread::spawn(move || {
                world.before[task].set(7);
                queue.push(task as u32);
            })
        });
        let taker = {
            let (world, queue) = (world.clone(), queue.clone());
            thread::spawn(move || {
                if let Steal::Success(task) = queue.steal() {
                    world.run(task);
                }
            })
        };
        pushers
            .into_iter()
            .chain([taker])
            .for_each(|thread| thread.join().unwrap());
        while let Steal::Success(task) = queue.steal() {
            world.run(task);
        }
        world.before[2].set(7);
        world.run(2);
        world.assert_done();
    });
}

#[test]
fn planted_bugs_are_found() {
    let found = &["Causality violation", "is taken once", "nothing is left"];
    finds("each_task_is_taken_once", "two take one", found);
    finds("each_task_is_taken_once", "relaxed", found);
    finds("batches_go_from_deque_to_deque", "two take one", found);
    finds("queues_hand_each_task_over_once", "relaxed", found);
}
