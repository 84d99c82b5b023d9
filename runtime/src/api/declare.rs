//! What a task declares, as types: the tuple of declarations decides the tuple of views.

use super::tile::Spot;
use super::views::{Partial, TileMut, TileRef};

/// One declaration of a task, which its body sees as one view.
pub trait Declared: private::Sealed {
    /// What the body gets.
    type View<'t>;
    #[doc(hidden)]
    /// # Safety
    /// Called in the body of the task that made the declaration, once in each of its runs;
    /// `'t` ends with it (for a composite, with its graph).
    unsafe fn open<'t>(self) -> Self::View<'t>;
}

/// A tile that is read.
pub struct Read<T, const D: usize>(pub(super) Spot<T, D>);
/// A tile that is written, updated, or updated commutatively.
pub struct Write<T, const D: usize>(pub(super) Spot<T, D>);
/// Several tiles that are read.
pub struct ReadMany<T, const D: usize>(pub(super) Vec<Spot<T, D>>);
/// Several tiles that are written.
pub struct WriteMany<T, const D: usize>(pub(super) Vec<Spot<T, D>>);
/// A partial result.
pub struct Reduce<T>(pub(super) *mut T);

// SAFETY: a declaration moves to the task's body as the view that it becomes.
unsafe impl<T: Send + Sync, const D: usize> Send for Read<T, D> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync, const D: usize> Send for Write<T, D> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync, const D: usize> Send for ReadMany<T, D> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync, const D: usize> Send for WriteMany<T, D> {}
// SAFETY: as above.
unsafe impl<T: Send> Send for Reduce<T> {}

macro_rules! clones {
    ($($name:ident)*) => {$(
        impl<T, const D: usize> Clone for $name<T, D> {
            fn clone(&self) -> Self {
                $name(self.0.clone())
            }
        }
    )*};
}
// Of bodies that run again. A partial result is put once: `Reduce` is no part of them.
clones! { Read Write ReadMany WriteMany }

mod private {
    pub trait Sealed {}
    impl<T, const D: usize> Sealed for super::Read<T, D> {}
    impl<T, const D: usize> Sealed for super::Write<T, D> {}
    impl<T, const D: usize> Sealed for super::ReadMany<T, D> {}
    impl<T, const D: usize> Sealed for super::WriteMany<T, D> {}
    impl<T> Sealed for super::Reduce<T> {}
}

impl<T, const D: usize> Declared for Read<T, D> {
    type View<'t> = TileRef<'t, T, D>;
    unsafe fn open<'t>(self) -> TileRef<'t, T, D> {
        // SAFETY: by the trait's contract.
        unsafe { TileRef::new(self.0.part()) }
    }
}

impl<T, const D: usize> Declared for Write<T, D> {
    type View<'t> = TileMut<'t, T, D>;
    unsafe fn open<'t>(self) -> TileMut<'t, T, D> {
        // SAFETY: by the trait's contract.
        unsafe { TileMut::new(self.0.part()) }
    }
}

impl<T, const D: usize> Declared for ReadMany<T, D> {
    type View<'t> = Vec<TileRef<'t, T, D>>;
    unsafe fn open<'t>(self) -> Vec<TileRef<'t, T, D>> {
        // SAFETY: by the trait's contract.
        self.0
            .into_iter()
            .map(|spot| unsafe { TileRef::new(spot.part()) })
            .collect()
    }
}

impl<T, const D: usize> Declared for WriteMany<T, D> {
    type View<'t> = Vec<TileMut<'t, T, D>>;
    unsafe fn open<'t>(self) -> Vec<TileMut<'t, T, D>> {
        // SAFETY: by the trait's contract; no tile is among them twice (`Task::claim`).
        self.0
            .into_iter()
            .map(|spot| unsafe { TileMut::new(spot.part()) })
            .collect()
    }
}

impl<T> Declared for Reduce<T> {
    type View<'t> = Partial<'t, T>;
    unsafe fn open<'t>(self) -> Partial<'t, T> {
        // SAFETY: by the trait's contract; the slot is this task's.
        unsafe { Partial::new(self.0) }
    }
}

/// All declarations of a task: a tuple of up to 8.
pub trait Declarations {
    /// The tuple of views.
    type Views<'t>;
    #[doc(hidden)]
    /// # Safety
    /// As for [`Declared::open`].
    unsafe fn open_all<'t>(self) -> Self::Views<'t>;
}

/// A tuple with room for one more declaration.
pub trait And<X> {
    /// The longer tuple.
    type Longer;
    #[doc(hidden)]
    fn and(self, more: X) -> Self::Longer;
}

macro_rules! tuples {
    ($($($name:ident)*;)*) => {$(
        impl<$($name: Declared),*> Declarations for ($($name,)*) {
            type Views<'t> = ($($name::View<'t>,)*);
            #[allow(non_snake_case, clippy::unused_unit, unused_unsafe)]
            unsafe fn open_all<'t>(self) -> Self::Views<'t> {
                let ($($name,)*) = self;
                // SAFETY: by the trait's contract.
                unsafe { ($($name.open(),)*) }
            }
        }
    )*};
    (@and $($($name:ident)*;)*) => {$(
        impl<$($name,)* X> And<X> for ($($name,)*) {
            type Longer = ($($name,)* X,);
            #[allow(non_snake_case)]
            fn and(self, more: X) -> Self::Longer {
                let ($($name,)*) = self;
                ($($name,)* more,)
            }
        }
    )*};
}
tuples! {
    ; A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H;
}
tuples! {
    @and ; A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G;
}
