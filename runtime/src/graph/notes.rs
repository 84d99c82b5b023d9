//! What registration notes about a region that is traced: as little as can be, in memory that
//! is written front to back. Nothing is named or described before the region ends
//! ([`Notes::finish`]). What tasks of one source line and kind with the same tiles, home and
//! priority have in common is their *shape*; it is noted once, as a rule, where a program comes back
//! to its tiles. So a task takes 20 bytes, and an edge 5: what registration writes has to share its
//! cache with the graph.

use std::cell::Cell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;
use std::time::Instant;

use crate::base::site::Site;
use crate::graph::access::{Access, OPAQUE};
use crate::graph::reference::TaskRef;
use crate::graph::slab::prefetch_soon;
use crate::graph::table::Table;
use crate::graph::task::Task;
use crate::record::compact::{Edges, Extra, NONE, Noted, Run, Shape};
use crate::record::run_record::{EdgeKind, RegionStats, Slice, TileRecord};

/// Memory that a thread keeps from region to region: what is written there front to back would
/// have to be fetched from the system each time, and moved while it grows.
#[derive(Default)]
struct Spare {
    tasks: Vec<Noted>,
    edges: Edges,
    slices: Vec<Slice>,
    shapes: Shapes,
    registered: Registered,
}

thread_local! {
    static SPARE: Cell<Spare> = Cell::default();
}

/// So many bytes at most of each list.
const MOST_SPARE: usize = 2 << 20;

/// Takes back what was noted of a region that nobody looks at any more.
pub(crate) fn recycle(run: Run) {
    let _ = SPARE.try_with(|spare| {
        let Edges { from, kinds } = run.edges;
        let Spare {
            shapes, registered, ..
        } = spare.take();
        spare.set(Spare {
            tasks: emptied(run.tasks),
            edges: Edges {
                from: emptied(from),
                kinds: emptied(kinds),
            },
            slices: emptied(run.slices),
            shapes: Shapes {
                list: emptied(run.shapes),
                ..shapes
            },
            registered,
        });
    });
}

/// As it was made, but for what is too much to keep.
fn emptied<T>(mut list: Vec<T>) -> Vec<T> {
    list.clear();
    list.shrink_to(MOST_SPARE / size_of::<T>());
    list
}

/// The notes of one region, while it is open.
pub(crate) struct Notes {
    site: &'static Site,
    tasks: Vec<Noted>,
    extras: Vec<Extra>,
    shapes: Shapes,
    /// Names that have no site.
    names: Vec<Box<str>>,
    edges: Edges,
    /// So many of the edges are those of tasks that were added.
    counted: usize,
    /// Loops are numbered below this.
    groups: u32,
    registered: Registered,
    /// Room for the slices of its run.
    slices: Vec<Slice>,
}

impl Notes {
    /// Of the region at `site`.
    pub(crate) fn new(site: &'static Site) -> Self {
        // A thread at its very end has none.
        let spare = SPARE.try_with(Cell::take).unwrap_or_default();
        Notes {
            site,
            tasks: spare.tasks,
            extras: Vec::new(),
            shapes: spare.shapes,
            names: Vec::new(),
            edges: spare.edges,
            counted: 0,
            groups: 0,
            registered: spare.registered,
            slices: spare.slices,
        }
    }

    /// Adds a task that was registered, the next one in order.
    pub(crate) fn register(&mut self, task: &Task) {
        self.registered.push(task.reference(), task.id());
        self.add_task(task);
        prefetch_soon(&self.tasks, 16);
        prefetch_soon(&self.registered.log, 16);
        prefetch_soon(&self.edges.from, 64);
        prefetch_soon(&self.edges.kinds, 64);
    }

    /// Adds a run of a task, the next one in order.
    pub(crate) fn add_task(&mut self, task: &Task) {
        let mut noted = Noted {
            shape: self.shapes.number(task),
            edges: (self.edges.len() - self.counted) as u32,
            extra: NONE,
        };
        self.counted = self.edges.len();
        let name = task.name();
        if !std::ptr::eq(name, task.site().name) {
            noted.extra = self.extras.len() as u32;
            self.extras.push(Extra {
                name: self.names.len() as u32,
                ..Extra::NONE
            });
            self.names.push(name.into());
        }
        self.tasks.push(noted);
    }

    /// Says that the task added last belongs to parallel loop number `group`.
    pub(crate) fn group_last(&mut self, group: u32) {
        let Some(task) = self.tasks.last_mut() else {
            return;
        };
        let only = Extra {
            group,
            ..Extra::NONE
        };
        match self.extras.get_mut(task.extra as usize) {
            Some(own) => own.group = group,
            None => {
                if self.extras.last() != Some(&only) {
                    self.extras.push(only);
                }
                task.extra = self.extras.len() as u32 - 1;
            }
        }
        self.groups = self.groups.max(group.saturating_add(1));
    }

    /// Adds an edge to the task that is added next, from the one that `before` means, which has or
    /// had the memory of `from`.
    #[inline]
    pub(crate) fn edge(&mut self, before: TaskRef, from: &Task, kind: EdgeKind) {
        let present = (!from.is_recorded()).then(|| from.id_in(before.generation));
        let from = present.flatten().or_else(|| self.registered.find(before));
        if let Some(from) = from {
            self.edges.push(from, kind);
        }
    }

    /// Adds an edge to the task added last.
    pub(crate) fn edge_to_last(&mut self, from: u32, kind: EdgeKind) {
        debug_assert_eq!(self.counted, self.edges.len(), "edges to nobody");
        if let Some(task) = self.tasks.last_mut() {
            self.edges.push(from, kind);
            self.counted += 1;
            task.edges += 1;
        }
    }

    /// Describes the tiles; `table` is the region's.
    pub(crate) fn finish(mut self, table: &Table) -> Run {
        debug_assert_eq!(self.counted, self.edges.len(), "edges to nobody");
        let mut described = Described::new(table);
        let tiles = self.shapes.tiles.iter();
        let tiles = tiles.map(|tile| described.number(*tile)).collect();
        let shapes = std::mem::take(&mut self.shapes.list);
        self.registered.clear();
        self.shapes.clear();
        let _ = SPARE.try_with(|spare| {
            spare.set(Spare {
                registered: self.registered,
                shapes: self.shapes,
                ..spare.take()
            });
        });
        Run {
            site: self.site,
            epoch: Instant::now(),
            tiles,
            described: described.list,
            shapes,
            tasks: self.tasks,
            extras: self.extras,
            names: self.names,
            arrays: table.arrays() as u32,
            groups: self.groups,
            edges: self.edges,
            slices: self.slices,
            ppus: Vec::new(),
            stats: RegionStats::default(),
        }
    }
}

/// The shapes of a region's tasks. One that is found again is not noted again; that it is found
/// is not promised: each may stand in one of a few places, where others may take its own.
#[derive(Default)]
struct Shapes {
    list: Vec<Shape>,
    hashes: Vec<u32>,
    /// Tiles of all shapes, one shape after the other.
    tiles: Vec<Access>,
    /// By hash, a shape and 1, or 0: a power of two of them, and a few more, so that a hash
    /// has its places in a row.
    places: Vec<u32>,
}

impl Shapes {
    /// Places, at least and at most.
    const FEWEST: usize = 16;
    const MOST: usize = 1 << 16;
    /// Places that a shape may have.
    const NEAR: usize = 4;

    fn clear(&mut self) {
        self.hashes = emptied(std::mem::take(&mut self.hashes));
        self.tiles = emptied(std::mem::take(&mut self.tiles));
        self.places.clear();
    }

    #[inline]
    fn number(&mut self, task: &Task) -> u32 {
        let (site, kind, tiles) = (task.site(), task.kind(), task.listed());
        let (home, priority) = (task.home(), task.priority());
        let rest = u64::from(home) << 40 | u64::from(kind as u8) << 32 | u64::from(priority as u32);
        // Each word by another number, so that no product waits for the one before.
        let (mut hash, mut by) = (rest ^ std::ptr::from_ref(site).addr() as u64, Mixer::BY);
        for tile in tiles {
            by = by.wrapping_add(Mixer::BY << 1);
            hash = hash.wrapping_add(tile.word().wrapping_mul(by));
        }
        let hash = (hash.wrapping_mul(Mixer::BY) >> 32) as u32;
        for &place in &self.places[self.near(hash)] {
            let Some(known) = (place as usize).checked_sub(1) else {
                break;
            };
            let shape = &self.list[known];
            let is_it = std::ptr::eq(shape.site, site)
                && (shape.kind, shape.home, shape.priority) == (kind, home, priority)
                && self.tiles[self.begin(known)..shape.tiles_end] == *tiles;
            if is_it {
                return known as u32;
            }
        }
        self.add(task, hash)
    }

    fn begin(&self, shape: usize) -> usize {
        let before = shape.checked_sub(1);
        before.map_or(0, |before| self.list[before].tiles_end)
    }

    /// The places of a hash.
    #[inline]
    fn near(&self, hash: u32) -> Range<usize> {
        let places = self.places.len().saturating_sub(Shapes::NEAR);
        let first = hash as usize & places.saturating_sub(1);
        first..self.places.len().min(first + Shapes::NEAR)
    }

    #[inline(never)]
    fn add(&mut self, task: &Task, hash: u32) -> u32 {
        let number = self.list.len();
        self.tiles.extend_from_slice(task.listed());
        self.list.push(Shape {
            site: task.site(),
            kind: task.kind(),
            tiles_end: self.tiles.len(),
            home: task.home(),
            priority: task.priority(),
        });
        self.hashes.push(hash);
        let places = self.places.len().saturating_sub(Shapes::NEAR);
        if number * 2 >= places && places < Shapes::MOST {
            let places = (places * 2).max(Shapes::FEWEST);
            self.places.clear();
            self.places.resize(places + Shapes::NEAR, 0);
            (0..number).for_each(|known| self.put(known, self.hashes[known]));
        }
        self.put(number, hash);
        number as u32
    }

    /// Into the first free one of its places, or into the first one.
    fn put(&mut self, shape: usize, hash: u32) {
        let near = self.near(hash);
        let places = &mut self.places[near];
        let free = places.iter().position(|place| *place == 0).unwrap_or(0);
        places[free] = shape as u32 + 1;
    }
}

/// Which task of the region a reference means. The memory of a completed task is used again;
/// until then the task itself says who it is, so these are sorted when first asked for.
#[derive(Default)]
struct Registered {
    log: Vec<TaskRef>,
    /// Where in the log the tasks begin that follow tasks which are not there, and their numbers.
    begins: Vec<(usize, u32)>,
    /// The number that the next one has, if none is missing.
    next: Option<u32>,
    ids: HashMap<TaskRef, u32, BuildHasherDefault<Mixer>>,
    /// So many of the log are in the map.
    sorted: usize,
}

impl Registered {
    fn clear(&mut self) {
        self.log = emptied(std::mem::take(&mut self.log));
        self.begins.clear();
        self.next = None;
        self.ids.clear();
        self.ids.shrink_to(MOST_SPARE / size_of::<(TaskRef, u32)>());
        self.sorted = 0;
    }

    fn push(&mut self, task: TaskRef, id: u32) {
        if self.next != Some(id) {
            self.begins.push((self.log.len(), id));
        }
        self.next = id.checked_add(1);
        self.log.push(task);
    }

    fn find(&mut self, task: TaskRef) -> Option<u32> {
        if self.sorted < self.log.len() {
            self.sort();
        }
        self.ids.get(&task).copied()
    }

    fn sort(&mut self) {
        let known = self
            .begins
            .partition_point(|(begin, _)| *begin <= self.sorted);
        let mut ends = self.begins[known..].iter().map(|(begin, _)| *begin);
        for (begin, id) in &self.begins[known.saturating_sub(1)..] {
            let end = ends.next().unwrap_or(self.log.len());
            let from = self.sorted.max(*begin);
            let first = id + (from - begin) as u32;
            let tasks = self.log[from..end].iter().copied();
            self.ids.extend(tasks.zip(first..));
            self.sorted = end;
        }
    }
}

/// Numbers that nobody chooses with evil intent, hashed by multiplications.
#[derive(Default)]
struct Mixer(u64);

impl Mixer {
    const BY: u64 = 0x9E37_79B9_7F4A_7C15;
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u32((*byte).into()));
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(value.into());
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(32) ^ value).wrapping_mul(Mixer::BY);
    }

    fn finish(&self) -> u64 {
        // Tables take the lowest bits, and the map the highest ones too.
        self.0 ^ (self.0 >> 32)
    }
}

/// Every tile in every mode that it was declared in, once.
struct Described<'t> {
    table: &'t Table,
    list: Vec<TileRecord>,
    /// Per array, and for keys at the end, four places per tile: 0, or a place in the list
    /// and 1.
    places: Vec<Vec<u32>>,
}

impl<'t> Described<'t> {
    fn new(table: &'t Table) -> Self {
        Described {
            table,
            list: Vec::new(),
            places: vec![Vec::new(); table.arrays() + 1],
        }
    }

    fn number(&mut self, tile: Access) -> u32 {
        let is_key = tile.array() == OPAQUE;
        let last = self.places.len() - 1;
        let array = if is_key { last } else { tile.array() as usize };
        let places = &mut self.places[array];
        let at = tile.tile() as usize * 4 + tile.mode() as usize;
        if at >= places.len() {
            if is_key {
                places.resize((at + 1).next_power_of_two().max(64), 0);
            } else {
                // Zeros that are not looked at take no memory.
                *places = vec![0; self.table.entry(tile.array()).tiling.tiles() * 4];
            }
        }
        if places[at] == 0 {
            let (array, ranges) = self.table.describe(&tile);
            self.list.push(TileRecord {
                array,
                id: (!is_key).then_some(tile.array()),
                ranges,
                mode: tile.mode().clause(),
            });
            places[at] = self.list.len() as u32;
        }
        places[at] - 1
    }
}
