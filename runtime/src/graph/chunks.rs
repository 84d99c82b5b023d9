//! A list that grows in pieces: what stands in it does not move, and memory that was used once is used again.

use std::ops::{Index, IndexMut};

/// Elements of a piece.
const EACH: usize = 256;

/// A list of elements by number.
pub(super) struct Chunks<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Chunks {
            chunks: Vec::new(),
            len: 0,
        }
    }
}

impl<T> Chunks<T> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// For how many there is memory.
    pub(super) fn capacity(&self) -> usize {
        self.chunks.len() * EACH
    }

    #[inline]
    pub(super) fn push(&mut self, element: T) {
        let chunk = self.len / EACH;
        if chunk == self.chunks.len() {
            self.chunks.push(Vec::with_capacity(EACH));
        }
        self.chunks[chunk].push(element);
        self.len += 1;
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flatten()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.chunks.iter_mut().flatten()
    }

    /// Empties the list, and keeps memory for so many.
    pub(super) fn clear(&mut self, most: usize) {
        self.chunks.truncate(most.div_ceil(EACH));
        let used = self.chunks.iter_mut().take(self.len.div_ceil(EACH));
        used.for_each(Vec::clear);
        self.len = 0;
    }
}

impl<T> Index<u32> for Chunks<T> {
    type Output = T;
    #[inline]
    fn index(&self, n: u32) -> &T {
        &self.chunks[n as usize / EACH][n as usize % EACH]
    }
}

impl<T> IndexMut<u32> for Chunks<T> {
    #[inline]
    fn index_mut(&mut self, n: u32) -> &mut T {
        &mut self.chunks[n as usize / EACH][n as usize % EACH]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_stay_where_they_are_and_memory_is_used_again() {
        let mut list = Chunks::default();
        list.push(0);
        let first = std::ptr::from_ref(&list[0]);
        (1..3_000).for_each(|n| list.push(n));
        assert!(list.iter().copied().eq(0..3_000) && list.len() == 3_000);
        assert_eq!(std::ptr::from_ref(&list[0]), first);
        list[700] += 1;
        assert_eq!(list[700], 701);
        list.clear(1_000);
        assert_eq!((list.len(), list.capacity()), (0, 1_024));
        list.push(5);
        assert_eq!((std::ptr::from_ref(&list[0]), list[0]), (first, 5));
        assert_eq!(list.iter_mut().count(), 1);
    }
}
