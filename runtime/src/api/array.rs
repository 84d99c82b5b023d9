//! Arrays cut into tiles, over storage that is owned or borrowed.

use std::marker::PhantomData;

/// Most dimensions of a tiled array.
pub const MOST_DIMENSIONS: usize = 4;

/// Why an array cannot be cut.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArrayError {
    /// The storage does not hold as many elements as the extents say.
    #[error("extents {extents:?} need {expected} elements, but the storage holds {found}")]
    Length {
        /// The extents asked for.
        extents: Vec<usize>,
        /// Their product.
        expected: usize,
        /// Elements of the storage.
        found: usize,
    },
    /// The product of the extents is no number of elements.
    #[error("extents {extents:?} are too large: their product does not fit an address")]
    TooLarge {
        /// The extents asked for.
        extents: Vec<usize>,
    },
    /// A tile would hold nothing.
    #[error("tile {tile:?} has no elements: size {dimension} (counted from 0) must be at least 1")]
    EmptyTile {
        /// The tile asked for.
        tile: Vec<usize>,
        /// The dimension whose size is 0.
        dimension: usize,
    },
    /// Tiled arrays have 1 to 4 dimensions.
    #[error("a tiled array has 1 to {MOST_DIMENSIONS} dimensions, not {found}")]
    Dimensions {
        /// Dimensions asked for.
        found: usize,
    },
    /// The elements of a row do not lie one after the other.
    #[error(
        "strides {strides:?} are not row-major: elements of a row must lie one after the other"
    )]
    Strides {
        /// Strides of the storage, in elements.
        strides: Vec<isize>,
    },
}

/// Extents, strides and tile sizes of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape<const D: usize> {
    pub(super) extents: [usize; D],
    /// Elements from one index to the next; 1 in the last dimension.
    pub(super) strides: [usize; D],
    pub(super) tile: [usize; D],
}

impl Shape<1> {
    /// That of a single value.
    pub(super) const ONE: Shape<1> = Shape {
        extents: [1],
        strides: [1],
        tile: [1],
    };
}

impl<const D: usize> Shape<D> {
    fn row_major(extents: [usize; D], tile: [usize; D]) -> Result<Self, ArrayError> {
        let mut strides = [1; D];
        let mut product = Some(1_usize);
        for d in (0..D).rev() {
            strides[d] = product.unwrap_or(0);
            product = product.and_then(|p| p.checked_mul(extents[d]));
        }
        // Empty dimensions make the product 0 and hide an overflow on the way; no element
        // is ever addressed then.
        let Some(_) = product else {
            return Err(ArrayError::TooLarge {
                extents: extents.to_vec(),
            });
        };
        Shape::with_strides(extents, strides, tile)
    }

    pub(super) fn with_strides(
        extents: [usize; D],
        strides: [usize; D],
        tile: [usize; D],
    ) -> Result<Self, ArrayError> {
        if D == 0 || D > MOST_DIMENSIONS {
            return Err(ArrayError::Dimensions { found: D });
        }
        if let Some(dimension) = tile.iter().position(|&size| size == 0) {
            return Err(ArrayError::EmptyTile {
                tile: tile.to_vec(),
                dimension,
            });
        }
        Ok(Shape {
            extents,
            strides,
            tile,
        })
    }

    fn for_elements(
        extents: [usize; D],
        tile: [usize; D],
        found: usize,
    ) -> Result<Self, ArrayError> {
        let shape = Shape::row_major(extents, tile)?;
        let expected = shape.len();
        if expected != found {
            return Err(ArrayError::Length {
                extents: extents.to_vec(),
                expected,
                found,
            });
        }
        Ok(shape)
    }

    /// Number of elements.
    pub(super) fn len(&self) -> usize {
        // An empty dimension first: the others may be as large as they like then.
        if self.extents.contains(&0) {
            0
        } else {
            self.extents.iter().product()
        }
    }

    /// Elements from the first to one past the last, gaps included.
    pub(super) fn span(&self) -> usize {
        if self.len() == 0 {
            return 0;
        }
        1 + self
            .extents
            .iter()
            .zip(&self.strides)
            .map(|(e, s)| (e - 1) * s)
            .sum::<usize>()
    }

    /// Number of tiles per dimension.
    pub(super) fn counts(&self) -> [usize; D] {
        std::array::from_fn(|d| self.extents[d].div_ceil(self.tile[d]))
    }

    /// Offset of the element at `index`, in elements.
    #[inline(always)]
    pub(super) fn offset(&self, index: [usize; D]) -> usize {
        index.iter().zip(&self.strides).map(|(i, s)| i * s).sum()
    }
}

/// What holds the elements.
enum Storage<'a, T> {
    Owned(Vec<T>),
    /// Exclusively borrowed; from the first element to the last, gaps included.
    Borrowed(*mut T, PhantomData<&'a mut [T]>),
    Shared(*const T, PhantomData<&'a [T]>),
}

/// A 1- to 4-dimensional array, row-major, cut into rectangular tiles; those at the upper
/// edges may be smaller.
///
/// The array is handed to a region with [`Scope::array`](super::Scope::array), which
/// borrows it until the region has ended; outside of regions it is an array like others.
///
/// ```
/// use hp5::TiledArray;
/// let mut a = TiledArray::from_vec(vec![0.0_f64; 6 * 8], [6, 8], [4, 4])?;
/// a[[5, 7]] = 1.0;
/// assert_eq!(a.tiles(), [2, 2]);
/// assert_eq!(a.into_vec()[47], 1.0);
/// # Ok::<(), hp5::api::ArrayError>(())
/// ```
pub struct TiledArray<'a, T, const D: usize> {
    storage: Storage<'a, T>,
    shape: Shape<D>,
    name: Option<String>,
}

// SAFETY: the pointers stand for `&mut [T]` and `&[T]` (see `Storage`), which are Send
// under these bounds.
unsafe impl<T: Send + Sync, const D: usize> Send for TiledArray<'_, T, D> {}
// SAFETY: `&TiledArray` gives `&T` only.
unsafe impl<T: Sync, const D: usize> Sync for TiledArray<'_, T, D> {}

impl<'a, T, const D: usize> TiledArray<'a, T, D> {
    /// An array that owns its elements.
    ///
    /// # Errors
    /// Extents that are not the vector's length, a tile size of 0, not 1 to 4 dimensions.
    pub fn from_vec(
        elements: Vec<T>,
        extents: [usize; D],
        tile: [usize; D],
    ) -> Result<Self, ArrayError> {
        let shape = Shape::for_elements(extents, tile, elements.len())?;
        Ok(TiledArray {
            storage: Storage::Owned(elements),
            shape,
            name: None,
        })
    }

    /// An array over borrowed elements.
    ///
    /// # Errors
    /// As for [`from_vec`](Self::from_vec).
    pub fn from_mut_slice(
        elements: &'a mut [T],
        extents: [usize; D],
        tile: [usize; D],
    ) -> Result<Self, ArrayError> {
        let shape = Shape::for_elements(extents, tile, elements.len())?;
        Ok(TiledArray {
            storage: Storage::Borrowed(elements.as_mut_ptr(), PhantomData),
            shape,
            name: None,
        })
    }

    /// An array over elements that others may read at the same time. Tasks can read it
    /// ([`Scope::input`](super::Scope::input)), not write it.
    ///
    /// # Errors
    /// As for [`from_vec`](Self::from_vec).
    pub fn from_slice(
        elements: &'a [T],
        extents: [usize; D],
        tile: [usize; D],
    ) -> Result<Self, ArrayError> {
        let shape = Shape::for_elements(extents, tile, elements.len())?;
        Ok(TiledArray {
            storage: Storage::Shared(elements.as_ptr(), PhantomData),
            shape,
            name: None,
        })
    }

    /// An array over a borrowed rectangle.
    ///
    /// # Safety
    /// `first` is the element at `[0; D]`, and every index below the extents leads by the
    /// strides to an element of its own, all of them exclusively borrowed for `'a`.
    pub(super) unsafe fn from_raw(first: *mut T, shape: Shape<D>) -> Self {
        TiledArray {
            storage: Storage::Borrowed(first, PhantomData),
            shape,
            name: None,
        }
    }

    /// As [`from_raw`](Self::from_raw), borrowed for reading.
    ///
    /// # Safety
    /// As there, but shared.
    pub(super) unsafe fn from_raw_shared(first: *const T, shape: Shape<D>) -> Self {
        TiledArray {
            storage: Storage::Shared(first, PhantomData),
            shape,
            name: None,
        }
    }

    /// Gives the array a name for errors, traces and graphs.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    pub(super) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("array")
    }

    pub(super) fn shape(&self) -> Shape<D> {
        self.shape
    }

    /// Address of the first element, for reading.
    pub(super) fn first(&self) -> *const T {
        match &self.storage {
            Storage::Owned(elements) => elements.as_ptr(),
            Storage::Borrowed(first, _) => *first,
            Storage::Shared(first, _) => *first,
        }
    }

    /// Address of the first element, for writing; `None` if the elements are shared.
    pub(super) fn first_mut(&mut self) -> Option<*mut T> {
        match &mut self.storage {
            Storage::Owned(elements) => Some(elements.as_mut_ptr()),
            Storage::Borrowed(first, _) => Some(*first),
            Storage::Shared(..) => None,
        }
    }

    /// Extents, outermost first.
    #[must_use]
    pub fn extents(&self) -> [usize; D] {
        self.shape.extents
    }

    /// Size of a full tile.
    #[must_use]
    pub fn tile_size(&self) -> [usize; D] {
        self.shape.tile
    }

    /// Number of tiles per dimension.
    #[must_use]
    pub fn tiles(&self) -> [usize; D] {
        self.shape.counts()
    }

    /// Number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shape.len()
    }

    /// True when there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// True when elements in row-major order lie one after the other.
    fn contiguous(&self) -> bool {
        let mut step = 1;
        for d in (0..D).rev() {
            if self.shape.extents[d] > 1 && self.shape.strides[d] != step {
                return self.is_empty();
            }
            step = step.saturating_mul(self.shape.extents[d]);
        }
        true
    }

    /// All elements, row-major.
    ///
    /// # Panics
    /// If they do not lie one after the other (an array over a part of a larger one); such
    /// an array is read by index, or with [`into_vec`](Self::into_vec).
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        assert!(
            self.contiguous(),
            "the elements of this array do not lie one after the other: use `a[[i, j]]`"
        );
        // SAFETY: the storage holds `len` elements without gaps, and no region has the
        // array: it would hold `&mut self` (or `&self`, and then it only reads).
        unsafe { std::slice::from_raw_parts(self.first(), self.len()) }
    }

    /// All elements, row-major, in a vector of their own; the vector that the array was
    /// made of if it was made of one.
    #[must_use]
    pub fn into_vec(self) -> Vec<T>
    where
        T: Clone,
    {
        if let Storage::Owned(elements) = self.storage {
            return elements;
        }
        let mut elements = Vec::with_capacity(self.len());
        let mut index = [0; D];
        for _ in 0..self.len() {
            elements.push(self[index].clone());
            for d in (0..D).rev() {
                index[d] += 1;
                if index[d] < self.shape.extents[d] {
                    break;
                }
                index[d] = 0;
            }
        }
        elements
    }

    #[track_caller]
    fn checked_offset(&self, index: [usize; D]) -> usize {
        let inside = index
            .iter()
            .zip(&self.shape.extents)
            .all(|(i, extent)| i < extent);
        assert!(
            inside,
            "index out of bounds: the index is {index:?} but the extents are {:?}",
            self.shape.extents
        );
        self.shape.offset(index)
    }
}

impl<T, const D: usize> std::ops::Index<[usize; D]> for TiledArray<'_, T, D> {
    type Output = T;

    #[track_caller]
    fn index(&self, index: [usize; D]) -> &T {
        let offset = self.checked_offset(index);
        // SAFETY: the index is below the extents, so the offset is an element's; no region
        // has the array, as in `as_slice`.
        unsafe { &*self.first().add(offset) }
    }
}

impl<T, const D: usize> std::ops::IndexMut<[usize; D]> for TiledArray<'_, T, D> {
    /// # Panics
    /// Outside the extents, and for an array over shared elements.
    #[track_caller]
    fn index_mut(&mut self, index: [usize; D]) -> &mut T {
        let offset = self.checked_offset(index);
        let Some(first) = self.first_mut() else {
            panic!("an array over shared elements cannot be written")
        };
        // SAFETY: as in `index`; `&mut self` keeps everybody else away.
        unsafe { &mut *first.add(offset) }
    }
}

impl<T, const D: usize> std::fmt::Debug for TiledArray<'_, T, D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TiledArray")
            .field("name", &self.name())
            .field("extents", &self.shape.extents)
            .field("tile", &self.shape.tile)
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "ndarray")]
mod with_ndarray {
    use ndarray::{ArrayBase, ArrayViewMut, Data, DataMut, Dim, Dimension};

    use super::{ArrayError, Shape, TiledArray};

    /// A row-major shape, gaps between rows allowed.
    fn shape_of<const D: usize>(
        extents: &[usize],
        strides: &[isize],
        tile: [usize; D],
    ) -> Result<Shape<D>, ArrayError> {
        let wrong = || ArrayError::Strides {
            strides: strides.to_vec(),
        };
        let (mut known, mut steps) = ([0; D], [1; D]);
        known.copy_from_slice(extents);
        for d in 0..D {
            // The stride of a dimension with one index is never used.
            if extents[d] > 1 {
                steps[d] = usize::try_from(strides[d]).map_err(|_| wrong())?;
            }
        }
        if D > 0 && steps[D - 1] != 1 {
            return Err(wrong());
        }
        Shape::with_strides(known, steps, tile)
    }

    impl<'a, T, const D: usize> TiledArray<'a, T, D>
    where
        Dim<[usize; D]>: Dimension,
    {
        /// An array over an `ndarray` array or view, row-major (rows may have gaps
        /// between them).
        ///
        /// # Errors
        /// As for [`from_vec`](TiledArray::from_vec), and a layout that is not row-major.
        pub fn from_ndarray_mut<S: DataMut<Elem = T>>(
            array: &'a mut ArrayBase<S, Dim<[usize; D]>>,
            tile: [usize; D],
        ) -> Result<Self, ArrayError> {
            let mut view: ArrayViewMut<'a, T, Dim<[usize; D]>> = array.view_mut();
            let shape = shape_of(view.shape(), view.strides(), tile)?;
            // SAFETY: a mutable view reaches each index's own element, exclusively, for 'a.
            Ok(unsafe { TiledArray::from_raw(view.as_mut_ptr(), shape) })
        }

        /// An array over an `ndarray` array or view that tasks only read.
        ///
        /// # Errors
        /// As for [`from_ndarray_mut`](TiledArray::from_ndarray_mut).
        pub fn from_ndarray<S: Data<Elem = T>>(
            array: &'a ArrayBase<S, Dim<[usize; D]>>,
            tile: [usize; D],
        ) -> Result<Self, ArrayError> {
            let shape = shape_of(array.shape(), array.strides(), tile)?;
            // SAFETY: every index leads to an element, borrowed for 'a.
            Ok(unsafe { TiledArray::from_raw_shared(array.as_ptr(), shape) })
        }
    }
}
