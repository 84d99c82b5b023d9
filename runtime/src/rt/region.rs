//! A region: the registering side of one graph.
//!
//! One thread registers into a region. At the outermost level it is the thread that opened
//! the region, which sleeps while it waits; inside a task's body it is a PPU, which runs
//! descendants of the region while it waits, and nothing else.

use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::base::float;
use crate::base::site::{OwnSite, Site};
use crate::graph::access::{Access, Size};
use crate::graph::body::{Calling, Nature, Stored};
use crate::graph::commute::Locks;
use crate::graph::geometry::{Mode, View};
use crate::graph::notes::Notes;
use crate::graph::pointer::TaskPtr;
use crate::graph::promoted::{Kept, PromotedPool};
use crate::graph::reference::TaskRef;
use crate::graph::scope::ScopeRef;
use crate::graph::table::{LoopTouches, Table};
use crate::graph::task::NewTask;
use crate::graph::tiles::Tiles;
use crate::record::replay_stats::ReplayStats;
use crate::record::run_record::{EdgeKind, TaskKind};
use crate::rt::draft::{Draft, SpareDraft};
use crate::rt::replay::{RecordedGraph, ReplayMode};
use crate::rt::serial_mode::{Alone, Undeferred};
use crate::runtime;
use crate::sched::complete::{Ready, complete};
use crate::sched::guest_worker::GuestWorker;
use crate::sched::pool::SharedRef;
use crate::sched::throttle::Throttle;
use crate::sched::uncancelled::Uncancelled;
use crate::sched::worker::{self, Worker};

pub(crate) mod ahead;
mod counts;
mod crew;
mod edges;
mod ending;
mod names;
mod serial;

use edges::Edges;
pub use ending::Hold;

/// An array that a region knows.
#[derive(Debug, Clone, Copy)]
pub struct Array<V> {
    pub(crate) id: u32,
    view: V,
}

impl<V: View> Array<V> {
    /// The view, for a body.
    #[must_use]
    pub fn view(&self) -> V {
        self.view
    }

    /// The view, where it is.
    #[must_use]
    pub fn view_ref(&self) -> &V {
        &self.view
    }

    /// Number of the array in its region.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.id
    }
}

/// The open region. Dropping it waits, as `end` does.
pub struct Region {
    /// The worker that registers: of the PPU that opened the region, or of its guest worker.
    worker: *const Worker,
    /// Of a thread from outside, shared by all regions that it has open in this pool.
    guest: RefCell<Option<Rc<GuestWorker>>>,
    pub(crate) shared: SharedRef,
    scope: ScopeRef,
    site: &'static Site,
    /// The site, if it goes with the region.
    own_site: RefCell<Option<OwnSite>>,
    pub(crate) table: RefCell<Table>,
    kept: RefCell<PromotedPool>,
    notes: RefCell<Option<Notes>>,
    /// There are notes, or a watchdog.
    recording: bool,
    pub(crate) replay_mode: Cell<ReplayMode>,
    pub(crate) recorded: RefCell<Option<Box<RecordedGraph>>>,
    /// What tapes did that are gone.
    pub(crate) replays: RefCell<ReplayStats>,
    draft: SpareDraft,
    registered: Cell<u64>,
    pub(crate) throttle: Throttle,
    pub(crate) at_once: Cell<Undeferred>,
    pub(crate) alone: Alone,
    /// Tasks that were not ready when they were registered, of the last few.
    pub(crate) held_back: Cell<u32>,
    artificial: Cell<u64>,
    /// Tasks that ran as parts of others (`replay/coarsen_run.rs`).
    parts: Cell<u64>,
    edges: Cell<u64>,
    /// None: a composite's graph, whose time is not asked for.
    opened: Option<Instant>,
    idle_before: Duration,
    closed: Cell<bool>,
    /// Its thread is not ended before it is.
    _uncancelled: Option<Uncancelled>,
    /// A region belongs to the thread that registers into it.
    _not_send: PhantomData<*const ()>,
}

impl Region {
    /// Opens a region on the current runtime: the one whose PPU calls, else the one
    /// installed on this thread, else the process-wide one (started at the first call; a
    /// wrong setting in the environment ends the process with a report).
    #[must_use]
    pub fn begin(site: &'static Site) -> Region {
        worker::with_current(|worker| match worker {
            // In a body: of a PPU, or of a thread that runs tasks while it waits.
            Some(worker) if worker.is_ppu() || worker.running_scope().is_some() => {
                let (shared, outer) = (worker.shared, worker.running_scope());
                Region::open(
                    shared,
                    worker,
                    GuestWorker::with(worker),
                    site,
                    (None, outer),
                )
            }
            _ => {
                let shared = runtime::current();
                let guest = GuestWorker::of(&shared);
                let (shared, worker) = (SharedRef::new(&shared), guest.worker());
                Region::open(shared, worker, Some(guest), site, (None, None))
            }
        })
    }

    /// As [`begin`](Self::begin), of a name that is made up as the program runs.
    #[must_use]
    pub fn begin_named(name: &str, file: &'static str, line: u32) -> Region {
        match Site::intern_or_own(name, file, line) {
            Ok(site) => Region::begin(site),
            Err(own) => {
                // SAFETY: the region has it until it is dropped, or for good where others may know it then.
                let region = Region::begin(unsafe { own.get() });
                match region.recording {
                    true => std::mem::forget(own),
                    false => _ = region.own_site.replace(Some(own)),
                }
                region
            }
        }
    }

    /// The region inside composite task `task`, which `worker` runs.
    pub(crate) fn inside(worker: &Worker, task: TaskPtr) -> Region {
        let outer = Some(task.scope());
        Region::open(
            worker.shared,
            worker,
            None,
            task.site(),
            (Some(task), outer),
        )
    }

    /// Recorded if somebody wants that.
    fn open(
        shared: SharedRef,
        worker: *const Worker,
        guest: Option<Rc<GuestWorker>>,
        site: &'static Site,
        inside: (Option<TaskPtr>, Option<ScopeRef>),
    ) -> Region {
        let recording = crate::observe::sink::wants_record();
        Region::open_as(shared, worker, guest, site, inside, recording)
    }

    /// `inside` a composite task, and inside a task's region.
    fn open_as(
        shared: SharedRef,
        worker: *const Worker,
        guest: Option<Rc<GuestWorker>>,
        site: &'static Site,
        (parent, outer): (Option<TaskPtr>, Option<ScopeRef>),
        recording: bool,
    ) -> Region {
        // SAFETY: as in `Region::worker`.
        let (lane, free_lists) = unsafe { ((*worker).lane, &(*worker).free_lists) };
        let is_ppu = lane < shared.ppus.len();
        let scope = free_lists.borrow_mut().take_scope(&shared);
        // A composite's idle time is that of the region around it; all PPUs would be asked.
        let is_composite = parent.is_some();
        scope.reset(parent, outer, lane, recording);
        shared.set_mode(scope, float::Mode::current());
        if let Some(watch) = &shared.watch {
            watch.opened(scope, site, lane);
        }
        Region {
            idle_before: match is_composite {
                true => Duration::ZERO,
                false => shared.idle_time(),
            },
            worker,
            guest: RefCell::new(guest),
            shared,
            scope,
            site,
            own_site: RefCell::default(),
            recording: recording || shared.watch.is_some(),
            replay_mode: Cell::new(ReplayMode::Off),
            recorded: RefCell::new(None),
            replays: RefCell::default(),
            table: RefCell::default(),
            kept: RefCell::default(),
            notes: RefCell::new(recording.then(|| Notes::new(site))),
            draft: Cell::default(),
            registered: Cell::new(0),
            at_once: Cell::new(Undeferred::No),
            alone: Alone::default(),
            held_back: Cell::new(0),
            throttle: Throttle::new(shared.max_in_flight, shared.ppus.len()),
            artificial: Cell::new(0),
            parts: Cell::new(0),
            edges: Cell::new(0),
            opened: (!is_composite).then(Instant::now),
            closed: Cell::new(false),
            _uncancelled: (!is_ppu).then(Uncancelled::begin),
            _not_send: PhantomData,
        }
    }

    #[inline]
    pub(crate) fn worker(&self) -> &Worker {
        // SAFETY: a region stays on its thread. The worker is that of a PPU, in whose body
        // the region was opened, or of a guest worker: this region's, or one around it on this thread,
        // which is dropped later.
        unsafe { &*self.worker }
    }

    /// Number of PPUs that run its tasks.
    #[must_use]
    pub fn ppus(&self) -> usize {
        self.shared.ppus.len()
    }

    pub(crate) fn scope(&self) -> ScopeRef {
        self.scope
    }

    pub(crate) fn site(&self) -> &'static Site {
        self.site
    }

    // ---- arrays ----

    /// Finds or takes in the array behind `view`, cut by `template` (one tile size per
    /// dimension, 0 = the whole dimension). The same data under another template, shape or
    /// overlapping address range is remapped: an empty task out of all old and new tiles
    /// stands between (DESIGN, semantics 3). So it is again when a task uses the array that was
    /// there before; one task that uses both panics.
    ///
    /// # Safety
    /// The array's data stay where they are until the region's graph is done, and
    /// generating code does not touch what pending tasks use.
    pub unsafe fn array<V: View>(&self, name: &str, view: V, template: &[usize]) -> Array<V> {
        let geometry = view.geometry();
        let ppus = self.shared.ppus.len();
        let found = self
            .table
            .borrow_mut()
            .array(name, &geometry, template, ppus);
        Array {
            id: self.remapped(found),
            view,
        }
    }

    // ---- tasks ----

    /// A draft for a task of `site`, as [`Draft::new`] makes it.
    #[inline]
    pub(crate) fn take_draft(&self, site: &'static Site) -> Box<Draft> {
        match self.draft.take() {
            Some(mut draft) => {
                (draft.site, draft.named) = (site, site);
                draft
            }
            None => Box::new(Draft::new(site, TaskKind::User)),
        }
    }

    /// Takes a draft back, and forgets what was drafted.
    #[inline]
    pub(crate) fn give_draft(&self, mut draft: Box<Draft>) {
        draft.clear();
        self.draft.set(Some(draft));
    }

    /// Promotes a value: it stays until the region's graph is done.
    pub fn keep<T: Send>(&self, value: T) -> Kept<T> {
        self.kept.borrow_mut().keep(value)
    }

    /// Lends tasks a value until the next wait. When much is lent, what can be is freed: where
    /// everything has run, or, after `many` values, by waiting.
    pub(crate) fn lend<T: Send>(&self, value: T, many: usize) -> *const T {
        let lent = self.kept.borrow().lent();
        let is_done = || self.scope.reached(self.registered.get());
        if lent >= many || (lent >= many / 16 && is_done()) {
            self.wait_for_all();
            self.kept.borrow_mut().sweep();
        }
        self.kept.borrow_mut().lend(value)
    }

    /// True while a tape is open: tasks may run again.
    pub(crate) fn has_recorded(&self) -> bool {
        self.recorded.borrow().is_some()
    }

    /// True when tasks are recorded, or held against a recording, or come between laps.
    #[inline]
    pub(crate) fn is_replaying(&self) -> bool {
        self.replay_mode.get() != ReplayMode::Off
    }

    /// Puts a body to rest.
    #[inline]
    pub(crate) fn store_body<F, C: Calling<F>>(&self, body: F) -> (Stored, Nature) {
        let spaces = &self.shared.spaces;
        let take = || self.worker().free_lists.borrow_mut().spaces.take(spaces);
        Stored::new::<F, C>(body, spaces, take)
    }

    #[inline]
    pub(crate) fn register(
        &self,
        draft: &mut Draft,
        body: &mut (Stored, Nature),
        touches: Option<&mut LoopTouches>,
    ) {
        let touches = match draft.tiles.merge() {
            true => None, // tasks of one loop would neither wait for nor exclude one another
            false => touches,
        };
        if self.is_replaying() {
            return self.register_taped(draft, (body.0.take(), body.1), touches);
        }
        let new = self.new_task(draft, body, self.registered.get() as u32, false);
        self.link(new, touches);
    }

    /// Runs a task at once, or makes it a node of the graph.
    #[inline]
    pub(crate) fn link(&self, mut new: NewTask<'_>, touches: Option<&mut LoopTouches>) {
        if self.runs_at_once() && self.run_stored_at_once(&mut new) {
            return;
        }
        self.hang(new, touches);
    }

    /// Makes a task a node of the graph and lets it go.
    #[inline(always)]
    pub(crate) fn hang(&self, new: NewTask<'_>, touches: Option<&mut LoopTouches>) {
        match self.is_observed() {
            false => self.hang_as::<false>(new, touches),
            true => self.hang_observed(new, touches),
        }
    }

    #[cold]
    #[inline(never)]
    fn hang_observed(&self, new: NewTask<'_>, touches: Option<&mut LoopTouches>) {
        let group = touches.as_ref().map(|touches| touches.id);
        self.hang_as::<true>(new, touches);
        if let (Some(group), Some(notes)) = (group, &mut *self.notes.borrow_mut()) {
            notes.group_last(group);
        }
        self.throttle();
    }

    /// Unless it is observed, nothing looks for an observer, but in the caller: with every edge
    /// that came to 30 instructions per task.
    #[inline(always)]
    fn hang_as<const OBSERVED: bool>(
        &self,
        mut new: NewTask<'_>,
        mut touches: Option<&mut LoopTouches>,
    ) {
        let (task, reference) = self.node(&mut new);
        self.alone.counts(task.listed().len());
        let mut edges = Edges::<OBSERVED>::new(self, task);
        let mut table = self.table.borrow_mut();
        match &mut touches {
            None => {
                for &access in task.listed() {
                    table.depend_in_order(reference, access, &mut edges);
                }
            }
            Some(touches) => {
                for &access in task.listed() {
                    table.depend(reference, access, Some(&mut **touches), &mut edges);
                }
            }
        }
        drop(table);
        let drawn = edges.drawn;
        self.enter(task, drawn, OBSERVED);
        if !OBSERVED {
            self.throttle();
        }
    }

    /// Puts an artificial task after all users of a tile that a parallel loop shared.
    pub(crate) fn take_over(&self, site: &'static Site, tile: (u32, u32)) {
        if self.table.borrow().sleeps(tile.0) {
            // Whoever comes next waits for all users of the array.
            return;
        }
        let mut draft = Draft::new(site, TaskKind::Artificial);
        draft
            .tiles
            .push(Access::new(tile.0, tile.1, Size::NOTHING, Mode::Out));
        match self.replay_mode.get() {
            ReplayMode::Live | ReplayMode::Alone => self.write_artificial(&draft),
            ReplayMode::Recording => return self.take_over_taped(&mut draft),
            _ => {}
        }
        let (task, reference) = self.empty_node(&mut draft);
        let mut edges = Edges::<true>::new(self, task);
        self.table.borrow_mut().own(tile, reference, &mut edges);
        let drawn = edges.drawn;
        self.enter(task, drawn, true);
    }

    /// A task that waits for nothing yet, and runs once.
    #[inline(always)]
    fn node(&self, new: &mut NewTask<'_>) -> (TaskPtr, TaskRef) {
        let store = self.shared.store();
        let mut free_lists = self.worker().free_lists.borrow_mut();
        let (number, task) = free_lists.take_task(store);
        let generation = task.links.generation();
        let reference = TaskRef { number, generation };
        let roll = &mut free_lists.roll;
        roll.enter(self.scope, new.id == 0, reference, || new.sort());
        drop(free_lists);
        new.body.1 = new.body.1.once();
        // SAFETY: the number was free.
        unsafe { task.set(number, new) };
        (TaskPtr::new(task), reference)
    }

    /// A task of the runtime's own, without a body.
    fn empty_node(&self, draft: &mut Draft) -> (TaskPtr, TaskRef) {
        let id = self.registered.get() as u32;
        let body = &mut (Stored::EMPTY, Nature::NONE);
        self.node(&mut self.new_task(draft, body, id, false))
    }

    #[inline(always)]
    pub(crate) fn new_task<'a>(
        &self,
        draft: &'a mut Draft,
        body: &'a mut (Stored, Nature),
        id: u32,
        recorded: bool,
    ) -> NewTask<'a> {
        NewTask {
            scope: self.scope,
            site: draft.named,
            name: draft.name.take(),
            id,
            home: draft.home(),
            priority: draft.priority,
            kind: draft.kind,
            locks: self.locks(&draft.tiles),
            tiles: &mut draft.tiles,
            body,
            recorded,
        }
    }

    #[inline]
    fn locks(&self, tiles: &Tiles) -> ManuallyDrop<Locks> {
        if !tiles.commutes() {
            return Locks::none();
        }
        let commutative = tiles.iter().filter(|tile| tile.mode() == Mode::Commutative);
        let locks = commutative
            .map(|tile| {
                self.table
                    .borrow_mut()
                    .commute_lock(tile.array(), tile.tile())
            })
            .collect();
        ManuallyDrop::new(locks)
    }

    /// True when somebody wants to know tasks and edges: a trace or the watchdog.
    #[inline]
    pub(crate) fn is_observed(&self) -> bool {
        crate::observe::HOOKS && self.recording
    }

    /// True when the run is recorded for a trace.
    pub(crate) fn is_traced(&self) -> bool {
        crate::observe::HOOKS && self.notes.borrow().is_some()
    }

    /// Waits for everything that was registered.
    pub(crate) fn wait_for_all(&self) {
        self.throttle.look_away();
        self.worker()
            .free_lists
            .borrow_mut()
            .roll
            .complete(self.scope);
        self.wait_for(self.registered.get());
        self.alone.rests(self.registered.get());
        self.worker()
            .free_lists
            .borrow_mut()
            .roll
            .begin_again(self.scope);
    }

    /// Counts the task in and lets it go: it waits for `drawn` predecessors. The region may be
    /// `observed`.
    #[inline(always)]
    fn enter(&self, task: TaskPtr, drawn: u32, observed: bool) {
        let bodiless = task.is_bodiless();
        self.count_in(bodiless);
        if observed && self.is_observed() {
            self.note(task);
        }
        if !task.settle(drawn) {
            self.held_back.set(self.held_back.get() + 1);
            return;
        }
        let worker = self.worker();
        if bodiless {
            let mut ready = Ready::new();
            let mut free_lists = worker.free_lists.borrow_mut();
            let count = complete(worker.store(), &mut free_lists, task, &mut ready);
            drop(free_lists);
            worker.tell(self.scope, count);
            worker.push_all(ready);
        } else {
            worker.push(task);
        }
    }

    #[cold]
    fn note(&self, task: TaskPtr) {
        self.watch_task(task);
        if let Some(notes) = &mut *self.notes.borrow_mut() {
            notes.register(&task);
        }
    }

    /// Notes one lap of a recorded task, the next one of the region.
    pub(crate) fn note_recorded(
        &self,
        task: TaskPtr,
        edges: &[(u32, EdgeKind)],
        group: Option<u32>,
    ) {
        let mut notes = self.notes.borrow_mut();
        let Some(notes) = &mut *notes else {
            return;
        };
        notes.add_task(&task);
        if let Some(group) = group {
            notes.group_last(group);
        }
        for &(from, kind) in edges {
            notes.edge_to_last(from, kind);
        }
    }
}
