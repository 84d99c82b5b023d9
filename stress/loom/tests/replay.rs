//! Protocol *laps* (`runtime/src/rt/replay.rs`, `sched/complete.rs`): a recorded graph overlaps
//! with its own next lap; each task runs once per lap, after what it waits for.
#![cfg(hp5_loom)]

use std::sync::Arc;

use hp5::models::{Data, Lane, Node, Stage, planted};
use hp5_loom::{check_within, finds};
use loom::sync::atomic::{AtomicU32, Ordering};
use loom::thread;

const LAPS: u32 = 3;

/// The graph of one lap: task 0 writes the tile that tasks 1 and 2 read, and 2 writes one
/// that nobody else uses. So 1 and 2 wait for 0, and the next lap's 0 waits for 1 and 2.
struct World {
    stage: Stage,
    tile: Data,
    own: [Data; 2],
    ran: AtomicU32,
}

impl World {
    fn new() -> Arc<Self> {
        Arc::new(World {
            stage: Stage::new(3),
            tile: Data::default(),
            own: Default::default(),
            ran: AtomicU32::new(0),
        })
    }

    /// Records the lap and sets the counters up; the task that is ready.
    fn record(self: &Arc<Self>, lane: &mut Lane) -> Node {
        let world = self.clone();
        let first = self.stage.record(lane, move || {
            world.tile.set(world.tile.get() + 1);
            world.ran.fetch_add(1, Ordering::Relaxed);
        });
        let readers = [0, 1].map(|n| {
            let world = self.clone();
            self.stage.record(lane, move || {
                let lap = world.own[n].get() + 1;
                assert_eq!(world.tile.get(), lap, "another lap's value");
                world.own[n].set(lap);
                world.ran.fetch_add(1 << (8 * (n + 1)), Ordering::Relaxed);
            })
        });
        for reader in readers {
            assert!(self.stage.edge(lane, first, reader));
            assert!(self.stage.edge_into_next_lap(lane, reader, first));
        }
        let into_first = if planted("an edge into the next lap less") {
            1
        } else {
            2
        };
        self.stage.arm(first, 0, into_first);
        readers
            .iter()
            .for_each(|&reader| self.stage.arm(reader, 1, 1));
        self.stage.set_laps(LAPS);
        first
    }

    /// Runs tasks of a queue of its own, and gives every second ready one to `away`.
    fn run(&self, lane: &mut Lane, task: u32, mut away: impl FnMut(u32)) {
        let mut queue = vec![task];
        while let Some(next) = queue.pop() {
            let (_, mut ready) = self.stage.run(lane, next);
            if ready.len() > 1 {
                ready.drain(1..).for_each(&mut away);
            }
            queue.extend(ready);
        }
    }

    fn assert_done(&self) {
        let each = LAPS | LAPS << 8 | LAPS << 16;
        assert_eq!(
            self.ran.load(Ordering::Relaxed),
            each,
            "each runs once per lap"
        );
    }
}

/// Two readers complete side by side, and one of them lets the next lap's writer go.
#[test]
fn laps_overlap() {
    check_within(6, || {
        let world = World::new();
        let mut lane = world.stage.lane(0);
        let first = world.record(&mut lane);
        let mut threads = Vec::new();
        world.run(&mut lane, first.number, |task| {
            let world = world.clone();
            let lane = 1 + threads.len();
            threads.push(thread::spawn(move || {
                let mut lane = world.stage.lane(lane.min(2));
                // What is ready by this thread runs here, in whatever lap.
                world.run_all(&mut lane, task);
            }));
        });
        threads
            .into_iter()
            .for_each(|thread| thread.join().unwrap());
        world.assert_done();
    });
}

impl World {
    /// Runs a task and everything that becomes ready by it, here.
    fn run_all(&self, lane: &mut Lane, task: u32) {
        let mut queue = vec![task];
        while let Some(next) = queue.pop() {
            queue.extend(self.stage.run(lane, next).1);
        }
    }
}

/// Two tasks before one, which shares its successor with another one that runs elsewhere: the
/// next lap may come to it while it completes, and finds it set up.
#[test]
fn the_next_lap_finds_a_task_set_up() {
    check_within(6, || {
        let world = World::new();
        let mut lane = world.stage.lane(0);
        let stage = &world.stage;
        let writers = [0, 1].map(|n| {
            let world = world.clone();
            stage.record(&mut lane, move || {
                world.own[n].set(world.own[n].get() + 1);
                world.ran.fetch_add(1 << (8 * n), Ordering::Relaxed);
            })
        });
        let body = world.clone();
        let waits_for_both = stage.record(&mut lane, move || {
            let lap = 1 + (body.ran.fetch_add(1 << 16, Ordering::Relaxed) >> 16 & 0xff);
            let found = [body.own[0].get(), body.own[1].get()];
            assert_eq!(found, [lap, lap], "another lap's value");
        });
        let body = world.clone();
        let beside = stage.record(&mut lane, move || {
            body.ran.fetch_add(1 << 24, Ordering::Relaxed);
        });
        let body = world.clone();
        let last = stage.record(&mut lane, move || body.tile.set(body.tile.get() + 1));
        for writer in writers {
            assert!(stage.edge(&mut lane, writer, waits_for_both));
            assert!(stage.edge_into_next_lap(&mut lane, last, writer));
            stage.arm(writer, 0, 1);
        }
        assert!(stage.edge(&mut lane, writers[0], beside));
        for task in [waits_for_both, beside] {
            assert!(stage.edge(&mut lane, task, last));
        }
        stage.arm(waits_for_both, 2, 2);
        stage.arm(beside, 1, 1);
        stage.arm(last, 2, 2);
        stage.set_laps(2);
        // The first lap as far as the two that run side by side.
        let mut ready = Vec::new();
        for writer in writers {
            ready.extend(stage.run(&mut lane, writer.number).1);
        }
        assert_eq!(ready, [beside.number, waits_for_both.number]);
        let other = {
            let world = world.clone();
            thread::spawn(move || world.run_all(&mut world.stage.lane(1), beside.number))
        };
        world.run_all(&mut lane, waits_for_both.number);
        other.join().unwrap();
        let ran = world.ran.load(Ordering::Relaxed);
        assert_eq!(ran, 0x02_02_02_02, "each runs once per lap");
        assert_eq!(world.tile.get(), 2, "once per lap");
    });
}

/// A task that nothing waits for and that waits for nothing follows itself, while the thread
/// that began it looks on.
#[test]
fn a_task_alone_follows_itself() {
    check_within(6, || {
        let world = World::new();
        let mut lane = world.stage.lane(0);
        let body = world.clone();
        let alone = world
            .stage
            .record(&mut lane, move || body.tile.set(body.tile.get() + 1));
        assert!(world.stage.edge_into_next_lap(&mut lane, alone, alone));
        world.stage.arm(alone, 0, 1);
        world.stage.set_laps(LAPS);
        let worker = {
            let world = world.clone();
            thread::spawn(move || world.run_all(&mut world.stage.lane(1), alone.number))
        };
        worker.join().unwrap();
        assert_eq!(world.tile.get(), LAPS, "once per lap");
    });
}

#[test]
fn planted_bugs_are_found() {
    finds(
        "laps_overlap",
        "relaxed",
        &["Causality violation", "another lap's", "once per lap"],
    );
    finds(
        "the_next_lap_finds_a_task_set_up",
        "set up after the release",
        &["Causality violation", "another lap's", "once per lap"],
    );
    finds(
        "laps_overlap",
        "an edge into the next lap less",
        &["Causality violation", "another lap's", "once per lap"],
    );
}
