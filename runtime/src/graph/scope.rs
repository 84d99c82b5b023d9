//! A scope: the run-time side of one open region, and how its end is seen.
//!
//! Protocol *region completion*. The registering thread counts what it registered in a
//! plain field of its own; a worker counts what it completed in a plain field of its own,
//! and adds that to `completed` in one go: when it has counted [`BATCH`](crate::sched::worker)
//! tasks, runs out of them, or turns to another scope; on a machine of several last caches it
//! goes through a counter of its space (`graph/sharded_counter.rs`). A waiter publishes the count that it
//! waits for in `target` and then looks at `completed`; a worker adds to `completed` and then
//! looks at `target` (all `SeqCst`): at least one of the two sees the other, so the wake-up is
//! not lost. No counter is shared by registration and completion.
//!
//! What a scope has behind locks, few regions use: a bit says that it was used, and is set before
//! what follows from that (Relaxed: the counters above order it, or the word that the region is
//! cancelled). So a composite whose tasks have no tiles takes one lock, that of the counts of the region
//! around it.
//!
//! A composite task's scope is never waited for: at the end of its body the worker
//! publishes `target` with the `CLOSING` bit, and whoever of body and last task sees
//! `completed == target` and exchanges `target` for `NOBODY` completes the composite.
//!
//! Scopes live in a slab of the pool and are reused, never freed before the workers have
//! joined: a worker that is late by the one look at `target` touches valid memory. Both
//! counters carry the scope's generation in their high bits, so that a late worker never
//! takes the next region's target for its own.

use std::any::Any;
use std::ops::Deref;
use std::ptr::NonNull;

use crate::base::float::ModeCell;
use crate::base::kinds::Slice;
use crate::graph::failure::Failure;
use crate::graph::notes::Notes;
use crate::graph::pointer::TaskPtr;
use crate::graph::promoted::PromotedPool;
use crate::graph::sharded_counter::Parts;
use crate::graph::table::Table;
use crate::graph::task::Task;
use crate::graph::task_log::Log;
use crate::record::compact::Run;
use crate::record::stats::RegionStats;
use crate::sync::{
    AtomicBool, AtomicPtr, AtomicU32, AtomicU64, CachePadded, Mutex, Ordering, fence, lock,
    planted, scaled,
};

/// `target` while nobody waits.
const NOBODY: u64 = u64::MAX;
/// Bit of `target`: the end belongs to a composite task, not to a waiting thread.
const CLOSING: u64 = 1 << 47;
/// One generation, in `completed` and `target`.
const GENERATION: u64 = 1 << 48;

/// Bits of `used`.
const FAILURE: u32 = 1;
const CHILDREN: u32 = 1 << 1;
const INNER: u32 = 1 << 2;
const RESIDUE: u32 = 1 << 3;
const ATTACHED: u32 = 1 << 4;

/// What a PPU counts for one scope; only that PPU writes it.
#[derive(Debug, Default)]
pub(crate) struct PpuCounts {
    /// Steals by distance; the last slot collects all beyond.
    pub(crate) steals: [AtomicU64; MAX_DISTANCE],
    /// Tasks taken from the own mailbox.
    pub(crate) mailbox: AtomicU64,
    /// Successors run at once.
    pub(crate) kept: AtomicU64,
    /// Bodies that were not run because the region was cancelled.
    pub(crate) cancelled: AtomicU64,
    /// Time in bodies, in ticks; counted only while recording.
    pub(crate) busy_ticks: AtomicU64,
}

/// Tasks that the PPUs of one space hold back together, besides what each does.
const PART: u64 = scaled(256, 3) as u64;

/// Distances that are told apart in the counts.
pub(crate) const MAX_DISTANCE: usize = 8;

/// What must outlive the body of a composite task.
pub(crate) struct Residue {
    pub(crate) table: Table,
    /// Held for its `Drop` alone: tasks in flight refer to the values.
    #[expect(dead_code, reason = "held until the composite ends")]
    pub(crate) kept: PromotedPool,
    pub(crate) notes: Option<Notes>,
    /// Tasks and edges of the composite's own graph.
    pub(crate) stats: RegionStats,
}

/// See the module's text.
pub(crate) struct Scope {
    completed: CachePadded<AtomicU64>,
    target: AtomicU64,
    cancelled: AtomicBool,
    /// The scope of the task in whose body this region was opened, or null.
    outer: AtomicPtr<Scope>,
    /// How many scopes are around it, and one of these that is far out, by which others are found in few steps.
    depth: AtomicU32,
    far: AtomicPtr<Scope>,
    /// The composite task that this scope is the inside of, or null.
    parent: AtomicPtr<Task>,
    /// What is behind locks below, or was, as bits: a composite that needs none of it takes no lock.
    used: AtomicU32,
    failure: Mutex<Option<Failure>>,
    /// What a layer above keeps with the region (`sched/reach.rs`).
    attached: Mutex<Option<Box<dyn Any + Send>>>,
    /// While there is a watchdog: what it knows of the region's tasks.
    pub(crate) log: Mutex<Option<Box<Log>>>,
    /// Who registers into this scope: its lane gets the memory of completed tasks back, and
    /// its token when a target is reached.
    registrar: AtomicU32,
    /// Laps that recorded tasks of this scope have to run.
    pub(crate) laps: AtomicU32,
    /// Number of the first recorded task in its first lap, and tasks per lap (for traces).
    pub(crate) lap_base: AtomicU32,
    pub(crate) lap_tasks: AtomicU32,
    recording: AtomicBool,
    /// How its bodies compute.
    pub(crate) mode: ModeCell,
    /// Thieves are to take several of its tasks at once: see `rt/undeferred.rs`.
    generous: AtomicBool,
    residue: Mutex<Option<Residue>>,
    children: Mutex<Vec<(u32, Run)>>,
    /// Counts of the regions that ran inside tasks of this one.
    inner: Mutex<RegionStats>,
    /// Tasks, artificial tasks and edges of a composite's own graph, where it leaves no [`Residue`].
    own: [AtomicU64; 3],
    /// Completed tasks on their way to `completed`.
    pub(crate) parts: Parts,
    pub(crate) counts: Box<[CachePadded<PpuCounts>]>,
    /// PPUs that may have counted something, as bits: the others' counts are 0, and a small
    /// region of a large machine has no business with them.
    counting: Box<[AtomicU64]>,
    /// Their times are in ticks.
    pub(crate) slices: Box<[CachePadded<Mutex<Vec<Slice>>>]>,
}

impl Scope {
    pub(crate) fn new(ppus: usize, spaces: usize) -> Self {
        Scope {
            completed: CachePadded::new(AtomicU64::new(0)),
            target: AtomicU64::new(NOBODY),
            cancelled: AtomicBool::new(false),
            outer: AtomicPtr::new(std::ptr::null_mut()),
            depth: AtomicU32::new(0),
            far: AtomicPtr::new(std::ptr::null_mut()),
            parent: AtomicPtr::new(std::ptr::null_mut()),
            used: AtomicU32::new(0),
            failure: Mutex::new(None),
            attached: Mutex::new(None),
            log: Mutex::new(None),
            registrar: AtomicU32::new(0),
            laps: AtomicU32::new(0),
            lap_base: AtomicU32::new(0),
            lap_tasks: AtomicU32::new(0),
            recording: AtomicBool::new(false),
            mode: ModeCell::default(),
            generous: AtomicBool::new(false),
            residue: Mutex::new(None),
            children: Mutex::new(Vec::new()),
            inner: Mutex::new(RegionStats::default()),
            own: Default::default(),
            parts: Parts::new(spaces, PART),
            counting: (0..ppus.div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
            counts: (0..ppus).map(|_| CachePadded::default()).collect(),
            slices: (0..ppus).map(|_| CachePadded::default()).collect(),
        }
    }

    /// Memory of a scope.
    pub(crate) fn bytes(ppus: usize, spaces: usize) -> usize {
        let per_ppu =
            size_of::<CachePadded<PpuCounts>>() + size_of::<CachePadded<Mutex<Vec<Slice>>>>();
        size_of::<Scope>() + ppus * per_ppu + spaces * size_of::<CachePadded<AtomicU64>>()
    }

    /// Makes a scope from the slab ready for its next region.
    pub(crate) fn reset(
        &self,
        parent: Option<TaskPtr>,
        outer: Option<ScopeRef>,
        registrar: usize,
        recording: bool,
    ) {
        let generation = self.completed.load(Ordering::SeqCst) / GENERATION;
        self.target.store(NOBODY, Ordering::SeqCst);
        self.completed.store(
            generation.wrapping_add(1).wrapping_mul(GENERATION),
            Ordering::SeqCst,
        );
        self.registrar.store(registrar as u32, Ordering::Relaxed);
        // Who gets a task of the region sees the rest.
        self.recording.store(recording, Ordering::Relaxed);
        self.generous.store(true, Ordering::Relaxed);
        let depth = outer.map_or(0, |scope| scope.depth.load(Ordering::Relaxed) + 1);
        self.depth.store(depth, Ordering::Relaxed);
        let raw = |scope: Option<ScopeRef>| scope.map_or(std::ptr::null_mut(), |s| s.0.as_ptr());
        self.far.store(raw(outer.map(far_of)), Ordering::Relaxed);
        self.outer.store(raw(outer), Ordering::Relaxed);
        let parent = parent.map_or(std::ptr::null_mut(), TaskPtr::into_raw);
        self.parent.store(parent, Ordering::Relaxed);
        if self.has_used(FAILURE) {
            *lock(&self.failure) = None;
        }
        if self.has_used(CHILDREN) {
            lock(&self.children).clear();
        }
        if self.has_used(INNER) {
            *lock(&self.inner) = RegionStats::default();
        }
        self.used.store(0, Ordering::Relaxed);
        self.ppus_that_counted(true)
            .for_each(|ppu| self.counts[ppu].reset());
    }

    /// A worker's word that `count` more tasks are completed.
    #[must_use]
    pub(crate) fn complete(&self, count: u64) -> Reached {
        let now = self.completed.fetch_add(count, Ordering::SeqCst) + count;
        let target = self.target.load(Ordering::SeqCst);
        if target == NOBODY || target / GENERATION != now / GENERATION {
            return Reached::Nothing;
        }
        if target & CLOSING != 0 {
            return match target == now | CLOSING && self.claim_end(target) {
                true => Reached::EndOfComposite,
                false => Reached::Nothing,
            };
        }
        match now >= target {
            true => Reached::Target(self.registrar()),
            false => Reached::Nothing,
        }
    }

    /// Lane of the thread that registers into this scope.
    #[inline]
    pub(crate) fn registrar(&self) -> usize {
        self.registrar.load(Ordering::Relaxed) as usize
    }

    /// True when thieves are to take several of its tasks at once.
    #[inline]
    pub(crate) fn is_generous(&self) -> bool {
        self.generous.load(Ordering::Relaxed)
    }

    /// Says whether thieves are to take several tasks at once; written where that changes.
    pub(crate) fn set_generous(&self, generous: bool) {
        if self.is_generous() != generous {
            self.generous.store(generous, Ordering::Relaxed);
        }
    }

    /// True when its tasks are timed, for a trace.
    #[inline]
    pub(crate) fn is_recording(&self) -> bool {
        crate::base::kinds::HOOKS && self.recording.load(Ordering::Relaxed)
    }

    fn generation(&self) -> u64 {
        self.completed.load(Ordering::Relaxed) / GENERATION * GENERATION
    }

    /// Number of tasks completed since the region was opened.
    pub(crate) fn completed(&self) -> u64 {
        self.completed.load(Ordering::SeqCst) % GENERATION
    }

    /// True when `registered` tasks are completed.
    pub(crate) fn reached(&self, registered: u64) -> bool {
        self.completed() == registered
    }

    /// How many tasks are registered and not completed.
    pub(crate) fn in_flight(&self, registered: u64) -> u64 {
        registered - self.completed.load(Ordering::Relaxed) % GENERATION
    }

    /// From here on, who completes task number `count` gives the registering thread its
    /// token; to be followed by a look at [`Scope::completed`].
    pub(crate) fn expect(&self, count: u64) {
        self.target
            .store(self.generation() | count, Ordering::SeqCst);
    }

    /// The registering thread waits no more.
    pub(crate) fn expect_nothing(&self) {
        self.target.store(NOBODY, Ordering::SeqCst);
    }

    /// The end of a composite's body; `true` when the caller now owns the composite's end.
    #[must_use]
    pub(crate) fn close(&self, registered: u64) -> bool {
        let target = self.generation() | registered | CLOSING;
        self.target.store(target, Ordering::SeqCst);
        self.reached(registered) && (self.claim_end(target) || planted("two owners"))
    }

    fn claim_end(&self, target: u64) -> bool {
        self.target
            .compare_exchange(target, NOBODY, Ordering::SeqCst, Ordering::SeqCst)
            .is_ok()
    }

    /// Adds what the PPUs counted for this scope, and what ran inside its tasks.
    pub(crate) fn add_counts(&self, stats: &mut RegionStats) {
        self.add_own_counts(stats);
        if self.has_used(INNER) {
            stats.merge_inner(&lock(&self.inner));
        }
    }

    /// Some of what is behind locks is used from here on.
    fn note_use(&self, what: u32) {
        if !self.has_used(what) {
            self.used.fetch_or(what, Ordering::Relaxed);
        }
    }

    /// True if it was used, for who comes after those that may have used it.
    fn has_used(&self, what: u32) -> bool {
        self.used.load(Ordering::Relaxed) & what != 0
    }

    /// Adds the counts of a region that ran inside a task of this one.
    pub(crate) fn add_inner(&self, stats: &RegionStats) {
        self.note_use(INNER);
        lock(&self.inner).merge_inner(stats);
    }

    /// Tasks that were left out in regions that ran inside tasks of this one.
    pub(crate) fn inner_cancelled(&self) -> u64 {
        lock(&self.inner).cancelled
    }

    /// Takes the run of a composite task's graph in.
    pub(crate) fn adopt(&self, task: u32, run: Run) {
        self.note_use(CHILDREN);
        lock(&self.children).push((task, run));
    }

    /// The runs of composite tasks' graphs.
    pub(crate) fn take_children(&self) -> Vec<(u32, Run)> {
        std::mem::take(&mut *lock(&self.children))
    }

    /// What must outlive the body of the composite.
    pub(crate) fn leave(&self, residue: Residue) {
        self.note_use(RESIDUE);
        *lock(&self.residue) = Some(residue);
    }

    /// Nothing must, but for how many tasks, artificial tasks and edges there are.
    pub(crate) fn leave_counts(&self, counts: [u64; 3]) {
        for (own, count) in self.own.iter().zip(counts) {
            own.store(count, Ordering::Relaxed);
        }
    }

    /// What was left of them.
    pub(crate) fn left_counts(&self) -> [u64; 3] {
        (self.own.each_ref()).map(|count| count.load(Ordering::Relaxed))
    }

    /// Takes what was left, if anything was.
    pub(crate) fn take_residue(&self) -> Option<Residue> {
        match self.has_used(RESIDUE) {
            true => lock(&self.residue).take(),
            false => None,
        }
    }

    /// Tells the scope around of what a composite did that left nothing but counts.
    pub(crate) fn hand_counts_to(&self, around: ScopeRef) {
        around.note_use(INNER);
        let stats = &mut *lock(&around.inner);
        let [tasks, artificial, edges] = self.left_counts();
        stats.tasks += tasks;
        stats.artificial += artificial;
        stats.edges += edges;
        self.add_counts(stats);
    }

    /// Adds what the PPUs counted for this scope alone.
    pub(crate) fn add_own_counts(&self, stats: &mut RegionStats) {
        self.ppus_that_counted(false)
            .for_each(|ppu| self.counts[ppu].add_to(stats));
    }

    /// PPU `ppu` begins to count for this scope, if it has not done so yet.
    #[inline]
    pub(crate) fn begin_to_count(&self, ppu: usize) {
        let (word, bit) = (&self.counting[ppu / 64], 1 << (ppu % 64));
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// The PPUs that counted; `forget`: from here on none has.
    fn ppus_that_counted(&self, forget: bool) -> impl Iterator<Item = usize> {
        self.counting.iter().enumerate().flat_map(move |(n, word)| {
            let mut bits = word.load(Ordering::Relaxed);
            if forget && bits != 0 {
                word.store(0, Ordering::Relaxed);
            }
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some(n * 64 + bit)
            })
        })
    }

    /// Notes an error, the first one stays, and calls `then` before anybody can take it out;
    /// `true` for the first one.
    pub(crate) fn note_failure(&self, failure: Failure, then: impl FnOnce()) -> bool {
        self.note_use(FAILURE);
        let mut noted = lock(&self.failure);
        let first = noted.is_none();
        noted.get_or_insert(failure);
        then();
        first
    }

    /// Takes the error out, and calls `then` before anybody can note another one.
    pub(crate) fn take_failure(&self, then: impl FnOnce()) -> Option<Failure> {
        if !self.has_used(FAILURE) {
            return None;
        }
        let mut noted = lock(&self.failure);
        let failure = noted.take();
        if failure.is_some() {
            then();
        }
        failure
    }

    /// A copy of what a layer above keeps with the region (`sched/reach.rs`); `new`, if there is none.
    pub(crate) fn attached<T: Clone + Send + 'static>(&self, new: impl FnOnce() -> T) -> T {
        self.note_use(ATTACHED);
        let mut attached = lock(&self.attached);
        let known = attached.as_ref().and_then(|a| a.downcast_ref::<T>());
        known.cloned().unwrap_or_else(|| {
            let new = new();
            *attached = Some(Box::new(new.clone()));
            new
        })
    }

    /// Takes out what is kept with the region, if anything is.
    pub(crate) fn detach<T: 'static>(&self) -> Option<T> {
        if !self.has_used(ATTACHED) {
            return None;
        }
        let attached = lock(&self.attached).take()?;
        attached.downcast().ok().map(|attached| *attached)
    }

    /// Says whether bodies must not run any more; what was said before. Callers keep count
    /// of cancelled scopes (`Shared::cancel`).
    pub(crate) fn set_cancelled(&self, cancelled: bool) -> bool {
        self.cancelled.swap(cancelled, Ordering::SeqCst)
    }

    /// True when bodies must not run any more: this region or one around it failed.
    ///
    /// Who sees that, and says that a task is over, says so after the failure was noted: a handle that
    /// cancels a region is not ordered by the tasks that are left out for it.
    pub(crate) fn is_cancelled(&self) -> bool {
        let mut at = Some(ScopeRef(NonNull::from(self)));
        while let Some(scope) = at {
            let is_cancelled = scope.cancelled.load(Ordering::Relaxed);
            if is_cancelled && !planted("see no failure") {
                fence(Ordering::Acquire);
            }
            if is_cancelled {
                return true;
            }
            at = scope.outer().filter(|_| !planted("spare what is inside"));
        }
        false
    }

    /// Takes the composite task that this scope is the inside of.
    pub(crate) fn take_parent(&self) -> Option<TaskPtr> {
        TaskPtr::from_raw(self.parent.swap(std::ptr::null_mut(), Ordering::Relaxed))
    }

    /// The scope around this one.
    pub(crate) fn outer(&self) -> Option<ScopeRef> {
        NonNull::new(self.outer.load(Ordering::Relaxed)).map(ScopeRef)
    }

    /// True when the scope is `ancestor` or lies inside it.
    pub(crate) fn is_within(&self, ancestor: ScopeRef) -> bool {
        self.steps_to(ancestor).is_some()
    }

    /// After how many steps from scope to scope it is `ancestor`, if that is one.
    fn steps_to(&self, ancestor: ScopeRef) -> Option<usize> {
        let depth = ancestor.depth.load(Ordering::Relaxed);
        let mut at = Some(ScopeRef(NonNull::from(self)));
        let mut steps = 0;
        while let Some(scope) = at {
            if scope == ancestor {
                return Some(steps);
            }
            steps += 1;
            at = match scope.depth.load(Ordering::Relaxed) > depth {
                true => (scope.far())
                    .filter(|far| far.depth.load(Ordering::Relaxed) >= depth)
                    .or_else(|| scope.outer()),
                false => None,
            };
        }
        None
    }

    /// One of the scopes around this one.
    fn far(&self) -> Option<ScopeRef> {
        NonNull::new(self.far.load(Ordering::Relaxed)).map(ScopeRef)
    }
}

/// The far one of a scope that is opened inside `outer`: as far as two steps of that one where these are of equal
/// length, so that any scope around is reached by some two steps for each doubling of the depth.
fn far_of(outer: ScopeRef) -> ScopeRef {
    let depth = |scope: ScopeRef| scope.depth.load(Ordering::Relaxed);
    let steps = outer.far().and_then(|first| Some((first, first.far()?)));
    match steps {
        Some((first, second)) if depth(outer) - depth(first) == depth(first) - depth(second) => {
            second
        }
        _ => outer,
    }
}

impl PpuCounts {
    fn reset(&self) {
        self.steals
            .iter()
            .for_each(|c| c.store(0, Ordering::Relaxed));
        for count in [&self.mailbox, &self.kept, &self.cancelled, &self.busy_ticks] {
            count.store(0, Ordering::Relaxed);
        }
    }
}

/// What a worker has to see to after it counted completed tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reached {
    /// Nobody waits for this.
    Nothing,
    /// The registering thread, of this lane, waits for it: it gets its token.
    Target(usize),
    /// The caller owns the composite's end.
    EndOfComposite,
}

/// Adds to a counter that only the calling thread writes.
pub(crate) fn bump(counter: &AtomicU64, by: u64) {
    counter.store(counter.load(Ordering::Relaxed) + by, Ordering::Relaxed);
}

/// A scope of the slab.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ScopeRef(NonNull<Scope>);

impl ScopeRef {
    /// A handle to a scope of the slab.
    ///
    /// # Safety
    /// `scope` lives in a slab that outlives every worker and every task that may use the handle.
    pub(crate) unsafe fn new(scope: &Scope) -> Self {
        ScopeRef(NonNull::from(scope))
    }
}

impl Deref for ScopeRef {
    type Target = Scope;
    fn deref(&self) -> &Scope {
        // SAFETY: scopes are boxed in the pool's slab, which is dropped after the workers
        // have joined and no region is open (`Pool::drop`).
        unsafe { self.0.as_ref() }
    }
}

// SAFETY: a ScopeRef is a shared reference to a Sync value with the lifetime argument above.
unsafe impl Send for ScopeRef {}
// SAFETY: as above.
unsafe impl Sync for ScopeRef {}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests;
