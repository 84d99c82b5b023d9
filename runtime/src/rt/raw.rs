//! The narrowest way in: keys, modes, a function, an argument block.
//!
//! A task is a function pointer with a copied block of bytes, and its dependences are
//! addresses with modes: what a C program, or code without closures, registers. Everything
//! else in this module's parent is built from the same parts.

use std::alloc::{Layout, alloc, dealloc};

use crate::base::site::Site;
use crate::graph::geometry::Mode;
use crate::rt::region::Region;

/// A dependence: an address that stands for a tile, and how the task uses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Key {
    /// Address of the tile's first element.
    pub address: usize,
    /// How it is used.
    pub mode: Mode,
}

/// A task's function; it gets its argument block, which is freed afterwards.
// SAFETY: a type, not a call: who calls is `register`, under its own contract.
pub type Function = unsafe extern "C" fn(arguments: *mut u8);

/// Alignment of the copied block: that of any scalar or vector register argument.
const ALIGN: usize = 64;

/// An argument block that belongs to one task.
struct Block {
    bytes: *mut u8,
    layout: Layout,
}

// SAFETY: the block is owned by one task, and its bytes are Send by `register`'s contract.
unsafe impl Send for Block {}

impl Block {
    /// Copies `size` bytes.
    ///
    /// # Safety
    /// `arguments` points to `size` readable bytes (it may be anything when `size` is 0).
    unsafe fn copy(arguments: *const u8, size: usize) -> Block {
        let size_or_one = size.max(1);
        let layout =
            Layout::from_size_align(size_or_one, ALIGN).unwrap_or(Layout::new::<[u8; ALIGN]>());
        assert!(layout.size() >= size, "an argument block of {size} bytes");
        // SAFETY: the layout has a size of at least one.
        let bytes = unsafe { alloc(layout) };
        if bytes.is_null() {
            std::alloc::handle_alloc_error(layout);
        }
        if size > 0 {
            // SAFETY: the caller promises the source; the destination was just allocated.
            unsafe { std::ptr::copy_nonoverlapping(arguments, bytes, size) };
        }
        Block { bytes, layout }
    }

    /// Where the bytes are.
    fn bytes(&self) -> *mut u8 {
        self.bytes
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout in `copy`, freed once.
        unsafe { dealloc(self.bytes, self.layout) };
    }
}

/// Registers a task: `function` runs with a copy of `size` bytes at `arguments` when every
/// earlier task that uses one of `keys` in a conflicting mode is completed.
///
/// # Safety
/// `arguments` points to `size` readable bytes whose content may be used on another thread;
/// `function` touches only what `keys` stand for, which stays valid until the region's graph
/// is done, and does not unwind.
pub unsafe fn register(
    region: &Region,
    site: &'static Site,
    keys: &[Key],
    function: Function,
    arguments: *const u8,
    size: usize,
) {
    // SAFETY: the caller's promise.
    let block = unsafe { Block::copy(arguments, size) };
    let mut task = region.task(site);
    for key in keys {
        task.access_key(key.address, key.mode);
    }
    // SAFETY: the caller's promise about `function` and its keys; the block goes with the body.
    unsafe {
        task.spawn(move || {
            let block = block;
            function(block.bytes());
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rt;

    #[repr(C)]
    struct Arguments {
        cell: *mut u64,
        by: u64,
    }

    unsafe extern "C" fn add(arguments: *mut u8) {
        // SAFETY: the test registers this function with `Arguments` whose cell is live.
        unsafe {
            let arguments = &*arguments.cast::<Arguments>();
            *arguments.cell = (*arguments.cell).wrapping_mul(3) + arguments.by;
        }
    }

    #[test]
    fn functions_run_in_the_order_of_their_keys() {
        let mut cell = 1_u64;
        let place = &raw mut cell;
        let region = Region::begin(rt::site!("raw", file!(), line!()));
        for by in 0..100 {
            let arguments = Arguments { cell: place, by };
            let keys = [Key {
                address: place as usize,
                mode: Mode::InOut,
            }];
            let bytes = (&raw const arguments).cast();
            // SAFETY: the cell outlives the region and is touched under its key alone.
            unsafe {
                register(
                    &region,
                    rt::site!("add", file!(), line!()),
                    &keys,
                    add,
                    bytes,
                    size_of::<Arguments>(),
                )
            };
        }
        region.end();
        let serial = (0..100).fold(1_u64, |x, by| x.wrapping_mul(3) + by);
        assert_eq!(cell, serial);
    }
}
