//! Arrays that a body uses as a whole: passed to a function, iterated over, printed.

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
}
