//! Memory of tasks' arguments that do not fit into tasks.
//!
//! One thread registers tasks and others run them, so that each block would be allocated by one thread and
//! freed by another one, a way on which general allocators take locks. So a thread keeps blocks of some sizes
//! that it is done with, and passes on what is too much for it, many at a time.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::cell::RefCell;
use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::{Mutex, PoisonError};

/// Blocks begin on cache lines.
const LINE: usize = 64;
/// Sizes of blocks that are kept; arguments that are larger have memory of their own.
const SIZES: [usize; 3] = [128, 256, 512];
/// Blocks that change hands together; a thread keeps twice as many of each size.
const BATCH: usize = 64;
/// Batches of each size that nobody has: up to 1,024 blocks, 900 KiB in all.
const MOST: usize = 16;

/// Memory that nobody uses.
struct Blank(NonNull<u8>);

// SAFETY: it is memory, whose owner this is.
unsafe impl Send for Blank {}

fn layout(size: usize) -> Layout {
    Layout::from_size_align(size, LINE).expect("arguments exist, so that their size is one")
}

/// The number of the size, if it is one that is kept, and the bytes of a block.
fn sized(bytes: usize) -> (Option<usize>, usize) {
    match SIZES.iter().position(|&size| bytes <= size) {
        Some(n) => (Some(n), SIZES[n]),
        None => (None, bytes),
    }
}

impl Blank {
    fn new(size: usize) -> Blank {
        let layout = layout(size);
        // SAFETY: no size is 0.
        match NonNull::new(unsafe { alloc(layout) }) {
            Some(place) => Blank(place),
            None => handle_alloc_error(layout),
        }
    }

    fn free(self, size: usize) {
        // SAFETY: it was made by `new` with this size, and is used up here.
        unsafe { dealloc(self.0.as_ptr(), layout(size)) };
    }
}

/// Blocks that no thread has, by size.
static SHARED: [Mutex<Vec<Vec<Blank>>>; SIZES.len()] = [const { Mutex::new(Vec::new()) }; 3];

/// Blocks of a thread, by size.
struct Own([Vec<Blank>; SIZES.len()]);

thread_local! {
    static OWN: RefCell<Own> = const { RefCell::new(Own([const { Vec::new() }; SIZES.len()])) };
}

impl Own {
    fn take(&mut self, size: usize) -> Option<Blank> {
        let own = &mut self.0[size];
        if own.is_empty() {
            let mut shared = SHARED[size].lock().unwrap_or_else(PoisonError::into_inner);
            *own = shared.pop()?;
        }
        own.pop()
    }

    fn give(&mut self, size: usize, blank: Blank) {
        let own = &mut self.0[size];
        own.push(blank);
        if own.len() >= 2 * BATCH {
            pass_on(size, own.split_off(BATCH));
        }
    }
}

fn pass_on(size: usize, batch: Vec<Blank>) {
    let mut shared = SHARED[size].lock().unwrap_or_else(PoisonError::into_inner);
    if shared.len() < MOST {
        return shared.push(batch);
    }
    drop(shared);
    batch.into_iter().for_each(|blank| blank.free(SIZES[size]));
}

impl Drop for Own {
    fn drop(&mut self) {
        for (size, own) in self.0.iter_mut().enumerate() {
            if !own.is_empty() {
                pass_on(size, std::mem::take(own));
            }
        }
    }
}

/// A copy of some bytes, on a cache line.
pub(crate) struct Block {
    place: NonNull<u8>,
    bytes: usize,
}

impl Block {
    /// Of these bytes, of which there is one at least.
    pub(crate) fn of(bytes: &[u8]) -> Block {
        let (kept, size) = sized(bytes.len());
        let own = kept.and_then(|kept| {
            // None while the thread ends.
            let own = OWN.try_with(|own| own.borrow_mut().take(kept));
            own.ok().flatten()
        });
        let Blank(place) = own.unwrap_or_else(|| Blank::new(size));
        // SAFETY: there is room for them, which nobody else has.
        unsafe { place.copy_from_nonoverlapping(NonNull::from(bytes).cast(), bytes.len()) };
        Block {
            place,
            bytes: bytes.len(),
        }
    }

    /// Where it lies.
    #[inline]
    pub(crate) fn as_ptr(&self) -> *const c_void {
        self.place.as_ptr().cast()
    }
}

impl Clone for Block {
    fn clone(&self) -> Block {
        // SAFETY: so many bytes were written to it.
        Block::of(unsafe { NonNull::slice_from_raw_parts(self.place, self.bytes).as_ref() })
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        let (kept, size) = sized(self.bytes);
        let mut blank = Some(Blank(self.place));
        if let Some(kept) = kept {
            let give =
                |own: &RefCell<Own>| blank.take().map(|blank| own.borrow_mut().give(kept, blank));
            // None while the thread ends.
            let _ = OWN.try_with(give);
        }
        blank.into_iter().for_each(|blank| blank.free(size));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes_of(block: &Block) -> Vec<u8> {
        // SAFETY: so many bytes were written to it.
        unsafe { NonNull::slice_from_raw_parts(block.place, block.bytes).as_ref() }.to_vec()
    }

    #[test]
    fn blocks_hold_what_they_were_made_of_on_any_thread() {
        for size in [1, 97, 128, 129, 500, 512, 513, 4_000] {
            let blocks: Vec<Shared> = (0..300)
                .map(|n| Shared(Block::of(&vec![n as u8; size])))
                .collect();
            let held = move |blocks: &[Shared]| {
                blocks.iter().enumerate().all(|(n, Shared(block))| {
                    block.place.addr().get() % LINE == 0 && bytes_of(block) == vec![n as u8; size]
                })
            };
            assert!(held(&blocks), "{size}");
            let copies: Vec<Shared> = blocks.iter().map(|b| Shared(b.0.clone())).collect();
            let thread = std::thread::spawn(move || {
                drop(blocks);
                held(&copies)
            });
            assert!(thread.join().expect("no panic"), "{size}");
        }
    }

    struct Shared(Block);
    // SAFETY: as of tasks' arguments.
    unsafe impl Send for Shared {}

    #[test]
    fn a_block_is_used_again_and_what_is_kept_is_bounded() {
        let first = Block::of(&[1; 200]);
        let place = first.place;
        drop(first);
        assert_eq!(Block::of(&[2; 220]).place, place);
        drop(
            (0..10_000)
                .map(|_| Block::of(&[3; 300]))
                .collect::<Vec<_>>(),
        );
        assert!(OWN.with_borrow(|own| own.0[2].len()) < 2 * BATCH);
        let shared = SHARED[2].lock().unwrap_or_else(PoisonError::into_inner);
        assert!(shared.len() <= MOST && shared.iter().all(|batch| batch.len() <= 2 * BATCH));
    }
}
