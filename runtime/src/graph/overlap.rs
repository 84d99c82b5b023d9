//! Names of the same memory: arrays and keys by where they lie.
//!
//! Memory may have several names: arrays of different shapes or templates, parts of arrays, and bare
//! addresses (keys: what begins there, nobody knows how far it reaches). Of all that share a byte one
//! is *awake*, and tasks use that one. When another one is used, memory changes its name (DESIGN,
//! semantics 3, remapping): what overlaps the new name goes to sleep, and an empty task stands between
//! all users of the old tiles and all of the new ones. What sticks out of the new name on either side
//! becomes a *rest*, one tile that the empty task owns too: who comes there later waits as well.
//!
//! Of some memory nothing is known but where it begins and ends: one tile, under which all is taken
//! together that overlaps and has no shape either.
//!
//! A key, or memory of which no array is told, that overlaps nothing else is a tile of its own and costs one
//! look into a map (`places.rs`). A key inside of an array is a name of one byte, so that keys for the rows of
//! an array are told apart.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use smallvec::{SmallVec, smallvec};

use crate::graph::addresses::ByAddress;
use crate::graph::geometry::{Extents, Geometry};
use crate::graph::places::Places;
use crate::graph::reference::TaskRef;
use crate::graph::table::{Draw, Table};
use crate::graph::tiling::Tiling;

/// What lies where, of one table.
#[derive(Default)]
pub(super) struct Names {
    /// Arrays that are awake: end and number by where they begin. None overlaps another one.
    awake: BTreeMap<usize, (usize, u32)>,
    /// Arrays that sleep, by where they begin.
    asleep: ByAddress<SmallVec<[u32; 2]>>,
    /// Keys outside of all arrays, and memory that overlaps none.
    pub(super) places: Places,
}

/// What stands for an address in a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    /// The opaque key of this number.
    Opaque(u32),
    /// All tiles of this array.
    All(u32),
}

/// Arrays and keys that lie in some memory.
#[derive(Default)]
pub(crate) struct Named {
    /// Numbers of arrays.
    pub(crate) arrays: BTreeSet<u32>,
    /// Numbers of opaque keys.
    pub(crate) keys: BTreeSet<u32>,
}

impl Named {
    pub(crate) fn is_empty(&self) -> bool {
        self.arrays.is_empty() && self.keys.is_empty()
    }
}

/// What [`Table::array`] found.
pub(crate) struct Lookup {
    /// Number of the array.
    pub(crate) id: u32,
    /// The memory had other names: a remapping task is needed.
    pub(crate) remap: Option<Remap>,
}

/// Memory that gets another name.
pub(crate) struct Remap {
    /// Arrays that go to sleep.
    arrays: SmallVec<[u32; 2]>,
    /// Keys that are no more.
    keys: Vec<u32>,
    /// The array that wakes, and rests of others.
    new: SmallVec<[u32; 3]>,
}

/// The name of memory of which no array is told.
pub(super) const MEMORY: &str = "memory";

/// All of the second lies in the first.
fn contains(known: &Range<usize>, range: &Range<usize>) -> bool {
    known.start <= range.start && range.end <= known.end
}

impl Names {
    /// None yet.
    pub(super) fn new() -> Names {
        Names {
            places: Places::take(),
            ..Names::default()
        }
    }

    /// The awake array that begins there.
    fn awake_at(&self, base: usize) -> Option<u32> {
        self.awake.get(&base).map(|&(_, id)| id)
    }

    /// Where the awake array begins that has this byte, and its number.
    fn awake_around(&self, address: usize) -> Option<(usize, u32)> {
        let (&base, &(end, id)) = self.awake.range(..=address).next_back()?;
        (address < end).then_some((base, id))
    }

    /// Awake arrays that overlap the range, in order: places and numbers.
    fn awake_in(&self, range: &Range<usize>) -> SmallVec<[(Range<usize>, u32); 2]> {
        let before = self.awake.range(..range.end).rev();
        // None overlaps another one: those further down end earlier still.
        let overlap = before.take_while(|(_, (end, _))| *end > range.start);
        let mut found: SmallVec<[_; 2]> = overlap.map(|(&at, &(end, id))| (at..end, id)).collect();
        found.reverse();
        found
    }

    /// Wakes an array, with nothing awake in its range.
    fn wake(&mut self, range: Range<usize>, id: u32) {
        if let Some(list) = self.asleep.get_mut(&range.start) {
            list.retain(|other| *other != id);
        }
        self.awake.insert(range.start, (range.end, id));
    }

    /// Puts to sleep what overlaps the range: places and numbers, in order.
    fn put_to_sleep(&mut self, range: &Range<usize>) -> SmallVec<[(Range<usize>, u32); 2]> {
        let found = self.awake_in(range);
        for (at, id) in &found {
            self.awake.remove(&at.start);
            self.asleep.entry(at.start).or_default().push(*id);
        }
        found
    }

    /// Takes out the keys that have some of these bytes: places and numbers, in order.
    fn take_keys(&mut self, range: &Range<usize>) -> SmallVec<[(Range<usize>, u32); 2]> {
        let found = self.places.overlapping(range);
        let take = |key: u32| {
            let bytes = self.places.bytes(key);
            self.places.remove(key);
            (bytes, key)
        };
        found.into_iter().map(take).collect()
    }
}

impl Geometry {
    /// Where it lies.
    fn range(&self) -> Range<usize> {
        self.base..self.base.saturating_add(self.bytes)
    }

    /// One tile of which nothing is known but where it lies.
    fn of_bytes(range: &Range<usize>) -> Geometry {
        Geometry {
            base: range.start,
            bytes: range.len(),
            extents: Extents::new(),
            element_bytes: range.len(),
            linear: false,
            open: false,
            cells: 0,
        }
    }
}

impl Table {
    /// Finds the array at this address with this shape and template, or takes it in. It is awake.
    pub(crate) fn array(
        &mut self,
        name: &str,
        geometry: &Geometry,
        template: &[usize],
        ppus: usize,
    ) -> Lookup {
        let tiling = Tiling::of(geometry, template);
        if let Some(id) = self.names.awake_at(geometry.base)
            && self.entry(id).is(geometry, &tiling)
        {
            return Lookup { id, remap: None };
        }
        let id = self.find_or_add(name, geometry, tiling, ppus);
        let remap = self.wake(id);
        Lookup { id, remap }
    }

    /// An array that sleeps, or is new.
    fn find_or_add(&mut self, name: &str, geometry: &Geometry, tiling: Tiling, ppus: usize) -> u32 {
        let asleep = self.names.asleep.get(&geometry.base);
        let is_it = |id: &&u32| self.entry(**id).is(geometry, &tiling);
        match asleep.and_then(|list| list.iter().find(is_it)) {
            Some(&id) => id,
            None => self.add(name, geometry, tiling, ppus),
        }
    }

    /// Wakes an array. What overlapped it sleeps, and has its users until it is
    /// [left](Self::leave).
    pub(crate) fn wake(&mut self, id: u32) -> Option<Remap> {
        self.take_up(id);
        let range = self.entry(id).geometry.range();
        if range.is_empty() {
            // It overlaps nothing, and is found again where nobody puts it to sleep.
            let there = self.names.asleep.entry(range.start).or_default();
            if !there.contains(&id) {
                there.push(id);
            }
            return None;
        }
        let found = self.names.put_to_sleep(&range);
        let keys = self.names.take_keys(&range);
        self.names.wake(range.clone(), id);
        let mut remap = Remap {
            arrays: SmallVec::new(),
            keys: keys.iter().map(|(_, key)| *key).collect(),
            new: smallvec![id],
        };
        let rests = |old: &Range<usize>| {
            let rests = [old.start..range.start, range.end..old.end];
            rests.into_iter().filter(|rest| !rest.is_empty())
        };
        for (old, array) in found {
            remap.arrays.push(array);
            self.put_to_sleep(array);
            let name = self.entry(array).name.clone();
            let rests = rests(&old);
            remap
                .new
                .extend(rests.map(|rest| self.rest_of(&name, rest)));
        }
        for rest in keys.iter().flat_map(|(old, _)| rests(old)) {
            remap.new.push(self.rest_of(MEMORY, rest));
        }
        (!remap.arrays.is_empty() || !remap.keys.is_empty()).then_some(remap)
    }

    /// Makes a rest of what has this name.
    fn rest_of(&mut self, name: &str, range: Range<usize>) -> u32 {
        let geometry = Geometry::of_bytes(&range);
        let id = self.find_or_add(name, &geometry, Tiling::new(&[], &[]), 1);
        self.take_up(id);
        self.names.wake(range, id);
        id
    }

    /// What stands for an address.
    ///
    /// # Errors
    /// What it lies inside of.
    pub(crate) fn key(&mut self, address: usize) -> Result<Key, Key> {
        if let Some(number) = self.names.places.at(address) {
            return Ok(Key::Opaque(number));
        }
        match self.names.awake_around(address) {
            // Of one tile, which begins there.
            Some((base, id)) if base == address && self.tiles_of(id) == 1 => Ok(Key::All(id)),
            Some((_, id)) => Err(Key::All(id)),
            None => match self.names.places.around(address) {
                Some(number) => Err(Key::Opaque(number)),
                None => Ok(Key::Opaque(self.names.places.add(address..address + 1))),
            },
        }
    }

    /// Gives what begins at an address a name of its own, apart from what it lies in.
    pub(crate) fn key_inside(&mut self, around: Key, address: usize) -> Lookup {
        let name = match around {
            Key::Opaque(_) => MEMORY,
            Key::All(array) => &self.entry(array).name,
        };
        let name = format!("key in {name}");
        let byte = Geometry::of_bytes(&(address..address + 1));
        self.array(&name, &byte, &[], 1)
    }

    /// The key that stands for all of this memory, if it overlaps nothing else.
    #[inline]
    pub(crate) fn place(&mut self, range: &Range<usize>) -> Option<u32> {
        let places = &self.names.places;
        match places.at(range.start) {
            Some(key) if places.bytes(key).end >= range.end => Some(key),
            key => self.new_place(key, range),
        }
    }

    /// As [`place`](Self::place), of memory that is new, or of a key that was not known to reach so far.
    #[inline(never)]
    fn new_place(&mut self, known: Option<u32>, range: &Range<usize>) -> Option<u32> {
        let names = &mut self.names;
        let before = names.awake.range(..range.end).next_back();
        if range.is_empty() || before.is_some_and(|(_, (end, _))| *end > range.start) {
            return None;
        }
        let found = names.places.overlapping(range);
        match (known, &*found) {
            (None, []) => Some(names.places.add(range.clone())),
            (Some(key), [one]) if *one == key => {
                names.places.reach(key, range.clone());
                known
            }
            (_, &[one]) if contains(&names.places.bytes(one), range) => Some(one),
            _ => None,
        }
    }

    /// What is awake and overlaps the range, in order: places and names.
    pub(crate) fn awake_in(&self, range: &Range<usize>) -> SmallVec<[(Range<usize>, Key); 2]> {
        let arrays = self.names.awake_in(range).into_iter();
        let mut all: SmallVec<[_; 2]> = arrays.map(|(at, id)| (at, Key::All(id))).collect();
        let places = &self.names.places;
        let keys = places.overlapping(range).into_iter();
        all.extend(keys.map(|key| (places.bytes(key), Key::Opaque(key))));
        all.sort_unstable_by_key(|(at, _)| at.start);
        all
    }

    /// Where an array lies.
    pub(crate) fn memory_of(&self, array: u32) -> Range<usize> {
        self.entry(array).geometry.range()
    }

    /// Adds what lies in the range, by the names that are awake.
    pub(crate) fn named_in(&mut self, range: &Range<usize>, found: &mut Named) {
        for (_, key) in self.awake_in(range) {
            match key {
                Key::All(id) => found.arrays.insert(id),
                Key::Opaque(key) => found.keys.insert(key),
            };
        }
    }

    /// The name that has all of this memory. Windows into an array that move, and what
    /// several tasks use of the same memory from different ends, become one name: of such a name
    /// nobody needs a part.
    pub(crate) fn memory(&mut self, range: Range<usize>) -> (Key, Option<Remap>) {
        if let Some(key) = self.place(&range) {
            return (Key::Opaque(key), None);
        }
        let there = self.awake_in(&range);
        if let [(known, Key::All(id))] = &*there
            && contains(known, &range)
            && self.tiles_of(*id) == 1
        {
            return (Key::All(*id), None);
        }
        let shapeless = |key: &Key| match key {
            Key::All(id) => self.entry(*id).geometry.extents.is_empty(),
            Key::Opaque(_) => true,
        };
        let joined = there.into_iter().filter(|(_, key)| shapeless(key));
        let all = joined.fold(range, |all, (known, _)| {
            all.start.min(known.start)..all.end.max(known.end)
        });
        let found = self.array(MEMORY, &Geometry::of_bytes(&all), &[], 1);
        (Key::All(found.id), found.remap)
    }

    /// Calls `edge` for every task that still has a claim on memory that gets another name, and
    /// forgets them; `task` is all that users of the new names wait for.
    pub(crate) fn rename(&mut self, remap: &Remap, task: TaskRef, draw: &mut impl Draw) {
        remap
            .arrays
            .iter()
            .for_each(|&array| self.leave(array, draw));
        remap.keys.iter().for_each(|&key| self.leave_key(key, draw));
        remap
            .new
            .iter()
            .for_each(|&array| self.own_all(array, task));
    }
}
