//! Arrays that begin at a page, as the peers' do: the inner kernels' vector loads would
//! otherwise cross cache lines here and not there.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

const PAGE: usize = 4096;

#[derive(Clone, Copy)]
#[repr(C, align(4096))]
struct Page([u8; PAGE]);

/// Types whose values may have any bit pattern, zero at first.
pub trait Plain: Copy {}
impl Plain for u8 {}
impl Plain for i32 {}
impl Plain for f64 {}

/// An array of `len` elements from a page's beginning, of zeros at first.
pub struct Room<T> {
    pages: Vec<Page>,
    len: usize,
    of: PhantomData<T>,
}

impl<T: Plain> Room<T> {
    pub fn new(len: usize) -> Room<T> {
        let bytes = len * size_of::<T>();
        Room {
            pages: vec![Page([0; PAGE]); bytes.div_ceil(PAGE)],
            len,
            of: PhantomData,
        }
    }
}

impl<T: Plain> Deref for Room<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        // SAFETY: the pages hold `len` elements (`new`), aligned; any bits are a `Plain`.
        unsafe { std::slice::from_raw_parts(self.pages.as_ptr().cast(), self.len) }
    }
}

impl<T: Plain> DerefMut for Room<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.pages.as_mut_ptr().cast(), self.len) }
    }
}
