//! What registration notes about a region that is traced: as little as can be, in memory that
//! is written front to back. Nothing is named or described before the region ends
//! ([`Notes::finish`]); a task costs a few words, a tile one, an edge three.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::time::Instant;

use crate::graph::table::Table;
use crate::graph::task::{Access, OPAQUE, Task, TaskRef};
use crate::observe::record::{EdgeKind, EdgeRecord, RegionStats, TileRecord};
use crate::observe::run::{NONE, Noted, Run};
use crate::rt::Site;

/// The notes of one region, while it is open.
pub(crate) struct Notes {
    site: &'static Site,
    tasks: Vec<Noted>,
    tiles: Vec<Access>,
    /// Names that have no site.
    names: Vec<Box<str>>,
    edges: Vec<EdgeRecord>,
    /// Loops are numbered below this.
    groups: u32,
    registered: Registered,
}

impl Notes {
    /// Of the region at `site`.
    pub(crate) fn new(site: &'static Site) -> Self {
        Notes {
            site,
            tasks: Vec::new(),
            tiles: Vec::new(),
            names: Vec::new(),
            edges: Vec::new(),
            groups: 0,
            registered: Registered::default(),
        }
    }

    /// Adds a task that was registered, the next one in order.
    pub(crate) fn register(&mut self, task: &Task) {
        self.registered.push(task.reference(), task.id());
        self.add_task(task);
    }

    /// Adds a run of a task, the next one in order.
    pub(crate) fn add_task(&mut self, task: &Task) {
        self.tiles.extend_from_slice(task.listed());
        let (site, name) = (task.site(), task.name());
        let named = std::ptr::eq(name, site.name);
        self.tasks.push(Noted {
            site,
            tiles_end: self.tiles.len(),
            name: if named { NONE } else { self.names.len() as u32 },
            parent: NONE,
            group: NONE,
            priority: task.priority(),
            kind: task.kind(),
        });
        if !named {
            self.names.push(name.into());
        }
    }

    /// Says that the task added last belongs to parallel loop number `group`.
    pub(crate) fn group_last(&mut self, group: u32) {
        if let Some(task) = self.tasks.last_mut() {
            task.group = group;
            self.groups = self.groups.max(group.saturating_add(1));
        }
    }

    /// Adds an edge from the task that `before` means, which has or had the memory of `from`.
    pub(crate) fn edge(&mut self, before: TaskRef, from: &Task, to: u32, kind: EdgeKind) {
        let present = from.links.generation() == before.generation && !from.is_recorded();
        let from = match present {
            true => Some(from.id()),
            false => self.registered.find(before),
        };
        if let Some(from) = from {
            self.add_edge(from, to, kind);
        }
    }

    /// Adds an edge.
    pub(crate) fn add_edge(&mut self, from: u32, to: u32, kind: EdgeKind) {
        self.edges.push(EdgeRecord { from, to, kind });
    }

    /// Describes the tiles; `table` is the region's.
    pub(crate) fn finish(self, table: &Table) -> Run {
        let mut described = Described::new(table);
        let numbers = self.tiles.iter().map(|tile| described.number(*tile));
        Run {
            site: self.site,
            epoch: Instant::now(),
            tiles: numbers.collect(),
            described: described.list,
            tasks: self.tasks,
            names: self.names,
            arrays: table.arrays() as u32,
            groups: self.groups,
            edges: self.edges,
            slices: Vec::new(),
            ppus: Vec::new(),
            stats: RegionStats::default(),
        }
    }
}

/// Which task of the region a reference means. The memory of a completed task is used again;
/// until then the task itself says who it is, so these are sorted when first asked for.
#[derive(Default)]
struct Registered {
    log: Vec<(TaskRef, u32)>,
    ids: HashMap<TaskRef, u32, BuildHasherDefault<Mixer>>,
    /// So many of the log are in the map.
    sorted: usize,
}

impl Registered {
    fn push(&mut self, task: TaskRef, id: u32) {
        self.log.push((task, id));
    }

    fn find(&mut self, task: TaskRef) -> Option<u32> {
        self.ids.extend(self.log[self.sorted..].iter().copied());
        self.sorted = self.log.len();
        self.ids.get(&task).copied()
    }
}

/// Two small numbers, which nobody chooses with evil intent, hashed by a multiplication.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u32((*byte).into()));
    }

    fn write_u32(&mut self, value: u32) {
        self.0 = (self.0.rotate_left(32) ^ u64::from(value)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn finish(&self) -> u64 {
        // The map takes its lowest and its highest bits.
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
