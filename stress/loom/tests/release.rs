//! Protocols *successor release* (`runtime/src/graph/successors.rs`), *counting*
//! (`graph/pending_count.rs`) and *ranks* (`sched/critical_path.rs`): an edge is handed to the completing worker or
//! refused, and a task becomes ready once, after all its predecessors.
#![cfg(hp5_loom)]

use hp5::models::{Data, Lane, Node, Stage, planted};
use hp5_loom::{check, check_within, finds};
use loom::sync::atomic::{AtomicU64, Ordering};
use loom::thread;
use std::sync::Arc;

/// What is seen where orderings are missing: races, counts that miss one another.
const RACES: &[&str] = &["Causality violation", "each runs once"];

/// A stage, and what the bodies write.
struct World {
    stage: Stage,
    data: [Data; 5],
    ran: AtomicU64,
}

impl World {
    fn new() -> Arc<Self> {
        Arc::new(World {
            stage: Stage::new(4),
            data: Default::default(),
            ran: AtomicU64::new(0),
        })
    }

    /// A task that writes its data and reads what its predecessors wrote.
    fn task(self: &Arc<Self>, lane: &mut Lane, own: usize, reads: &'static [usize]) -> Node {
        let world = self.clone();
        self.stage.register(lane, &[], move || {
            for &before in reads {
                assert_eq!(world.data[before].get(), 7, "a predecessor has not run");
            }
            world.data[own].set(7);
            world.ran.fetch_add(1 << (8 * own), Ordering::Relaxed);
        })
    }

    /// A worker that runs a task and what becomes ready by it.
    fn worker(self: &Arc<Self>, lane: usize, task: Node) -> thread::JoinHandle<()> {
        let world = self.clone();
        thread::spawn(move || {
            let mut lane = world.stage.lane(lane);
            world.run(&mut lane, task.number);
        })
    }

    fn run(&self, lane: &mut Lane, task: u32) {
        let mut ready = vec![task];
        while let Some(next) = ready.pop() {
            ready.extend(self.stage.run(lane, next).1);
        }
    }

    /// Ends the registration of `task`, which has these predecessors.
    fn enter(&self, lane: &mut Lane, task: Node, before: &[Node]) {
        let mut drawn = 0;
        for &before in before {
            let added = self.stage.edge(lane, before, task);
            drawn += u32::from(added || planted("count refused"));
        }
        if planted("count twice") {
            drawn = before.len() as u32 - 1;
        }
        if self.stage.settle(task, drawn) {
            self.run(lane, task.number);
        }
    }
}

/// Two predecessors complete while their successor is registered: it runs once, and sees
/// what both wrote.
#[test]
fn ready_once_after_all() {
    check(|| {
        let world = World::new();
        let mut lane = world.stage.lane(0);
        let first = world.task(&mut lane, 0, &[]);
        let second = world.task(&mut lane, 1, &[]);
        let workers = [world.worker(1, first), world.worker(2, second)];
        let last = world.task(&mut lane, 2, &[0, 1]);
        world.enter(&mut lane, last, &[first, second]);
        workers
            .into_iter()
            .for_each(|worker| worker.join().unwrap());
        assert_eq!(
            world.ran.load(Ordering::Relaxed),
            0x01_01_01,
            "each runs once"
        );
    });
}

/// Two successors are registered while their predecessor completes: each edge is handed out
/// or refused, none both or neither, and the completed task refuses more.
#[test]
fn handed_out_or_refused() {
    check_within(6, || {
        let world = World::new();
        let mut lane = world.stage.lane(0);
        let before = world.task(&mut lane, 0, &[]);
        let worker = world.worker(1, before);
        for own in [1, 2] {
            let task = world.task(&mut lane, own, &[0]);
            world.enter(&mut lane, task, &[before]);
        }
        worker.join().unwrap();
        assert_eq!(
            world.ran.load(Ordering::Relaxed),
            0x01_01_01,
            "each runs once"
        );
        let late = world.task(&mut lane, 0, &[]);
        assert!(
            !world.stage.edge(&mut lane, before, late),
            "it is completed"
        );
    });
}

/// A task with more edges than it has slots for: the fifth begins a block, and comes while
/// the task completes. The block belongs to the registering thread before and after.
#[test]
fn a_block_comes_too_late() {
    check(|| {
        let world = World::new();
        let mut lane = world.stage.lane(0);
        let before = world.task(&mut lane, 0, &[]);
        let other = world.task(&mut lane, 1, &[]);
        let hub = world.task(&mut lane, 2, &[]);
        // Four edges that need no second look: to a task that waits for `other` as well.
        for _ in 0..4 {
            assert!(world.stage.edge(&mut lane, before, hub));
        }
        let worker = world.worker(1, before);
        let fifth = world.stage.edge(&mut lane, before, hub);
        let drawn = 4 + u32::from(fifth) + u32::from(world.stage.edge(&mut lane, other, hub));
        assert!(!world.stage.settle(hub, drawn), "`other` has not run");
        worker.join().unwrap();
        world.run(&mut lane, other.number);
        assert_eq!(
            world.ran.load(Ordering::Relaxed),
            0x01_01_01,
            "each runs once"
        );
    });
}

/// The memory of a completed task comes back to the thread that registered it, is used for
/// another task, and refuses edges that mean the task before.
#[test]
fn memory_that_is_used_again_refuses_old_edges() {
    check_within(3, || {
        let world = World::new();
        let mut lane = world.stage.lane(0);
        let first = world.task(&mut lane, 0, &[]);
        let spare = world.task(&mut lane, 1, &[]);
        assert!(world.stage.settle(spare, 0));
        world.run(&mut lane, spare.number);
        let worker = {
            let world = world.clone();
            thread::spawn(move || {
                let mut lane = world.stage.lane(1);
                world.run(&mut lane, first.number);
                world.stage.hand_over(&mut lane);
            })
        };
        // Takes the spare's memory, then the first task's if it came back, else new.
        for own in [2, 3, 4] {
            let task = world.task(&mut lane, own, &[]);
            assert!(!world.stage.edge(&mut lane, spare, task), "an old edge");
            if task.number == first.number {
                assert!(!world.stage.edge(&mut lane, first, task), "an old edge");
            }
            world.enter(&mut lane, task, &[first]);
        }
        worker.join().unwrap();
        assert_eq!(
            world.ran.load(Ordering::Relaxed),
            0x01_01_01_01_01,
            "each runs once"
        );
    });
}

/// The registering thread ranks its tasks while the first of them completes, whose edges reach into a
/// block: those that are pending get the longest way to the end, and each runs once all the same.
fn ranked_while_one_completes() {
    let world = World::new();
    let mut lane = world.stage.lane(0);
    let first = world.task(&mut lane, 0, &[]);
    let second = world.task(&mut lane, 1, &[0]);
    let third = world.task(&mut lane, 2, &[1]);
    let last = world.task(&mut lane, 3, &[2]);
    for after in [last, last, last, second, third] {
        assert!(world.stage.edge(&mut lane, first, after));
    }
    for (before, after) in [(second, third), (third, last)] {
        assert!(world.stage.edge(&mut lane, before, after));
    }
    for (task, edges) in [(second, 1), (third, 2), (last, 4)] {
        assert!(!world.stage.settle(task, edges));
    }
    // Loom lets a load pass that a thread's own load follows, so it is the ranks that come second.
    let ranking = thread::spawn({
        let world = world.clone();
        move || {
            world.stage.rank(&mut lane);
            lane
        }
    });
    let mut other = world.stage.lane(1);
    let ready = world.stage.run(&mut other, first.number).1;
    let mut lane = ranking.join().unwrap();
    assert_eq!(ready, [second.number], "it is ready, and nothing else");
    let ranks = [second, third, last].map(|task| world.stage.rank_of(task));
    assert_eq!(ranks, [3, 2, 1], "the longest way to the end");
    assert!([0, 1, 4].contains(&world.stage.rank_of(first)));
    world.run(&mut lane, second.number);
    assert_eq!(world.ran.load(Ordering::Relaxed), 0x01_01_01_01);
}

#[test]
fn ranks_are_a_hint_that_disturbs_nobody() {
    check(ranked_while_one_completes);
}

#[test]
fn planted_bugs_are_found() {
    // Without orderings, a successor may run before it sees what its predecessors wrote.
    finds("ready_once_after_all", "relaxed", RACES);
    // An edge that was refused is nobody's to take back: its task never runs.
    finds(
        "handed_out_or_refused",
        "count refused",
        &["each runs once"],
    );
    finds(
        "handed_out_or_refused",
        "count refused edges",
        &["each runs once"],
    );
    // A count too few lets the task go before its last predecessor.
    finds(
        "ready_once_after_all",
        "count twice",
        &["runs once", "Causality", "has not run"],
    );
    // Who ranks a task before its successors does not know how much waits for them.
    finds(
        "ranks_are_a_hint_that_disturbs_nobody",
        "rank the oldest first",
        &["the longest way to the end"],
    );
}
