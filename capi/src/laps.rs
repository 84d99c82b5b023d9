//! The turns of a loop whose tasks are the same, as translated programs have them.

use std::mem::ManuallyDrop;
use std::ops::Range;

use runtime::rt;

use crate::region::{Region, region_of};
use crate::status::{Failure, object};

/// The turns of a loop that is recorded and replayed where that pays.
pub struct Laps {
    /// It borrows the region, which cannot be ended while it is busy.
    laps: ManuallyDrop<rt::Laps<'static, Range<isize>>>,
    region: *mut Region,
}

impl Drop for Laps {
    fn drop(&mut self) {
        // SAFETY: not used again; the region is open still (`busy`).
        unsafe { ManuallyDrop::drop(&mut self.laps) };
        // SAFETY: as above.
        unsafe { (*self.region).busy.set(false) };
    }
}

/// Begins a loop of so many turns, each of which registers the same tasks, with the same arguments,
/// as the one `period` turns before, and does nothing else: where it pays, some are recorded and
/// the others run from the recording, without being registered. What translated programs do with
/// loops around tasks.
///
/// Returns NULL on failure: the region has an open tape already.
///
/// # Safety
/// `region` is NULL or an open region, on its thread. `hp5_laps_next` is called until it returns -1;
/// between two calls the tasks of the turn that it returned are registered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_laps_begin(
    region: *mut Region,
    period: usize,
    turns: isize,
) -> *mut Laps {
    object(|| {
        // SAFETY: the caller's promise.
        let open = unsafe { region_of(region)? };
        if open.busy.replace(true) {
            return Err(Failure::misuse(
                "hp5_laps_begin: the region has an open tape",
            ));
        }
        let laps = open.rt().rounds(period, 0..turns.max(0));
        // SAFETY: the region stays where it is, behind the caller's handle, and is not ended
        // before the loop (`hp5_region_end` refuses while it is busy).
        let laps = unsafe {
            std::mem::transmute::<rt::Laps<'_, Range<isize>>, rt::Laps<'static, Range<isize>>>(laps)
        };
        Ok(Laps {
            laps: ManuallyDrop::new(laps),
            region,
        })
    })
}

/// Ends a turn and begins the next one: its number, from 0, greater than those before, or -1 after
/// the last turn; then the handle is gone.
///
/// # Safety
/// `laps` is NULL (the answer is -1) or one that has not returned -1, on its region's thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_laps_next(laps: *mut Laps) -> isize {
    // SAFETY: the caller's promise.
    let Some(open) = (unsafe { laps.as_mut() }) else {
        return -1;
    };
    let next = open.laps.next();
    if next.is_none() {
        // SAFETY: it came from a box.
        drop(unsafe { Box::from_raw(laps) });
    }
    next.unwrap_or(-1)
}
