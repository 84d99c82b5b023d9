//! Tiles that check who uses them, and when.

use shuttle::sync::atomic::{AtomicU32, Ordering};

/// How a body uses a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// With other readers.
    Reads,
    /// Alone.
    Alone,
    /// With others of the same parallel loop.
    Together,
}

impl Way {
    /// One user of this kind, in `Tile::users`.
    fn one(self) -> u32 {
        match self {
            Way::Reads => 1,
            Way::Together => 1 << 8,
            Way::Alone => 1 << 16,
        }
    }

    /// Users that may be there as well.
    fn company(self) -> u32 {
        match self {
            Way::Reads => 0xff,
            Way::Together => 0xff << 8,
            Way::Alone => 0,
        }
    }
}

/// Counts how often it was written, and who is at it. Each step of a use is one of the
/// scheduler's, so that uses that may overlap will do so in some schedule.
#[derive(Debug, Default)]
pub struct Tile {
    writes: AtomicU32,
    users: AtomicU32,
}

impl Tile {
    /// Uses the tile, which must have been written as often as `expected` says.
    ///
    /// # Panics
    /// When it was not, or when somebody is at the tile who must not be.
    pub fn use_it(&self, way: Way, expected: std::ops::RangeInclusive<u32>) {
        let users = self.users.fetch_add(way.one(), Ordering::SeqCst);
        assert!(
            users & !way.company() == 0,
            "{way:?}, and others at once: {users:x}"
        );
        let writes = self.writes.load(Ordering::SeqCst);
        assert!(
            expected.contains(&writes),
            "{way:?} after {writes} writes instead of {expected:?}"
        );
        match way {
            Way::Reads => {}
            // In two steps: another writer in between would be lost.
            Way::Alone => self.writes.store(writes + 1, Ordering::SeqCst),
            Way::Together => drop(self.writes.fetch_add(1, Ordering::SeqCst)),
        }
        self.users.fetch_sub(way.one(), Ordering::SeqCst);
    }

    /// How often it was written.
    pub fn writes(&self) -> u32 {
        self.writes.load(Ordering::SeqCst)
    }
}
