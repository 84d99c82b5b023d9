//! Checked views as storage: generating code of composite tasks sees them by the arrays' names.

use super::Checked;
use crate::rt::view::{Grid, GridStorage, Layout, Nested2, Nested3, Nested4, NestedAs, Storage};

/// A checked view is storage as its view is: the region of a composite task checks for itself.
impl<V: Storage> Storage for Checked<'_, V> {
    type Elem = V::Elem;
    unsafe fn parts(this: *const Self) -> (*mut V::Elem, usize) {
        // SAFETY: `this` points to a checked view, so its field is a view.
        unsafe { V::parts(&raw const (*this).view) }
    }
}

macro_rules! nested_storage {
    ($($d:literal [$($generics:tt)*] $view:ty where $bound:ty: $storage:path;)*) => {$(
        impl<$($generics)*> NestedAs<$d> for Checked<'_, $view>
        where
            $bound: $storage,
        {
            type View = $view;
            unsafe fn view(this: *const Self) -> $view {
                // SAFETY: `this` points to a checked view, and views are Copy.
                unsafe { (*this).view }
            }
        }
    )*};
}
nested_storage! {
    2 [R, const TRUST: bool] Nested2<R, TRUST> where R: Storage;
    3 [P, const TRUST: bool] Nested3<P, TRUST> where P: Storage<Elem: Storage>;
    4 [B, const TRUST: bool] Nested4<B, TRUST> where B: Storage<Elem: Storage<Elem: Storage>>;
}

// SAFETY: the elements of a checked view are its view's.
unsafe impl<T, const D: usize, L: Layout<D>, const TRUST: bool> GridStorage<D>
    for Checked<'_, Grid<T, D, L, TRUST>>
{
    type Element = T;
    type Layout = L;
    unsafe fn parts(this: *const Self) -> (*mut T, [usize; D], L) {
        // SAFETY: `this` points to a checked view, so its field is a view.
        unsafe { <Grid<T, D, L, TRUST> as GridStorage<D>>::parts(&raw const (*this).view) }
    }
}
