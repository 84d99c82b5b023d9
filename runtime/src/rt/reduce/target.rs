//! What parts are folded into: a value, or all elements of an array.

use crate::graph::geometry::View;
use crate::rt::reduce::ReduceOp;
use crate::rt::view::{Flat, Nested2, Nested3, Scalar, Storage};

/// What the parts of tasks are folded into.
pub trait Target<O>: View + Copy {
    /// A task's own: a value, or an array of the same lengths.
    type Part: Send;

    /// One that changes nothing. It looks at lengths, and at no element.
    fn neutral(&self) -> Self::Part;

    /// Folds a part in, which is of later tasks.
    ///
    /// # Safety
    /// The caller's task declared that it updates all of it.
    unsafe fn fold(&self, part: Self::Part);
}

impl<O: ReduceOp<T>, T: Send> Target<O> for Scalar<T> {
    type Part = T;

    #[inline]
    fn neutral(&self) -> T {
        O::identity()
    }

    unsafe fn fold(&self, part: T) {
        // SAFETY: by the contract; the value lives as the view says.
        unsafe { fold_at::<O, T>(self.place(), part) };
    }
}

impl<O: ReduceOp<T>, T: Send> Target<O> for Flat<T> {
    type Part = Vec<T>;

    fn neutral(&self) -> Vec<T> {
        (0..self.len()).map(|_| O::identity()).collect()
    }

    unsafe fn fold(&self, part: Vec<T>) {
        let first = self.first();
        for (n, own) in part.into_iter().take(self.len()).enumerate() {
            // SAFETY: by the contract; one of the elements.
            unsafe { fold_at::<O, T>(first.add(n), own) };
        }
    }
}

impl<O: ReduceOp<R::Elem>, R: Storage<Elem: Send>> Target<O> for Nested2<R> {
    type Part = Vec<Vec<R::Elem>>;

    fn neutral(&self) -> Self::Part {
        let rows = (0..self.len()).map(|i| self.row(i));
        rows.map(|row| Target::<O>::neutral(&row)).collect()
    }

    unsafe fn fold(&self, part: Self::Part) {
        for (i, own) in part.into_iter().take(self.len()).enumerate() {
            // SAFETY: handed on.
            unsafe { Target::<O>::fold(&self.row(i), own) };
        }
    }
}

impl<O, P> Target<O> for Nested3<P>
where
    P: Storage<Elem: Storage<Elem: Send>>,
    O: ReduceOp<<P::Elem as Storage>::Elem>,
{
    type Part = Vec<Vec<Vec<<P::Elem as Storage>::Elem>>>;

    fn neutral(&self) -> Self::Part {
        let planes = (0..self.len()).map(|i| self.plane(i));
        planes.map(|plane| Target::<O>::neutral(&plane)).collect()
    }

    unsafe fn fold(&self, part: Self::Part) {
        for (i, own) in part.into_iter().take(self.len()).enumerate() {
            // SAFETY: handed on.
            unsafe { Target::<O>::fold(&self.plane(i), own) };
        }
    }
}

/// Puts the neutral element where a value was taken out, when the operator panics.
struct Taken<O: ReduceOp<T>, T>(*mut T, std::marker::PhantomData<O>);

impl<O: ReduceOp<T>, T> Drop for Taken<O, T> {
    fn drop(&mut self) {
        // SAFETY: the place is writable, and holds nothing (`fold_at`).
        unsafe { self.0.write(O::identity()) };
    }
}

/// `*place = combine(*place, part)`.
///
/// # Safety
/// A value is at the place, which nobody else uses.
unsafe fn fold_at<O: ReduceOp<T>, T>(place: *mut T, part: T) {
    // SAFETY: the contract. The value is moved out, and one is there again at the end, also when the
    // operator panics.
    unsafe {
        let value = place.read();
        let taken = Taken::<O, T>(place, std::marker::PhantomData);
        let folded = O::combine(value, part);
        std::mem::forget(taken);
        place.write(folded);
    }
}
