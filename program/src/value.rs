//! Values that variables begin with, and lists.

use std::sync::Arc;

use crate::scalar::Same;
use crate::{Fault, Range};

/// Calls within calls of functions, at most: a stack is not for more.
pub const DEEPEST: u32 = 200;

/// What a variable is before anything is assigned to it: 0, FALSE, empty.
pub trait Zero {
    /// That value.
    fn zero() -> Self;
}

macro_rules! zero {
    ($($ty:ty: $value:expr;)*) => {$(
        impl Zero for $ty {
            #[inline]
            fn zero() -> Self {
                $value
            }
        }
    )*};
}

zero! {
    i32: 0;
    f32: 0.0;
    f64: 0.0;
    bool: false;
    u8: 0;
    String: String::new();
    Range: Range::empty();
}

impl<T: Zero, const N: usize> Zero for [T; N] {
    fn zero() -> Self {
        std::array::from_fn(|_| T::zero())
    }
}

impl<T: Zero, const N: usize> Zero for Box<[T; N]> {
    fn zero() -> Self {
        let elements: Box<[T]> = (0..N).map(|_| T::zero()).collect();
        match elements.try_into() {
            Ok(array) => array,
            Err(_) => unreachable!("there are N of them"),
        }
    }
}

impl<T: Same> Same for Box<T> {
    fn same(&self, other: &Self) -> bool {
        (**self).same(other)
    }
}

/// A list. Copies share their elements until one of them changes.
#[derive(Debug, Clone)]
pub struct List<T>(Arc<Vec<T>>);

impl<T> Zero for List<T> {
    fn zero() -> Self {
        List(Arc::new(Vec::new()))
    }
}

impl<T: Same> Same for List<T> {
    fn same(&self, other: &Self) -> bool {
        let equal = |(a, b): (&T, &T)| a.same(b);
        self.0.len() == other.0.len() && self.0.iter().zip(&*other.0).all(equal)
    }
}

impl<T> List<T> {
    /// `list.length`.
    #[must_use]
    pub fn length(&self) -> i32 {
        i32::try_from(self.0.len()).unwrap_or(i32::MAX)
    }

    /// An element.
    ///
    /// # Errors
    /// When there is none.
    #[inline]
    pub fn at(&self, index: i32) -> Result<&T, Fault> {
        Ok(&self.0[nth(index, self.0.len())?])
    }
}

impl<T: Clone> List<T> {
    /// An element, to be changed.
    ///
    /// # Errors
    /// When there is none.
    pub fn at_mut(&mut self, index: i32) -> Result<&mut T, Fault> {
        let index = nth(index, self.0.len())?;
        Ok(&mut Arc::make_mut(&mut self.0)[index])
    }

    /// `append(list, value)`.
    pub fn push(&mut self, value: T) {
        Arc::make_mut(&mut self.0).push(value);
    }
}

/// An index into `count` elements.
///
/// # Errors
/// When it is none.
#[inline]
pub fn nth(index: i32, count: usize) -> Result<usize, Fault> {
    let known = usize::try_from(index).ok().filter(|&at| at < count);
    known.ok_or(Fault::Element { index, count })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_values() {
        let mut list: List<i32> = List::zero();
        list.push(3);
        let before = list.clone();
        list.push(4);
        *list.at_mut(0).unwrap() = 5;
        assert_eq!((list.at(0), list.length()), (Ok(&5), 2));
        assert_eq!((before.at(0), before.length()), (Ok(&3), 1));
        assert_eq!(before.at(1), Err(Fault::Element { index: 1, count: 1 }));
        let large: Box<[[f64; 2]; 3]> = Zero::zero();
        assert!(large.same(&Box::new([[0.0; 2]; 3])));
    }
}
