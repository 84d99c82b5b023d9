//! One tile that a task declared, in one word.

use crate::graph::geometry::Mode;
use crate::sync::LINE;

/// `Access::array` of a key that belongs to no array.
pub(crate) const OPAQUE: u32 = Access::MOST_ARRAYS;

/// A number of bytes in 8 bits: a float with three bits of mantissa, too small by an eighth
/// at most.
#[derive(Default, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Size(u8);

impl Size {
    pub(crate) const NOTHING: Size = Size(0);

    pub(crate) const fn of(bytes: usize) -> Size {
        let most = u32::MAX as usize;
        let bytes = if bytes < most { bytes } else { most } as u32;
        if bytes < 8 {
            return Size(bytes as u8);
        }
        let exponent = bytes.ilog2() - 3;
        Size(((exponent + 1) * 8 + ((bytes >> exponent) & 7)) as u8)
    }

    /// Of so many rows with so many bytes each: none brings less than a cache line into cache.
    pub(crate) fn of_rows(rows: usize, bytes: usize) -> Size {
        Size::of(rows.saturating_mul(bytes.max(LINE)))
    }

    /// The eight bits.
    #[inline]
    pub(crate) fn code(self) -> u8 {
        self.0
    }

    pub(crate) fn bytes(self) -> u32 {
        match u32::from(self.0) {
            size if size < 8 => size,
            size => (8 + size % 8) << (size / 8 - 1),
        }
    }
}

/// One tile that a task declared, in 8 bytes: tile number (30 bits), array number (24),
/// mode (2), size (8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Access(u64);

impl Access {
    const TILE_BITS: u32 = 30;
    pub(crate) const MODE_AT: u32 = 54;
    const SIZE_AT: u32 = 56;
    /// Fills a place.
    pub(crate) const NONE: Access = Access(0);
    /// Most arrays of a scope.
    pub(crate) const MOST_ARRAYS: u32 = (1 << 24) - 1;
    /// Most tiles of an array.
    pub(crate) const MOST_TILES: usize = 1 << Access::TILE_BITS;

    /// `tile` of `array` (or an opaque key's number of [`OPAQUE`]), `size` being what running
    /// the task brings into cache.
    #[inline]
    pub(crate) fn new(array: u32, tile: u32, size: Size, mode: Mode) -> Access {
        debug_assert!(array <= OPAQUE && (tile as usize) < Access::MOST_TILES);
        Access(
            u64::from(tile)
                | u64::from(array) << Access::TILE_BITS
                | (mode as u64) << Access::MODE_AT
                | u64::from(size.0) << Access::SIZE_AT,
        )
    }

    /// Array number in the scope's table, or [`OPAQUE`].
    #[inline]
    pub(crate) fn array(self) -> u32 {
        (self.0 >> Access::TILE_BITS) as u32 & Access::MOST_ARRAYS
    }

    /// Tile number in the array (row-major), or number of the opaque key.
    #[inline]
    pub(crate) fn tile(self) -> u32 {
        self.0 as u32 & ((1 << Access::TILE_BITS) - 1)
    }

    /// Everything in one word: tile, array, mode, size, from the lowest bits on.
    #[inline]
    pub(crate) fn word(self) -> u64 {
        self.0
    }

    /// Of words, a larger one has no smaller size.
    #[inline]
    pub(crate) fn size_of_word(word: u64) -> Size {
        Size((word >> Access::SIZE_AT) as u8)
    }

    /// Array and tile together, in the upper bits.
    #[inline]
    pub(crate) fn key(self) -> u64 {
        self.0 << (u64::BITS - Access::MODE_AT)
    }

    /// How it is used.
    #[inline]
    pub(crate) fn mode(self) -> Mode {
        const MODES: [Mode; 4] = [Mode::In, Mode::Out, Mode::InOut, Mode::Commutative];
        MODES[(self.0 >> Access::MODE_AT) as usize % 4]
    }

    /// What running the task brings into cache of the tile.
    #[inline]
    pub(crate) fn size(self) -> Size {
        Size((self.0 >> Access::SIZE_AT) as u8)
    }

    /// The same with another size.
    #[inline]
    pub(crate) fn of_size(self, size: Size) -> Access {
        Access::new(self.array(), self.tile(), size, self.mode())
    }

    /// Another tile of the array.
    #[inline]
    pub(crate) fn of_tile(self, tile: u32) -> Access {
        debug_assert!((tile as usize) < Access::MOST_TILES);
        Access((self.0 >> Access::TILE_BITS << Access::TILE_BITS) | u64::from(tile))
    }

    /// The tile so many numbers further on.
    #[inline]
    pub(crate) fn moved(self, by: i64) -> Access {
        Access(self.0.wrapping_add_signed(by))
    }

    /// The same tile in another mode.
    pub(crate) fn with_mode(self, mode: Mode) -> Access {
        Access::new(self.array(), self.tile(), self.size(), mode)
    }
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests {
    use super::*;

    #[test]
    fn accesses_survive_packing() {
        for array in [0, 5, OPAQUE, OPAQUE - 1] {
            for tile in [0, 12, Access::MOST_TILES as u32 - 1] {
                for mode in [Mode::In, Mode::Out, Mode::InOut, Mode::Commutative] {
                    let size = Size::of(4096);
                    let access = Access::new(array, tile, size, mode);
                    let back = (access.array(), access.tile(), access.size(), access.mode());
                    assert_eq!(back, (array, tile, size, mode));
                    assert_eq!(access.with_mode(Mode::In).key(), access.key());
                }
            }
        }
    }

    #[test]
    fn sizes_are_kept_within_an_eighth() {
        assert_eq!(Size::of(256).bytes(), 256);
        for bytes in [
            0,
            1,
            7,
            8,
            9,
            255,
            256,
            1000,
            1 << 20,
            u32::MAX as usize,
            usize::MAX,
        ] {
            let (exact, kept) = (bytes.min(u32::MAX as usize) as u32, Size::of(bytes).bytes());
            assert!(
                kept <= exact && exact - kept <= exact / 8,
                "{exact}: {kept}"
            );
        }
    }
}
