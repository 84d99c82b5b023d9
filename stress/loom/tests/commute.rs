//! Mutual exclusion of commutative tasks (`runtime/src/graph/commute.rs`): who holds a tile's
//! lock is alone with the tile, and a task that waits for one is made ready again.
#![cfg(hp5_loom)]

use std::sync::Arc;

use hp5::models::{Data, Injector, Lock, Stage, Steal, planted};
use hp5_loom::{check_within, finds};
use loom::sync::atomic::{AtomicU32, Ordering};
use loom::thread;

struct World {
    stage: Stage,
    /// Ready tasks, for whoever looks.
    queue: Injector<u32>,
    tiles: [Data; 2],
    ran: AtomicU32,
}

impl World {
    fn new() -> Arc<Self> {
        Arc::new(World {
            stage: Stage::new(4),
            queue: Injector::new(),
            tiles: Default::default(),
            ran: AtomicU32::new(0),
        })
    }

    /// A task that adds one to each of some tiles, under these locks.
    fn task(self: &Arc<Self>, tiles: &'static [usize], locks: &[Lock]) -> u32 {
        let world = self.clone();
        let locks: &[Lock] = if planted("no locks") { &[] } else { locks };
        let body = move || {
            for &tile in tiles {
                world.tiles[tile].set(world.tiles[tile].get() + 1);
            }
            world.ran.fetch_add(1, Ordering::Relaxed);
        };
        self.stage
            .register(&mut self.stage.lane(0), locks, body)
            .number
    }

    /// A worker that begins with a task and goes on with what is ready, until all have run or
    /// nothing is ready: then those that wait hold the locks for others.
    fn work(&self, lane: usize, first: u32) {
        let mut lane = self.stage.lane(lane);
        let mut next = Some(first);
        while let Some(task) = next {
            let (_, ready) = self.stage.run(&mut lane, task);
            if !planted("forget those who wait") {
                ready.into_iter().for_each(|task| self.queue.push(task));
            }
            next = match self.queue.steal() {
                Steal::Success(task) => Some(task),
                _ => None,
            };
        }
    }
}

/// Two tasks on one tile, on two workers: both run, one after the other.
#[test]
fn alone_with_the_tile() {
    check_within(6, || {
        let world = World::new();
        let locks = [Lock::new()];
        let tasks = [world.task(&[0], &locks), world.task(&[0], &locks)];
        let other = {
            let world = world.clone();
            thread::spawn(move || world.work(1, tasks[0]))
        };
        world.work(2, tasks[1]);
        other.join().unwrap();
        assert_eq!(world.ran.load(Ordering::Relaxed), 2, "both ran");
        assert_eq!(world.tiles[0].get(), 2);
    });
}

/// Three tasks on two tiles, one of them on both, on three workers: nobody waits for ever for
/// a lock, and a task that waits at one gives the others back.
#[test]
fn two_locks_and_three_tasks() {
    check_within(3, || {
        let world = World::new();
        let [a, b] = [Lock::new(), Lock::new()];
        let tasks = [
            world.task(&[0, 1], &[a.clone(), b.clone()]),
            world.task(&[0], std::slice::from_ref(&a)),
            world.task(&[1], std::slice::from_ref(&b)),
        ];
        let others = [1, 2].map(|lane| {
            let world = world.clone();
            thread::spawn(move || world.work(lane, tasks[lane - 1]))
        });
        world.work(3, tasks[2]);
        others.into_iter().for_each(|other| other.join().unwrap());
        assert_eq!(world.ran.load(Ordering::Relaxed), 3, "all ran");
        let tiles = [world.tiles[0].get(), world.tiles[1].get()];
        assert_eq!(tiles, [2, 2]);
    });
}

#[test]
fn planted_bugs_are_found() {
    finds("alone_with_the_tile", "no locks", &["Causality violation"]);
    finds(
        "alone_with_the_tile",
        "share a lock",
        &["Causality violation"],
    );
    finds(
        "alone_with_the_tile",
        "forget those who wait",
        &["both ran"],
    );
    finds(
        "two_locks_and_three_tasks",
        "forget those who wait",
        &["all ran"],
    );
}
