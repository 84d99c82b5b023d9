//! How deep to go: the footprint of a depth-first chain.
//!
//! A PPU that keeps running the successor whose tiles are warm reuses its cache, until
//! the tiles of the chain no longer fit. From then on going deeper evicts what the next
//! chain would have reused. So a chain is cut when its footprint (the distinct tiles it
//! touched) fills the PPU's share of cache; what it released waits at the end of the
//! mailbox. On a sequence of stencil sweeps this yields bands of as many sweeps as fit
//! in cache, without anything in the source (DESIGN "Runtime": depth-first within a PPU).

use std::cell::{Cell, RefCell};

use crate::graph::access::{Access, Size};

const COLD: Warm = Warm {
    hash: 0,
    stamp: 0,
    size: Size::NOTHING,
};

/// Slots of the table of warm tiles; more distinct tiles than this count again.
const SLOTS: usize = 512;

/// A tile that a chain touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Warm {
    hash: u64,
    /// Of the chain.
    stamp: u32,
    /// The most of it that one task used.
    size: Size,
}

/// The footprint of a worker's current chain.
pub(crate) struct Chain {
    budget: u64,
    used: Cell<u64>,
    stamp: Cell<u32>,
    /// Direct-mapped.
    warm: RefCell<Box<[Warm]>>,
}

impl Chain {
    /// A chain may touch `budget` bytes.
    pub(crate) fn new(budget: u64) -> Self {
        Chain {
            budget,
            used: Cell::new(0),
            stamp: Cell::new(1),
            warm: RefCell::new(vec![COLD; SLOTS].into_boxed_slice()),
        }
    }

    /// A new chain begins.
    pub(crate) fn restart(&self) {
        self.used.set(0);
        self.stamp.set(self.stamp.get().wrapping_add(1));
    }

    /// The chain touched these tiles.
    pub(crate) fn touch(&self, tiles: impl Iterator<Item = Access>) {
        let mut warm = self.warm.borrow_mut();
        let mut used = self.used.get();
        for tile in tiles {
            let (slot, hash) = slot_of(&tile);
            let (stamp, mut size) = (self.stamp.get(), tile.size());
            let before = warm[slot].size_in(hash, stamp);
            used += u64::from(size.bytes().saturating_sub(before.bytes()));
            size = size.max(before);
            warm[slot] = Warm { hash, stamp, size };
        }
        self.used.set(used);
    }

    /// Bytes of these tiles that the chain has touched already.
    pub(crate) fn warmth(&self, tiles: impl Iterator<Item = Access>) -> u64 {
        let warm = self.warm.borrow();
        let warm_part = |tile: Access| {
            let (slot, hash) = slot_of(&tile);
            let size = warm[slot].size_in(hash, self.stamp.get());
            u64::from(size.min(tile.size()).bytes())
        };
        tiles.map(warm_part).sum()
    }

    /// True when the chain has touched more than half of the bytes of these tiles.
    pub(crate) fn is_known(&self, tiles: &[Access]) -> bool {
        let bytes: u64 = tiles
            .iter()
            .map(|tile| u64::from(tile.size().bytes()))
            .sum();
        self.warmth(tiles.iter().copied()) * 2 > bytes
    }

    /// True when the chain has filled its share of cache.
    pub(crate) fn is_full(&self) -> bool {
        self.used.get() > self.budget
    }
}

impl Warm {
    /// How much the chain of this stamp touched of the tile of this hash.
    fn size_in(&self, hash: u64, stamp: u32) -> Size {
        match (self.hash, self.stamp) == (hash, stamp) {
            true => self.size,
            false => Size::NOTHING,
        }
    }
}

fn slot_of(tile: &Access) -> (usize, u64) {
    let hash = tile
        .key()
        .wrapping_add(1)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((hash >> 48) as usize % SLOTS, hash)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::geometry::Mode;

    fn tile(number: u32) -> Access {
        Access::new(0, number, Size::of(104), Mode::In)
    }

    #[test]
    fn a_tile_counts_once_per_chain() {
        let chain = Chain::new(260);
        chain.touch([tile(1), tile(2)].into_iter());
        chain.touch([tile(1), tile(2)].into_iter());
        assert!(!chain.is_full());
        assert_eq!(chain.warmth([tile(1), tile(3)].into_iter()), 104);
        chain.touch([tile(3)].into_iter());
        assert!(chain.is_full());
        chain.restart();
        assert!(!chain.is_full());
        assert_eq!(chain.warmth([tile(1)].into_iter()), 0);
    }

    #[test]
    fn a_border_is_a_part_of_its_tile() {
        let part = |bytes| tile(1).of_size(Size::of(bytes));
        let chain = Chain::new(1000);
        chain.touch([part(64)].into_iter());
        assert_eq!(chain.warmth([tile(1)].into_iter()), 64);
        chain.touch([tile(1)].into_iter());
        assert_eq!(chain.used.get(), 104);
        chain.touch([part(64)].into_iter());
        assert_eq!(chain.used.get(), 104);
        assert_eq!(chain.warmth([part(64)].into_iter()), 64);
        assert_eq!(chain.warmth([tile(1)].into_iter()), 104);
    }

    #[test]
    fn a_task_belongs_to_a_chain_that_touched_most_of_its_tiles() {
        let chain = Chain::new(1 << 20);
        chain.touch([tile(1), tile(2)].into_iter());
        assert!(chain.is_known(&[tile(2), tile(1), tile(3)]));
        assert!(!chain.is_known(&[tile(2), tile(3)]));
        assert!(!chain.is_known(&[tile(2), tile(3), tile(4)]));
        assert!(!chain.is_known(&[tile(3)]));
        chain.restart();
        assert!(!chain.is_known(&[tile(1)]));
    }
}
