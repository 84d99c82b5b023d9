//! Protocol *parts* (`runtime/src/graph/sharded_counter.rs`): completed tasks are counted space by
//! space, and yet the region hears of each of them once, the last one at the latest when its
//! PPU leaves, and who waits for the region sees what they did.
#![cfg(hp5_loom)]

use hp5::models::{Data, RegionEnd, Sleepers, planted};
use hp5_loom::{check, check_within, finds};
use loom::thread;
use std::sync::Arc;

/// The registering thread's lane.
const WAITER: usize = 0;

struct Pool {
    sleep: Sleepers,
    region: RegionEnd,
    data: [Data; 4],
}

impl Pool {
    fn new() -> Arc<Self> {
        let pool = Pool {
            sleep: Sleepers::new(1),
            region: RegionEnd::of_spaces(2),
            data: Default::default(),
        };
        pool.region.begin(WAITER);
        Arc::new(pool)
    }

    /// A PPU of `space` that runs tasks, and settles its books after each group of them
    /// (`Worker::tell`, `Worker::settle_tally`).
    fn ppu(self: &Arc<Self>, space: usize, groups: &'static [&[usize]]) -> thread::JoinHandle<()> {
        let pool = self.clone();
        thread::spawn(move || {
            for group in groups {
                for (n, &task) in group.iter().enumerate() {
                    pool.data[task].set(1);
                    if n == 0 {
                        pool.region.join(space);
                    }
                }
                let tell = pool.region.leave(space, group.len() as u64);
                if tell > 0
                    && let (Some(lane), _) = pool.region.complete(tell)
                {
                    pool.sleep.give_token(lane);
                }
                if planted("join and go") {
                    pool.region.join(space);
                }
            }
        })
    }

    /// Waits as in `waiting.rs`.
    fn wait(&self, count: u64) {
        while self.region.completed() < count {
            self.region.expect(count);
            self.sleep.announce(WAITER);
            if self.region.completed() < count {
                self.sleep.park(WAITER);
            }
            self.sleep.withdraw(WAITER);
            self.region.expect_nothing();
            thread::yield_now();
        }
        for task in &self.data[..count as usize] {
            assert_eq!(task.get(), 1, "a task is not done");
        }
        assert_eq!(self.region.completed(), count, "each task is told of once");
    }
}

/// Spaces count for themselves.
#[test]
fn each_space_tells() {
    check_within(2, || {
        let pool = Pool::new();
        let ppus = [pool.ppu(0, &[&[0, 1], &[2]]), pool.ppu(1, &[&[3]])];
        pool.wait(4);
        ppus.into_iter().for_each(|ppu| ppu.join().unwrap());
    });
}

/// Two PPUs of one space come and go, while the registering thread waits.
#[test]
fn the_last_one_of_a_space_tells() {
    check(|| {
        let pool = Pool::new();
        let ppus = [pool.ppu(0, &[&[0], &[1]]), pool.ppu(0, &[&[2]])];
        pool.wait(3);
        ppus.into_iter().for_each(|ppu| ppu.join().unwrap());
    });
}

/// As much may come together as a part holds at most (3 in models), while somebody stays.
#[test]
fn a_full_part_is_told_of_at_once() {
    check_within(2, || {
        let pool = Pool::new();
        let ppus = [pool.ppu(0, &[&[0, 1]]), pool.ppu(0, &[&[2], &[3]])];
        pool.wait(4);
        ppus.into_iter().for_each(|ppu| ppu.join().unwrap());
    });
}

#[test]
fn planted_bugs_are_found() {
    let model = "the_last_one_of_a_space_tells";
    finds(model, "leave it to nobody", &["deadlock"]);
    finds(model, "join and go", &["deadlock"]);
    finds(model, "relaxed", &["deadlock", "Causality violation"]);
}
