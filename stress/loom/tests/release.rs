//! Protocol *successor release* (`runtime/src/graph/edges.rs`): an edge is handed to the
//! completing worker or refused, and a task becomes ready once, after all its predecessors.
#![cfg(hp5_loom)]

use hp5::models::{AtomicU32, Edges, Ordering, planted};
use hp5_loom::{check, finds};
use loom::sync::Arc;
use loom::sync::atomic::AtomicU32 as Data;
use loom::thread;

/// A task as far as this protocol goes: `pending` as in `graph/task.rs`, and data that its
/// body writes. Data are accessed without any order of their own, so a thread sees what
/// another one wrote only if the protocol orders the two.
#[derive(Default)]
struct Task {
    pending: AtomicU32,
    successors: Edges<Arc<Task>>,
    data: Data,
    became_ready: Data,
}

/// A task with its registration guard.
fn registered() -> Arc<Task> {
    let task = Task::default();
    task.pending.store(1, Ordering::Relaxed);
    Arc::new(task)
}

impl Task {
    fn expect(&self) {
        self.pending.fetch_add(1, Ordering::Relaxed);
    }

    #[must_use]
    fn release(&self) -> bool {
        self.pending.fetch_sub(1, Ordering::AcqRel) == 1
    }

    /// The body: reads what the predecessors wrote, writes its own.
    fn run(&self, reads: &[&Task]) {
        for task in reads {
            assert_eq!(
                task.data.load(Ordering::Relaxed),
                7,
                "a predecessor's data are missing"
            );
        }
        self.data.store(7, Ordering::Relaxed);
    }

    fn mark_ready(&self) {
        self.became_ready.fetch_add(1, Ordering::Relaxed);
    }
}

/// What the registering thread does for one predecessor (`Region::draw_edge`).
fn draw_edge(before: &Task, task: &Arc<Task>) {
    if planted("count late") {
        if before.successors.add(task) {
            task.expect();
        }
        return;
    }
    task.expect();
    if !before.successors.add(task) {
        assert!(!task.release(), "the registration guard is still held");
    }
}

/// Two predecessors complete while their successor is registered: it becomes ready once,
/// and whoever makes it ready sees what both wrote.
#[test]
fn ready_once_after_all() {
    check(|| {
        let (first, second, last) = (registered(), registered(), registered());
        let workers: Vec<_> = [&first, &second]
            .map(|task| {
                let (task, pair) = (task.clone(), (first.clone(), second.clone()));
                thread::spawn(move || {
                    task.run(&[]);
                    task.successors.close(|next| {
                        if next.release() {
                            next.mark_ready();
                            next.run(&[&pair.0, &pair.1]);
                        }
                    });
                })
            })
            .into();
        draw_edge(&first, &last);
        draw_edge(&second, &last);
        if last.release() {
            last.mark_ready();
            last.run(&[&first, &second]);
        }
        workers
            .into_iter()
            .for_each(|worker| worker.join().unwrap());
        assert_eq!(last.became_ready.load(Ordering::Relaxed), 1, "ready once");
    });
}

/// Two successors are registered while their predecessor completes: each edge is handed out
/// or refused, in registration order, and none is both or neither.
#[test]
fn handed_out_or_refused() {
    check(|| {
        let before = registered();
        let tasks = [registered(), registered()];
        let worker = {
            let (before, tasks) = (before.clone(), tasks.clone());
            thread::spawn(move || {
                let mut handed = Vec::new();
                before.successors.close(|next| {
                    handed.push(
                        tasks
                            .iter()
                            .position(|task| Arc::ptr_eq(task, &next))
                            .unwrap(),
                    )
                });
                handed
            })
        };
        let kept: Vec<bool> = tasks
            .iter()
            .map(|task| before.successors.add(task))
            .collect();
        let handed = worker.join().unwrap();
        let expected: Vec<usize> = (0..2).filter(|n| kept[*n]).collect();
        assert_eq!(handed, expected, "kept: {kept:?}");
        assert!(
            !before.successors.add(&tasks[0]),
            "a closed list takes no edge"
        );
    });
}

#[test]
fn planted_bugs_are_found() {
    // Without orderings, a successor may run before it sees what its predecessors wrote.
    finds("ready_once_after_all", "relaxed", &["data are missing"]);
    // An edge that is counted after it was added may be taken back before it counts.
    finds(
        "ready_once_after_all",
        "count late",
        &["ready once", "attempt to subtract", "data are missing"],
    );
}
