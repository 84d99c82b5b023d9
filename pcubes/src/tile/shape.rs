//! Tile shapes: an array of 1 to 4 dimensions cut into rectangular tiles.
//!
//! A [`TileShape`] is the template: a tile size per dimension, 0 meaning the whole
//! dimension (AceMesh's `*`). Laid over the extents of an array it becomes a [`Tiling`].
//! Tiles begin at index 0 (modulo offset 0, lower bound 0, as in Rust and C); the last
//! tile of a dimension may be partial. Tiles and elements are numbered row-major, the last
//! dimension fastest.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use thiserror::Error;

/// Most dimensions of an array.
pub const MOST_DIMENSIONS: usize = 4;

/// A template or an array that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ShapeError {
    /// No dimension, or more than four.
    #[error("{0} dimensions; arrays have 1 to 4")]
    Dimensions(usize),
    /// Template and array differ.
    #[error("a template of {template} dimensions over an array of {array}")]
    Mismatch {
        /// Dimensions of the template.
        template: usize,
        /// Dimensions of the array.
        array: usize,
    },
    /// A text that is no template.
    #[error(
        "`{0}` is not a tile size; write a number, or * for the whole dimension, as in [32, *]"
    )]
    Size(String),
    /// More elements than can be counted.
    #[error("an array of more than {} elements", usize::MAX)]
    TooLarge,
}

/// A template: tile sizes per dimension, 0 for the whole dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TileShape {
    sizes: [usize; MOST_DIMENSIONS],
    dimensions: u8,
}

impl TileShape {
    /// A template of these tile sizes; 0 leaves the dimension whole.
    ///
    /// # Errors
    /// [`ShapeError::Dimensions`].
    pub fn new(sizes: &[usize]) -> Result<Self, ShapeError> {
        if !(1..=MOST_DIMENSIONS).contains(&sizes.len()) {
            return Err(ShapeError::Dimensions(sizes.len()));
        }
        let mut all = [0; MOST_DIMENSIONS];
        all[..sizes.len()].copy_from_slice(sizes);
        Ok(TileShape {
            sizes: all,
            dimensions: sizes.len() as u8,
        })
    }

    /// Tile sizes, 0 for a whole dimension.
    #[must_use]
    pub fn sizes(&self) -> &[usize] {
        &self.sizes[..usize::from(self.dimensions)]
    }

    /// Lays the template over an array.
    ///
    /// # Errors
    /// [`ShapeError::Mismatch`], [`ShapeError::TooLarge`].
    pub fn over(&self, extents: &[usize]) -> Result<Tiling, ShapeError> {
        let template = self.sizes().len();
        if template != extents.len() {
            return Err(ShapeError::Mismatch {
                template,
                array: extents.len(),
            });
        }
        let elements = extents
            .iter()
            .try_fold(1usize, |n, &extent| n.checked_mul(extent));
        elements.ok_or(ShapeError::TooLarge)?;
        let mut tiling = Tiling {
            extents: [1; 4],
            sizes: [1; 4],
            counts: [1; 4],
            dimensions: template,
        };
        for (d, (&extent, &size)) in extents.iter().zip(self.sizes()).enumerate() {
            // A tile never reaches beyond the array; an empty dimension has no tile.
            let size = if size == 0 {
                extent.max(1)
            } else {
                size.min(extent.max(1))
            };
            tiling.extents[d] = extent;
            tiling.sizes[d] = size;
            tiling.counts[d] = extent.div_ceil(size);
        }
        Ok(tiling)
    }
}

impl fmt::Display for TileShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = |&n: &usize| {
            if n == 0 {
                "*".to_owned()
            } else {
                n.to_string()
            }
        };
        write!(
            f,
            "[{}]",
            self.sizes().iter().map(size).collect::<Vec<_>>().join(", ")
        )
    }
}

impl FromStr for TileShape {
    type Err = ShapeError;
    /// Reads `[32, *]` or `32, *`; `whole` and 0 are the same as `*`.
    fn from_str(text: &str) -> Result<Self, ShapeError> {
        let inner = text.trim();
        let inner = inner
            .strip_prefix('[')
            .and_then(|t| t.strip_suffix(']'))
            .unwrap_or(inner);
        let size = |part: &str| match part.trim() {
            "*" | "whole" => Ok(0),
            number => number
                .parse()
                .map_err(|_| ShapeError::Size(number.to_owned())),
        };
        TileShape::new(&inner.split(',').map(size).collect::<Result<Vec<_>, _>>()?)
    }
}

/// An array cut into tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tiling {
    extents: [usize; MOST_DIMENSIONS],
    sizes: [usize; MOST_DIMENSIONS],
    counts: [usize; MOST_DIMENSIONS],
    dimensions: usize,
}

impl Tiling {
    /// Extents of the array.
    #[must_use]
    pub fn extents(&self) -> &[usize] {
        &self.extents[..self.dimensions]
    }

    /// Sizes of a full tile, at least 1 each.
    #[must_use]
    pub fn tile_sizes(&self) -> &[usize] {
        &self.sizes[..self.dimensions]
    }

    /// Number of tiles per dimension.
    #[must_use]
    pub fn counts(&self) -> &[usize] {
        &self.counts[..self.dimensions]
    }

    /// Number of tiles; 0 for an empty array.
    #[must_use]
    pub fn tiles(&self) -> usize {
        // No overflow: there are no more tiles than elements, which were counted.
        self.counts().iter().product()
    }

    /// Number of the tile that holds the element at `index`; `None` outside the array or
    /// with the wrong number of indices.
    #[must_use]
    pub fn tile_of(&self, index: &[usize]) -> Option<usize> {
        if index.len() != self.dimensions {
            return None;
        }
        let mut tile = 0;
        for (d, &i) in index.iter().enumerate() {
            if i >= self.extents[d] {
                return None;
            }
            tile = tile * self.counts[d] + i / self.sizes[d];
        }
        Some(tile)
    }

    /// Coordinates of tile `tile` among the tiles; `None` when there is no such tile.
    #[must_use]
    pub fn coordinates(&self, tile: usize) -> Option<Vec<usize>> {
        if tile >= self.tiles() {
            return None;
        }
        let mut rest = tile;
        let mut at = vec![0; self.dimensions];
        for d in (0..self.dimensions).rev() {
            at[d] = rest % self.counts[d];
            rest /= self.counts[d];
        }
        Some(at)
    }

    /// Index ranges of tile `tile`, the last ones of a dimension partial where the size
    /// does not divide it; `None` when there is no such tile.
    #[must_use]
    pub fn range(&self, tile: usize) -> Option<Vec<Range<usize>>> {
        let coordinates = self.coordinates(tile)?;
        let range = |(d, at): (usize, usize)| {
            let start = at * self.sizes[d];
            start..self.extents[d].min(start.saturating_add(self.sizes[d]))
        };
        Some(coordinates.into_iter().enumerate().map(range).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiling(template: &str, extents: &[usize]) -> Tiling {
        template
            .parse::<TileShape>()
            .unwrap()
            .over(extents)
            .unwrap()
    }

    #[test]
    fn templates_read_and_write() {
        for (text, sizes) in [
            ("[32, *]", &[32, 0][..]),
            ("7", &[7]),
            ("whole,2,0, 4", &[0, 2, 0, 4]),
        ] {
            let shape: TileShape = text.parse().unwrap();
            assert_eq!(shape.sizes(), sizes);
            assert_eq!(shape.to_string().parse(), Ok(shape));
        }
        assert_eq!(
            "[1,x]".parse::<TileShape>(),
            Err(ShapeError::Size("x".into()))
        );
        assert_eq!(
            "1,2,3,4,5".parse::<TileShape>(),
            Err(ShapeError::Dimensions(5))
        );
        assert_eq!(TileShape::new(&[]), Err(ShapeError::Dimensions(0)));
    }

    #[test]
    fn a_star_leaves_the_dimension_whole() {
        let t = tiling("[4, *]", &[10, 7]);
        assert_eq!(
            (t.counts(), t.tiles(), t.tile_sizes()),
            (&[3, 1][..], 3, &[4, 7][..])
        );
        assert_eq!(t.range(2), Some(vec![8..10, 0..7]));
        assert_eq!(t.range(3), None);
    }

    #[test]
    fn every_element_is_in_the_tile_that_says_so() {
        for template in [
            "[3, *, 2, 4]",
            "[1, 1, 1, 1]",
            "[*, *, *, *]",
            "[9, 2, 9, 3]",
        ] {
            let extents = [4, 3, 5, 6];
            let t = tiling(template, &extents);
            let mut seen = 0;
            for tile in 0..t.tiles() {
                let range = t.range(tile).unwrap();
                seen += range.iter().map(Range::len).product::<usize>();
                let first: Vec<_> = range.iter().map(|r| r.start).collect();
                assert_eq!(t.tile_of(&first), Some(tile), "{template}");
                let last: Vec<_> = range.iter().map(|r| r.end - 1).collect();
                assert_eq!(t.tile_of(&last), Some(tile), "{template}");
            }
            assert_eq!(
                seen,
                extents.iter().product::<usize>(),
                "{template}: tiles cover, none twice"
            );
        }
    }

    #[test]
    fn empty_and_absurd_arrays_are_no_panic() {
        assert_eq!(tiling("[4, 4]", &[0, 9]).tiles(), 0);
        assert_eq!(tiling("[4, 4]", &[0, 9]).range(0), None);
        let shape = TileShape::new(&[2, 2]).unwrap();
        assert_eq!(shape.over(&[usize::MAX, 2]), Err(ShapeError::TooLarge));
        assert_eq!(
            shape.over(&[4]),
            Err(ShapeError::Mismatch {
                template: 2,
                array: 1
            })
        );
        let huge = TileShape::new(&[usize::MAX])
            .unwrap()
            .over(&[usize::MAX])
            .unwrap();
        assert_eq!(
            (huge.tiles(), huge.range(0)),
            (1, Some(Vec::from_iter(std::iter::once(0..usize::MAX))))
        );
        assert_eq!(huge.tile_of(&[1, 2]), None);
    }
}
