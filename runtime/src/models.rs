//! The protocols as models see them: the real types, made reachable from `stress/loom` and
//! `stress/shuttle`. Exists under `--cfg hp5_loom` and `--cfg hp5_shuttle` only, is part of
//! no build that users get, and holds no protocol of its own.
//!
//! [`runtime`] is the whole runtime. [`Stage`] is what the threads of a pool have in common
//! when a task is registered, run and completed, without queues and threads: models call it
//! from threads of their own.

use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crate::base::kinds::NO_HOME;
use crate::graph::body::{Inside, Kind, Once, Repeat, Space, Stored};
use crate::graph::commute::{self, CommuteLock};
use crate::graph::pointer::TaskPtr;
use crate::graph::reference::TaskRef;
use crate::graph::scope::{Scope, ScopeRef};
use crate::graph::slab::Slab;
use crate::graph::sort::Sort;
use crate::graph::successors::Block;
use crate::graph::task::{NEXT_LAP, NewTask, Task};
use crate::graph::tiles::Tiles;
use crate::record::run_record::TaskKind;
use crate::rt::Site;
use crate::sched::complete::{Ready, complete};
use crate::sched::critical_path;
use crate::sched::duration_model::Times;
use crate::sched::free_lists::{FreeLists, Store};
use crate::sched::pool::Setup;
use crate::sched::remote_free::Returned;
use crate::sched::watch::{Orders, Sink};
use crate::sync::{Arc, CachePadded};

mod protocols;
mod tables;
mod watching;

pub use protocols::*;
pub use tables::Uses;
pub use watching::{Lookout, Watching};

pub use crate::sync::{
    AtomicBool, AtomicU32, Deque, Injector, Ordering, Steal, Stealer, let_deadlines_pass, planted,
};
#[cfg(hp5_shuttle)]
pub use crate::sync::{let_laps_be_strands, let_tasks_run_at_once};

static SITE: Site = Site::new("model", "model.rs", 1);

/// The whole runtime with so many PPUs; to be made and dropped inside a model.
#[must_use]
pub fn runtime(ppus: usize, max_tasks: u64) -> crate::Runtime {
    let setup = Setup {
        max_in_flight: max_tasks,
        ..Setup::default()
    };
    crate::Runtime::of_model(ppus, setup)
}

/// As [`runtime`], with the schedule of a seed (`HP5_SEED`).
#[must_use]
pub fn seeded_runtime(ppus: usize, seed: u64) -> crate::Runtime {
    let setup = Setup {
        max_in_flight: u64::MAX,
        seed: Some(seed),
        ..Setup::default()
    };
    crate::Runtime::of_model(ppus, setup)
}

/// As [`runtime`], with a watchdog that waits so long and reports to `sink`.
#[must_use]
pub fn watched_runtime(
    ppus: usize,
    limit: Duration,
    sink: impl Fn(&str) + Send + Sync + 'static,
) -> crate::Runtime {
    let sink = Sink::new(sink);
    let setup = Setup {
        max_in_flight: u64::MAX,
        watch: Some(Orders::new(limit, false, sink)),
        ..Setup::default()
    };
    crate::Runtime::of_model(ppus, setup)
}

/// Data of a model's tasks: loom reports an access that no protocol put in order.
#[derive(Default)]
pub struct Data(crate::sync::Owned<u32>);

// SAFETY: that accesses are ordered is what models are about.
unsafe impl Sync for Data {}
// SAFETY: as above.
unsafe impl Send for Data {}

impl Data {
    /// Reads.
    #[must_use]
    pub fn get(&self) -> u32 {
        // SAFETY: one thread runs at a time in a model, and loom reports races.
        unsafe { *self.0.read() }
    }

    /// Writes.
    pub fn set(&self, value: u32) {
        // SAFETY: as above.
        unsafe { *self.0.write() = value };
    }
}

// ---- tasks ----

/// A task of a [`Stage`]: number and generation, as tables hold them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// Number in the slab.
    pub number: u32,
    generation: u32,
}

/// What a thread has at hand.
pub struct Lane(FreeLists);

/// A lock of a tile that commutative tasks share.
#[derive(Clone)]
pub struct Lock(Arc<CommuteLock>);

impl Lock {
    /// A free one.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "a lock is made on purpose")]
    pub fn new() -> Self {
        Lock(Arc::new(CommuteLock::default()))
    }
}

/// Slabs, a scope and returned memory: see the module's text. Lane 0 registers.
pub struct Stage {
    tasks: Slab<Task>,
    blocks: Slab<Block>,
    spaces: Slab<Space>,
    returned: Box<[CachePadded<Returned>]>,
    scope: Box<Scope>,
}

impl Stage {
    /// For so many lanes.
    #[must_use]
    pub fn new(lanes: usize) -> Self {
        let scope = Box::new(Scope::new(lanes, 1));
        scope.reset(None, None, 0, false);
        Stage {
            tasks: Slab::new(),
            blocks: Slab::new(),
            spaces: Slab::new(),
            returned: (0..lanes).map(|_| CachePadded::default()).collect(),
            scope,
        }
    }

    fn store(&self) -> Store<'_> {
        Store {
            tasks: &self.tasks,
            blocks: &self.blocks,
            spaces: &self.spaces,
            returned: &self.returned,
        }
    }

    fn scope(&self) -> ScopeRef {
        // SAFETY: the stage outlives its tasks.
        unsafe { ScopeRef::new(&self.scope) }
    }

    fn task(&self, number: u32) -> TaskPtr {
        TaskPtr::new(self.tasks.get(number))
    }

    /// What the thread of a lane begins with.
    #[must_use]
    pub fn lane(&self, lane: usize) -> Lane {
        Lane(FreeLists::new(lane))
    }

    /// Begins to register a task (`Region::node`).
    pub fn register(
        &self,
        lane: &mut Lane,
        locks: &[Lock],
        body: impl FnOnce() + Send + 'static,
    ) -> Node {
        self.register_with(lane, 0, locks, body)
    }

    /// As [`register`](Self::register), with a priority.
    pub fn register_with(
        &self,
        lane: &mut Lane,
        priority: i32,
        locks: &[Lock],
        body: impl FnOnce() + Send + 'static,
    ) -> Node {
        let mut body =
            Stored::new::<_, Once>(body, &self.spaces, || lane.0.spaces.take(&self.spaces));
        let (number, task) = lane.0.take_task(self.store());
        let reference = TaskRef {
            number,
            generation: task.links.generation(),
        };
        let roll = &mut lane.0.roll;
        roll.enter(self.scope(), number == 0, reference, || {
            Sort::of(&SITE, None)
        });
        // SAFETY: the number was free, and the stage outlives its tasks.
        unsafe {
            task.set(
                number,
                &mut NewTask {
                    scope: self.scope(),
                    site: &SITE,
                    name: None,
                    id: number,
                    home: NO_HOME,
                    priority,
                    kind: TaskKind::User,
                    tiles: &mut Tiles::new(),
                    locks: ManuallyDrop::new(locks.iter().map(|lock| lock.0.clone()).collect()),
                    body: &mut body,
                    recorded: false,
                },
            );
        }
        Node {
            number,
            generation: task.reference().generation,
        }
    }

    /// Records a task that runs once per lap (`Region::recorded_node`).
    pub fn record(&self, lane: &mut Lane, body: impl Fn() + Send + 'static) -> Node {
        let mut body =
            Stored::new::<_, Repeat>(body, &self.spaces, || lane.0.spaces.take(&self.spaces));
        let (number, task) = lane.0.take_recorded(self.store());
        // SAFETY: as in `register`.
        unsafe {
            task.set(
                number,
                &mut NewTask {
                    scope: self.scope(),
                    site: &SITE,
                    name: None,
                    id: number,
                    home: NO_HOME,
                    priority: 0,
                    kind: TaskKind::User,
                    tiles: &mut Tiles::new(),
                    locks: commute::Locks::none(),
                    body: &mut body,
                    recorded: true,
                },
            );
        }
        task.links.set_lap(0);
        Node {
            number,
            generation: 0,
        }
    }

    /// Draws an edge (`Region::draw_edge`); `false` when `from` is completed.
    pub fn edge(&self, lane: &mut Lane, from: Node, to: Node) -> bool {
        self.edge_to(lane, from, to.number)
    }

    /// Draws an edge into the next lap.
    pub fn edge_into_next_lap(&self, lane: &mut Lane, from: Node, to: Node) -> bool {
        self.edge_to(lane, from, to.number | NEXT_LAP)
    }

    fn edge_to(&self, lane: &mut Lane, from: Node, to: u32) -> bool {
        let task = self.tasks.get(from.number);
        let take = || lane.0.blocks.take(&self.blocks);
        task.links
            .add(from.generation, to, &task.last, &self.blocks, take)
    }

    /// Ranks what was registered (`Worker::rank`).
    pub fn rank(&self, lane: &mut Lane) {
        let roll = &mut lane.0.roll;
        roll.complete(self.scope());
        assert!(
            roll.rank(self.store(), &Times::default(), 2),
            "all tasks are on the roll"
        );
    }

    /// How much waits for a task, as far as it was ranked: so many tasks, itself among them.
    #[must_use]
    pub fn rank_of(&self, node: Node) -> u64 {
        let way = u64::from(self.tasks.get(node.number).rank()) * critical_path::UNIT;
        way / critical_path::SUPPOSED
    }

    /// Ends registration of a task with so many predecessors that were not completed; `true`
    /// when it is ready.
    #[must_use]
    pub fn settle(&self, node: Node, edges: u32) -> bool {
        self.tasks.get(node.number).settle(edges)
    }

    /// Sets a recorded task up: predecessors in the first lap and in later ones
    /// (`Region::set_counters`).
    pub fn arm(&self, node: Node, first: u32, total: u32) {
        let task = self.tasks.get(node.number);
        task.mark.store(total, Ordering::Relaxed);
        task.last.store(first, Ordering::Relaxed);
        task.set_pending(first);
        task.links.set_lap(0);
    }

    /// How many laps recorded tasks run.
    pub fn set_laps(&self, laps: u32) {
        self.scope.laps.store(laps, Ordering::Relaxed);
    }

    /// True when the task of this generation is completed.
    #[must_use]
    pub fn is_completed(&self, node: Node) -> bool {
        let links = &self.tasks.get(node.number).links;
        links.is_completed(node.generation)
    }

    /// What a worker does with a ready task (`Worker::execute`); tasks that are ready by it.
    /// `None` when a lock was held: the task waits there, and comes back as a ready one.
    pub fn run(&self, lane: &mut Lane, number: u32) -> (bool, Vec<u32>) {
        let task = self.task(number);
        let mut ready = Vec::new();
        if !task.locks().is_empty() && !commute::take_all(&task, |next| ready.push(next.number())) {
            return (false, ready);
        }
        let kind = task.body_kind();
        // SAFETY: the caller owns the ready task.
        unsafe { task.body().run(kind, Inside::NOTHING) };
        // SAFETY: as above; the body is used up.
        if let (true, Some(block)) = (kind == Kind::Once, unsafe { task.body_block() }) {
            lane.0.spaces.give(&self.spaces, block);
        }
        let mut released = Ready::new();
        complete(self.store(), &mut lane.0, task, &mut released);
        ready.extend(released.iter().map(|task| task.number()));
        (true, ready)
    }

    /// Hands the memory of completed tasks over to their lanes (`Worker::settle_books`).
    pub fn hand_over(&self, lane: &mut Lane) {
        lane.0.hand_over(self.store());
    }
}

/// Runs what may panic, and says whether it did.
pub fn panics(f: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(f)).is_err()
}
