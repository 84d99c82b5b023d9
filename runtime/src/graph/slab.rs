//! Memory for tasks, edges and bodies: handed out by number, reused, never given back
//! while the pool lives.
//!
//! Chunks double in size, so a number is turned into an address by one look into a short
//! directory. Memory that was handed out once stays valid (and of one type) until the slab
//! is dropped: a thread that comes late, with the number of a task that is long completed,
//! reads an atomic of the right type and finds another generation there (`links.rs`).
//!
//! Each PPU keeps a [`Cache`] of free numbers; caches trade batches through the slab, so a
//! thread that only takes and one that only gives need the shared queue once per batch.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};

use crate::sync::{AtomicPtr, Injector, LINE, Mutex, Ordering, lock, take_one};

/// Entries of the first chunk, a power of two.
const FIRST: u32 = 1024;
/// Chunks at most: 2^31 entries.
const CHUNKS: usize = 21;
/// Numbers that move between a cache and the slab at once.
const BATCH: usize = if cfg!(any(hp5_loom, hp5_shuttle)) {
    2
} else {
    64
};

/// See the module's text.
pub(crate) struct Slab<T> {
    /// Per chunk where number 0 would be if all numbers lay in a row with the chunk's: the way
    /// from a number to its entry is then one addition, on every path of the runtime.
    chunks: [AtomicPtr<T>; CHUNKS],
    /// Numbers made so far.
    made: Mutex<u32>,
    spare: Injector<Vec<u32>>,
}

/// Asks for the cache line that is written when so many `more` are in the list.
#[inline]
pub(crate) fn prefetch_soon<T>(list: &[T], more: usize) {
    prefetch_line(list.as_ptr().wrapping_add(list.len() + more).cast());
}

/// Asks for the cache lines of so many bytes, to write them soon. The address may be any.
#[inline]
pub(crate) fn prefetch(address: *const u8, bytes: usize) {
    let before = address.addr() % LINE;
    for line in 0..(before + bytes).div_ceil(LINE) {
        prefetch_line(address.wrapping_sub(before).wrapping_add(line * LINE));
    }
}

/// Asks for the cache line of an address, to write it soon.
#[inline]
fn prefetch_line(address: *const u8) {
    // Not `_mm_prefetch`: where the target is not said to have the instruction, that asks for the line to read it,
    // and the write that follows waits as long as before.
    // SAFETY: a hint that reads nothing; every x86-64 processor has it or ignores it.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::asm!("prefetchw [{}]", in(reg) address.addr(), options(nostack, preserves_flags, nomem));
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

impl<T: Default> Slab<T> {
    pub(crate) fn new() -> Self {
        Slab {
            chunks: std::array::from_fn(|_| AtomicPtr::new(std::ptr::null_mut())),
            made: Mutex::new(0),
            spare: Injector::new(),
        }
    }

    /// The entry of a number that this slab handed out.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> &T {
        let origin = self.chunks[chunk_of(number)].load(Ordering::Acquire);
        assert!(!origin.is_null(), "a number of another slab");
        // SAFETY: `make` allocated the chunk and wrote the entry before it handed the number
        // out, and neither moves nor goes before the slab is dropped. The address is inside the
        // chunk that the pointer came from.
        unsafe { &*origin.wrapping_add(number as usize) }
    }

    /// Asks for the cache lines of an entry, to write them soon.
    #[inline]
    pub(crate) fn prefetch(&self, number: u32) {
        prefetch(std::ptr::from_ref(self.get(number)).cast(), size_of::<T>());
    }

    /// Adds up to `BATCH` numbers that were never in use.
    pub(crate) fn make(&self, into: &mut Vec<u32>) {
        let mut made = lock(&self.made);
        for _ in 0..BATCH {
            let number = *made;
            let chunk = chunk_of(number);
            assert!(chunk < CHUNKS, "2^31 tasks in flight");
            let mut origin = self.chunks[chunk].load(Ordering::Relaxed);
            if origin.is_null() {
                origin = allocate::<T>(layout::<T>(chunk)).wrapping_sub(first_of(chunk));
                assert!(!origin.is_null(), "memory at an address that means none");
                self.chunks[chunk].store(origin, Ordering::Release);
            }
            // SAFETY: inside the chunk, and written once: `made` only grows.
            unsafe { origin.wrapping_add(number as usize).write(T::default()) };
            *made += 1;
            into.push(number);
        }
    }

    /// Entries made so far, in use or not.
    pub(crate) fn made(&self) -> usize {
        *lock(&self.made) as usize
    }
}

impl<T> Drop for Slab<T> {
    fn drop(&mut self) {
        let made = *lock(&self.made);
        for number in 0..made {
            let origin = self.chunks[chunk_of(number)].load(Ordering::Relaxed);
            let entry = origin.wrapping_add(number as usize);
            // SAFETY: entries below `made` were written once, and nobody uses the slab any more.
            unsafe { entry.drop_in_place() };
        }
        for (chunk, origin) in self.chunks.iter().enumerate() {
            let origin = origin.load(Ordering::Relaxed);
            if !origin.is_null() {
                let start = origin.wrapping_add(first_of(chunk));
                // SAFETY: allocated in `make` with this layout, freed once.
                unsafe { dealloc(start.cast(), layout::<T>(chunk)) };
            }
        }
    }
}

// SAFETY: entries are shared by reference only, and made entries belong to whoever holds the number.
unsafe impl<T: Send + Sync> Send for Slab<T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for Slab<T> {}

/// Chunk of a number: chunk `k` holds `FIRST << k` entries.
#[inline]
fn chunk_of(number: u32) -> usize {
    ((number + FIRST).ilog2() - FIRST.ilog2()) as usize
}

/// First number of a chunk.
fn first_of(chunk: usize) -> usize {
    ((FIRST as usize) << chunk) - FIRST as usize
}

fn layout<T>(chunk: usize) -> Layout {
    Layout::array::<T>((FIRST as usize) << chunk)
        .expect("a chunk is smaller than the address space")
}

fn allocate<T>(layout: Layout) -> *mut T {
    // SAFETY: entries are larger than nothing, and so is the chunk.
    let start = unsafe { alloc(layout) };
    if start.is_null() {
        handle_alloc_error(layout);
    }
    start.cast()
}

/// Free numbers at hand of one thread.
#[derive(Default)]
pub(crate) struct Cache {
    free: Vec<u32>,
}

impl Cache {
    /// Takes a number that is free.
    #[inline]
    pub(crate) fn take<T: Default>(&mut self, slab: &Slab<T>) -> u32 {
        loop {
            if let Some(number) = self.free.pop() {
                return number;
            }
            match take_one(&slab.spare) {
                Some(batch) => self.free.extend(batch),
                None => slab.make(&mut self.free),
            }
        }
    }

    /// Gives a number back.
    #[inline]
    pub(crate) fn give<T: Default>(&mut self, slab: &Slab<T>, number: u32) {
        self.free.push(number);
        if self.free.len() > 4 * BATCH {
            let batch = self.free.split_off(self.free.len() - BATCH);
            slab.spare.push(batch);
        }
    }

    /// Gives everything back.
    pub(crate) fn flush<T: Default>(&mut self, slab: &Slab<T>) {
        if !self.free.is_empty() {
            slab.spare.push(std::mem::take(&mut self.free));
        }
    }
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_places_of_their_own() {
        let mut last = (0, usize::MAX);
        for number in 0..100_000 {
            let chunk = chunk_of(number);
            let at = number as usize - first_of(chunk);
            assert!(at < (FIRST as usize) << chunk);
            let next = if chunk == last.0 {
                last.1.wrapping_add(1)
            } else {
                0
            };
            assert_eq!(at, next);
            last = (chunk, at);
        }
    }

    #[test]
    fn what_is_given_back_is_taken_again() {
        let slab: Slab<u64> = Slab::new();
        let (mut taker, mut giver) = (Cache::default(), Cache::default());
        for _ in 0..1000 {
            let mine: Vec<u32> = (0..100).map(|_| taker.take(&slab)).collect();
            let distinct: std::collections::HashSet<_> = mine.iter().collect();
            assert_eq!(distinct.len(), 100);
            mine.iter().for_each(|&number| giver.give(&slab, number));
        }
        assert!(slab.made() < 1024, "{} made for 100 in use", slab.made());
    }
}
