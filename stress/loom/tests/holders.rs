//! Protocol *shared body* (`runtime/src/rt/loops/shared_body.rs`): the body that the tasks of a loop
//! share is freed once, after the last of them has used it, also when they have all run before
//! the loop is registered to its end.
#![cfg(hp5_loom)]

use std::sync::Arc;

use hp5::models::{BodyHolders, Data, planted};
use hp5_loom::{check_within, finds};
use loom::sync::atomic::{AtomicU32, Ordering};
use loom::thread;

/// What two tasks and the registering thread share.
struct Body {
    holders: BodyHolders,
    /// What each task keeps in the body; whoever frees it writes all of it.
    used: [Data; 2],
    freed: AtomicU32,
}

impl Body {
    fn new() -> Arc<Self> {
        Arc::new(Body {
            holders: BodyHolders::new(),
            used: Default::default(),
            freed: AtomicU32::new(0),
        })
    }

    fn give_up(&self, count: u64) {
        if self.holders.give_up(count) {
            self.free();
        }
    }

    fn free(&self) {
        self.freed.fetch_add(1, Ordering::Relaxed);
        self.used.iter().for_each(|used| used.set(7));
    }

    /// A task runs: a body that is freed would show a 7.
    fn run(&self, n: usize) {
        assert_eq!(self.used[n].get(), 0, "a body is used after its end");
        self.used[n].set(1);
        self.give_up(1);
    }

    fn assert_freed(&self) {
        assert_eq!(self.freed.load(Ordering::Relaxed), 1, "freed once");
        let used = [self.used[0].get(), self.used[1].get()];
        assert_eq!(used, [7, 7], "freed after all tasks");
    }
}

/// One task after the other is registered, on its way as soon as it is; the registering thread
/// may come to the loop's end before them or after them.
#[test]
fn freed_once_after_the_last_task() {
    check_within(6, || {
        let body = Body::new();
        let mut left = BodyHolders::ALL;
        let mut workers = Vec::new();
        for n in 0..2 {
            // One of it is the task's.
            left -= if planted("give up all") { 0 } else { 1 };
            let body = body.clone();
            workers.push(thread::spawn(move || body.run(n)));
        }
        body.give_up(left);
        workers
            .into_iter()
            .for_each(|worker| worker.join().unwrap());
        body.assert_freed();
    });
}

/// A task that is dropped, because the region has failed, gives up as one that has run; the
/// loop's bounds panic after one task, so the registering thread gives up early.
#[test]
fn a_loop_that_is_cut_short_frees_its_body() {
    check_within(6, || {
        let body = Body::new();
        let runs = {
            let body = body.clone();
            thread::spawn(move || body.run(0))
        };
        let is_dropped = {
            let body = body.clone();
            thread::spawn(move || body.give_up(1))
        };
        body.give_up(BodyHolders::ALL - 2);
        runs.join().unwrap();
        is_dropped.join().unwrap();
        body.assert_freed();
    });
}

#[test]
fn planted_bugs_are_found() {
    let late = &["Causality violation", "freed once", "after its end"];
    finds("freed_once_after_the_last_task", "look and give up", late);
    finds("freed_once_after_the_last_task", "give up all", late);
    finds("freed_once_after_the_last_task", "relaxed", late);
    finds(
        "a_loop_that_is_cut_short_frees_its_body",
        "look and give up",
        late,
    );
}
