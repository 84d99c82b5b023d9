//! The tiles of a task in registration: a few in place, more in a vector.

use std::ops::{Deref, DerefMut};

use crate::graph::task::{Access, INLINE_TILES};

/// A list of accesses that costs nothing to make, move and drop while it is short.
pub(crate) struct Tiles {
    near: [Access; INLINE_TILES],
    count: u8,
    /// All of them, once there are more than fit.
    #[expect(clippy::box_collection, reason = "one word while the list is short")]
    far: Option<Box<Vec<Access>>>,
}

impl Tiles {
    #[inline]
    pub(crate) fn new() -> Self {
        Tiles {
            near: [Access::NONE; INLINE_TILES],
            count: 0,
            far: None,
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, access: Access) {
        let n = usize::from(self.count);
        if n < INLINE_TILES {
            self.near[n] = access;
            self.count += 1;
        } else {
            self.push_far(access);
        }
    }

    #[cold]
    fn push_far(&mut self, access: Access) {
        self.far
            .get_or_insert_with(|| Box::new(self.near.to_vec()))
            .push(access);
    }

    /// Replaces the whole list.
    pub(crate) fn set(&mut self, list: Vec<Access>) {
        *self = Tiles::new();
        list.into_iter().for_each(|access| self.push(access));
    }
}

impl Deref for Tiles {
    type Target = [Access];
    #[inline]
    fn deref(&self) -> &[Access] {
        match &self.far {
            Some(far) => far,
            None => &self.near[..usize::from(self.count)],
        }
    }
}

impl DerefMut for Tiles {
    fn deref_mut(&mut self) -> &mut [Access] {
        match &mut self.far {
            Some(far) => far,
            None => &mut self.near[..usize::from(self.count)],
        }
    }
}
