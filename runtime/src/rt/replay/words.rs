//! Memory of the bodies that are written down: words one after the other, which stay where they
//! are, since tasks in flight run bodies in them.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};

use crate::sync::scaled;

/// Words per piece of memory: 256 KiB.
const CHUNK: usize = scaled(1 << 15, 4);

/// See the module's text.
#[derive(Default)]
pub(super) struct Words {
    chunks: Vec<*mut u64>,
    /// Chunks before this one are used, and so many words of it.
    at: usize,
    used: usize,
}

// SAFETY: bodies are Send, and a body is used by who owns its task, one after the other; words are
// given out by the thread that owns the tape.
unsafe impl Send for Words {}
// SAFETY: as above.
unsafe impl Sync for Words {}

impl Words {
    fn layout() -> Layout {
        Layout::array::<u64>(CHUNK).expect("smaller than the address space")
    }

    /// Where the next words are, and room for how many there is, `least` at least. They are in use
    /// when [`use_to`](Self::use_to) says so.
    pub(super) fn room(&mut self, least: usize) -> (*mut u64, usize) {
        debug_assert!(least <= CHUNK);
        if self.at < self.chunks.len() && CHUNK - self.used < least {
            (self.at, self.used) = (self.at + 1, 0);
        }
        if self.at == self.chunks.len() {
            self.grow();
        }
        (
            self.chunks[self.at].wrapping_add(self.used),
            CHUNK - self.used,
        )
    }

    #[cold]
    fn grow(&mut self) {
        // SAFETY: a chunk is larger than nothing.
        let chunk = unsafe { alloc(Words::layout()) };
        if chunk.is_null() {
            handle_alloc_error(Words::layout());
        }
        self.chunks.push(chunk.cast());
    }

    /// Words before this place, which follows the last ones that there was room for, are in use.
    pub(super) fn use_to(&mut self, place: *mut u64) {
        if let Some(&chunk) = self.chunks.get(self.at) {
            self.used = (place as usize - chunk as usize) / size_of::<u64>();
        }
    }

    /// None is in use.
    pub(super) fn clear(&mut self) {
        (self.at, self.used) = (0, 0);
    }

    /// Words that there is memory for.
    pub(super) fn capacity(&self) -> usize {
        self.chunks.len() * CHUNK
    }
}

impl Drop for Words {
    fn drop(&mut self) {
        for &chunk in &self.chunks {
            // SAFETY: allocated in `grow` with this layout, freed once; bodies have no `Drop`.
            unsafe { dealloc(chunk.cast(), Words::layout()) };
        }
    }
}
