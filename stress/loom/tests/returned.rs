//! Protocol *return* (`runtime/src/sched/free_lists.rs`): the memory of completed tasks comes back
//! to the lane that registered them, each task once, with all that was done to it before.
#![cfg(hp5_loom)]

use hp5::models::{Data, Stage};
use hp5_loom::{check, finds};
use loom::thread;
use std::sync::Arc;

/// Two workers complete tasks of lane 0 and hand them back, in two blocks each, while that lane
/// takes memory.
#[test]
fn each_task_comes_back_once() {
    check(|| {
        let stage = Arc::new(Stage::new(3));
        let touched = Arc::new(Data::default());
        let mut lane = stage.lane(0);
        // All that was made; so whatever is taken afterwards came back, or is new.
        let tasks: Vec<_> = (0..6)
            .map(|_| {
                let touched = touched.clone();
                stage.register(&mut lane, &[], move || drop(touched.clone()))
            })
            .collect();
        let workers = [1, 2].map(|worker| {
            let stage = stage.clone();
            let own: Vec<_> = tasks[3 * worker - 3..3 * worker].to_vec();
            thread::spawn(move || {
                let mut lane = stage.lane(worker);
                for task in own {
                    let (_, ready) = stage.run(&mut lane, task.number);
                    assert!(ready.is_empty());
                }
                stage.hand_over(&mut lane);
            })
        });
        let mut taken: Vec<u32> = (0..2)
            .map(|_| stage.register(&mut lane, &[], || {}).number)
            .collect();
        workers
            .into_iter()
            .for_each(|worker| worker.join().unwrap());
        // Six came back, some of which were taken before: all are there, each once.
        taken.extend((0..6).map(|_| stage.register(&mut lane, &[], || {}).number));
        let mut back = taken.clone();
        back.sort_unstable();
        back.dedup();
        assert_eq!(
            back.len(),
            taken.len(),
            "a task was handed out twice: {taken:?}"
        );
        let returned = back.iter().filter(|&&number| number < 6).count();
        assert_eq!(returned, 6, "memory was lost: {taken:?}");
    });
}

#[test]
fn planted_bugs_are_found() {
    // Without orderings, a chain is followed before its links are written (and has no end
    // then), or a task is registered anew before the worker is through with it.
    finds(
        "each_task_comes_back_once",
        "relaxed",
        &[
            "Causality violation",
            "handed out twice",
            "lost",
            "a number of another slab",
            "maximum number of branches",
        ],
    );
}
