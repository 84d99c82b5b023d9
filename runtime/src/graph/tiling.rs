//! How a table cuts an array: tile numbers of a section, ranges of a tile.
//!
//! A thin layer over `pcubes`' tile shapes would do the same for whole templates; this
//! one walks the tiles that a section meets (section lowering, AceMesh "ArrayTile").

use std::ops::Range;

use smallvec::SmallVec;

use crate::graph::cut::Cut;
use crate::graph::geometry::{Extents, Geometry};

/// How the dimensions of an array are cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tiling {
    cuts: SmallVec<[Cut; 2]>,
    open: bool,
}

impl Tiling {
    /// Cuts `extents` by `template`, of which each entry is one of [`Cut::new`]; a missing one leaves the
    /// dimension whole.
    pub(crate) fn new(extents: &[usize], template: &[usize]) -> Self {
        let cut =
            |(d, &extent): (usize, &usize)| Cut::new(extent, template.get(d).copied().unwrap_or(0));
        Tiling {
            cuts: extents.iter().enumerate().map(cut).collect(),
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
        self.cuts.iter().map(Cut::count).product()
    }

    /// How each dimension is cut.
    #[inline]
    pub(crate) fn cuts(&self) -> &[Cut] {
        &self.cuts
    }

    /// Elements of a full tile.
    pub(crate) fn tile_elements(&self) -> usize {
        self.cuts.iter().map(Cut::most).product()
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
        for d in 0..self.cuts.len() {
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
        for (d, cut) in self.cuts.iter().enumerate() {
            let (lo, hi) = self.part(section, d)?;
            let (at, share) = cut.most_of(lo as usize, hi as usize)?;
            number = number * cut.count() + at;
            elements *= share;
        }
        Some((number, elements))
    }

    /// The part of dimension `d` that a section has; a missing one is whole.
    fn part(&self, section: &[(isize, isize)], d: usize) -> Option<(isize, isize)> {
        let extent = self.cuts[d].extent() as isize;
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
        let d = self.cuts.len() - parts.len();
        let Some((&(lo, hi), inner)) = parts.split_first() else {
            return each(number, (rows, elements));
        };
        let cut = &self.cuts[d];
        let (mut at, mut first) = (cut.tile_of(lo), lo);
        while first < hi {
            let next = cut.first_of(at + 1);
            let here = hi.min(next) - first;
            self.walk(
                inner,
                number * cut.count() + at,
                (rows * elements, here),
                each,
            );
            (at, first) = (at + 1, next);
        }
    }

    /// The element ranges of tile `number`, per dimension.
    pub(crate) fn ranges(&self, number: usize) -> Vec<Range<usize>> {
        let mut rest = number;
        let mut ranges: Vec<Range<usize>> = Vec::with_capacity(self.cuts.len());
        for cut in self.cuts.iter().rev() {
            let at = rest % cut.count().max(1);
            rest /= cut.count().max(1);
            ranges.push(cut.first_of(at)..cut.first_of(at + 1).min(cut.extent()));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::cut::parts;

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
    fn parts_that_programs_cut_are_one_tile_each() {
        let t = Tiling::new(&[103, 4], &[parts(8)]);
        for k in 0..8 {
            let section = (k * 103 / 8, (k + 1) * 103 / 8);
            assert_eq!(tiles(&t, &[section]), [k as usize]);
            let ranges = t.ranges(k as usize);
            assert_eq!(ranges, [section.0 as usize..section.1 as usize, 0..4]);
        }
        assert_eq!(tiles(&t, &[(11, 26)]), [0, 1, 2]);
        assert_eq!((t.tiles(), t.tile_elements()), (8, 52));
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
