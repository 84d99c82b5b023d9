//! Where tiles are at home: which PPU they have affinity to.

use std::ops::Range;

use crate::base::kinds::{NO_HOME, STAYS};
use crate::graph::cut::Cut;
use crate::graph::geometry::Geometry;
use crate::graph::tiling::Tiling;
use crate::sync::LINE;

/// Rows of tiles for each PPU that are several.
const SEVERAL: usize = 4;

/// A tile's rows of so many lines share few of them. (Smith-Waterman in tiles of 38 lines is a tenth
/// slower where each PPU stays among its own.)
const MANY_LINES: usize = 16;

/// Where an array's tiles are at home: they are dealt to PPUs in blocks (AceMesh, "quasi-static
/// affinity").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Homes {
    /// The first of the PPUs.
    first: u16,
    /// How many they are.
    count: u16,
    /// PPUs per tile, in 2^-32; 0: they have no home.
    per_tile: u64,
    /// [`STAYS`] where tiles share cache lines.
    mark: u16,
}

impl Homes {
    /// Of an array of one tile.
    pub(crate) const NONE: Homes = Homes {
        first: 0,
        count: 0,
        per_tile: 0,
        mark: 0,
    };

    /// Of an array's tiles among these PPUs.
    pub(crate) fn of_array(geometry: &Geometry, tiling: &Tiling, ppus: Range<usize>) -> Homes {
        let mark = match share_lines(geometry, tiling) {
            true => STAYS,
            false => 0,
        };
        let homes = Homes::of_rows(ppus, tiling);
        Homes { mark, ..homes }
    }

    /// Of `tiles` tiles among these PPUs.
    pub(crate) fn among(ppus: Range<usize>, tiles: u64) -> Homes {
        match tiles {
            0 | 1 => Homes::NONE,
            _ => Homes {
                first: ppus.start as u16,
                count: ppus.len() as u16,
                per_tile: ((ppus.len() as u64) << 32) / tiles,
                mark: 0,
            },
        }
    }

    /// Of tiles in rows of each dimension among these PPUs. A dimension of few rows, such as the
    /// levels of time in `u[2][n][n]`, is no way to deal them, since all tasks of a loop may be in
    /// one row: each of its rows is dealt by the next dimension that has several for each PPU.
    fn of_rows(ppus: Range<usize>, tiling: &Tiling) -> Homes {
        let rows = || tiling.cuts().iter().map(Cut::count);
        let dealt = rows().position(|n| n >= SEVERAL * ppus.len());
        let product = |from: usize| rows().skip(from).map(|n| n as u64).product::<u64>();
        let (all, each) = (product(0), product(dealt.unwrap_or(0)));
        let homes = Homes::among(ppus.clone(), all);
        if each >= all {
            return homes;
        }
        // Rounded up, so that each row begins at the first PPU.
        let per_tile = ((ppus.len() as u64) << 32).div_ceil(each);
        Homes { per_tile, ..homes }
    }

    /// They have none.
    #[inline]
    pub(crate) fn are_none(self) -> bool {
        self.per_tile == 0
    }

    /// The home of a task of this tile, with [`STAYS`] where it does, or [`NO_HOME`].
    #[inline]
    pub(crate) fn of_task(self, tile: u32) -> u16 {
        self.of(tile) | self.mark
    }

    /// Home of a tile, or [`NO_HOME`].
    #[inline]
    pub(crate) fn of(self, tile: u32) -> u16 {
        match self.per_tile {
            0 => NO_HOME,
            per_tile => match (u64::from(tile) * per_tile) >> 32 {
                ppu if ppu < u64::from(self.count) => self.first + ppu as u16,
                ppu => self.first + (ppu % u64::from(self.count)) as u16,
            },
        }
    }
}

/// True where the first or last elements of a tile's rows lie in the cache lines of its neighbours:
/// PPUs that write tiles beside one another at a time take these lines from each other.
fn share_lines(geometry: &Geometry, tiling: &Tiling) -> bool {
    let Some(cut) = tiling.cuts().last() else {
        return false;
    };
    let bytes = |elements: usize| elements.wrapping_mul(geometry.element_bytes);
    // Tiles that differ end anywhere.
    let tile = cut.size().unwrap_or(1);
    let ends = [geometry.base, bytes(tile), bytes(cut.extent())];
    let of_rows = geometry.extents.len() > 1 && geometry.cells == 0;
    let narrow = bytes(cut.most()) < MANY_LINES * LINE;
    of_rows && narrow && cut.count() > 1 && ends.iter().any(|end| end % LINE != 0)
}

/// The PPUs that a composite task asks for: those where the tiles that it uses are at home (AceMesh,
/// figure 6). What its tasks use beside these tiles, arrays of its own above all, is at home there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cores {
    ppus: Range<usize>,
    /// Where the arrays begin of which it uses tiles: these are at home where they were.
    known: Vec<usize>,
}

impl Cores {
    /// These PPUs, for a task that uses tiles of the arrays which begin there.
    pub(crate) fn new(ppus: Range<usize>, known: impl Iterator<Item = usize>) -> Cores {
        let mut known: Vec<usize> = known.collect();
        known.dedup();
        Cores { ppus, known }
    }

    /// The PPUs, of `all`, among which the array is dealt that begins at this address.
    pub(crate) fn of_array(&self, base: usize, all: Range<usize>) -> Range<usize> {
        match self.known.contains(&base) {
            true => all,
            false => self.ppus.clone(),
        }
    }
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests {
    use super::*;

    /// Tasks of an array of so many doubles, at this address, stay at home after long ones too.
    fn stays(base: usize, extents: &[usize], template: &[usize]) -> bool {
        let geometry = Geometry {
            base,
            bytes: extents.iter().product::<usize>() * 8,
            extents: extents.into(),
            element_bytes: 8,
            linear: false,
            open: false,
            cells: 0,
        };
        let homes = Homes::of_array(&geometry, &Tiling::new(extents, template), 0..2);
        assert_eq!(homes.of(0), 0, "the first tile is with the first PPU");
        let home = homes.of_task(0);
        assert_eq!(home & !STAYS, 0);
        home & STAYS != 0
    }

    #[test]
    fn homes_count_more_where_tiles_share_lines() {
        assert!(!stays(0x1000, &[64, 64], &[16, 16]));
        assert!(stays(0x1010, &[64, 64], &[16, 16]), "it begins in a line");
        assert!(stays(0x1000, &[64, 60], &[16, 16]), "rows begin in lines");
        assert!(stays(0x1000, &[64, 64], &[16, 20]), "tiles begin in lines");
        assert!(
            !stays(0x1010, &[64, 60], &[16, 0]),
            "one line for each tile"
        );
        assert!(!stays(0x1010, &[64, 600], &[16, 200]), "one line in 25");
        assert!(!stays(0x1010, &[64], &[4]));
    }

    /// PPUs of the tiles, among four, of an array of so many rows of tiles.
    fn dealt(rows: &[usize]) -> Vec<u16> {
        let homes = Homes::of_rows(0..4, &Tiling::new(rows, &[1; 3]));
        let tiles = rows.iter().product::<usize>() as u32;
        (0..tiles).map(|tile| homes.of(tile)).collect()
    }

    #[test]
    fn a_dimension_of_few_rows_is_no_way_to_deal_tiles() {
        let one = (0..16).map(|tile| tile / 4).collect::<Vec<u16>>();
        assert_eq!(dealt(&[16]), one);
        assert_eq!(dealt(&[2, 16]), [&one[..], &one].concat());
        assert_eq!(dealt(&[2, 4]), [0, 0, 1, 1, 2, 2, 3, 3], "nor is the next");
        let none = Homes::of_rows(0..4, &Tiling::new(&[0, 16], &[1, 1]));
        assert!(none.are_none(), "there are no tiles");
    }
}
