//! Protocol *finished to completed* (`runtime/src/rt/pending.rs`): the body and the handles
//! of a task, on different threads, complete it once, and whoever does sees what was done
//! before each of them was given up.
#![cfg(hp5_loom)]

use std::sync::Arc;

use hp5::models::{Data, Handles, planted};
use hp5_loom::{check_within, finds};
use loom::sync::atomic::{AtomicU32, Ordering};
use loom::thread;

struct Request {
    handles: Handles,
    data: [Data; 3],
    completed: AtomicU32,
}

impl Request {
    /// Gives one count back, after writing what it stood for.
    fn end(&self, n: usize) {
        self.data[n].set(7);
        if self.handles.end_one() {
            self.completed.fetch_add(1, Ordering::Relaxed);
            // Successors run now.
            for data in &self.data {
                assert_eq!(data.get(), 7, "completed before all was done");
            }
        }
    }
}

/// The body ends while an event handles its request, and clones the handle for another one.
#[test]
fn body_and_events_complete_once() {
    check_within(6, || {
        let request = Arc::new(Request {
            handles: Handles::new(),
            data: Default::default(),
            completed: AtomicU32::new(0),
        });
        let event = {
            let request = request.clone();
            thread::spawn(move || {
                // Clones its handle: the clone goes to another thread.
                if !planted("clone without counting") {
                    request.handles.add();
                }
                let second = {
                    let request = request.clone();
                    thread::spawn(move || request.end(2))
                };
                request.end(1);
                second.join().unwrap();
            })
        };
        request.end(0);
        event.join().unwrap();
        assert_eq!(
            request.completed.load(Ordering::Relaxed),
            1,
            "completed once"
        );
    });
}

#[test]
fn planted_bugs_are_found() {
    finds(
        "body_and_events_complete_once",
        "relaxed",
        &["Causality violation", "all was done"],
    );
    finds(
        "body_and_events_complete_once",
        "clone without counting",
        &["Causality violation", "all was done", "completed once"],
    );
}
