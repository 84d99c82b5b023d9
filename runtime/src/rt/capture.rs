//! Capturing names by value, without knowing their types.
//!
//! Emitted code cannot tell a `usize` from a `String`: these macros choose by autoref
//! specialisation. `cap!(x)` is the value of a `Copy` type, else a shared reference (the
//! variable is declared outside the region and outlives it); `cap_owned!(x)` is the value,
//! else a clone (the variable is declared in generating code and may be gone when the task
//! runs). Tasks run at the same time on several threads, and those of a loop may share one body,
//! so whatever is captured is `Sync`, and what is moved `Send`. Where it is not, the last
//! choice is a method that nothing can call, whose message says what is wrong in hp5's words.

/// Carrier of the specialisation; see the module.
///
/// ```compile_fail
/// let count = std::rc::Rc::new(1);
/// let count = hp5::rt::cap!(count); // threads cannot share it
/// ```
///
/// ```compile_fail
/// let count = std::cell::Cell::new(1);
/// let count = hp5::rt::cap_owned!(count); // each task would count by itself
/// ```
pub struct Captured<'a, T>(pub &'a T);

/// Chosen first: the value itself.
pub trait ByValue<T> {
    /// The value.
    fn hp5_capture(&self) -> T;
    /// The value.
    fn hp5_capture_owned(&self) -> T;
}

impl<T: Copy + Send + Sync> ByValue<T> for &&Captured<'_, T> {
    #[inline]
    fn hp5_capture(&self) -> T {
        *self.0
    }
    #[inline]
    fn hp5_capture_owned(&self) -> T {
        *self.0
    }
}

/// Chosen for types that are not `Copy`.
pub trait ByReference<'r, T: 'r> {
    /// A reference that the region's lifetime rule makes good.
    fn hp5_capture(&self) -> &'r T;
}

impl<'r, T: Sync + 'r> ByReference<'r, T> for &Captured<'_, T> {
    #[inline]
    fn hp5_capture(&self) -> &'r T {
        let value: *const T = self.0;
        // SAFETY: `cap!` is written only for variables declared outside the region, by
        // code whose region waits for every task before it returns (`Region::drop`).
        unsafe { &*value }
    }
}

/// Chosen for types that are not `Copy`.
pub trait ByClone<T> {
    /// A clone.
    fn hp5_capture_owned(&self) -> T;
}

impl<T: Clone + Send + Sync> ByClone<T> for &Captured<'_, T> {
    #[inline]
    fn hp5_capture_owned(&self) -> T {
        self.0.clone()
    }
}

/// Chosen for `&mut` references, which bodies read through.
pub trait ByReborrow<'r, T: 'r> {
    /// A shared reference to the same place.
    fn hp5_capture_owned(&self) -> &'r T;
}

impl<'r, T: Sync + 'r> ByReborrow<'r, T> for &Captured<'_, &mut T> {
    #[inline]
    fn hp5_capture_owned(&self) -> &'r T {
        let place: *const T = &raw const **self.0;
        // SAFETY: as above: what the reference is to is declared outside the region or held until the
        // tasks that use it have ended, and tasks that write there come before or after.
        unsafe { &*place }
    }
}

/// Chosen when nothing else is: the value cannot be captured.
pub trait Refused<T> {
    /// No type has what this asks for.
    fn hp5_capture(&self) -> &'static T
    where
        T: ForTasks;
    /// No type has what this asks for.
    fn hp5_capture_owned(&self) -> T
    where
        T: ForTasksToOwn;
}

impl<T> Refused<T> for Captured<'_, T> {
    fn hp5_capture(&self) -> &'static T
    where
        T: ForTasks,
    {
        unreachable!("no type is `ForTasks`")
    }
    fn hp5_capture_owned(&self) -> T
    where
        T: ForTasksToOwn,
    {
        unreachable!("no type is `ForTasksToOwn`")
    }
}

/// What the message about a value that tasks cannot capture hangs on. No type implements it.
#[diagnostic::on_unimplemented(
    message = "hp5: a task uses a value of type `{Self}`, which threads cannot share",
    label = "this value is used by tasks, which run at the same time on several threads",
    note = "what tasks use must be `Sync`: for `Rc` take `Arc`, for `Cell` and `RefCell` an atomic or a `Mutex`, for a raw pointer the slice that it points into, and in a generic function bound the type by `Send + Sync`"
)]
pub trait ForTasks {}

/// As [`ForTasks`], for variables of generating code, of which a task takes a copy along.
#[diagnostic::on_unimplemented(
    message = "hp5: a task takes along a value of type `{Self}`, which cannot be cloned for it, or which threads cannot share",
    label = "this value is made between tasks, so a task that uses it takes a clone along",
    note = "such a value must be `Clone`, `Send` and `Sync`: for `Rc` take `Arc`, for `Cell` and `RefCell` an atomic or a `Mutex`; what cannot be cloned is declared before the region, and used by reference"
)]
pub trait ForTasksToOwn {}

/// A copy of what a body has captured, for one of its runs.
#[inline]
pub fn again<T: Clone>(captured: &T) -> T {
    captured.clone()
}

/// See [`capture`](crate::rt::capture).
#[doc(hidden)]
#[macro_export]
macro_rules! __hp5_cap {
    ($x:expr) => {{
        #[allow(unused_imports)]
        use $crate::rt::capture::{ByReference as _, ByValue as _, Captured, Refused as _};
        (&&&Captured(&$x)).hp5_capture()
    }};
}

/// See [`capture`](crate::rt::capture).
#[doc(hidden)]
#[macro_export]
macro_rules! __hp5_cap_owned {
    ($x:expr) => {{
        #[allow(unused_imports)]
        use $crate::rt::capture::{
            ByClone as _, ByReborrow as _, ByValue as _, Captured, Refused as _,
        };
        (&&&Captured(&$x)).hp5_capture_owned()
    }};
}

#[cfg(test)]
mod tests {
    #[test]
    fn copies_references_and_clones() {
        let n = 3_usize;
        let text = String::from("x");
        let slice: &[u8] = &[1, 2];
        let a: usize = crate::rt::cap!(n);
        let b: &String = crate::rt::cap!(text);
        let c: &[u8] = crate::rt::cap!(slice);
        let d: String = crate::rt::cap_owned!(text);
        let e: usize = crate::rt::cap_owned!(n);
        assert_eq!((a, b.as_str(), c.len(), d.as_str(), e), (3, "x", 2, "x", 3));
    }

    fn generic<T: Copy + Send + Sync + std::ops::Add<Output = T>>(
        x: T,
        words: &[String],
    ) -> (T, usize) {
        let y: T = crate::rt::cap!(x);
        let z: T = crate::rt::cap_owned!(x);
        let words: &[String] = crate::rt::cap!(words);
        (y + z, words.len())
    }

    /// Not `Copy`, whatever `T` is: captured by reference, or cloned.
    fn not_copy<T: Clone + Send + Sync + PartialEq>(x: T) -> bool {
        let all = vec![x];
        let by_reference: &Vec<T> = crate::rt::cap!(all);
        let by_clone: Vec<T> = crate::rt::cap_owned!(all);
        *by_reference == by_clone
    }

    #[test]
    fn in_generic_functions() {
        let words = [String::from("a"), String::from("b")];
        assert_eq!(generic(1.5_f64, &words), (3.0, 2));
        assert_eq!(generic(2_u8, &[]), (4, 0));
        assert!(not_copy(String::from("a")) && not_copy(1));
    }

    #[derive(Clone, Debug, PartialEq)]
    struct Named {
        name: String,
        weights: [f64; 2],
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Point {
        x: f64,
    }

    struct Opaque(u8);

    #[test]
    fn structs_fields_and_references() {
        let named = Named {
            name: "n".into(),
            weights: [1.0, 2.0],
        };
        let point = Point { x: 1.0 };
        let opaque = Opaque(7);
        let shared = &named;
        let by_reference: &Named = crate::rt::cap!(named);
        let field: &String = crate::rt::cap!(named.name);
        let weights: [f64; 2] = crate::rt::cap!(named.weights);
        let clone: Named = crate::rt::cap_owned!(named);
        let copy: Point = crate::rt::cap!(point);
        let reference: &Named = crate::rt::cap_owned!(shared);
        let neither: &Opaque = crate::rt::cap!(opaque);
        assert_eq!(
            (by_reference, field.as_str(), weights, reference),
            (&clone, "n", [1.0, 2.0], &named)
        );
        assert_eq!((copy.x, neither.0), (1.0, 7));
    }

    #[test]
    fn captured_references_outlive_the_block_that_captured_them() {
        let text = String::from("kept");
        let task: Box<dyn FnOnce() -> usize + Send> = {
            let text = crate::rt::cap!(text);
            Box::new(move || text.len())
        };
        assert_eq!(task(), 4);
    }
}
