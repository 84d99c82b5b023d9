//! PPUs that are unlike, and who has a task (`sched/worker_speed.rs`): workers that a test moves by hand.

use std::time::Duration;

use super::*;
use crate::graph::sort::Sort;
use crate::sched::worker_speed::{Choice, NOW, Rival, UNKNOWN};
use crate::sync::Ordering;

static LONG: Site = Site::new("long", "speeds.rs", 1);
const MEAN: u64 = 10_000_000;

/// Two PPUs, of which the second takes twice as long, and tasks of 10 ms in the mean.
fn unlike() -> (Bench, Worker, Worker) {
    let mut bench = Bench::new("core:2", 2);
    let (fast, slow) = (bench.worker(0), bench.worker(1));
    let shared = &bench.shared;
    shared
        .times
        .note(Sort::of(&LONG, None), Duration::from_nanos(MEAN));
    for _ in 0..50 {
        shared.speeds.note(0, 300, Duration::from_nanos(200));
        shared.speeds.note(1, 300, Duration::from_nanos(400));
    }
    (bench, fast, slow)
}

impl Bench {
    fn long(&self, id: u32) -> TaskPtr {
        self.task_from(&LONG, id, NO_HOME, 0)
    }

    fn queue_long(&self, ids: impl IntoIterator<Item = u32>) {
        ids.into_iter()
            .for_each(|id| _ = self.shared.long_queue_of(0).put(&[self.long(id)], false));
    }
}

fn taken(worker: &Worker) -> Option<u32> {
    worker.left.set(false);
    worker.take_long(0).map(|task| task.id())
}

#[test]
fn a_slow_ppu_leaves_what_a_faster_one_ends_sooner() {
    let (bench, fast, slow) = unlike();
    bench.queue_long([1]);
    assert_eq!(taken(&slow), Some(1), "nobody knows what the fast one does");
    bench.shared.ppus[0].free.store(NOW, Ordering::Relaxed);
    bench.queue_long([2]);
    assert_eq!(taken(&slow), None);
    assert!(slow.left.get(), "it does not rest");
    assert_eq!(
        slow.take_long(0).map(|task| task.id()),
        None,
        "nor looks again at once"
    );
    assert_eq!(taken(&fast), Some(2));
    // Busy for 7 ms; then 7 more, which is more than 13 ms on the slow one.
    bench.queue_long([3]);
    assert_eq!(taken(&slow), Some(3));
}

#[test]
fn ppus_that_are_alike_leave_nothing() {
    let bench = Bench::new("core:2", 2);
    assert!(bench.shared.choice(1, 1).is_none());
    // One body was interrupted.
    bench
        .shared
        .speeds
        .note(1, 300, Duration::from_nanos(300_000));
    assert!(bench.shared.choice(1, 1).is_none());
    (0..9).for_each(|_| {
        bench
            .shared
            .speeds
            .note(1, 300, Duration::from_nanos(300_000))
    });
    assert!(bench.shared.choice(1, 1).is_some(), "it is slow");
    (0..40).for_each(|_| bench.shared.speeds.note(1, 300, Duration::from_nanos(300)));
    assert!(bench.shared.choice(1, 1).is_none(), "it is no more");
}

#[test]
fn where_there_is_enough_to_do_a_slow_ppu_takes_what_comes_first() {
    let (bench, _, slow) = unlike();
    bench.shared.ppus[0].free.store(NOW, Ordering::Relaxed);
    bench.queue_long(1..=5);
    assert_eq!(taken(&slow), Some(1));
    assert_eq!(
        taken(&slow),
        Some(3),
        "the fast one would have 2 first, and 3 then as late"
    );
}

/// Which tasks of a list the slow PPU may have, when the fast one is free at `free`.
fn mine(bench: &Bench, free: u64, left_since: Option<u64>, count: u32) -> Vec<bool> {
    let mut choice = Choice {
        times: &bench.shared.times,
        now: 100_000_000,
        slow: 512,
        rivals: [Rival {
            ppu: 0,
            slow: 256,
            free,
        }]
        .into_iter()
        .collect(),
        rests: None,
        left_since,
    };
    (0..count)
        .map(|id| choice.is_mine(&bench.long(id)))
        .collect()
}

#[test]
fn a_task_waits_no_longer_than_it_ends_sooner() {
    let (bench, ..) = unlike();
    let now = 100_000_000;
    // Takes 20 ms here and 10 there.
    let one = |free, since| mine(&bench, free, since, 1)[0];
    assert!(!one(NOW, None) && !one(now + MEAN / 2, None));
    assert!(one(now + MEAN, None), "it ends as soon here");
    assert!(one(UNKNOWN, None));
    assert!(
        !one(now - MEAN / 2, None),
        "it has just become free, or is late"
    );
    assert!(one(now - 2 * MEAN, None), "it does something else");
    assert!(!one(NOW, Some(now - MEAN / 2)));
    assert!(
        !one(NOW, Some(now + 1)),
        "who left it looked at the clock later"
    );
    assert!(
        one(NOW, Some(now - MEAN - 1)),
        "it was waited for long enough"
    );
    // The first one is the fast one's, and the next one would be as late there.
    assert_eq!(mine(&bench, NOW, None, 3), [false, true, true]);
    let unknown = bench.task();
    let mut choice = bench.shared.choice(1, 1).expect("they are unlike");
    choice.rivals[0].free = NOW;
    assert!(choice.is_mine(&unknown), "nobody knows how long it takes");
}

/// What a slow PPU finds elsewhere goes to the long queue as well, where the fast one finds it.
#[test]
fn a_root_is_left_too() {
    let (bench, fast, slow) = unlike();
    let free = &bench.shared.ppus[0].free;
    slow.granularity.note_long();
    free.store(NOW, Ordering::Relaxed);
    slow.deque.push(bench.long(1));
    assert!(slow.find_own().is_none() && slow.left.get());
    assert_eq!(taken(&fast), Some(1));
    free.store(NOW, Ordering::Relaxed);
    bench.shared.ppus[1].mailbox.push(bench.long(2));
    assert!(slow.find_own().is_none() && slow.left.get());
    assert_eq!(taken(&fast), Some(2));
    free.store(NOW, Ordering::Relaxed);
    fast.deque.push(bench.long(3));
    slow.left.set(false);
    assert!(slow.find_elsewhere().is_none() && slow.left.get());
    assert_eq!(taken(&fast), Some(3));
    // Short ones are not looked at.
    slow.deque.push(bench.task());
    assert!(slow.find_own().is_some());
}
