//! Places that tasks name by addresses, none of which has a byte of another one: keys.
//!
//! A key is found by where it begins: memory is looked at in pieces of [`PIECE`] bytes, found through a
//! hash, and a piece knows for each [`STEP`] bytes which keys begin there. So to find a key takes one look
//! into a map whatever else is known, and to see that a new one overlaps none takes a look at what begins
//! within it, and as far before it as the longest of the short ones. Long keys also stand in order.
//!
//! A key takes 24 bytes here, and 64 for its tile's state; a piece 64 and some 24 of the map. A thread that
//! registers keeps the memory of a table of up to [`MOST`] keys for its next region.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;

use smallvec::SmallVec;

use crate::graph::addresses::ByAddress;
use crate::graph::chunks::Chunks;
use crate::graph::tile_state::TileState;
use crate::sync::thread_local;

/// Bytes of a piece of memory.
const PIECE: usize = 512;
/// Bytes that share a list of keys that begin there.
const STEP: usize = 32;
/// Longer keys stand in order, too.
const LONG: usize = 512;

/// Keys whose memory a thread keeps: some 20 MiB with the states of their tiles.
const MOST: usize = 1 << 17;

thread_local! {
    // loom's has no `const`.
    #[allow(clippy::missing_const_for_thread_local)]
    static SPARE: RefCell<Option<Places>> = RefCell::new(None);
}

/// The first key, plus 1, that begins in each part of a piece; 0 is none.
type Piece = [u32; PIECE / STEP];

/// A key: which bytes are known to be used; none of one that is no more.
struct Place {
    bytes: Range<usize>,
    /// Another one, plus 1, that begins in the same few bytes.
    next: u32,
}

/// All keys of a table, by number, with the states of their tiles.
#[derive(Default)]
pub(super) struct Places {
    pieces: ByAddress<u32>,
    begin: Chunks<Piece>,
    places: Chunks<Place>,
    states: Chunks<TileState>,
    /// Where the long ones end, by where they begin; and their numbers.
    long: BTreeMap<usize, (usize, u32)>,
    /// Of those that are not long.
    longest: usize,
    /// All lie within.
    bounds: Range<usize>,
}

/// What a look around finds: numbers of keys, in order of their places.
pub(super) type Found = SmallVec<[u32; 4]>;

impl Places {
    /// None yet, in memory of an earlier region of this thread.
    pub(super) fn take() -> Places {
        let spare = SPARE.try_with(|spare| spare.borrow_mut().take());
        spare.ok().flatten().unwrap_or_default()
    }

    /// Leaves the memory to the thread's next region.
    pub(super) fn give(mut self) {
        if self.places.len() == 0 && self.places.capacity() == 0 {
            return;
        }
        if self.pieces.capacity() > MOST {
            self.pieces = ByAddress::default();
        } else if self.places.len() < self.pieces.capacity() / 8 {
            for place in self.places.iter() {
                self.pieces.remove(&(place.bytes.start / PIECE));
            }
        } else {
            self.pieces.clear();
        }
        self.begin.clear(MOST);
        self.places.clear(MOST);
        self.states.clear(MOST);
        self.long.clear();
        (self.longest, self.bounds) = (0, 0..0);
        let _ = SPARE.try_with(|spare| {
            let mut spare = spare.borrow_mut();
            let kept = spare.as_ref().map_or(0, |kept| kept.places.capacity());
            if kept < self.places.capacity() {
                *spare = Some(self);
            }
        });
    }

    /// How many there are, with those that are no more.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// The state of a key's tile.
    #[inline]
    pub(super) fn state(&mut self, key: u32) -> &mut TileState {
        &mut self.states[key]
    }

    /// The states of all.
    pub(super) fn states(&mut self) -> impl Iterator<Item = &mut TileState> {
        self.states.iter_mut()
    }

    /// Which bytes a key is known to use.
    pub(super) fn bytes(&self, key: u32) -> Range<usize> {
        self.places[key].bytes.clone()
    }

    /// The key that begins there.
    #[inline]
    pub(super) fn at(&self, address: usize) -> Option<u32> {
        let piece = *self.pieces.get(&(address / PIECE))?;
        let mut next = self.begin[piece][address % PIECE / STEP];
        while let Some(key) = next.checked_sub(1) {
            let place = &self.places[key];
            if place.bytes.start == address {
                return Some(key);
            }
            next = place.next;
        }
        None
    }

    /// The key in which a byte lies.
    pub(super) fn around(&self, address: usize) -> Option<u32> {
        self.overlapping(&(address..address + 1)).pop()
    }

    /// Keys that have some of these bytes, in order.
    pub(super) fn overlapping(&self, bytes: &Range<usize>) -> Found {
        let mut found = Found::new();
        if bytes.start >= self.bounds.end || bytes.end <= self.bounds.start || bytes.is_empty() {
            return found;
        }
        let meets = |key: &u32| {
            let known = &self.places[*key].bytes;
            known.start < bytes.end && bytes.start < known.end && !known.is_empty()
        };
        // A short one that has the first byte begins less than so far before it.
        let from = (bytes.start + 1).saturating_sub(self.longest);
        let from = from.max(self.bounds.start) / STEP;
        let past = bytes.end.min(self.bounds.end).div_ceil(STEP);
        if past - from > 4 * self.places.len() {
            found.extend((0..self.places.len() as u32).filter(meets));
        } else {
            self.begin_in(from..past, |key| {
                if meets(&key) {
                    found.push(key);
                }
            });
            let before = self.long.range(..bytes.start).next_back();
            let before = before.filter(|(_, (end, _))| *end > bytes.start);
            found.extend(before.map(|(_, &(_, key))| key));
        }
        found.sort_unstable_by_key(|&key| self.places[key].bytes.start);
        found.dedup();
        found
    }

    /// Calls `each` with the keys that begin in these parts of memory.
    fn begin_in(&self, steps: Range<usize>, mut each: impl FnMut(u32)) {
        let per_piece = PIECE / STEP;
        let mut step = steps.start;
        while step < steps.end {
            let end = steps.end.min((step / per_piece + 1) * per_piece);
            if let Some(&piece) = self.pieces.get(&(step / per_piece)) {
                for step in step..end {
                    let mut next = self.begin[piece][step % per_piece];
                    while let Some(key) = next.checked_sub(1) {
                        each(key);
                        next = self.places[key].next;
                    }
                }
            }
            step = end;
        }
    }

    /// Takes a key in, of bytes that no other one has.
    pub(super) fn add(&mut self, bytes: Range<usize>) -> u32 {
        let key = self.places.len() as u32;
        assert!(key < 1 << 30, "a region with 2^30 keys");
        let new = self.begin.len() as u32;
        let piece = *self.pieces.entry(bytes.start / PIECE).or_insert(new);
        if piece == new {
            self.begin.push([0; PIECE / STEP]);
        }
        let first = &mut self.begin[piece][bytes.start % PIECE / STEP];
        let next = std::mem::replace(first, key + 1);
        self.places.push(Place {
            bytes: bytes.clone(),
            next,
        });
        self.states.push(TileState::NEW);
        self.reach(key, bytes);
        key
    }

    /// A key is known to use so many bytes, which no other one has.
    pub(super) fn reach(&mut self, key: u32, bytes: Range<usize>) {
        match bytes.len() > LONG {
            true => _ = self.long.insert(bytes.start, (bytes.end, key)),
            false => self.longest = self.longest.max(bytes.len()),
        }
        self.bounds = match self.bounds.is_empty() {
            true => bytes.clone(),
            false => self.bounds.start.min(bytes.start)..self.bounds.end.max(bytes.end),
        };
        self.places[key].bytes = bytes;
    }

    /// A key is no more; its state stays until its users are forgotten.
    pub(super) fn remove(&mut self, key: u32) {
        let Place { bytes, next } = &self.places[key];
        let (start, next) = (bytes.start, *next);
        self.long.remove(&start);
        let piece = self.pieces.get(&(start / PIECE));
        let piece = piece.map(|&piece| &mut self.begin[piece]);
        if let Some(first) = piece.map(|piece| &mut piece[start % PIECE / STEP]) {
            let mut link = first;
            while let Some(other) = link.checked_sub(1).filter(|&other| other != key) {
                link = &mut self.places[other].next;
            }
            *link = next;
        }
        self.places[key].bytes = start..start;
    }
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests {
    use super::*;

    /// Compares with a list of all, for keys of mixed lengths in a small and in a wide space.
    #[test]
    fn what_overlaps_is_found_as_in_a_list() {
        let mut random = 7_u64;
        let mut next = |below: usize| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % below
        };
        for space in [300, 5_000, 1 << 20] {
            let mut places = Places::take();
            let mut list: Vec<(Range<usize>, u32)> = Vec::new();
            for _ in 0..4_000 {
                let start = 1 << 30 | next(space);
                let length = [1, 8, 16, 33, 700, 5_000][next(6)];
                let bytes = start..start + 1 + next(length);
                let meets =
                    |known: &Range<usize>| known.start < bytes.end && bytes.start < known.end;
                list.sort_by_key(|(known, _)| known.start);
                let expected: Vec<u32> = list
                    .iter()
                    .filter(|(known, _)| meets(known))
                    .map(|k| k.1)
                    .collect();
                assert_eq!(places.overlapping(&bytes).to_vec(), expected, "{bytes:?}");
                let at = list.iter().find(|(known, _)| known.start == start);
                assert_eq!(places.at(start), at.map(|(_, key)| *key));
                match next(3) {
                    0 => {
                        expected.iter().for_each(|&key| places.remove(key));
                        list.retain(|(_, key)| !expected.contains(key));
                    }
                    _ if expected.is_empty() => {
                        let key = places.add(bytes.clone());
                        assert_eq!(places.bytes(key), bytes);
                        list.push((bytes, key));
                    }
                    _ => {}
                }
            }
            places.give();
        }
    }

    #[test]
    fn a_key_may_come_to_reach_further() {
        let mut places = Places::default();
        let key = places.add(1_000..1_001);
        assert_eq!(places.around(1_001), None);
        places.reach(key, 1_000..1_016);
        assert_eq!(places.around(1_015), Some(key));
        places.reach(key, 1_000..9_000);
        assert_eq!(places.around(8_999), Some(key));
        assert_eq!(places.overlapping(&(0..usize::MAX)).to_vec(), [key]);
        places.remove(key);
        assert!(places.overlapping(&(0..usize::MAX)).is_empty() && places.at(1_000).is_none());
    }

    #[test]
    fn memory_is_kept_for_the_next_region_within_bounds() {
        let mut places = Places::take();
        (0..100).for_each(|n| _ = places.add(n * 64..n * 64 + 16));
        places.give();
        let places = Places::take();
        assert!(places.places.capacity() >= 100 && places.len() == 0);
        assert!(places.overlapping(&(0..usize::MAX)).is_empty() && places.at(64).is_none());
        let mut large = Places::default();
        (0..=MOST).for_each(|n| _ = large.add(n * 64..n * 64 + 16));
        large.give();
        let kept = Places::take();
        assert!(kept.places.capacity() <= MOST && kept.pieces.capacity() <= MOST);
        assert!(kept.at(64).is_none());
    }
}
