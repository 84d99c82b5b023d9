//! Arrays that a body uses as a whole: passed to a function, iterated over, printed. And the struct
//! whose methods a body calls.

use std::ops::{Deref, DerefMut};

use crate::graph::geometry::{Geometry, View};

/// A raw handle to a place that a body borrows as a whole.
pub struct Whole<T: ?Sized> {
    place: *mut T,
}

impl<T: ?Sized> Clone for Whole<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized> Copy for Whole<T> {}
// SAFETY: as for `Flat`: use is ordered by the task graph, and the value may cross threads.
unsafe impl<T: Send + Sync + ?Sized> Send for Whole<T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync + ?Sized> Sync for Whole<T> {}

/// A handle to the place behind the pointer.
#[inline]
pub fn whole<T: ?Sized>(place: *const T) -> Whole<T> {
    Whole {
        place: place.cast_mut(),
    }
}

impl<T: ?Sized> Whole<T> {
    /// The place, to read.
    ///
    /// # Safety
    /// The place is live and stays so for `'a`; no task that writes it runs meanwhile.
    #[must_use]
    pub unsafe fn get<'a>(self) -> &'a T {
        // SAFETY: the caller's promise.
        unsafe { &*self.place }
    }

    /// The place, to write.
    ///
    /// # Safety
    /// As for [`get`](Self::get), and no other task uses it meanwhile: the task declared the
    /// whole array.
    #[must_use]
    pub unsafe fn get_mut<'a>(self) -> &'a mut T {
        // SAFETY: the caller's promise.
        unsafe { &mut *self.place }
    }

    /// The place, for a body that also reaches it through a struct around it: no reference lasts from
    /// one use to the next.
    ///
    /// # Safety
    /// As for [`get_mut`](Self::get_mut), at each use.
    #[must_use]
    pub unsafe fn anew(self) -> Anew<T> {
        Anew { place: self.place }
    }
}

/// A place that is referred to anew at each use.
///
/// A reference to all of a struct forbids writing to the struct while it lasts, and tasks do write to
/// its fields: those of the same body, and before the body runs other ones.
pub struct Anew<T: ?Sized> {
    place: *mut T,
}

/// A handle to the value whose methods a body calls.
///
/// # Safety
/// The value is live as long as the handle is used, and what refers to it at the same time refers to it
/// to read.
#[inline]
pub unsafe fn anew<T: Sync + ?Sized>(place: *const T) -> Anew<T> {
    Anew {
        place: place.cast_mut(),
    }
}

impl<T: ?Sized> Clone for Anew<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized> Copy for Anew<T> {}
// SAFETY: `anew` hands out a handle to read, as `&T` is; that of `Whole::anew` is made where it is used.
unsafe impl<T: Sync + ?Sized> Send for Anew<T> {}
// SAFETY: as above.
unsafe impl<T: Sync + ?Sized> Sync for Anew<T> {}

impl<T: ?Sized> Deref for Anew<T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: live, and not written meanwhile, by the maker's contract.
        unsafe { &*self.place }
    }
}

impl<T: ?Sized> DerefMut for Anew<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as above; emitted code holds a handle to be written only of `Whole::anew`.
        unsafe { &mut *self.place }
    }
}

/// Holds that a body leaves an array's elements where they are: other tasks know them by their addresses.
///
/// Dropped at the body's end, it panics where they are elsewhere, or are more or fewer.
#[must_use]
pub struct Unmoved<T: ?Sized, V: View, F: Fn(*const T) -> V> {
    name: &'static str,
    place: Whole<T>,
    view: F,
    before: Geometry,
}

/// Looks where the elements of the array behind `place` are.
///
/// # Safety
/// The place is live as long as what is returned; until that is dropped only the calling body uses it.
pub unsafe fn unmoved<T: ?Sized, V: View, F: Fn(*const T) -> V>(
    name: &'static str,
    place: Whole<T>,
    view: F,
) -> Unmoved<T, V, F> {
    let before = view(place.place).geometry();
    Unmoved {
        name,
        place,
        view,
        before,
    }
}

impl<T: ?Sized, V: View, F: Fn(*const T) -> V> Drop for Unmoved<T, V, F> {
    fn drop(&mut self) {
        let now = (self.view)(self.place.place).geometry();
        let same = (now.base, &now.extents) == (self.before.base, &self.before.extents);
        assert!(
            same || std::thread::panicking(),
            "hp5: this task moved the elements of `{0}`, or made it longer or shorter, in a function whose \
             code is not in this file; other tasks know the elements of `{0}` by their addresses. Do so \
             between tasks, after `#[hp5::task_wait]`",
            self.name
        );
    }
}
