//! The tiles of a task in registration: a few in place, more in a vector.
//!
//! The vector is handed on to the task (`graph/task.rs`) and comes back when the task's memory
//! is used again, by the same thread: then it waits among the thread's spare ones. So tasks of
//! many tiles allocate nothing once there are as many vectors as such tasks in flight.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};

use crate::graph::access::{Access, Size};
use crate::graph::geometry::Mode;

/// Tiles that stand in the task itself.
pub(crate) const INLINE_TILES: usize = 4;

/// Tiles smaller than this, up to four of them, are fetched about as fast as a task that waits
/// for its home is handed over: they have no warmth to speak of. (Measured: against 256 bytes
/// Jacobi in tiles of 2 KiB runs 1.1 times faster, in tiles of 512 bytes 1.6 times.)
const SMALL: usize = 4096;
/// Nor have more tiles that are smaller in all.
const SMALL_IN_ALL: usize = 4 * SMALL;

/// Spare vectors that a thread keeps, and tiles that there is room for in one of them: longer ones
/// are given back when their tasks end, so that what is kept is bounded.
const MOST_SPARE: usize = 4096;
const LONGEST_SPARE: usize = 64;

/// Looks at other tiles in search of a repeated one, before the keys are sorted instead.
const PATIENCE: usize = 1024;

thread_local! {
    static SPARE: RefCell<Vec<Vec<Access>>> = const { RefCell::new(Vec::new()) };
}

/// An empty vector for many tiles.
fn take_spare() -> Vec<Access> {
    // None while the thread ends.
    let spare = SPARE.try_with(|spare| spare.borrow_mut().pop());
    let new = || Vec::with_capacity(4 * INLINE_TILES);
    spare.ok().flatten().unwrap_or_else(new)
}

/// True for a vector that is not worth keeping.
pub(crate) fn is_long(vector: &Vec<Access>) -> bool {
    vector.capacity() > LONGEST_SPARE
}

/// Takes back a vector that is not in use any more.
#[cold]
pub(crate) fn give_spare(mut vector: Vec<Access>) {
    if is_long(&vector) {
        return;
    }
    vector.clear();
    let keep = |spare: &RefCell<Vec<Vec<Access>>>| {
        let mut spare = spare.borrow_mut();
        if spare.len() < MOST_SPARE {
            spare.push(vector);
        }
    };
    let _ = SPARE.try_with(keep);
}

/// A list of accesses that costs nothing to make, move and drop while it is short.
pub(crate) struct Tiles {
    near: [Access; INLINE_TILES],
    count: u8,
    light: bool,
    commutes: bool,
    /// All of them, once there are more than fit.
    far: Vec<Access>,
}

impl Tiles {
    #[inline]
    pub(crate) fn new() -> Self {
        Tiles {
            near: [Access::NONE; INLINE_TILES],
            count: 0,
            light: true,
            commutes: false,
            far: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, access: Access) {
        let n = usize::from(self.count);
        if n < INLINE_TILES {
            self.near[n] = access;
            self.count += 1;
        } else {
            self.push_far(access);
        }
    }

    #[inline(never)]
    fn push_far(&mut self, access: Access) {
        if self.far.is_empty() {
            if self.far.capacity() == 0 {
                self.far = take_spare();
            }
            self.far.extend_from_slice(&self.near);
        }
        self.far.push(access);
    }

    /// Moves the tiles, no more than stand in place, so many numbers further on.
    #[inline(always)]
    pub(crate) fn move_near(&mut self, steps: &[i64; INLINE_TILES]) {
        // All of them, those that are no tiles too: that is one or two instructions.
        for (tile, &step) in self.near.iter_mut().zip(steps) {
            *tile = tile.moved(step);
        }
    }

    /// Empties the list.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.count = 0;
        self.far.clear();
    }

    /// What [`merge`](Self::merge) does where there is one tile, which is not commutative, and
    /// nobody asks whether it is light.
    #[inline]
    pub(crate) fn is_alone(&mut self) {
        debug_assert!(self.len() == 1);
        self.commutes = false;
    }

    /// Looks a finished list through that names each tile once, none of them commutative.
    #[inline]
    pub(crate) fn weigh(&mut self) {
        let largest = self.iter().map(|tile| tile.size()).max();
        self.light = is_light(largest.unwrap_or(Size::NOTHING), self.len());
        self.commutes = false;
    }

    /// Looks the finished list through, and merges repeated tiles: reading and writing is
    /// `InOut`. Commutative tiles make the list sorted, so that their locks are taken in one
    /// order everywhere. `true` when a commutative use became part of another one: its users
    /// are then kept apart by order alone.
    #[inline]
    pub(crate) fn merge(&mut self) -> bool {
        // Unrolled where they are few: that saves half of the instructions.
        let seen = match self.count {
            0 => return false,
            1 => Seen::of(self.near.first_chunk::<1>()),
            2 => Seen::of(self.near.first_chunk::<2>()),
            3 => Seen::of(self.near.first_chunk::<3>()),
            _ => Seen::of_many(self),
        };
        if seen.repeats || seen.commutes() {
            return self.merge_sorted();
        }
        self.light = is_light(Access::size_of_word(seen.largest), self.len());
        self.commutes = false;
        false
    }

    #[cold]
    fn merge_sorted(&mut self) -> bool {
        let mut lost = false;
        self.sort_unstable_by_key(|tile| (tile.array(), tile.tile()));
        let mut kept = 0;
        for n in 1..self.len() {
            let next = self[n];
            let last = &mut self[kept];
            if next.key() != last.key() {
                kept += 1;
                self[kept] = next;
                continue;
            }
            // Parts of one tile are much the same as a rule: what a stencil reads and writes.
            *last = last.of_size(last.size().max(next.size()));
            if next.mode() != last.mode() {
                lost |= [next.mode(), last.mode()].contains(&Mode::Commutative);
                *last = last.with_mode(Mode::InOut);
            }
        }
        let count = (kept + 1).min(self.len());
        match self.far.is_empty() {
            true => self.count = count as u8,
            false => self.far.truncate(count),
        }
        if !self.far.is_empty() && count <= INLINE_TILES {
            // They fit in place now, and whoever goes by their number looks there.
            let far = std::mem::take(&mut self.far);
            self.near[..count].copy_from_slice(&far);
            self.count = count as u8;
            give_spare(far);
        }
        let largest = self.iter().map(|tile| tile.size()).max();
        self.light = is_light(largest.unwrap_or(Size::NOTHING), count);
        self.commutes = self.iter().any(|tile| tile.mode() == Mode::Commutative);
        lost
    }

    /// All tiles are so small that affinity is not worth a look (known after `merge`).
    #[inline]
    pub(crate) fn is_light(&self) -> bool {
        self.light
    }

    /// One of them is commutative (known after `merge`).
    #[inline]
    pub(crate) fn commutes(&self) -> bool {
        self.commutes
    }

    /// The tiles in place; the vector is to be taken if there is one.
    #[inline]
    pub(crate) fn parts(&mut self) -> (&[Access; INLINE_TILES], u8, Option<&mut Vec<Access>>) {
        let far = (!self.far.is_empty()).then_some(&mut self.far);
        (&self.near, self.count, far)
    }
}

impl Drop for Tiles {
    #[inline]
    fn drop(&mut self) {
        if self.far.capacity() > 0 {
            give_spare(std::mem::take(&mut self.far));
        }
    }
}

/// What a look through a list finds.
struct Seen {
    /// A tile is named twice.
    repeats: bool,
    /// Largest of the words.
    largest: u64,
    /// Of all words, those bits that are set and the one above them too.
    both: u64,
}

impl Seen {
    /// Of a few tiles.
    #[inline(always)]
    fn of<const N: usize>(tiles: Option<&[Access; N]>) -> Seen {
        let tiles = tiles.expect("there is room for them in place");
        let mut seen = Seen::one(tiles[0]);
        for n in 1..N {
            seen.add(tiles[n]);
            for before in &tiles[..n] {
                seen.repeats |= before.key() == tiles[n].key();
            }
        }
        seen
    }

    /// Of any number, but none.
    #[inline(never)]
    fn of_many(list: &[Access]) -> Seen {
        let mut seen = Seen::one(list[0]);
        // Keys met so far lie in low..=high: one outside needs no search.
        let (mut low, mut high) = (list[0].key(), list[0].key());
        let mut patience = PATIENCE;
        for (n, tile) in list.iter().enumerate().skip(1) {
            seen.add(*tile);
            let key = tile.key();
            if key > high {
                high = key;
            } else if key < low {
                low = key;
            } else if patience == usize::MAX {
                // All were looked at.
            } else if patience > n {
                patience -= n;
                seen.repeats |= list[..n].iter().any(|before| before.key() == key);
            } else if !seen.repeats {
                seen.repeats = some_repeat(list);
                patience = usize::MAX;
            }
        }
        seen
    }

    #[inline(always)]
    fn one(tile: Access) -> Seen {
        let word = tile.word();
        Seen {
            repeats: false,
            largest: word,
            both: word & word >> 1,
        }
    }

    #[inline(always)]
    fn add(&mut self, tile: Access) {
        let word = tile.word();
        self.largest = self.largest.max(word);
        self.both |= word & word >> 1;
    }

    #[inline(always)]
    fn commutes(&self) -> bool {
        // Both bits of a mode.
        const { assert!(Mode::Commutative as u64 == 3) };
        self.both & 1 << Access::MODE_AT != 0
    }
}

#[cold]
fn some_repeat(list: &[Access]) -> bool {
    let mut keys: Vec<u64> = list.iter().map(|tile| tile.key()).collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// Which part of such a tile a task uses makes no difference.
#[inline]
pub(crate) fn is_small(size: Size) -> bool {
    const LARGEST: Size = Size::of(SMALL);
    size < LARGEST
}

#[inline]
fn is_light(largest: Size, count: usize) -> bool {
    is_small(largest) && (count <= INLINE_TILES || count * largest.bytes() as usize <= SMALL_IN_ALL)
}

impl Deref for Tiles {
    type Target = [Access];
    #[inline]
    fn deref(&self) -> &[Access] {
        match self.far.is_empty() {
            true => &self.near[..usize::from(self.count)],
            false => &self.far,
        }
    }
}

impl DerefMut for Tiles {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Access] {
        match self.far.is_empty() {
            true => &mut self.near[..usize::from(self.count)],
            false => &mut self.far,
        }
    }
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests {
    use super::*;

    fn tile(number: u32, mode: Mode) -> Access {
        Access::new(0, number, Size::of(8), mode)
    }

    fn merged(list: &[(u32, Mode)]) -> (Vec<(u32, Mode)>, bool) {
        let mut tiles = Tiles::new();
        list.iter().for_each(|&(n, mode)| tiles.push(tile(n, mode)));
        let lost = tiles.merge();
        (tiles.iter().map(|t| (t.tile(), t.mode())).collect(), lost)
    }

    #[test]
    fn tiles_named_once_stay_in_order() {
        use Mode::{In, Out};
        for numbers in [
            vec![],
            vec![7],
            vec![5, 1, 9, 7, 3, 6],
            (0..100).rev().collect(),
        ] {
            let list: Vec<_> = numbers.iter().map(|&n| (n, In)).collect();
            assert_eq!(merged(&list), (list, false));
        }
        // More, in no order, than are searched through one by one.
        let mixed: Vec<_> = (0..97_u32).map(|n| (n * 45 % 97, Out)).collect();
        assert_eq!(merged(&mixed), (mixed, false));
    }

    #[test]
    fn repeated_tiles_become_one() {
        use Mode::{Commutative, In, InOut, Out};
        assert_eq!(merged(&[(3, In), (3, In)]), (vec![(3, In)], false));
        assert_eq!(
            merged(&[(3, In), (1, In), (3, Out)]),
            (vec![(1, In), (3, InOut)], false)
        );
        assert_eq!(
            merged(&[(3, Commutative), (3, In)]),
            (vec![(3, InOut)], true)
        );
        let (few, lost) = merged(&[(9, Commutative), (1, Out), (4, Commutative)]);
        assert_eq!(
            (few, lost),
            (vec![(1, Out), (4, Commutative), (9, Commutative)], false)
        );
        let mixed = (0..194_u32).map(|n| (n * 45 % 97, Out)).collect::<Vec<_>>();
        assert_eq!(merged(&mixed), ((0..97).map(|n| (n, Out)).collect(), false));
        let twice: Vec<_> = (0..200)
            .map(|n| (n % 100, if n < 100 { In } else { Out }))
            .collect();
        assert_eq!(
            merged(&twice),
            ((0..100).map(|n| (n, InOut)).collect(), false)
        );
    }

    #[test]
    fn tiles_that_fit_when_they_are_merged_stand_in_place() {
        use Mode::{In, InOut};
        let mut tiles = Tiles::new();
        let list = [(5, InOut), (9, In), (5, In), (1, In), (2, In)];
        list.iter().for_each(|&(n, mode)| tiles.push(tile(n, mode)));
        tiles.merge();
        let (near, count, far) = tiles.parts();
        let near: Vec<_> = near[..count.into()].iter().map(|t| t.tile()).collect();
        assert_eq!((near, far.is_none()), (vec![1, 2, 5, 9], true));
        tiles.push(tile(7, In));
        let all: Vec<_> = tiles.iter().map(|t| t.tile()).collect();
        assert_eq!(all, [1, 2, 5, 9, 7]);
    }

    #[test]
    fn vectors_are_used_again() {
        let mut places = std::collections::HashSet::new();
        for _ in 0..10 {
            let mut tiles = Tiles::new();
            (0..12).for_each(|n| tiles.push(tile(n, Mode::In)));
            places.insert(tiles.as_ptr());
        }
        assert_eq!(places.len(), 1);
    }

    #[test]
    fn many_small_tiles_are_light() {
        let light = |count: u32, bytes| {
            let mut tiles = Tiles::new();
            let access = |n| Access::new(0, n, Size::of(bytes), Mode::In);
            (0..count).for_each(|n| tiles.push(access(n)));
            tiles.merge();
            tiles.is_light()
        };
        assert!(light(0, 0) && light(4, 4095) && light(12, 1024) && light(128, 128));
        assert!(!light(1, 4096) && !light(12, 2048) && !light(200, 128));
    }
}
