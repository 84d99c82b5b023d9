//! The protocols as models see them: the real types, made reachable from `stress/loom` and
//! `stress/shuttle`. Exists under `--cfg hp5_loom` and `--cfg hp5_shuttle` only, is part of
//! no build that users get, and holds no protocol of its own.
//!
//! [`runtime`] is the whole runtime. [`Stage`] is what the threads of a pool have in common
//! when a task is registered, run and completed, without queues and threads: models call it
//! from threads of their own.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::{FailedTiles, Failure, FailureKind};
use crate::graph::body::{Inside, Kind, Once, Repeat, Space, Stored};
use crate::graph::links::Block;
use crate::graph::scope::{Reached, Scope, ScopeRef};
use crate::graph::slab::Slab;
use crate::graph::task::{NEXT_LAP, NO_HOME, NewTask, Task, TaskPtr};
use crate::graph::tiles::Tiles;
use crate::observe::record::TaskKind;
use crate::rt::Site;
use crate::rt::pending::Outstanding;
use crate::sched::commute::{self, CommuteLock};
use crate::sched::complete::{Ready, complete};
use crate::sched::hands::{Hands, Returned, Store};
use crate::sched::idle::Sleep;
use crate::sched::place::Place;
use crate::sched::pool::{Hand, Pool, Setup};
use crate::sched::seat::Seats;
use crate::sync::{Arc, CachePadded};

pub use crate::sync::{
    AtomicBool, AtomicU32, Deque, Injector, Ordering, Steal, Stealer, let_deadlines_pass, planted,
};

static SITE: Site = Site::new("model", "model.rs", 1);

/// The whole runtime with so many PPUs; to be made and dropped inside a model.
#[must_use]
pub fn runtime(ppus: usize, max_tasks: u64) -> crate::Runtime {
    crate::Runtime::of_model(ppus, max_tasks)
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
pub struct Lane(Hands);

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

    fn task(&self, number: u32) -> TaskPtr {
        TaskPtr::new(self.tasks.get(number))
    }

    /// What the thread of a lane begins with.
    #[must_use]
    pub fn lane(&self, lane: usize) -> Lane {
        Lane(Hands::new(lane))
    }

    /// Begins to register a task (`Region::node`).
    pub fn register(
        &self,
        lane: &mut Lane,
        locks: &[Lock],
        body: impl FnOnce() + Send + 'static,
    ) -> Node {
        let body = Stored::new::<_, Once>(body, &self.spaces, || lane.0.spaces.take(&self.spaces));
        let (number, task) = lane.0.take_task(self.store());
        // SAFETY: the number was free, and the stage outlives its tasks.
        unsafe {
            task.set(
                number,
                &mut NewTask {
                    scope: ScopeRef::new(&self.scope),
                    site: &SITE,
                    name: None,
                    id: number,
                    home: NO_HOME,
                    priority: 0,
                    kind: TaskKind::User,
                    tiles: &mut Tiles::new(),
                    locks: locks.iter().map(|lock| lock.0.clone()).collect(),
                    body,
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
        let body =
            Stored::new::<_, Repeat>(body, &self.spaces, || lane.0.spaces.take(&self.spaces));
        let (number, task) = lane.0.take_recorded(self.store());
        // SAFETY: as in `register`.
        unsafe {
            task.set(
                number,
                &mut NewTask {
                    scope: ScopeRef::new(&self.scope),
                    site: &SITE,
                    name: None,
                    id: number,
                    home: NO_HOME,
                    priority: 0,
                    kind: TaskKind::User,
                    tiles: &mut Tiles::new(),
                    locks: Vec::new(),
                    body,
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
        unsafe { task.body().run(kind, Inside::Nothing) };
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

// ---- sleep, wait, end ----

/// *Sleep and wake-up*: see `sched/idle.rs`.
pub struct Sleepers(Sleep);

impl Sleepers {
    /// So many lanes, all awake.
    #[must_use]
    pub fn new(lanes: usize) -> Self {
        Sleepers(Sleep::new(lanes))
    }

    /// From here on posters see the lane.
    pub fn announce(&self, lane: usize) {
        self.0.announce(lane);
    }

    /// Takes the announcement back.
    pub fn withdraw(&self, lane: usize) {
        self.0.withdraw(lane);
    }

    /// Sleeps until somebody wakes the lane.
    pub fn park(&self, lane: usize) {
        self.0.park(lane);
    }

    /// Wakes the first sleeper in `order`.
    pub fn post(&self, order: impl Iterator<Item = usize>) {
        self.0.post(|| order.map(|lane| lane..lane + 1));
    }

    /// Wakes this lane, announced or not.
    pub fn give_token(&self, lane: usize) {
        self.0.give_token(lane);
    }

    /// Wakes all.
    pub fn wake_all(&self) {
        self.0.wake_all();
    }
}

/// *Region completion*: see `graph/scope.rs`.
pub struct RegionEnd(Scope);

impl RegionEnd {
    /// A scope of the slab.
    #[must_use]
    pub fn new() -> Self {
        RegionEnd::of_spaces(1)
    }

    /// On a machine of so many last caches.
    #[must_use]
    pub fn of_spaces(spaces: usize) -> Self {
        RegionEnd(Scope::new(0, spaces))
    }

    /// *Parts*: a PPU of a space begins to count.
    pub fn join(&self, space: usize) {
        self.0.parts.join(space);
    }

    /// It has counted so many; how many the region is to be told of.
    #[must_use]
    pub fn leave(&self, space: usize, count: u64) -> u64 {
        self.0.parts.leave(space, count)
    }

    /// The scope's next region, which this lane registers into.
    pub fn begin(&self, registrar: usize) {
        self.0.reset(None, None, registrar, false);
    }

    /// A worker's word that so many more tasks are completed: the lane to wake, and whether
    /// the caller owns a composite's end.
    #[must_use]
    pub fn complete(&self, count: u64) -> (Option<usize>, bool) {
        match self.0.complete(count) {
            Reached::Nothing => (None, false),
            Reached::Target(lane) => (Some(lane), false),
            Reached::EndOfComposite => (None, true),
        }
    }

    /// Publishes what the registering thread waits for.
    pub fn expect(&self, count: u64) {
        self.0.expect(count);
    }

    /// It waits no more.
    pub fn expect_nothing(&self) {
        self.0.expect_nothing();
    }

    /// Number of tasks completed.
    #[must_use]
    pub fn completed(&self) -> u64 {
        self.0.completed()
    }

    /// The end of a composite's body; `true` when the caller owns the composite's end.
    #[must_use]
    pub fn close(&self, registered: u64) -> bool {
        self.0.close(registered)
    }
}

impl Default for RegionEnd {
    fn default() -> Self {
        Self::new()
    }
}

/// *Mailbox*: see `sched/pool.rs`. Tasks are those of a [`Stage`].
#[derive(Default)]
pub struct OpenHand(Hand);

impl OpenHand {
    /// The PPU has nothing to do, or has again.
    pub fn set_open(&self, open: bool) {
        self.0.set_open(open);
    }

    /// Puts a task in; `false` when the hand is closed or full.
    #[must_use]
    pub fn put(&self, stage: &Stage, number: u32) -> bool {
        self.0.put(stage.task(number)).is_ok()
    }

    /// Takes the task out.
    #[must_use]
    pub fn take(&self) -> Option<u32> {
        self.0.take().map(|task| task.number())
    }

    /// True when a look finds nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// *Seats*: see `sched/seat.rs`. There are two in models.
pub struct Chairs(Seats);

impl Chairs {
    /// All free.
    #[must_use]
    pub fn new() -> Self {
        Chairs(Seats::new(0))
    }

    /// Takes one; waits for one if there is none.
    #[must_use]
    pub fn take(&self) -> usize {
        self.0.take()
    }

    /// Gives it back.
    pub fn give(&self, seat: usize) {
        self.0.give(seat);
    }
}

impl Default for Chairs {
    fn default() -> Self {
        Self::new()
    }
}

/// *Finished to completed*: see `rt/pending.rs`.
pub struct Handles(Outstanding);

impl Handles {
    /// The body, and one handle.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "as the type that it shows")]
    pub fn new() -> Self {
        Handles(Outstanding::new())
    }

    /// One handle more.
    pub fn add(&self) {
        self.0.add();
    }

    /// Takes one back; `true` for the caller that completes the task.
    #[must_use]
    pub fn end_one(&self) -> bool {
        self.0.end_one()
    }
}

/// *Cancellation*: see `sched/pool.rs`. A pool without PPUs, a region and one inside it.
pub struct Cancellation {
    pool: Pool,
    around: ScopeRef,
    inside: ScopeRef,
}

impl Cancellation {
    /// Nothing is cancelled.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "starts a pool")]
    pub fn new() -> Self {
        let setup = Setup {
            max_in_flight: 1,
            ..Setup::default()
        };
        let pool = Pool::start(Place::nowhere(0), setup).expect("a pool without threads");
        let (around, inside) = (pool.shared.take_scope(), pool.shared.take_scope());
        around.reset(None, None, 0, false);
        inside.reset(None, Some(around), 0, false);
        Cancellation {
            pool,
            around,
            inside,
        }
    }

    fn scope(&self, inside: bool) -> ScopeRef {
        if inside { self.inside } else { self.around }
    }

    /// A task of one of the regions fails; `true` for the first one.
    pub fn fail(&self, inside: bool) -> bool {
        let failure = Failure {
            kind: FailureKind::Task,
            task: "model".to_owned(),
            file: "model.rs",
            line: 1,
            tiles: FailedTiles::Names(Vec::new()),
            message: "planned".to_owned(),
        };
        self.pool.shared.fail(self.scope(inside), failure)
    }

    /// True when a body of the region must not run.
    #[must_use]
    pub fn is_cancelled(&self, inside: bool) -> bool {
        self.pool.shared.is_cancelled(self.scope(inside))
    }

    /// Takes the failure out: bodies run again.
    #[must_use]
    pub fn take_failure(&self, inside: bool) -> bool {
        self.pool.shared.take_failure(self.scope(inside)).is_some()
    }
}

/// Runs what may panic, and says whether it did.
pub fn panics(f: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(f)).is_err()
}
