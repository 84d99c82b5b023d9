//! Protocol *waiting* (`runtime/src/sched/help.rs`): who waits for a region is woken by the
//! worker that completes the last task that it waits for, without the help of a deadline.
//! A lost wake-up is a deadlock, which loom reports.
#![cfg(hp5_loom)]

use hp5::models::{Data, RegionEnd, Sleepers, planted};
use hp5_loom::{check, finds};
use loom::thread;
use std::sync::Arc;

/// The registering thread's lane.
const WAITER: usize = 0;

struct Pool {
    sleep: Sleepers,
    region: RegionEnd,
    data: [Data; 2],
}

impl Pool {
    fn new() -> Arc<Self> {
        let pool = Pool {
            sleep: Sleepers::new(1),
            region: RegionEnd::new(),
            data: Default::default(),
        };
        pool.region.begin(WAITER);
        Arc::new(pool)
    }

    /// A worker that runs tasks and tells the scope of them (`Shared::count`).
    fn worker(self: &Arc<Self>, tasks: &'static [usize]) -> thread::JoinHandle<()> {
        let pool = self.clone();
        thread::spawn(move || {
            for &task in tasks {
                pool.data[task].set(1);
                if let (Some(lane), _) = pool.region.complete(1) {
                    pool.sleep.give_token(lane);
                }
            }
        })
    }

    /// `Worker::help_until` where there is nothing to run meanwhile: *expect*, *announce*,
    /// *look*, *park*.
    fn wait(&self, count: u64) {
        while self.region.completed() < count {
            if planted("look before expect") {
                self.sleep.announce(WAITER);
                let done = self.region.completed() >= count;
                self.region.expect(count);
                self.look_and_park(done);
            } else {
                self.region.expect(count);
                self.sleep.announce(WAITER);
                self.look_and_park(self.region.completed() >= count);
            }
            self.region.expect_nothing();
            thread::yield_now();
        }
        for task in &self.data[..count as usize] {
            assert_eq!(task.get(), 1, "a task is not done");
        }
    }

    fn look_and_park(&self, done: bool) {
        if !done {
            self.sleep.park(WAITER);
        }
        self.sleep.withdraw(WAITER);
    }
}

/// Two workers complete the two tasks that the registering thread waits for.
#[test]
fn a_waiter_sees_the_last_task() {
    check(|| {
        let pool = Pool::new();
        let workers = [pool.worker(&[0]), pool.worker(&[1])];
        pool.wait(2);
        workers
            .into_iter()
            .for_each(|worker| worker.join().unwrap());
    });
}

/// The registering thread waits for a part (throttling), then for all.
#[test]
fn a_second_wait_is_not_lost() {
    check(|| {
        let pool = Pool::new();
        let worker = pool.worker(&[0, 1]);
        pool.wait(1);
        pool.wait(2);
        worker.join().unwrap();
    });
}

#[test]
fn planted_bugs_are_found() {
    finds(
        "a_waiter_sees_the_last_task",
        "relaxed",
        &["deadlock", "Causality violation"],
    );
    finds(
        "a_waiter_sees_the_last_task",
        "look before expect",
        &["deadlock"],
    );
}
