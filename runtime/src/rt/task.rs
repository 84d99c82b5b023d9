//! Registration of one task, and of the tasks of one loop.

use smallvec::SmallVec;

use crate::graph::geometry::{Mode, View};
use crate::graph::table::LoopTouches;
use crate::graph::task::{Access, Body, NO_HOME, OPAQUE};
use crate::observe::record::TaskKind;
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
            self.draft.home = self.region.home(array.id, tile.tile);
        }
    }

    /// Declares one tile by its number (row-major).
    pub fn access_tile(&mut self, array: u32, tile: usize, mode: Mode) {
        let bytes = self.region.tile_bytes(array);
        self.draft.tiles.push(Access {
            array,
            tile: tile as u32,
            bytes,
            mode,
        });
        if self.draft.home == NO_HOME {
            self.draft.home = self.region.home(array, tile as u32);
        }
    }

    /// Declares an address that stands for something (a key without an array).
    pub fn access_key(&mut self, address: usize, mode: Mode) {
        let tile = self.region.key(address);
        self.draft.tiles.push(Access {
            array: OPAQUE,
            tile,
            bytes: 0,
            mode,
        });
    }

    /// Larger runs earlier; 0 is normal, negative runs when nothing else is ready.
    pub fn priority(&mut self, priority: i32) {
        self.draft.priority = priority;
    }

    /// A name of its own.
    pub fn name(&mut self, name: impl Into<String>) {
        self.draft.name = Some(name.into().into_boxed_str());
    }

    /// Source position and name of a task whose site is known at run time only.
    pub fn site_dynamic(&mut self, name: &str, file: &'static str, line: u32) {
        self.draft.site = Site::intern(name, file, line);
    }

    /// Marks a task that the runtime made on the user's behalf.
    pub(crate) fn kind(&mut self, kind: TaskKind) {
        self.draft.kind = kind;
    }

    /// Registers the task; it runs when its predecessors are completed.
    ///
    /// # Safety
    /// `body` touches only the declared tiles, and what it refers to lives until the
    /// region's graph is done.
    pub unsafe fn spawn<'b, F: FnOnce() + Send + 'b>(self, body: F) {
        let body: Box<dyn FnOnce() + Send + 'b> = Box::new(body);
        // SAFETY: only the lifetime changes; the caller promises that the graph is done
        // (or the body dropped with it) before 'b ends.
        let body = unsafe {
            std::mem::transmute::<Box<dyn FnOnce() + Send + 'b>, Box<dyn FnOnce() + Send + 'static>>(
                body,
            )
        };
        self.region
            .register(self.draft, Body::Run(body), self.touches);
    }

    /// Registers a composite task: its body registers tasks into the region that it is
    /// given, and it completes when they have (DESIGN, semantics 4).
    ///
    /// # Safety
    /// As for [`spawn`](Self::spawn), for the body and for all tasks that it registers.
    pub unsafe fn spawn_nested<'b, F: FnOnce(&Region) + Send + 'b>(mut self, body: F) {
        self.draft.kind = TaskKind::Composite;
        let body: Box<dyn FnOnce(&Region) + Send + 'b> = Box::new(body);
        // SAFETY: as in `spawn`.
        let body = unsafe {
            std::mem::transmute::<
                Box<dyn FnOnce(&Region) + Send + 'b>,
                Box<dyn FnOnce(&Region) + Send + 'static>,
            >(body)
        };
        self.region
            .register(self.draft, Body::Nested(body), self.touches);
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

/// Merges repeated tiles of one task: reading and writing is `InOut`.
pub(crate) fn merge_tiles(tiles: &mut SmallVec<[Access; 4]>) {
    tiles.sort_unstable_by_key(|t| (t.array, t.tile));
    tiles.dedup_by(|next, kept| {
        let same = (next.array, next.tile) == (kept.array, kept.tile);
        if same && next.mode != kept.mode {
            kept.mode = Mode::InOut;
        }
        same
    });
}
