//! Where the elements of a part are, and nothing else: what loops that were checked before use of
//! it ([`crate::Seen::ground`]).
//!
//! It is copied to the beginning of such loops, which stand in a function of their own ([`alone`]):
//! then compilers know that nothing in the loops changes it, and that registers are for nothing
//! but the loops.

use std::ops::Deref;

use crate::Seen;

/// A part of an array of `N` dimensions, as far as subscripts need it.
#[derive(Debug)]
pub struct Ground<T, const N: usize> {
    /// Where the element with all indices 0 is or would be.
    origin: *mut T,
    strides: [i64; N],
    /// The least indices.
    pub(crate) low: [i64; N],
    /// The greatest ones.
    pub(crate) high: [i64; N],
    /// Numbers of indices from least to greatest, where these have so many bits.
    widths: [u32; N],
    /// Where the element with the least indices is or would be.
    corner: *mut T,
}

impl<T, const N: usize> Clone for Ground<T, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const N: usize> Copy for Ground<T, N> {}

impl<T, const N: usize> Ground<T, N> {
    /// A part between these indices.
    pub(crate) fn new(
        origin: *mut T,
        strides: [i64; N],
        (low, high): ([i64; N], [i64; N]),
    ) -> Ground<T, N> {
        let width = |d: usize| u32::try_from(high[d] - low[d] + 1).unwrap_or(0);
        let mut ground = Ground {
            origin,
            strides,
            low,
            high,
            widths: std::array::from_fn(width),
            corner: origin,
        };
        ground.corner = ground.within(low);
        ground
    }

    /// See [`Seen::near`]. What is below the least index wraps to more than any width.
    #[inline(always)]
    pub(crate) fn near(&self, indices: [i32; N]) -> Option<*mut T> {
        let beside: [u32; N] =
            std::array::from_fn(|d| indices[d].wrapping_sub(self.low[d] as i32).cast_unsigned());
        let mut inside = beside.iter().zip(&self.widths);
        let all = inside.all(|(beside, width)| beside < width);
        let offset = || self.offset(&beside.map(i64::from)) as isize;
        all.then(|| self.corner.wrapping_offset(offset()))
    }

    /// See [`Seen::within`].
    #[inline(always)]
    pub(crate) fn within(&self, indices: [i64; N]) -> *mut T {
        self.origin.wrapping_offset(self.offset(&indices) as isize)
    }

    #[inline(always)]
    fn offset(&self, indices: &[i64; N]) -> i64 {
        let mut offset = indices[N - 1];
        for (index, stride) in indices.iter().zip(&self.strides).take(N - 1) {
            offset += index * stride;
        }
        offset
    }
}

/// The same with all else that an LPU sees of the array, for what loops seldom come to.
#[derive(Debug, Clone, Copy)]
pub struct Bare<'s, T, const N: usize> {
    ground: Ground<T, N>,
    seen: &'s Seen<T, N>,
}

impl<'s, T, const N: usize> Bare<'s, T, N> {
    pub(crate) fn new(ground: Ground<T, N>, seen: &'s Seen<T, N>) -> Self {
        Bare { ground, seen }
    }

    /// See [`Seen::near`].
    #[inline(always)]
    #[must_use]
    pub fn near(&self, indices: [i32; N]) -> Option<*mut T> {
        self.ground.near(indices)
    }

    /// See [`Seen::within`].
    #[inline(always)]
    #[must_use]
    pub fn within(&self, indices: [i64; N]) -> *mut T {
        self.ground.within(indices)
    }

    /// See [`Seen::low`].
    #[inline(always)]
    #[must_use]
    pub fn low(&self, d: usize) -> i64 {
        self.ground.low[d]
    }

    /// See [`Seen::high`].
    #[inline(always)]
    #[must_use]
    pub fn high(&self, d: usize) -> i64 {
        self.ground.high[d]
    }
}

impl<T, const N: usize> Deref for Bare<'_, T, N> {
    type Target = Seen<T, N>;

    fn deref(&self) -> &Seen<T, N> {
        self.seen
    }
}

/// Does something in a function of its own.
#[inline(never)]
pub fn alone<R>(body: impl FnOnce() -> R) -> R {
    body()
}
