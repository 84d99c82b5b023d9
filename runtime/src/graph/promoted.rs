//! Promotion: values of generating code that live until the region's graph is done.
//!
//! AceMesh, "Lifetime extension": a local that deferred tasks use moves into a pool that
//! belongs to the graph. A handle that goes out of scope only marks its value; the pool
//! frees marked values after a wait, and all of them at the region's end.

use std::cell::Cell;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// A promoted value; behaves like the value.
pub struct Kept<T> {
    value: *mut T,
    released: Rc<Cell<bool>>,
}

impl<T> Kept<T> {
    /// Where the value is: `scalar(tmp.place())`, and storage of kept arrays.
    #[must_use]
    pub fn place(&self) -> *const T {
        self.value
    }

    /// Gives the handle up but not the value, which stays until the region ends.
    #[must_use]
    pub fn until_the_end(self) -> *mut T {
        let mut this = std::mem::ManuallyDrop::new(self);
        // SAFETY: `this` is neither used nor dropped afterwards, so the count goes down once.
        unsafe { std::ptr::drop_in_place(&raw mut this.released) };
        this.value
    }
}

impl<T> Deref for Kept<T> {
    type Target = T;
    fn deref(&self) -> &T {
        // SAFETY: the pool owns the box and frees it only after `released` is set, which
        // `drop` of this handle does, or at the region's end, which the borrow of the
        // region by generating code outlives.
        unsafe { &*self.value }
    }
}

impl<T> DerefMut for Kept<T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as in `deref`; the handle is the value's only name in generating code,
        // and the front end puts a wait before code that touches what tasks use.
        unsafe { &mut *self.value }
    }
}

impl<T> Drop for Kept<T> {
    fn drop(&mut self) {
        self.released.set(true);
    }
}

struct Entry {
    value: *mut (),
    free: unsafe fn(*mut ()),
    /// `None`: it never had a handle.
    released: Option<Rc<Cell<bool>>>,
}

impl Entry {
    fn is_released(&self) -> bool {
        self.released.as_ref().is_none_or(|released| released.get())
    }
}

/// The promoted values of one region.
#[derive(Default)]
pub(crate) struct PromotedPool {
    entries: Vec<Entry>,
    /// How many of them never had a handle.
    lent: usize,
}

// SAFETY: a pool moves to another thread only when the body that made its handles has
// ended (`Region::leave_to_workers`), so no handle shares the `Rc` flags any more; the
// values themselves are Send (`keep` asks for it).
unsafe impl Send for PromotedPool {}

impl PromotedPool {
    /// It has no value.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Takes a value in.
    pub(crate) fn keep<T: Send>(&mut self, value: T) -> Kept<T> {
        let released = Rc::new(Cell::new(false));
        let value = self.take(value, Some(released.clone()));
        Kept { value, released }
    }

    /// Takes a value in that tasks use until the next sweep.
    pub(crate) fn lend<T: Send>(&mut self, value: T) -> *const T {
        self.lent += 1;
        self.take(value, None)
    }

    fn take<T: Send>(&mut self, value: T, released: Option<Rc<Cell<bool>>>) -> *mut T {
        /// # Safety
        /// `value` came from `Box::<T>::into_raw` and is freed once.
        unsafe fn free<T>(value: *mut ()) {
            // SAFETY: by the function's contract.
            drop(unsafe { Box::from_raw(value.cast::<T>()) });
        }
        let value = Box::into_raw(Box::new(value));
        self.entries.push(Entry {
            value: value.cast(),
            free: free::<T>,
            released,
        });
        value
    }

    /// How many values were lent since the last sweep.
    pub(crate) fn lent(&self) -> usize {
        self.lent
    }

    /// Frees the values whose handles are gone; no task may be in flight.
    pub(crate) fn sweep(&mut self) {
        self.lent = 0;
        self.entries.retain(|entry| {
            let gone = entry.is_released();
            if gone {
                // SAFETY: the entry leaves the pool, so this is the one call; see `Entry`.
                unsafe { (entry.free)(entry.value) };
            }
            !gone
        });
    }
}

impl Drop for PromotedPool {
    fn drop(&mut self) {
        for entry in self.entries.drain(..) {
            // SAFETY: as in `sweep`; the graph is done.
            unsafe { (entry.free)(entry.value) };
        }
    }
}
