//! A region: the registering side of one graph.
//!
//! One thread registers into a region. At the outermost level it is the thread that opened
//! the region, which sleeps while it waits; inside a task's body it is a PPU, which runs
//! descendants of the region while it waits, and nothing else.

use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::time::{Duration, Instant};

use smallvec::SmallVec;

use crate::error::{FailedTiles, Failure, RegionError};
use crate::graph::geometry::{Mode, View};
use crate::graph::scope::{Residue, ScopeRef};
use crate::graph::table::{LoopTouches, Table};
use crate::graph::task::{Access, Body, NO_HOME, NewTask, Task as Node, TaskRef};
use crate::observe::record::{EdgeKind, RegionStats, RunRecord, TaskKind};
use crate::rt::kept::{Kept, KeptPool};
use crate::rt::reduce::{ReduceOp, Reduction};
use crate::rt::site::Site;
use crate::rt::task::{Order, Task, TaskLoop, merge_tiles};
use crate::rt::view::Scalar;
use crate::runtime;
use crate::sched::commute::CommuteLock;
use crate::sched::pool::Shared;
use crate::sched::worker::{self, Ready, Worker};
use crate::sync::{Arc, Ordering, lock};

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

    /// Number of the array in its region.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.id
    }
}

/// See [`Region::hold`].
pub struct Hold<'r> {
    region: &'r Region,
}

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        self.region.wait_for(self.region.registered.get());
    }
}

/// What registration knows about a task before it is a node of the graph.
pub(crate) struct Draft {
    pub(crate) site: &'static Site,
    pub(crate) name: Option<Box<str>>,
    pub(crate) priority: i32,
    pub(crate) home: u32,
    pub(crate) kind: TaskKind,
    pub(crate) tiles: SmallVec<[Access; 4]>,
}

impl Draft {
    pub(crate) fn new(site: &'static Site, kind: TaskKind) -> Self {
        Draft {
            site,
            name: None,
            priority: 0,
            home: NO_HOME,
            kind,
            tiles: SmallVec::new(),
        }
    }
}

/// The open region. Dropping it waits, as `end` does.
pub struct Region {
    shared: Arc<Shared>,
    scope: ScopeRef,
    site: &'static Site,
    table: RefCell<Table>,
    kept: RefCell<KeptPool>,
    record: RefCell<Option<RunRecord>>,
    registered: Cell<u64>,
    artificial: Cell<u64>,
    edges: Cell<u64>,
    opened: Instant,
    idle_before: Duration,
    closed: Cell<bool>,
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
            Some(worker) => Region::open(worker.shared.clone(), site, None, worker.running_scope()),
            None => Region::open(runtime::current(), site, None, None),
        })
    }

    /// The region inside composite task `task`, which `worker` runs.
    pub(crate) fn inside(worker: &Worker, task: &TaskRef) -> Region {
        Region::open(
            worker.shared.clone(),
            task.site,
            Some(task.clone()),
            Some(task.scope),
        )
    }

    fn open(
        shared: Arc<Shared>,
        site: &'static Site,
        parent: Option<TaskRef>,
        outer: Option<ScopeRef>,
    ) -> Region {
        let scope = shared.take_scope();
        let recording = crate::observe::sink::wants_record();
        scope.reset(parent, outer, recording);
        Region {
            idle_before: shared.idle_time(),
            shared,
            scope,
            site,
            table: RefCell::default(),
            kept: RefCell::default(),
            record: RefCell::new(
                recording.then(|| RunRecord::new(site.name, site.file, site.line)),
            ),
            registered: Cell::new(0),
            artificial: Cell::new(0),
            edges: Cell::new(0),
            opened: Instant::now(),
            closed: Cell::new(false),
            _not_send: PhantomData,
        }
    }

    pub(crate) fn scope(&self) -> ScopeRef {
        self.scope
    }

    // ---- arrays ----

    /// Finds or takes in the array behind `view`, cut by `template` (one tile size per
    /// dimension, 0 = the whole dimension). The same data under another template, shape or
    /// overlapping address range is remapped: an empty task out of all old and new tiles
    /// stands between (DESIGN, semantics 3).
    ///
    /// # Safety
    /// The array's data stay where they are until the region's graph is done, and
    /// generating code does not touch what pending tasks use.
    pub unsafe fn array<V: View>(&self, name: &str, view: V, template: &[usize]) -> Array<V> {
        let geometry = view.geometry();
        let found = self.table.borrow_mut().array(name, &geometry, template);
        if !found.retired.is_empty() {
            self.remap(&found.retired, found.id);
        }
        Array { id: found.id, view }
    }

    fn remap(&self, retired: &[u32], new: u32) {
        let mut draft = Draft::new(self.site, TaskKind::Remap);
        draft.name = Some(format!("remap {}", self.table.borrow().entry(new).name).into());
        let task = self.node(draft, Body::Empty);
        let mut claims = 0;
        let mut table = self.table.borrow_mut();
        for &old in retired {
            table.retire(old, &mut |before, kind| {
                claims += 1;
                self.draw_edge(before, &task, kind);
            });
        }
        if claims > 0 {
            table.own_all(new, &task);
            drop(table);
            self.enter(task);
        }
    }

    pub(crate) fn lower(
        &self,
        array: u32,
        section: &[(isize, isize)],
        mode: Mode,
        tiles: &mut SmallVec<[Access; 4]>,
    ) {
        let table = self.table.borrow();
        let entry = table.entry(array);
        let bytes = entry.tile_bytes;
        let section = if entry.overruns(section) {
            &[]
        } else {
            section
        };
        entry.tiling.lower(section, |tile| {
            tiles.push(Access {
                array,
                tile: tile as u32,
                bytes,
                mode,
            })
        });
    }

    /// Home of a tile: tiles are dealt to PPUs in blocks (AceMesh, "quasi-static affinity").
    pub(crate) fn home(&self, array: u32, tile: u32) -> u32 {
        let tiles = self.table.borrow().entry(array).tiling.tiles();
        if tiles < 2 {
            return NO_HOME;
        }
        (tile as usize * self.shared.ppus.len() / tiles) as u32
    }

    pub(crate) fn tile_bytes(&self, array: u32) -> u32 {
        self.table.borrow().entry(array).tile_bytes
    }

    pub(crate) fn key(&self, address: usize) -> u32 {
        self.table.borrow_mut().key(address)
    }

    // ---- tasks ----

    /// Begins a task.
    pub fn task(&self, site: &'static Site) -> Task<'_> {
        Task::new(self, site, None)
    }

    /// Begins the tasks of a loop.
    pub fn task_loop(&self, site: &'static Site, order: Order) -> TaskLoop<'_> {
        let touches = (order == Order::Parallel).then(|| self.table.borrow_mut().open_loop());
        TaskLoop::new(self, site, touches)
    }

    /// A reduction into a scalar; see [`Reduction`].
    ///
    /// # Safety
    /// The scalar stays where it is until the region's graph is done.
    pub unsafe fn reduction<O, T>(&self, scalar: &Array<Scalar<T>>) -> Reduction<'_, O, T>
    where
        O: ReduceOp<T>,
        T: Copy + Send,
    {
        Reduction::new(self, *scalar)
    }

    /// Promotes a value: it stays until the region's graph is done.
    pub fn keep<T: Send>(&self, value: T) -> Kept<T> {
        self.kept.borrow_mut().keep(value)
    }

    pub(crate) fn register(&self, mut draft: Draft, body: Body, touches: Option<&mut LoopTouches>) {
        merge_tiles(&mut draft.tiles);
        let task = self.node(draft, body);
        let mut table = self.table.borrow_mut();
        let mut touches = touches;
        for &access in &task.tiles {
            let mut edge = |before: &TaskRef, kind| self.draw_edge(before, &task, kind);
            table.depend(&task, access, touches.as_deref_mut(), &mut edge);
        }
        drop(table);
        let group = touches.map(|touches| touches.id);
        self.enter(task);
        if let (Some(group), Some(record)) = (group, &mut *self.record.borrow_mut()) {
            record.group_last(group);
        }
        self.throttle();
    }

    /// Puts an artificial task after all users of a tile that a parallel loop shared.
    pub(crate) fn take_over(&self, site: &'static Site, tile: (u32, u32)) {
        let mut draft = Draft::new(site, TaskKind::Artificial);
        draft.tiles.push(Access {
            array: tile.0,
            tile: tile.1,
            bytes: 0,
            mode: Mode::Out,
        });
        let task = self.node(draft, Body::Empty);
        let mut edge = |before: &TaskRef, kind| self.draw_edge(before, &task, kind);
        self.table.borrow_mut().own(tile, &task, &mut edge);
        self.enter(task);
    }

    fn node(&self, draft: Draft, body: Body) -> TaskRef {
        Node::new(NewTask {
            scope: self.scope,
            site: draft.site,
            own_name: draft.name,
            id: self.registered.get() as u32,
            home: draft.home,
            priority: draft.priority,
            kind: draft.kind,
            locks: self.locks(&draft.tiles),
            tiles: draft.tiles,
            body,
        })
    }

    fn locks(&self, tiles: &[Access]) -> Vec<Arc<CommuteLock>> {
        let commutative = tiles.iter().filter(|tile| tile.mode == Mode::Commutative);
        commutative
            .map(|tile| self.table.borrow_mut().commute_lock(tile.array, tile.tile))
            .collect()
    }

    fn draw_edge(&self, before: &TaskRef, task: &TaskRef, kind: EdgeKind) {
        if Arc::ptr_eq(before, task) || before.marked.load(Ordering::Relaxed) == task.id {
            return;
        }
        before.marked.store(task.id, Ordering::Relaxed);
        self.edges.set(self.edges.get() + 1);
        if let Some(record) = &mut *self.record.borrow_mut() {
            record.add_edge(before.id, task.id, kind);
        }
        task.expect();
        if !before.successors.add(task) {
            let ready = task.release();
            debug_assert!(!ready, "the registration guard is still held");
        }
    }

    /// Counts the task in and gives its registration guard back.
    fn enter(&self, task: TaskRef) {
        self.registered.set(self.registered.get() + 1);
        if task.bodiless {
            self.artificial.set(self.artificial.get() + 1);
        }
        self.note(&task);
        if !task.release() {
            return;
        }
        worker::with_current(|worker| match (worker, task.bodiless) {
            (_, true) => {
                let mut ready = Ready::new();
                worker::complete(&self.shared, task, &mut ready);
                ready.into_iter().for_each(|task| self.shared.submit(task));
            }
            (Some(worker), false) => worker.push(task),
            (None, false) => self.shared.submit(task),
        });
    }

    fn note(&self, task: &TaskRef) {
        let mut record = self.record.borrow_mut();
        let Some(record) = &mut *record else { return };
        let table = self.table.borrow();
        let tiles = task.tiles.iter().map(|tile| {
            let (array, ranges) = table.describe(tile);
            (array, ranges, tile.mode.clause())
        });
        record.add_task(
            task.name(),
            task.site.file,
            task.site.line,
            task.kind,
            task.priority,
            tiles,
        );
        record.arrays_last(task.tiles.iter().map(|tile| tile.array));
    }

    fn throttle(&self) {
        let registered = self.registered.get();
        let most = self.shared.max_in_flight;
        if registered.is_multiple_of(64) && self.scope.in_flight(registered) > most {
            self.wait_for(registered - most / 2);
        }
    }

    // ---- waiting ----

    /// A guard that waits for all tasks when it is dropped. Emitted code has one after each
    /// local that tasks use and that cannot be promoted: locals are dropped before the
    /// region, by `?`, `return` and panics too. A failed task is left for the next wait.
    #[must_use]
    pub fn hold(&self) -> Hold<'_> {
        Hold { region: self }
    }

    fn wait_for(&self, count: u64) {
        worker::with_current(|worker| match worker {
            Some(worker) => worker.help_until(self.scope, count),
            None => self.scope.wait(count, None),
        });
    }

    /// Waits until every task registered so far is completed.
    ///
    /// # Errors
    /// The first task that failed; the region can be used again afterwards.
    pub fn try_wait(&self) -> Result<(), RegionError> {
        self.wait_for(self.registered.get());
        self.kept.borrow_mut().sweep();
        match self.scope.take_failure() {
            None => Ok(()),
            Some(failure) => {
                let error = self.report(failure);
                self.scope.clear_cancelled();
                Err(error)
            }
        }
    }

    /// Waits for all tasks and closes the region.
    ///
    /// # Errors
    /// The first task that failed.
    pub fn try_end(self) -> Result<RegionStats, RegionError> {
        self.finish()
    }

    /// `task_wait` of emitted code.
    ///
    /// # Panics
    /// With the report, if a task failed.
    #[track_caller]
    pub fn wait(&self) {
        if let Err(error) = self.try_wait() {
            panic!("{error}");
        }
    }

    /// The end of a region in emitted code.
    ///
    /// # Panics
    /// With the report, if a task failed.
    #[track_caller]
    pub fn end(self) {
        if let Err(error) = self.finish() {
            panic!("{error}");
        }
    }

    fn finish(&self) -> Result<RegionStats, RegionError> {
        let outcome = self.try_wait();
        self.closed.set(true);
        let stats = self.stats();
        if let Some(record) = self.take_record(stats.clone()) {
            match self.scope.outer() {
                Some(_) => {} // part of a task: its slices lie inside that task's slice
                None => crate::observe::sink::accept(record),
            }
        }
        match self.scope.outer() {
            Some(outer) => lock(&outer.inner).merge_inner(&stats),
            None => runtime::set_last_region(stats.clone()),
        }
        self.shared.give_scope(self.scope);
        outcome.map(|()| stats)
    }

    /// The end of a composite's body: what must outlive it goes to the scope. `true` when
    /// the graph is done and the caller owns the composite's end.
    pub(crate) fn leave_to_workers(self) -> bool {
        self.closed.set(true);
        let record = self.record.borrow_mut().take();
        let stats = self.registered_stats();
        let residue = Residue {
            table: self.table.take(),
            kept: self.kept.take(),
            record,
            stats,
        };
        *lock(&self.scope.residue) = Some(residue);
        self.scope.close(self.registered.get())
    }

    // ---- reports ----

    fn report(&self, mut failure: Failure) -> RegionError {
        failure.name_tiles(&self.table.borrow());
        let tiles = match failure.tiles {
            FailedTiles::Names(names) => names,
            FailedTiles::Numbers(_) => Vec::new(),
        };
        RegionError {
            region: self.site.name,
            task: failure.task,
            file: failure.file,
            line: failure.line,
            tiles,
            message: failure.message,
            cancelled: self
                .scope
                .counts
                .iter()
                .map(|c| c.cancelled.load(Ordering::Relaxed))
                .sum(),
        }
    }

    fn stats(&self) -> RegionStats {
        let mut stats = RegionStats {
            idle: self.shared.idle_time().saturating_sub(self.idle_before),
            wall: self.opened.elapsed(),
            ..self.registered_stats()
        };
        self.scope.add_counts(&mut stats);
        stats
    }

    fn registered_stats(&self) -> RegionStats {
        RegionStats {
            tasks: self.registered.get() - self.artificial.get(),
            artificial: self.artificial.get(),
            edges: self.edges.get(),
            ppus: self.shared.ppus.len(),
            ..RegionStats::default()
        }
    }

    fn take_record(&self, stats: RegionStats) -> Option<RunRecord> {
        let mut record = self.record.borrow_mut().take()?;
        record.collect(self.scope, self.shared.place.labels(), self.shared.started);
        record.stats = stats;
        Some(record)
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        if self.closed.get() {
            return;
        }
        let outcome = self.finish();
        // An early return of generating code ends here; a failed task must not go unseen.
        if let (Err(error), false) = (outcome, std::thread::panicking()) {
            panic!("{error}");
        }
    }
}

impl Failure {
    /// Turns tile numbers into names while the tables are at hand.
    pub(crate) fn name_tiles(&mut self, table: &Table) {
        if let FailedTiles::Numbers(tiles) = &self.tiles {
            let name = |tile: &Access| {
                let (array, ranges) = table.describe(tile);
                let ranges: Vec<String> = ranges
                    .iter()
                    .map(|r| format!("{}..{}", r.start, r.end))
                    .collect();
                let section = if ranges.is_empty() {
                    String::new()
                } else {
                    format!("[{}]", ranges.join(", "))
                };
                format!("{} {array}{section}", tile.mode.clause())
            };
            self.tiles = FailedTiles::Names(tiles.iter().map(name).collect());
        }
    }
}
