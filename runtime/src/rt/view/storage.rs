//! Containers of contiguous elements, read through a raw pointer to the container.

use crate::rt::Kept;

/// A container whose elements lie side by side: `Vec`, slices, arrays, boxes, and
/// references to them.
#[diagnostic::on_unimplemented(
    message = "a task indexes a `{Self}`, whose elements are not known by address",
    label = "no slice, vector or fixed array",
    note = "use it as a whole in the task: `x.get(i)` in the place of `x[i]`"
)]
pub trait Storage {
    /// Element type.
    type Elem;
    /// First element and number of elements.
    ///
    /// # Safety
    /// `this` points to a live container. The result is good for writing only where the
    /// container may be written; no reference to the container or its elements is made
    /// that would conflict with tasks using other elements.
    unsafe fn parts(this: *const Self) -> (*mut Self::Elem, usize);
}

impl<T> Storage for [T] {
    type Elem = T;
    #[inline(always)]
    unsafe fn parts(this: *const Self) -> (*mut T, usize) {
        (this.cast::<T>().cast_mut(), this.len())
    }
}

impl<T, const N: usize> Storage for [T; N] {
    type Elem = T;
    #[inline(always)]
    unsafe fn parts(this: *const Self) -> (*mut T, usize) {
        (this.cast::<T>().cast_mut(), N)
    }
}

impl<T> Storage for Vec<T> {
    type Elem = T;
    #[inline(always)]
    unsafe fn parts(this: *const Self) -> (*mut T, usize) {
        // SAFETY: the caller's promise; only the header is referred to, which tasks never write.
        let vec = unsafe { &*this };
        (vec.as_ptr().cast_mut(), vec.len())
    }
}

/// Containers that are a pointer to another container: the pointer is copied, not reborrowed.
macro_rules! pointer_to_storage {
    ($($t:ty),*) => {$(
        impl<X: Storage + ?Sized> Storage for $t {
            type Elem = X::Elem;
            #[inline(always)]
            unsafe fn parts(this: *const Self) -> (*mut X::Elem, usize) {
                // SAFETY: references and boxes of sized and unsized types have the layout of
                // the raw pointer; the container behind lives as the caller promises.
                unsafe { X::parts(*this.cast::<*const X>()) }
            }
        }
    )*};
}
pointer_to_storage!(&X, &mut X, Box<X>);

impl<X: Storage> Storage for Kept<X> {
    type Elem = X::Elem;
    #[inline(always)]
    unsafe fn parts(this: *const Self) -> (*mut X::Elem, usize) {
        // SAFETY: `this` is live; the kept value is live as long as its region.
        unsafe { X::parts((*this).place()) }
    }
}
