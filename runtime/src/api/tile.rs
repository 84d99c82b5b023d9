//! Handles of arrays and tiles inside a region: what tasks declare.

use std::marker::PhantomData;

use super::array::Shape;

/// Makes a type invariant in the lifetime that stands for one region, so that handles of
/// one region are of no use in another.
pub(super) type Brand<'scope> = PhantomData<fn(&'scope ()) -> &'scope ()>;

/// An array of a region; [`tile`](Tiles::tile) names a tile of it.
///
/// A handle gives no access to elements: only the body of a task that declared a tile
/// gets at that tile's elements.
pub struct Tiles<'scope, T, const D: usize> {
    pub(super) array: u32,
    pub(super) first: *mut T,
    pub(super) shape: Shape<D>,
    /// The same, at a place that stays until the region's graph is done.
    pub(super) info: *const Info<T, D>,
    pub(super) writable: bool,
    pub(super) brand: Brand<'scope>,
}

impl<T, const D: usize> Clone for Tiles<'_, T, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const D: usize> Copy for Tiles<'_, T, D> {}

/// One tile of an array of a region.
pub struct Tile<'scope, T, const D: usize> {
    pub(super) array: u32,
    /// Number of the tile, row-major.
    pub(super) number: usize,
    pub(super) spot: Spot<T, D>,
    pub(super) writable: bool,
    pub(super) brand: Brand<'scope>,
}

impl<T, const D: usize> Clone for Tile<'_, T, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const D: usize> Copy for Tile<'_, T, D> {}

/// Where an array of a region lies, and how it is cut.
pub(super) struct Info<T, const D: usize> {
    pub(super) first: *mut T,
    pub(super) shape: Shape<D>,
}

// SAFETY: a place and numbers; the bounds are those of arrays that a region takes in.
unsafe impl<T: Send + Sync, const D: usize> Send for Info<T, D> {}

/// A tile, in few words: bodies take it along.
pub(super) struct Spot<T, const D: usize> {
    info: *const Info<T, D>,
    /// Tile coordinates, below the counts.
    at: [u32; D],
}

impl<T, const D: usize> Clone for Spot<T, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const D: usize> Copy for Spot<T, D> {}

impl<T, const D: usize> Spot<T, D> {
    /// The tile's rectangle.
    ///
    /// # Safety
    /// The region that the tile is of is open, or its graph is not done.
    #[inline]
    pub(super) unsafe fn part(&self) -> Part<T, D> {
        // SAFETY: the region keeps it, by the contract.
        let Info { first, shape } = unsafe { &*self.info };
        let origin: [usize; D] = std::array::from_fn(|d| self.at[d] as usize * shape.tile[d]);
        Part {
            // SAFETY: `at` is below the counts, so `origin` is below the extents: an element.
            first: unsafe { first.add(shape.offset(origin)) },
            extents: std::array::from_fn(|d| shape.tile[d].min(shape.extents[d] - origin[d])),
            strides: shape.strides,
            origin,
        }
    }
}

/// A rectangle of an array: what a view is made of.
pub(super) struct Part<T, const D: usize> {
    /// The element at local index `[0; D]`.
    pub(super) first: *mut T,
    pub(super) extents: [usize; D],
    pub(super) strides: [usize; D],
    /// Global index of the first element.
    pub(super) origin: [usize; D],
}

impl<T, const D: usize> Clone for Part<T, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const D: usize> Copy for Part<T, D> {}

impl<'scope, T, const D: usize> Tiles<'scope, T, D> {
    /// The tile at tile coordinates `at`.
    ///
    /// # Panics
    /// If there is no such tile; [`get`](Self::get) says so instead.
    #[track_caller]
    #[must_use]
    pub fn tile(&self, at: [usize; D]) -> Tile<'scope, T, D> {
        match self.get(at) {
            Some(tile) => tile,
            None => panic!(
                "there is no tile {at:?}: the array has {:?} tiles",
                self.tiles()
            ),
        }
    }

    /// The tile at tile coordinates `at`, if there is one.
    #[must_use]
    pub fn get(&self, at: [usize; D]) -> Option<Tile<'scope, T, D>> {
        let counts = self.shape.counts();
        if at.iter().zip(&counts).any(|(at, count)| at >= count) {
            return None;
        }
        let number = at
            .iter()
            .zip(&counts)
            .fold(0, |number, (at, count)| number * count + at);
        let spot = Spot {
            info: self.info,
            // The tables hold fewer than 2^30 tiles.
            at: at.map(|at| at as u32),
        };
        Some(Tile {
            array: self.array,
            number,
            spot,
            writable: self.writable,
            brand: PhantomData,
        })
    }

    /// Number of tiles per dimension.
    #[must_use]
    pub fn tiles(&self) -> [usize; D] {
        self.shape.counts()
    }

    /// Extents of the array, in elements.
    #[must_use]
    pub fn extents(&self) -> [usize; D] {
        self.shape.extents
    }

    /// Size of a full tile.
    #[must_use]
    pub fn tile_size(&self) -> [usize; D] {
        self.shape.tile
    }

    /// All tiles in row-major order.
    pub fn iter(&self) -> impl Iterator<Item = Tile<'scope, T, D>> + use<'scope, T, D> {
        let array = *self;
        let counts = self.shape.counts();
        let total = if counts.contains(&0) {
            0
        } else {
            counts.iter().product()
        };
        (0..total).map(move |number| {
            let mut rest = number;
            let mut at = [0; D];
            for d in (0..D).rev() {
                at[d] = rest % counts[d];
                rest /= counts[d];
            }
            array.tile(at)
        })
    }

    /// The whole array as one rectangle.
    pub(super) fn whole(&self) -> Part<T, D> {
        Part {
            first: self.first,
            extents: self.shape.extents,
            strides: self.shape.strides,
            origin: [0; D],
        }
    }
}

impl<T, const D: usize> Tile<'_, T, D> {
    fn part(&self) -> Part<T, D> {
        // SAFETY: a handle lives no longer than its region is open.
        unsafe { self.spot.part() }
    }

    /// Global index of the tile's first element.
    #[must_use]
    pub fn origin(&self) -> [usize; D] {
        self.part().origin
    }

    /// Extents of the tile, in elements; smaller than a full tile at the upper edges.
    #[must_use]
    pub fn shape(&self) -> [usize; D] {
        self.part().extents
    }

    /// `[0..4, 4..8]`
    pub(super) fn section(&self) -> String {
        let Part {
            origin, extents, ..
        } = self.part();
        let range = |d: usize| format!("{}..{}", origin[d], origin[d] + extents[d]);
        format!("[{}]", (0..D).map(range).collect::<Vec<_>>().join(", "))
    }
}

/// A single value of a region; see [`Scope::value`](super::Scope::value).
pub struct Value<'scope, T> {
    pub(super) array: u32,
    pub(super) place: *mut T,
    pub(super) info: *const Info<T, 1>,
    pub(super) brand: Brand<'scope>,
}

impl<T> Clone for Value<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Value<'_, T> {}

impl<'scope, T> Value<'scope, T> {
    /// The value as an array of one element and one tile, for the tasks of a loop
    /// ([`Scope::tasks`](super::Scope::tasks)) to declare.
    #[must_use]
    pub fn array(&self) -> Tiles<'scope, T, 1> {
        Tiles {
            array: self.array,
            first: self.place,
            shape: Shape::ONE,
            info: self.info,
            writable: true,
            brand: PhantomData,
        }
    }

    /// The value as a tile of one element, for tasks to declare.
    #[must_use]
    pub fn tile(&self) -> Tile<'scope, T, 1> {
        let spot = Spot {
            info: self.info,
            at: [0],
        };
        Tile {
            array: self.array,
            number: 0,
            spot,
            writable: true,
            brand: PhantomData,
        }
    }
}

impl<T> std::fmt::Debug for Value<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Value(array {})", self.array)
    }
}

impl<T, const D: usize> std::fmt::Debug for Tiles<'_, T, D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tiles")
            .field("array", &self.array)
            .field("shape", &self.shape)
            .finish_non_exhaustive()
    }
}

impl<T, const D: usize> std::fmt::Debug for Tile<'_, T, D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "Tile({} of array {}, {})",
            self.number,
            self.array,
            self.section()
        )
    }
}
