//! States of tiles that regions before had, for the next one.
//!
//! A region's table holds a cache line per tile. Fresh memory for it costs the system a page
//! per 64 tiles, all before the first task of the region is registered and while every other
//! PPU waits: 4 of 74 ms for Smith-Waterman in 384 x 384 blocks. So a thread that registers
//! keeps the memory of its last regions, up to [`MOST`] tiles in all.

use std::cell::RefCell;

use crate::graph::users::TileState;
use crate::sync::thread_local;

/// Tiles whose states a thread keeps: 16 MiB.
const MOST: usize = 1 << 18;
/// Arrays whose states a thread keeps.
const MOST_ARRAYS: usize = 8;

thread_local! {
    // loom's has no `const`.
    #[allow(clippy::missing_const_for_thread_local)]
    static SPARE: RefCell<Vec<Vec<TileState>>> = RefCell::new(Vec::new());
}

/// States of so many tiles that nobody has used.
pub(super) fn take(tiles: usize) -> Vec<TileState> {
    let fitting = |spare: &RefCell<Vec<Vec<TileState>>>| {
        let spare = &mut *spare.borrow_mut();
        let fits = |(_, states): &(usize, &Vec<TileState>)| states.capacity() >= tiles;
        let all = spare.iter().enumerate().filter(fits);
        let least = all.min_by_key(|(_, states)| states.capacity())?.0;
        Some(spare.swap_remove(least))
    };
    // None while the thread ends.
    let spare = SPARE.try_with(fitting).ok().flatten();
    let mut states = spare.unwrap_or_else(|| vec![TileState::NEW; tiles]);
    states.resize(tiles, TileState::NEW);
    states
}

/// Takes back the states of an array whose region is over.
pub(super) fn give(mut states: Vec<TileState>) {
    if states.is_empty() || states.capacity() > MOST {
        return;
    }
    // What belongs to single tiles, lists of many readers and locks, does not stay.
    states.fill(TileState::NEW);
    let _ = SPARE.try_with(|spare| {
        let spare = &mut *spare.borrow_mut();
        spare.push(states);
        let mut kept: usize = spare.iter().map(Vec::capacity).sum();
        while kept > MOST || spare.len() > MOST_ARRAYS {
            kept -= spare.remove(0).capacity();
        }
    });
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests {
    use super::*;
    use crate::graph::task::TaskRef;

    fn kept() -> Vec<usize> {
        SPARE.with(|spare| spare.borrow().iter().map(Vec::capacity).collect())
    }

    #[test]
    fn states_come_back_as_new() {
        let mut states = take(1000);
        let place = states.as_ptr();
        let task = TaskRef {
            number: 7,
            generation: 3,
        };
        states.iter_mut().for_each(|state| state.set_writer(task));
        states[5].rich();
        give(states);
        give(take(5000));
        let states = take(900);
        assert_eq!((states.as_ptr(), states.len()), (place, 900));
        let new = |state: &TileState| state.writer == TaskRef::NONE && state.count == 0;
        assert!(states.iter().all(new));
        assert_eq!(kept(), [5000], "the smallest that was large enough");
    }

    #[test]
    fn what_is_kept_is_bounded() {
        give(vec![TileState::NEW; MOST + 1]);
        assert!(kept().is_empty());
        (0..3).for_each(|_| give(vec![TileState::NEW; MOST / 2]));
        assert_eq!(kept(), [MOST / 2; 2]);
        (0..20).for_each(|_| give(vec![TileState::NEW; 1]));
        assert_eq!(kept(), [1; MOST_ARRAYS]);
    }
}
