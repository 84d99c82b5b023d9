//! Bytes that one thread made for shapes of tasks and may need again: most tasks of a trace share
//! theirs with others.

use crate::record::compact::NONE;

/// Shapes whose bytes a thread has at hand, at most; a power of two.
const PLACES: usize = 4096;

/// Bytes from which on all are made anew.
const ENOUGH: usize = 1 << 20;

/// Bytes by shape; `T` says where in `bytes` those of a shape are. Each shape has one place, which
/// another one may take.
pub(super) struct Recent<T> {
    pub(super) bytes: Vec<u8>,
    /// The shape that stands there, or [`NONE`].
    places: Vec<(u32, T)>,
}

impl<T: Copy + Default> Recent<T> {
    /// For so many shapes.
    pub(super) fn new(shapes: usize) -> Self {
        let places = shapes.next_power_of_two().min(PLACES);
        Recent {
            bytes: Vec::new(),
            places: vec![(NONE, T::default()); places],
        }
    }

    /// Where the bytes of `shape` are; `make` appends them if they are not at hand.
    #[inline]
    pub(super) fn find(&mut self, shape: u32, make: impl FnOnce(&mut Vec<u8>) -> T) -> T {
        let place = shape as usize & (self.places.len() - 1);
        let (there, at) = self.places[place];
        if there == shape {
            return at;
        }
        if self.bytes.len() > ENOUGH {
            self.bytes.clear();
            self.places.fill((NONE, T::default()));
        }
        let at = make(&mut self.bytes);
        self.places[place] = (shape, at);
        at
    }
}
