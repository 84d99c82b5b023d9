//! Protocol *region completion* (`runtime/src/graph/scope.rs`): batches of completed tasks
//! add up, a composite's end has one owner, and a late worker does no harm. (Who waits for a
//! region: `waiting.rs`.)
#![cfg(hp5_loom)]

use hp5::models::{Data, RegionEnd, planted};
use hp5_loom::{check, check_within, finds};
use loom::thread;
use std::sync::Arc;

/// A scope, and what its tasks write.
struct Region {
    end: RegionEnd,
    data: [Data; 3],
}

impl Region {
    fn new() -> Arc<Self> {
        let region = Region {
            end: RegionEnd::new(),
            data: Default::default(),
        };
        region.end.begin(0);
        Arc::new(region)
    }

    /// Bodies of some tasks, told in one go; `true` when that owns the composite's end.
    fn run(&self, tasks: &[usize]) -> bool {
        for &task in tasks {
            self.data[task].set(1);
        }
        let (_, owns) = self.end.complete(tasks.len() as u64);
        owns
    }

    fn assert_done(&self, tasks: usize) {
        for (n, data) in self.data[..tasks].iter().enumerate() {
            assert_eq!(data.get(), 1, "task {n} is not done");
        }
    }
}

/// The body of a composite ends while its last tasks complete, some of them in a batch: one
/// thread owns the end, and that one sees what all of them wrote.
#[test]
fn a_composites_end_has_one_owner() {
    check(|| {
        let region = Region::new();
        let owns_end = |region: &Region, owns: bool| {
            if owns {
                region.assert_done(3);
                assert_eq!(region.end.left(), 3, "counts of the body are not there");
            }
            u32::from(owns)
        };
        let workers = [&[0][..], &[1, 2]].map(|tasks| {
            let region = region.clone();
            thread::spawn(move || {
                let owns = region.run(tasks);
                owns_end(&region, owns)
            })
        });
        let mut owners = 0;
        if planted("look before close") && region.end.completed() == 3 {
            owners += owns_end(&region, true);
        }
        let closed = region.end.close(3);
        owners += owns_end(&region, closed);
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
    check_within(6, || {
        let region = Region::new();
        let late = {
            let region = region.clone();
            thread::spawn(move || region.run(&[0]))
        };
        while region.end.completed() < 1 {
            thread::yield_now();
        }
        region.assert_done(1);
        region.end.begin(0);
        let closed = region.end.close(1);
        assert!(!closed, "the next region's task has not run");
        let last = region.run(&[1]);
        assert!(last, "the next region's task is its last");
        assert!(!late.join().unwrap(), "the late worker owns nothing");
    });
}

#[test]
fn planted_bugs_are_found() {
    finds(
        "a_composites_end_has_one_owner",
        "relaxed",
        &["one owner", "Causality violation", "counts of the body"],
    );
    finds(
        "a_composites_end_has_one_owner",
        "two owners",
        &["one owner"],
    );
    finds(
        "a_composites_end_has_one_owner",
        "look before close",
        &["one owner", "counts of the body"],
    );
}
