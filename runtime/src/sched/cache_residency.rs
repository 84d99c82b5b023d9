//! Cache residency: long tasks that ran in, by tile the PPUs whose caches have it out.
//!
//! A tile of 128 KiB that another PPU has written costs 14 us more than one that is there, which is a
//! tenth of a task that multiplies such tiles. Of long tasks about whose order little depends, the long queue
//! gives a PPU the one that finds most of its tiles there (`sched/long_queue.rs`, which holds its lock meanwhile).
//! What is known is a word per tile: the PPUs that took tasks off the long queue which used it, since one took
//! a task that writes it. What runs from other queues is not seen, nor tasks of few bytes; a PPU that takes a task for others
//! counts, tiles that have the same place are forgotten for one another, and those that have long left a
//! cache are not: it is a hint, and only time depends on it.

use crate::graph::access::Access;
use crate::graph::geometry::Mode;
use crate::graph::task::Task;
use crate::sync::scaled;

/// Tiles that are known at a time, a power of two: 16 KiB for each last cache.
const SLOTS: usize = scaled(1024, 1);

/// Who has a tile.
#[derive(Debug, Clone, Copy, Default)]
struct Holder {
    tile: u64,
    /// A bit for each; PPUs beyond 64 share bits.
    ppus: u64,
}

/// See the module's text.
#[derive(Debug, Default)]
pub(crate) struct Holders {
    slots: Vec<Holder>,
}

/// A task's tiles, and where each is looked for.
fn tiles(task: &Task) -> impl Iterator<Item = (Access, usize, u64)> {
    const K: u64 = 0x9E37_79B9_7F4A_7C15;
    let scope = std::ptr::from_ref(&*task.scope()).addr() as u64;
    task.tiles().map(move |tile| {
        let hash = (tile.key() ^ scope.rotate_left(17)).wrapping_mul(K) | 1;
        (tile, (hash >> 48) as usize % SLOTS, hash)
    })
}

impl Holders {
    /// Bytes of a task's tiles that this PPU has, less those that others have and it has not; and all
    /// bytes of its tiles.
    pub(crate) fn balance(&self, task: &Task, ppu: usize) -> (i64, i64) {
        let mine = 1 << (ppu % 64);
        let (mut balance, mut all) = (0, 0);
        for (tile, slot, hash) in tiles(task) {
            let bytes = i64::from(tile.size().bytes());
            all += bytes;
            let known = self.slots.get(slot).filter(|slot| slot.tile == hash);
            balance += match known {
                None => 0,
                Some(slot) if slot.ppus & mine != 0 => bytes,
                Some(_) => -bytes,
            };
        }
        (balance, all)
    }

    /// This PPU takes a task.
    pub(crate) fn hand_to(&mut self, task: &Task, ppu: usize) {
        let mine = 1 << (ppu % 64);
        if self.slots.is_empty() {
            self.slots = vec![Holder::default(); SLOTS];
        }
        for (tile, slot, hash) in tiles(task) {
            let slot = &mut self.slots[slot];
            let others = match slot.tile == hash && tile.mode() == Mode::In {
                true => slot.ppus,
                false => 0,
            };
            let ppus = others | mine;
            *slot = Holder { tile: hash, ppus };
        }
    }
}
