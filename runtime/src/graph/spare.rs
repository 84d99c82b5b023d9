//! States of an array's tiles, and those that regions before had, for the next one.
//!
//! A region's table holds a cache line per tile. Fresh memory for it costs the system a page
//! per 64 tiles: 4 of 74 ms for Smith-Waterman in 384 x 384 blocks. So a thread that registers
//! keeps the memory of its last regions, up to [`MOST`] tiles in all. Fresh memory is written as far as
//! tasks reach, not before the first task of the region is registered: other PPUs would wait for that.
//!
//! A composite task names whole arrays, and uses few tiles of them. So what is done for all states
//! is done for those between the first and the last one that was used; the others are new.

use std::cell::RefCell;
use std::ops::Range;

use crate::graph::tile_state::TileState;
use crate::sync::thread_local;

/// Tiles whose states a thread keeps: 16 MiB.
const MOST: usize = 1 << 18;
/// Arrays whose states a thread keeps.
const MOST_ARRAYS: usize = 8;
/// Tiles whose states are made at once: a page of the system.
const AHEAD: usize = 64;

thread_local! {
    // loom's has no `const`.
    #[allow(clippy::missing_const_for_thread_local)]
    static SPARE: RefCell<Vec<Vec<TileState>>> = RefCell::new(Vec::new());
}

/// States of an array's tiles; all of [`Default`] are of none.
#[derive(Default)]
pub(super) struct States {
    /// Room for as many as there are tiles, or more; it ends behind those that were used. Behind it all are new.
    all: Vec<TileState>,
    tiles: usize,
    /// The others are new.
    used: Range<usize>,
}

impl States {
    /// Of so many tiles that nobody has used.
    pub(super) fn take(tiles: usize) -> States {
        let fitting = |spare: &RefCell<Vec<Vec<TileState>>>| {
            let spare = &mut *spare.borrow_mut();
            let fits = |(_, states): &(usize, &Vec<TileState>)| states.capacity() >= tiles;
            let all = spare.iter().enumerate().filter(fits);
            let least = all.min_by_key(|(_, states)| states.capacity())?.0;
            Some(spare.swap_remove(least))
        };
        // None while the thread ends.
        let spare = SPARE.try_with(fitting).ok().flatten();
        States {
            all: spare.unwrap_or_else(|| Vec::with_capacity(tiles)),
            tiles,
            used: 0..0,
        }
    }

    /// True of none.
    pub(super) fn is_empty(&self) -> bool {
        self.tiles == 0
    }

    /// The state of a tile, if there is one, to be used.
    #[inline]
    pub(super) fn get_mut(&mut self, tile: usize) -> Option<&mut TileState> {
        if tile >= self.tiles {
            return None;
        }
        if !self.used.contains(&tile) {
            self.reach(tile);
        }
        self.all.get_mut(tile)
    }

    fn reach(&mut self, tile: usize) {
        if tile >= self.all.len() {
            self.make(tile);
        }
        self.used = match self.used.is_empty() {
            true => tile..tile + 1,
            false => self.used.start.min(tile)..self.used.end.max(tile + 1),
        };
    }

    /// Makes the states up to that of a tile, and some behind it.
    #[cold]
    fn make(&mut self, tile: usize) {
        let end = self.tiles.min(tile + AHEAD);
        self.all.resize(end, TileState::NEW);
    }

    /// Those that may have been used.
    pub(super) fn used(&mut self) -> &mut [TileState] {
        &mut self.all[self.used.clone()]
    }

    /// All, to be used.
    pub(super) fn all(&mut self) -> &mut [TileState] {
        if let Some(last) = self.tiles.checked_sub(1) {
            self.reach(0);
            self.reach(last);
        }
        self.used()
    }

    /// Leaves them to the next region: theirs is over.
    pub(super) fn give(mut self) {
        if self.is_empty() || self.all.capacity() > MOST {
            return;
        }
        // What belongs to single tiles, lists of many readers and locks, does not stay.
        self.used().fill(TileState::NEW);
        let _ = SPARE.try_with(|spare| {
            let spare = &mut *spare.borrow_mut();
            spare.push(self.all);
            let mut kept: usize = spare.iter().map(Vec::capacity).sum();
            while kept > MOST || spare.len() > MOST_ARRAYS {
                kept -= spare.remove(0).capacity();
            }
        });
    }
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests {
    use super::*;
    use crate::graph::reference::TaskRef;

    fn kept() -> Vec<usize> {
        SPARE.with(|spare| spare.borrow().iter().map(Vec::capacity).collect())
    }

    #[test]
    fn states_come_back_as_new() {
        let mut states = States::take(1000);
        let place = states.all.as_ptr();
        let task = TaskRef {
            number: 7,
            generation: 3,
        };
        let new = |state: &TileState| state.writer == TaskRef::NONE && state.count == 0;
        for used in [
            vec![7],
            vec![999, 0],
            vec![300, 305, 302],
            (0..1000).collect(),
        ] {
            for &tile in &used {
                states.get_mut(tile).expect("it is there").set_writer(task);
                states.get_mut(tile).expect("it is there").rich();
            }
            assert!(states.get_mut(1000).is_none());
            assert!(states.used().len() >= used.len());
            states.give();
            states = States::take(1000);
            assert!(states.all.iter().all(new), "after {used:?}");
        }
        states
            .all()
            .iter_mut()
            .for_each(|state| state.set_writer(task));
        states.give();
        States::take(5000).give();
        let mut states = States::take(900);
        assert_eq!((states.all.as_ptr(), states.tiles), (place, 900));
        assert!(states.all.iter().all(new) && states.get_mut(900).is_none());
        assert_eq!(kept(), [5000], "the smallest that was large enough");
    }

    #[test]
    fn states_are_made_as_far_as_they_are_used() {
        let mut states = States::take(MOST);
        assert!(states.all.is_empty() && states.used().is_empty());
        for (tile, made) in [
            (0, AHEAD),
            (AHEAD - 1, AHEAD),
            (AHEAD, 2 * AHEAD),
            (MOST - 1, MOST),
        ] {
            assert!(states.get_mut(tile).is_some());
            assert_eq!(states.all.len(), made, "tile {tile}");
        }
        let mut states = States::take(3 * AHEAD);
        states.get_mut(5).expect("it is there");
        assert_eq!(states.all().len(), 3 * AHEAD);
    }

    #[test]
    fn what_is_kept_is_bounded() {
        States::take(MOST + 1).give();
        assert!(kept().is_empty());
        let some: Vec<States> = (0..3).map(|_| States::take(MOST / 2)).collect();
        some.into_iter().for_each(States::give);
        assert_eq!(kept(), [MOST / 2; 2]);
        let some = (0..20).map(|_| States {
            all: vec![TileState::NEW; 1],
            tiles: 1,
            used: 0..1,
        });
        some.for_each(States::give);
        assert_eq!(kept(), [1; MOST_ARRAYS]);
    }
}
