//! Protocol *region completion* (`runtime/src/graph/scope.rs`): a waiter sees the task that
//! it waits for, a composite's end has one owner, and a late worker does no harm.
#![cfg(hp5_loom)]

use hp5::models::RegionEnd;
use hp5_loom::{check, finds};
use loom::sync::Arc;
use loom::sync::atomic::{AtomicU32, Ordering};
use loom::thread;

/// A scope, and what its tasks write: without any order of its own, so a thread sees what
/// another one wrote only if the protocol orders the two.
struct Region {
    end: RegionEnd,
    data: [AtomicU32; 2],
}

impl Region {
    fn new() -> Arc<Self> {
        let region = Region {
            end: RegionEnd::new(),
            data: [AtomicU32::new(0), AtomicU32::new(0)],
        };
        region.end.begin();
        Arc::new(region)
    }

    /// Body and completion of task `n`; `true` when it owns the composite's end.
    fn run(&self, n: usize) -> bool {
        self.data[n].store(1, Ordering::Relaxed);
        self.end.complete_one()
    }

    fn assert_done(&self, n: usize) {
        assert_eq!(
            self.data[n].load(Ordering::Relaxed),
            1,
            "task {n} is not done"
        );
    }
}

/// A worker that runs task `n`.
fn worker(region: &Arc<Region>, n: usize) -> thread::JoinHandle<bool> {
    let region = region.clone();
    thread::spawn(move || region.run(n))
}

/// Two workers complete the two tasks that the registering thread waits for.
#[test]
fn a_waiter_sees_the_last_task() {
    check(|| {
        let region = Region::new();
        let workers = [0, 1].map(|n| worker(&region, n));
        region.end.wait(2);
        region.assert_done(0);
        region.assert_done(1);
        workers
            .into_iter()
            .for_each(|worker| assert!(!worker.join().unwrap(), "nobody owns a region's end"));
    });
}

/// The registering thread waits for a part (throttling), then for all.
#[test]
fn a_second_wait_is_not_lost() {
    check(|| {
        let region = Region::new();
        let worker = {
            let region = region.clone();
            thread::spawn(move || (0..2).for_each(|n| assert!(!region.run(n))))
        };
        region.end.wait(1);
        region.assert_done(0);
        region.end.wait(2);
        region.assert_done(1);
        worker.join().unwrap();
    });
}

/// The body of a composite ends while its last tasks complete: one of them owns the end,
/// and that one sees what all of them wrote.
#[test]
fn a_composites_end_has_one_owner() {
    check(|| {
        let region = Region::new();
        let owns_end = |region: &Region, owns: bool| {
            if owns {
                region.assert_done(0);
                region.assert_done(1);
            }
            u32::from(owns)
        };
        let workers = [0, 1].map(|n| {
            let region = region.clone();
            thread::spawn(move || {
                let owns = region.run(n);
                owns_end(&region, owns)
            })
        });
        let closed = region.end.close(2);
        let mut owners = owns_end(&region, closed);
        workers
            .into_iter()
            .for_each(|worker| owners += worker.join().unwrap());
        assert_eq!(owners, 1, "one owner of the composite's end");
    });
}

/// A composite without tasks ends with its body.
#[test]
fn an_empty_composite_ends_at_once() {
    check(|| {
        let region = Region::new();
        assert!(region.end.close(0));
    });
}

/// The scope is used again while the worker that completed the last region's last task has
/// not yet looked whom to wake. It must not end the next region, which is a composite here.
#[test]
fn a_late_worker_leaves_the_next_region_alone() {
    check(|| {
        let region = Region::new();
        let late = worker(&region, 0);
        region.end.wait(1);
        region.end.begin();
        let closed = region.end.close(1);
        assert!(!closed, "the next region's task has not run");
        let last = region.run(1);
        assert!(last, "the next region's task is its last");
        assert!(!late.join().unwrap(), "the late worker owns nothing");
    });
}

#[test]
fn planted_bugs_are_found() {
    finds(
        "a_waiter_sees_the_last_task",
        "relaxed",
        &["deadlock", "is not done"],
    );
    finds(
        "a_composites_end_has_one_owner",
        "relaxed",
        &["one owner", "is not done"],
    );
}
