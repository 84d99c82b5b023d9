//! Registration of one task, and of the tasks of one loop.

use std::mem::ManuallyDrop;

use crate::graph::body::{Calling, Inside, Kind, Nested, Once, Pends, Repeat};
use crate::graph::geometry::{Mode, View};
use crate::graph::table::LoopTouches;
use crate::graph::task::{Access, NO_HOME, OPAQUE, Size};
use crate::observe::record::TaskKind;
use crate::rt::pending::Pending;
use crate::rt::region::{Array, Draft, Region};
use crate::rt::site::Site;

/// How the tasks of a loop stand to one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// They never depend on one another (a parallel loop, AceMesh `do`).
    Parallel,
    /// They depend on one another through their tiles, in registration order.
    Ordered,
}

/// A task that is being registered.
pub struct Task<'r> {
    region: &'r Region,
    touches: Option<&'r mut LoopTouches>,
    draft: Draft,
}

impl<'r> Task<'r> {
    pub(crate) fn new(
        region: &'r Region,
        site: &'static Site,
        touches: Option<&'r mut LoopTouches>,
    ) -> Self {
        Task {
            region,
            touches,
            draft: Draft::new(site, TaskKind::User),
        }
    }

    /// Declares a section of an array: the tiles that it meets. Half open per dimension,
    /// clamped to the array; missing dimensions are whole. The first call decides the
    /// task's affinity.
    pub fn access<V: View>(&mut self, array: &Array<V>, mode: Mode, section: &[(isize, isize)]) {
        let before = self.draft.tiles.len();
        self.region
            .lower(array.id, section, mode, &mut self.draft.tiles);
        if let (NO_HOME, Some(tile)) = (self.draft.home, self.draft.tiles.get(before)) {
            let table = self.region.table.borrow();
            let home = table.entry(array.id).home(tile.tile());
            self.draft.home = home.unwrap_or(NO_HOME);
        }
    }

    /// Declares one tile by its number (row-major).
    #[inline]
    pub fn access_tile(&mut self, array: u32, tile: usize, mode: Mode) {
        let table = self.region.table.borrow();
        let (tile, entry) = (tile as u32, table.entry(array));
        if self.draft.home == NO_HOME {
            self.draft.home = entry.home(tile).unwrap_or(NO_HOME);
        }
        let access = Access::new(array, tile, entry.size, mode);
        self.draft.tiles.push(access);
    }

    /// Declares an address that stands for something (a key without an array).
    pub fn access_key(&mut self, address: usize, mode: Mode) {
        let tile = self.region.key(address);
        self.draft
            .tiles
            .push(Access::new(OPAQUE, tile, Size::NOTHING, mode));
    }

    /// Larger runs earlier; 0 is normal, negative runs when nothing else is ready.
    pub fn priority(&mut self, priority: i32) {
        self.draft.priority = priority;
    }

    /// A name of its own.
    #[inline]
    pub fn name(&mut self, name: impl AsRef<str>) {
        self.draft.set_name(name.as_ref());
    }

    /// The task's name for people.
    pub(crate) fn name_for_people(&self) -> &str {
        self.draft.name()
    }

    /// Array, tile number and mode of each declared tile so far.
    pub(crate) fn declared(&self) -> &[Access] {
        &self.draft.tiles
    }

    /// Source position and name of a task whose site is known at run time only.
    pub fn site_dynamic(&mut self, name: &str, file: &'static str, line: u32) {
        let draft = &mut self.draft;
        let own = (!std::ptr::eq(draft.named, draft.site)).then_some(draft.named.name);
        draft.site = Site::intern(name, file, line);
        draft.named = draft.site;
        own.into_iter().for_each(|own| draft.set_name(own));
    }

    /// Marks a task that the runtime made on the user's behalf.
    pub(crate) fn kind(&mut self, kind: TaskKind) {
        self.draft.kind = kind;
    }

    /// Registers the task; it runs when its predecessors are completed. The registering thread
    /// may run it, or others, before this returns (where many tasks are in flight, or tasks are
    /// short): do not hold a lock here that a body takes.
    ///
    /// # Safety
    /// `body` touches only the declared tiles, and what it refers to lives until the
    /// region's graph is done.
    #[inline]
    pub unsafe fn spawn<F: FnOnce() + Send>(self, body: F) {
        self.register::<F, Once>(body);
    }

    /// As [`spawn`](Self::spawn), for a body that may run again: a tape of such tasks can be
    /// replayed without registering them ([`Tape::replay`](crate::rt::Tape::replay)).
    ///
    /// # Safety
    /// As for [`spawn`](Self::spawn), for each time that it runs.
    #[inline]
    pub unsafe fn spawn_repeat<F: Fn() + Send>(self, body: F) {
        self.register::<F, Repeat>(body);
    }

    /// Registers a composite task: its body registers tasks into the region that it is
    /// given, and it completes when they have (DESIGN, semantics 4).
    ///
    /// # Safety
    /// As for [`spawn`](Self::spawn), for the body and for all tasks that it registers.
    pub unsafe fn spawn_nested<F: FnOnce(&Region) + Send>(mut self, body: F) {
        self.draft.kind = TaskKind::Composite;
        self.register::<F, Nested>(body);
    }

    /// Registers a task that starts something and does not wait for it: it is *finished* when
    /// its body returns, and *completed*, so that its successors may run, when the handle
    /// that the body gets is gone, with all its clones, on whatever thread.
    ///
    /// # Safety
    /// As for [`spawn`](Self::spawn), and for what was started: until the handle is gone.
    pub unsafe fn spawn_pending<F: FnOnce(Pending) + Send>(self, body: F) {
        self.register::<F, Pends>(body);
    }

    /// The lifetime of what the body captured ends here: the callers' promises stand for it.
    #[inline]
    fn register<F, C: Calling<F>>(mut self, body: F) {
        let region = self.region;
        if region.runs_at_once() && self.is_ordinary::<F, C>() {
            let mut body = ManuallyDrop::new(body);
            // SAFETY: the closure is this function's, and is used up by this call.
            let run = || unsafe { C::call(&raw mut *body, Inside::Nothing, true) };
            let draft = &self.draft;
            if region.run_at_once(&draft.tiles, run, || draft.says()) {
                return;
            }
            let body = region.store_body::<F, C>(ManuallyDrop::into_inner(body));
            return region.register(&mut self.draft, body, None);
        }
        let body = region.store_body::<F, C>(body);
        region.register(&mut self.draft, body, self.touches);
    }

    /// Nothing about the task speaks against running it at once.
    #[inline]
    fn is_ordinary<F, C: Calling<F>>(&self) -> bool {
        matches!(C::KIND, Kind::Once | Kind::Repeat)
            && self.touches.is_none()
            && self.draft.kind == TaskKind::User
            && self.draft.priority == 0
    }
}

/// The tasks of one loop.
pub struct TaskLoop<'r> {
    region: &'r Region,
    site: &'static Site,
    touches: Option<LoopTouches>,
}

impl<'r> TaskLoop<'r> {
    pub(crate) fn new(
        region: &'r Region,
        site: &'static Site,
        touches: Option<LoopTouches>,
    ) -> Self {
        TaskLoop {
            region,
            site,
            touches,
        }
    }

    /// What the tasks of a parallel loop share.
    pub(crate) fn touches(&mut self) -> Option<&mut LoopTouches> {
        self.touches.as_mut()
    }

    /// Begins the next task of the loop.
    pub fn task(&mut self) -> Task<'_> {
        Task::new(self.region, self.site, self.touches.as_mut())
    }

    /// Ends the loop: where its tasks met in a tile, an artificial task takes the tile
    /// over, so that later tasks wait for one instead of all (AceMesh, "Task shifting").
    pub fn finish(self) {
        drop(self);
    }
}

impl Drop for TaskLoop<'_> {
    fn drop(&mut self) {
        for tile in self
            .touches
            .take()
            .into_iter()
            .flat_map(|touches| touches.shared)
        {
            self.region.take_over(self.site, tile);
        }
    }
}
