//! Capturing names by value, without knowing their types.
//!
//! Emitted code cannot tell a `usize` from a `String`: these macros choose by autoref
//! specialisation. `cap!(x)` is the value of a `Copy` type, else a shared reference (the
//! variable is declared outside the region and outlives it); `cap_owned!(x)` is the value,
//! else a clone (the variable is declared in generating code and may be gone when the task
//! runs).

/// Carrier of the specialisation; see the module.
pub struct Captured<'a, T>(pub &'a T);

/// Chosen first: the value itself.
pub trait ByValue<T> {
    /// The value.
    fn hp5_capture(&self) -> T;
    /// The value.
    fn hp5_capture_owned(&self) -> T;
}

impl<T: Copy> ByValue<T> for &Captured<'_, T> {
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

impl<'r, T: 'r> ByReference<'r, T> for Captured<'_, T> {
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

impl<T: Clone> ByClone<T> for Captured<'_, T> {
    #[inline]
    fn hp5_capture_owned(&self) -> T {
        self.0.clone()
    }
}

/// See [`capture`](crate::rt::capture).
#[doc(hidden)]
#[macro_export]
macro_rules! __hp5_cap {
    ($x:expr) => {{
        #[allow(unused_imports)]
        use $crate::rt::capture::{ByReference as _, ByValue as _, Captured};
        (&&Captured(&$x)).hp5_capture()
    }};
}

/// See [`capture`](crate::rt::capture).
#[doc(hidden)]
#[macro_export]
macro_rules! __hp5_cap_owned {
    ($x:expr) => {{
        #[allow(unused_imports)]
        use $crate::rt::capture::{ByClone as _, ByValue as _, Captured};
        (&&Captured(&$x)).hp5_capture_owned()
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

    fn generic<T: Copy + std::ops::Add<Output = T>>(x: T) -> T {
        let y: T = crate::rt::cap!(x);
        y + x
    }

    #[test]
    fn in_generic_functions() {
        assert!((generic(1.5) - 3.0_f64).abs() < 1e-15);
    }
}
