//! Dependence tables: from a declared tile to the edges it causes.
//!
//! One table per scope, owned by the scope's registering thread, so it needs no lock.
//! Arrays with a geometry have dense tables indexed by tile number; opaque addresses go
//! through a hash map; `overlap.rs` says which of these are the same memory. (DESIGN names `dashmap`
//! for these; with one registering thread per table nothing is shared, and the standard map does.)
//!
//! Edges, per tile, in registration order (DESIGN, semantics 2): *in* after *out* (RAW),
//! *out* after *in* (WAR), *out* after *out* (WAW). Two kinds of groups relax this:
//!
//! - *Commutative* users of a tile depend on what was before the group, not on one
//!   another; a lock keeps them apart.
//! - Tasks of one *parallel loop* never depend on one another. Where two of them meet in
//!   a tile that one of them writes, the tile is noted, and when the loop is finished an
//!   artificial task that owns the tile stands after all of them (AceMesh, "Task
//!   shifting and false sharing elimination").

use crate::base::kinds::EdgeKind;
use crate::graph::access::{Access, OPAQUE, Size};
use crate::graph::commute::CommuteLock;
use crate::graph::geometry::{Geometry, Mode};
use crate::graph::homes::{Cores, Homes};
use crate::graph::overlap::{MEMORY, Names};
use crate::graph::reference::TaskRef;
use crate::graph::spare::States;
use crate::graph::tile_state::{FEW, MARKS, TileState};
use crate::graph::tiling::Tiling;
use crate::sync::Arc;

/// What the table asks of whoever draws its edges.
pub(crate) trait Draw {
    /// The task that is being registered waits for `before`.
    fn edge(&mut self, before: TaskRef, kind: EdgeKind);
    /// True when `task` is completed: it need not be remembered.
    fn is_completed(&self, task: TaskRef) -> bool;
}

/// One array of a scope.
pub(crate) struct ArrayEntry {
    pub(crate) name: String,
    pub(super) geometry: Geometry,
    pub(crate) tiling: Tiling,
    tiles: States,
    pub(crate) size: Size,
    /// The size in bytes.
    pub(crate) bytes: usize,
    pub(crate) homes: Homes,
    /// Its memory has another name now (`overlap.rs`).
    pub(super) asleep: bool,
}

impl ArrayEntry {
    /// It is the array of this geometry that is cut so.
    pub(super) fn is(&self, geometry: &Geometry, tiling: &Tiling) -> bool {
        self.geometry == *geometry && self.tiling == *tiling
    }

    /// Its extents are a shape laid over linear storage.
    pub(crate) fn is_linear(&self) -> bool {
        self.geometry.linear
    }

    /// What lies beyond its extents is ordered as the nearest tile is.
    pub(crate) fn is_open(&self) -> bool {
        self.geometry.open
    }

    /// Home of a task of this tile among the PPUs; an array of one tile has no home.
    #[inline]
    pub(crate) fn home(&self, tile: u32) -> Option<u16> {
        (!self.homes.are_none()).then(|| self.homes.of_task(tile))
    }

    /// Calls `each` for every tile of array `id`, which this is, that a section meets.
    pub(crate) fn lower(
        &self,
        id: u32,
        section: &[(isize, isize)],
        mode: Mode,
        mut each: impl FnMut(Access),
    ) {
        let section = if self.geometry.overruns(section) {
            &[]
        } else {
            section
        };
        let unit = self.element_bytes();
        self.tiling.lower(section, |tile, (rows, elements)| {
            let size = Size::of_rows(rows, elements.saturating_mul(unit)).min(self.size);
            each(Access::new(id, tile as u32, size, mode));
        });
    }

    /// How much using `bytes` of a tile weighs in favour of its home, more than nothing: what is
    /// written is fetched and given back.
    #[inline]
    pub(crate) fn weight(bytes: usize, mode: Mode) -> u64 {
        ((bytes as u64) << u32::from(mode.writes())) + 1
    }

    /// Home and weight of the tile of which a section has most.
    pub(crate) fn heaviest(&self, section: &[(isize, isize)], mode: Mode) -> Option<(u16, u64)> {
        let section = if self.geometry.overruns(section) {
            &[]
        } else {
            section
        };
        let (tile, elements) = self.tiling.heaviest(section)?;
        let bytes = elements.saturating_mul(self.element_bytes());
        Some((self.home(tile as u32)?, Self::weight(bytes, mode)))
    }

    /// Size of an element.
    pub(crate) fn element_bytes(&self) -> usize {
        self.geometry.element_bytes
    }
}

/// The tables of one scope.
pub(crate) struct Table {
    arrays: Vec<ArrayEntry>,
    pub(super) names: Names,
    loops: u32,
    /// Inside a composite task.
    cores: Option<Cores>,
}

impl Default for Table {
    fn default() -> Table {
        Table {
            arrays: Vec::new(),
            names: Names::new(),
            loops: 0,
            cores: None,
        }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        for array in &mut self.arrays {
            std::mem::take(&mut array.tiles).give();
        }
        std::mem::take(&mut self.names.places).give();
    }
}

/// An open parallel loop.
pub(crate) struct LoopTouches {
    /// Number of the loop in its region.
    pub(crate) id: u32,
    /// Tells it from other loops in the tiles; above 0, below [`MARKS`].
    mark: u32,
    /// Tiles that need an artificial task.
    pub(crate) shared: Vec<(u32, u32)>,
}

/// A tile that an array does not have, or not at present.
#[cold]
fn no_tile(name: &str, tiles: usize, tile: u32) -> ! {
    assert!(
        (tile as usize) < tiles,
        "array `{name}` has no tile {tile}: it has {tiles}"
    );
    panic!(
        "it uses array `{name}` and another one that overlaps it: arrays of known lengths that one \
         task uses are the same or have no element in common; give the memory one name, or no lengths"
    )
}

impl Table {
    /// No task used a tile.
    pub(crate) fn is_blank(&self) -> bool {
        self.arrays.is_empty() && self.names.places.len() == 0
    }

    /// Takes an array in; it sleeps.
    pub(super) fn add(
        &mut self,
        name: &str,
        geometry: &Geometry,
        tiling: Tiling,
        ppus: usize,
    ) -> u32 {
        let id = self.arrays.len() as u32;
        let tiles = tiling.tiles();
        assert!(id < Access::MOST_ARRAYS, "a region with 2^24 arrays");
        assert!(
            tiles <= Access::MOST_TILES,
            "array `{name}` is cut into {tiles} tiles, more than 2^30: take larger tiles"
        );
        let bytes = tiling
            .tile_elements()
            .saturating_mul(geometry.element_bytes);
        let ppus = match &self.cores {
            Some(cores) => cores.of_array(geometry.base, 0..ppus),
            None => 0..ppus,
        };
        let homes = Homes::of_array(geometry, &tiling, ppus);
        let size = Size::of(bytes);
        self.arrays.push(ArrayEntry {
            name: name.to_owned(),
            geometry: geometry.clone(),
            tiling,
            tiles: States::default(),
            size,
            bytes: size.bytes() as usize,
            homes,
            asleep: true,
        });
        id
    }

    /// Makes an array's tiles, which nobody uses, unless they are there.
    pub(super) fn take_up(&mut self, array: u32) {
        let entry = &mut self.arrays[array as usize];
        entry.asleep = false;
        if entry.tiles.is_empty() {
            entry.tiles = States::take(entry.tiling.tiles());
        }
    }

    /// An array goes to sleep; its users are there until it is [left](Self::leave).
    pub(super) fn put_to_sleep(&mut self, array: u32) {
        self.arrays[array as usize].asleep = true;
    }

    /// The PPUs that a composite task asks for which uses these tiles: where those are at home that
    /// it writes, or else reads; those of the composite task around if none of them has a home.
    pub(crate) fn cores_of(&self, tiles: &[Access]) -> Option<Cores> {
        let has_home =
            |tile: &&Access| tile.array() != OPAQUE && !self.entry(tile.array()).homes.are_none();
        let homes = |writes: bool| {
            let used = tiles.iter().filter(has_home);
            used.filter(move |tile| tile.mode().writes() == writes)
                .map(|tile| usize::from(self.entry(tile.array()).homes.of(tile.tile())))
        };
        let writes = homes(true).next().is_some();
        let Some(first) = homes(writes).min() else {
            return self.cores.clone();
        };
        let last = homes(writes).max().unwrap_or(first);
        let arrays = tiles.iter().filter(has_home).map(|tile| tile.array());
        let known = arrays.map(|array| self.entry(array).geometry.base);
        Some(Cores::new(first..last + 1, known))
    }

    /// The table is that of a composite task, which asked for these PPUs.
    pub(crate) fn stay_on(&mut self, cores: Cores) {
        self.cores = Some(cores);
    }

    /// The array's entry.
    #[inline]
    pub(crate) fn entry(&self, id: u32) -> &ArrayEntry {
        &self.arrays[id as usize]
    }

    /// The array's entry, unless its memory has another name now.
    #[inline]
    pub(crate) fn awake(&self, id: u32) -> Option<&ArrayEntry> {
        self.arrays.get(id as usize).filter(|entry| !entry.asleep)
    }

    /// The array's memory has another name now; opaque keys have but one.
    #[inline]
    pub(crate) fn sleeps(&self, array: u32) -> bool {
        array != OPAQUE && self.entry(array).asleep
    }

    /// `a[64..128, 0..4096]`, or `key 3`.
    pub(crate) fn describe(&self, access: &Access) -> (String, Vec<std::ops::Range<usize>>) {
        if access.array() == OPAQUE {
            let name = match self.names.places.bytes(access.tile()).len() {
                0 | 1 => format!("key {}", access.tile()),
                _ => MEMORY.to_owned(),
            };
            return (name, Vec::new());
        }
        let entry = self.entry(access.array());
        (
            entry.name.clone(),
            entry.tiling.ranges(access.tile() as usize),
        )
    }

    /// How many tiles an array has, or how many keys there are that belong to none.
    pub(crate) fn tiles_of(&self, array: u32) -> usize {
        match array {
            OPAQUE => self.names.places.len(),
            array => self.entry(array).tiling.tiles(),
        }
    }

    /// How many arrays there are.
    pub(crate) fn arrays(&self) -> usize {
        self.arrays.len()
    }

    /// The lock of a tile's commutative users.
    pub(crate) fn commute_lock(&mut self, array: u32, tile: u32) -> Arc<CommuteLock> {
        self.state(array, tile)
            .rich()
            .lock
            .get_or_insert_with(Arc::default)
            .clone()
    }

    #[inline]
    fn state(&mut self, array: u32, tile: u32) -> &mut TileState {
        if array == OPAQUE {
            self.names.places.state(tile)
        } else {
            let entry = &mut self.arrays[array as usize];
            match entry.tiles.get_mut(tile as usize) {
                Some(state) => state,
                None => no_tile(&entry.name, entry.tiling.tiles(), tile),
            }
        }
    }

    /// Opens a parallel loop.
    pub(crate) fn open_loop(&mut self) -> LoopTouches {
        self.loops = self.loops.wrapping_add(1);
        if self.loops.is_multiple_of(MARKS) {
            self.all_states().for_each(TileState::forget_loop);
            self.loops += 1;
        }
        LoopTouches {
            id: self.loops,
            mark: self.loops % MARKS,
            shared: Vec::new(),
        }
    }

    /// Enters `task`'s use of a tile; calls `edge` for each task that it must wait for.
    pub(crate) fn depend(
        &mut self,
        task: TaskRef,
        access: Access,
        touches: Option<&mut LoopTouches>,
        draw: &mut impl Draw,
    ) {
        let state = self.state(access.array(), access.tile());
        let mode = access.mode();
        match touches {
            Some(touches) if mode != Mode::Commutative => {
                if state.use_in_loop(task, mode, touches.mark, draw) {
                    touches.shared.push((access.array(), access.tile()));
                }
            }
            _ => state.use_in_order(task, mode, draw),
        }
    }

    /// As `depend`, outside of parallel loops.
    #[inline(always)]
    pub(crate) fn depend_in_order(&mut self, task: TaskRef, access: Access, draw: &mut impl Draw) {
        let state = self.state(access.array(), access.tile());
        state.use_in_order(task, access.mode(), draw);
    }

    /// As `depend_in_order`; `true` when no task owned the tile before: see
    /// [`is_owned`](Self::is_owned).
    #[inline(always)]
    pub(crate) fn depend_and_tell(
        &mut self,
        task: TaskRef,
        access: Access,
        draw: &mut impl Draw,
    ) -> bool {
        let state = self.state(access.array(), access.tile());
        let owned = state.is_owned();
        state.use_in_order(task, access.mode(), draw);
        !owned
    }

    /// Calls `edge` for every task that still has a claim on any tile of the array, and forgets them.
    pub(super) fn leave(&mut self, array: u32, draw: &mut impl Draw) {
        let mut tiles = std::mem::take(&mut self.arrays[array as usize].tiles);
        let used = tiles.used().iter_mut();
        used.for_each(|state| state.drain(draw));
        tiles.give();
    }

    /// As `leave`, of an opaque key.
    pub(super) fn leave_key(&mut self, key: u32, draw: &mut impl Draw) {
        self.names.places.state(key).drain(draw);
    }

    /// Forgets who used what: every task of the region so far is completed.
    pub(crate) fn forget_users(&mut self) {
        self.all_states().for_each(TileState::forget);
        for array in self.arrays.iter_mut().filter(|array| array.asleep) {
            std::mem::take(&mut array.tiles).give();
        }
    }

    /// As `forget_users`; tasks of a tape are to go through the tables once more, whatever names
    /// their memory has by now: arrays that sleep have tiles until users are forgotten.
    pub(crate) fn begin_anew(&mut self) {
        self.forget_users();
        for array in self.arrays.iter_mut().filter(|array| array.asleep) {
            array.tiles = States::take(array.tiling.tiles());
        }
    }

    fn all_states(&mut self) -> impl Iterator<Item = &mut TileState> {
        let arrays = self.arrays.iter_mut().flat_map(|array| array.tiles.used());
        arrays.chain(self.names.places.states())
    }

    /// Makes `task` the owner of every tile of the array.
    pub(super) fn own_all(&mut self, array: u32, task: TaskRef) {
        for state in self.arrays[array as usize].tiles.all() {
            state.set_writer(task);
        }
    }

    /// Draws edges from all users of a shared tile and makes `task` its owner.
    pub(crate) fn own(&mut self, tile: (u32, u32), task: TaskRef, draw: &mut impl Draw) {
        let state = self.state(tile.0, tile.1);
        state.drain(draw);
        state.set_writer(task);
    }

    /// Lets a task pass that runs before any other one is registered: `false` when some user
    /// of its tiles is still pending. Tiles that it writes then need no user be remembered.
    #[inline]
    pub(crate) fn pass(
        &mut self,
        tiles: &[Access],
        is_completed: impl Fn(TaskRef) -> bool,
    ) -> bool {
        let free = |access: &Access| {
            let state = self.state(access.array(), access.tile());
            state.is_free(access.mode(), &is_completed)
        };
        if !tiles.iter().all(free) {
            return false;
        }
        for access in tiles.iter().filter(|access| access.mode() != Mode::In) {
            self.state(access.array(), access.tile()).forget();
        }
        true
    }

    /// Calls `each` for some of the tasks that a writer of the tile would wait for.
    #[inline]
    pub(crate) fn hint(&mut self, access: Access, mut each: impl FnMut(u32)) {
        let state = self.state(access.array(), access.tile());
        match state.count as usize {
            0 if state.writer != TaskRef::NONE => each(state.writer.number),
            n @ 1..=FEW => state.readers[..n].iter().for_each(|task| each(task.number)),
            _ => {}
        }
    }

    /// True when a task wrote the tile, and is all that later users need to wait for.
    #[inline]
    pub(crate) fn is_owned(&mut self, access: Access) -> bool {
        self.state(access.array(), access.tile()).is_owned()
    }
}
