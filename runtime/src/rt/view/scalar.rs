//! Scalars (and values used as a whole) that tasks write.

use std::fmt;
use std::ops::{Deref, DerefMut};

use crate::graph::geometry::{Extents, Geometry, View};

/// A view of one value; its key is its address.
pub struct Scalar<T> {
    value: *mut T,
}

impl<T> Clone for Scalar<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Scalar<T> {}
// SAFETY: as for `Flat`.
unsafe impl<T: Send + Sync> Send for Scalar<T> {}
// SAFETY: as for `Flat`.
unsafe impl<T: Send + Sync> Sync for Scalar<T> {}

/// A view of the value at `place`.
///
/// # Safety
/// The value stays where it is as long as the view is used, and tasks use it as declared.
#[inline]
pub unsafe fn scalar<T>(place: *const T) -> Scalar<T> {
    Scalar {
        value: place.cast_mut(),
    }
}

impl<T> Scalar<T> {
    /// Where the value is.
    #[must_use]
    pub fn place(&self) -> *mut T {
        self.value
    }
}

impl<T> Deref for Scalar<T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: live by `scalar`'s contract; writers are kept away by the graph.
        unsafe { &*self.value }
    }
}

impl<T> DerefMut for Scalar<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: live as above; the task declared that it writes the value.
        unsafe { &mut *self.value }
    }
}

/// `println!("{x}")` names the view: it is written as its value is.
macro_rules! written {
    ($($how:ident)*) => {$(
        impl<T: fmt::$how> fmt::$how for Scalar<T> {
            fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::$how::fmt(&**self, to)
            }
        }
    )*};
}
written!(Debug Display LowerExp LowerHex UpperHex Binary);

impl<T> View for Scalar<T> {
    fn geometry(&self) -> Geometry {
        Geometry {
            base: self.value as usize,
            bytes: size_of::<T>().max(1),
            extents: Extents::new(),
            element_bytes: size_of::<T>(),
            linear: false,
            open: false,
            cells: 0,
        }
    }
}
