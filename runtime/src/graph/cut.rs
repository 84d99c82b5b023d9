//! How one dimension of an array is cut into tiles: an entry of a template and an extent in, the tile of an
//! index and the first index of a tile out.

/// In an entry of a template: it is a number of parts.
const PARTS: usize = 1 << (usize::BITS - 1);
/// Beside [`PARTS`]: parts of one size, rounded up.
const CEIL: usize = 1 << (usize::BITS - 2);

/// An entry of a template that cuts a dimension of `n` elements into `count` parts, of which part `k` is
/// `k * n / count..(k + 1) * n / count`, rounded down. 0 leaves the dimension whole.
#[must_use]
pub fn parts(count: usize) -> usize {
    match count.min(CEIL - 1) {
        0 => 0,
        count => PARTS | count,
    }
}

/// As [`parts`], of which each has `n / count` elements, rounded up, and the last ones what is left.
#[must_use]
pub fn parts_ceil(count: usize) -> usize {
    match parts(count) {
        0 => 0,
        parts => parts | CEIL,
    }
}

/// A dimension's tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    extent: usize,
    /// Elements of a tile; 0: tiles differ, and there are `count`.
    size: usize,
    count: usize,
}

impl Cut {
    /// Of a dimension with so many elements, by an entry of a template: elements of a tile, what [`parts`] or
    /// [`parts_ceil`] returns, or 0 for the whole dimension.
    #[must_use]
    pub fn new(extent: usize, entry: usize) -> Cut {
        let least = extent.max(1);
        let parts = (entry & !(PARTS | CEIL)).clamp(1, least);
        let size = match (entry & PARTS != 0, entry & CEIL != 0) {
            (true, false) if !extent.is_multiple_of(parts) => {
                return Cut {
                    extent,
                    size: 0,
                    count: parts,
                };
            }
            (true, _) => least.div_ceil(parts),
            (false, _) if entry == 0 => least,
            (false, _) => entry.min(least),
        };
        Cut {
            extent,
            size,
            count: extent.div_ceil(size),
        }
    }

    /// Elements of the dimension.
    #[inline]
    pub(crate) fn extent(&self) -> usize {
        self.extent
    }

    /// Number of tiles.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Elements of each tile but the last one; `None`: tiles differ.
    #[inline]
    pub(crate) fn size(&self) -> Option<usize> {
        (self.size != 0).then_some(self.size)
    }

    /// Elements of the largest tile.
    pub(crate) fn most(&self) -> usize {
        match self.size {
            0 => self.extent.div_ceil(self.count),
            size => size,
        }
    }

    /// The tile of an index.
    #[inline]
    #[must_use]
    pub fn tile_of(&self, at: usize) -> usize {
        match self.size {
            // The greatest k with k * extent / count <= at.
            0 => {
                let ends = (at as u128 + 1) * self.count as u128;
                ((ends - 1) / self.extent as u128) as usize
            }
            size => at / size,
        }
    }

    /// The first index of a tile; of the one past the last, the extent or more.
    #[inline]
    #[must_use]
    pub fn first_of(&self, tile: usize) -> usize {
        match self.size {
            0 => (tile as u128 * self.extent as u128 / self.count as u128) as usize,
            size => tile * size,
        }
    }

    /// Of `lo..hi`, the tile that has most of it, the first of several, and how many of its indices it has;
    /// `None`: there are none.
    #[inline]
    pub(crate) fn most_of(&self, lo: usize, hi: usize) -> Option<(usize, usize)> {
        if lo >= hi {
            return None;
        }
        let first = self.tile_of(lo);
        let here = hi.min(self.first_of(first + 1)) - lo;
        // Where all tiles between the first and the last are full, none has more than the second.
        let last = match self.size {
            0 => self.tile_of(hi - 1),
            _ => first + 1,
        };
        let share = |tile: usize| {
            let (from, to) = (self.first_of(tile), self.first_of(tile + 1));
            (tile, hi.min(to).saturating_sub(from))
        };
        let others = (first + 1..=last).map(share);
        Some(others.fold(
            (first, here),
            |most, next| {
                if next.1 > most.1 { next } else { most }
            },
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tile_of_an_index_is_the_part_that_has_it() {
        for extent in [1, 2, 7, 8, 10, 100, 1000] {
            for count in [1, 2, 3, 7, 8, 99] {
                for entry in [parts(count), parts_ceil(count), count] {
                    let cut = Cut::new(extent, entry);
                    for tile in 0..cut.count() {
                        let range = cut.first_of(tile)..cut.first_of(tile + 1).min(extent);
                        assert!(!range.is_empty() && range.len() <= cut.most());
                        assert!(range.into_iter().all(|at| cut.tile_of(at) == tile));
                    }
                    assert!(cut.first_of(cut.count()) >= extent);
                }
            }
        }
    }

    #[test]
    fn parts_begin_where_programs_begin_them() {
        let cut = Cut::new(1000, parts(7));
        let first: Vec<usize> = (0..7).map(|k| cut.first_of(k)).collect();
        assert_eq!(first, [0, 142, 285, 428, 571, 714, 857]);
        assert_eq!((cut.count(), cut.most(), cut.size()), (7, 143, None));
        let even = Cut::new(1000, parts_ceil(7));
        assert_eq!((even.count(), even.size()), (7, Some(143)));
    }

    #[test]
    fn parts_that_fit_are_tiles_of_one_size() {
        assert_eq!(Cut::new(1000, parts(8)), Cut::new(1000, 125));
        assert_eq!(Cut::new(3, parts(8)), Cut::new(3, 1));
        assert_eq!(Cut::new(10, parts(0)), Cut::new(10, 0));
        assert_eq!(Cut::new(0, parts(4)).count(), 0);
    }

    #[test]
    fn the_tile_with_most_of_a_section_is_found() {
        let cut = Cut::new(10, parts(4));
        // 0..2, 2..5, 5..7, 7..10
        assert_eq!(cut.most_of(1, 10), Some((1, 3)));
        assert_eq!(cut.most_of(4, 8), Some((2, 2)));
        assert_eq!(cut.most_of(4, 4), None);
        assert_eq!(Cut::new(40, 16).most_of(15, 33), Some((1, 16)));
    }
}
