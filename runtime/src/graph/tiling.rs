//! How a table cuts an array: tile numbers of a section, ranges of a tile.
//!
//! A thin layer over `pcubes`' tile shapes would do the same for whole templates; this
//! one walks the tiles that a section meets (section lowering, AceMesh "ArrayTile").

use std::ops::Range;

use smallvec::SmallVec;

use crate::graph::geometry::{Extents, Geometry};

/// An array's extents and tile sizes, with the number of tiles per dimension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tiling {
    extents: Extents,
    tile: Extents,
    counts: Extents,
    open: bool,
}

impl Tiling {
    /// Cuts `extents` by `template`; an entry of 0, or a missing one, leaves the dimension whole.
    pub(crate) fn new(extents: &[usize], template: &[usize]) -> Self {
        let tile: Extents = extents
            .iter()
            .enumerate()
            .map(|(d, &extent)| match template.get(d).copied().unwrap_or(0) {
                0 => extent.max(1),
                size => size.min(extent.max(1)),
            })
            .collect();
        let counts = extents
            .iter()
            .zip(&tile)
            .map(|(&e, &t)| e.div_ceil(t))
            .collect();
        Tiling {
            extents: extents.into(),
            tile,
            counts,
            open: false,
        }
    }

    /// Cuts an array of this geometry. An open one has an index in each dimension: its lengths
    /// may be too small, and what tasks use of it is ordered.
    pub(crate) fn of(geometry: &Geometry, template: &[usize]) -> Self {
        if !geometry.open {
            return Tiling::new(&geometry.extents, template);
        }
        let least: Extents = geometry.extents.iter().map(|&n| n.max(1)).collect();
        Tiling {
            open: true,
            ..Tiling::new(&least, template)
        }
    }

    /// Number of tiles; one for a scalar, none for an empty array.
    pub(crate) fn tiles(&self) -> usize {
        self.counts.iter().product()
    }

    /// Extent, tile size and number of tiles of each dimension.
    pub(crate) fn dims(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let sizes = self.extents.iter().zip(&self.tile).zip(&self.counts);
        sizes.map(|((&extent, &tile), &count)| (extent, tile, count))
    }

    /// Elements of a full tile.
    pub(crate) fn tile_elements(&self) -> usize {
        self.tile.iter().product()
    }

    /// Calls `each` with the number of every tile that meets the half-open `section`
    /// (what of it is [in the array](part_of); missing dimensions are whole), and with how many rows
    /// of the tile it has and how many elements of each.
    pub(crate) fn lower(
        &self,
        section: &[(isize, isize)],
        mut each: impl FnMut(usize, (usize, usize)),
    ) {
        let mut parts: SmallVec<[(usize, usize); 4]> = SmallVec::new();
        for d in 0..self.extents.len() {
            let Some((lo, hi)) = self.part(section, d) else {
                return;
            };
            parts.push((lo as usize, hi as usize));
        }
        self.walk(&parts, 0, (1, 1), &mut each);
    }

    /// The tile of which `section` has most elements, the first of several, and how many these are.
    pub(crate) fn heaviest(&self, section: &[(isize, isize)]) -> Option<(usize, usize)> {
        let (mut number, mut elements) = (0, 1);
        for (d, (_, tile, count)) in self.dims().enumerate() {
            let (lo, hi) = self.part(section, d)?;
            let (at, share) = most_of(lo, hi, tile as isize)?;
            number = number * count + at as usize;
            elements *= share as usize;
        }
        Some((number, elements))
    }

    /// The part of dimension `d` that a section has; a missing one is whole.
    fn part(&self, section: &[(isize, isize)], d: usize) -> Option<(isize, isize)> {
        let extent = self.extents[d] as isize;
        let indices = section.get(d).copied().unwrap_or((0, extent));
        part_of(indices, extent, self.open)
    }

    /// Inside of tiles with this number in the dimensions that were walked already.
    fn walk(
        &self,
        parts: &[(usize, usize)],
        number: usize,
        (rows, elements): (usize, usize),
        each: &mut impl FnMut(usize, (usize, usize)),
    ) {
        let d = self.tile.len() - parts.len();
        let Some((&(lo, hi), inner)) = parts.split_first() else {
            return each(number, (rows, elements));
        };
        let tile = self.tile[d];
        for at in lo / tile..hi.div_ceil(tile) {
            let here = hi.min((at + 1) * tile) - lo.max(at * tile);
            let number = number * self.counts[d] + at;
            self.walk(inner, number, (rows * elements, here), each);
        }
    }

    /// The element ranges of tile `number`, per dimension.
    pub(crate) fn ranges(&self, number: usize) -> Vec<Range<usize>> {
        let mut rest = number;
        let mut ranges: Vec<Range<usize>> = Vec::with_capacity(self.extents.len());
        for d in (0..self.extents.len()).rev() {
            let at = rest % self.counts[d].max(1);
            rest /= self.counts[d].max(1);
            let start = at * self.tile[d];
            ranges.push(start..(start + self.tile[d]).min(self.extents[d]));
        }
        ranges.reverse();
        ranges
    }
}

/// The part of a dimension that the indices `lo..hi` are; `None`: they are none of it. Of an open
/// array (`Geometry::open`), indices that lie beyond a dimension count with the nearest one in it,
/// so that tasks which use them are ordered.
#[inline]
pub(crate) fn part_of(
    (lo, hi): (isize, isize),
    extent: isize,
    open: bool,
) -> Option<(isize, isize)> {
    let part = (lo.max(0), hi.min(extent));
    if part.0 < part.1 {
        return Some(part);
    }
    let nearest = if lo < 0 { 0 } else { extent - 1 };
    (open && lo < hi).then_some((nearest, nearest + 1))
}

/// Of tiles of so many indices, the one that has most of `lo..hi`, the first of several, and how
/// many of its indices it has; `None`: there are none.
#[inline]
pub(crate) fn most_of(lo: isize, hi: isize, tile: isize) -> Option<(isize, isize)> {
    if lo >= hi {
        return None;
    }
    let first = lo / tile;
    // All tiles between the first and the last are full, so that none has more than the second.
    let here = hi.min((first + 1) * tile) - lo;
    let next = (hi - lo - here).min(tile);
    Some(match next > here {
        true => (first + 1, next),
        false => (first, here),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(tiling: &Tiling, section: &[(isize, isize)]) -> Vec<usize> {
        let mut list = Vec::new();
        tiling.lower(section, |t, _| list.push(t));
        list
    }

    #[test]
    fn a_section_has_rows_of_its_tiles() {
        let mut list = Vec::new();
        let t = Tiling::new(&[10, 8, 6], &[4, 4, 0]);
        t.lower(&[(3, 9), (2, 5), (1, 4)], |t, share| list.push((t, share)));
        let here = [(0, 2), (1, 1), (2, 8), (3, 4), (4, 2), (5, 1)];
        assert_eq!(list, here.map(|(tile, rows)| (tile, (rows, 3))));
        list.clear();
        Tiling::new(&[10], &[4]).lower(&[(3, 9)], |t, share| list.push((t, share)));
        assert_eq!(list, [(0, (1, 1)), (1, (1, 4)), (2, (1, 1))]);
    }

    #[test]
    fn a_section_meets_the_tiles_it_touches() {
        let t = Tiling::new(&[10, 8], &[4, 0]);
        assert_eq!(t.tiles(), 3);
        assert_eq!(tiles(&t, &[(3, 5), (0, 8)]), [0, 1]);
        assert_eq!(tiles(&t, &[(-5, 1), (isize::MIN, isize::MAX)]), [0]);
        assert_eq!(tiles(&t, &[(8, 99)]), [2]);
        assert_eq!(tiles(&t, &[(5, 5), (0, 8)]), [] as [usize; 0]);
        assert_eq!(t.ranges(2), [8..10, 0..8]);
    }

    #[test]
    fn what_lies_beyond_an_open_array_is_of_the_nearest_tile() {
        let mut t = Tiling::new(&[10, 8], &[4, 4]);
        let beyond = [
            [(40, 48), (0, 8)],
            [(-3, 0), (1, 2)],
            [(2, 3), (8, 9)],
            [(-9, 99), (-2, -1)],
        ];
        for section in beyond {
            assert_eq!(tiles(&t, &section), [] as [usize; 0]);
            assert_eq!(t.heaviest(&section), None);
        }
        t.open = true;
        let nearest: [&[usize]; 4] = [&[4, 5], &[0], &[1], &[0, 2, 4]];
        for (section, nearest) in beyond.iter().zip(nearest) {
            assert_eq!(tiles(&t, section), nearest);
        }
        assert_eq!(tiles(&t, &[(48, 40), (0, 8)]), [] as [usize; 0]);
    }

    #[test]
    fn scalars_have_one_tile_and_empty_arrays_none() {
        let scalar = Tiling::new(&[], &[]);
        assert_eq!(scalar.tiles(), 1);
        assert_eq!(tiles(&scalar, &[]), [0]);
        let empty = Tiling::new(&[0, 4], &[2, 2]);
        assert_eq!(empty.tiles(), 0);
        assert_eq!(tiles(&empty, &[(0, 1), (0, 1)]), [] as [usize; 0]);
    }

    #[test]
    fn tiles_are_numbered_row_major() {
        let t = Tiling::new(&[4, 6, 2], &[2, 2, 1]);
        assert_eq!(t.tiles(), 12);
        assert_eq!(tiles(&t, &[(2, 3), (2, 6), (1, 2)]), [9, 11]);
        assert_eq!(t.ranges(9), [2..4, 2..4, 1..2]);
    }

    #[test]
    fn the_heaviest_tile_has_most_of_a_section() {
        let tiling = Tiling::new(&[40, 10], &[16, 5]);
        assert_eq!(tiling.heaviest(&[(15, 33), (0, 5)]), Some((2, 80)));
        assert_eq!(tiling.heaviest(&[(0, 17)]), Some((0, 80)));
        assert_eq!(tiling.heaviest(&[(10, 40), (4, 9)]), Some((3, 64)));
        assert_eq!(tiling.heaviest(&[(-4, 3), (2, 6)]), Some((0, 9)));
        assert_eq!(tiling.heaviest(&[(40, 50)]), None);
    }
}
