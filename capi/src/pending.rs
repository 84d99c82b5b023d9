//! Handles of tasks that are finished before they are completed.

use std::ffi::c_char;

use runtime::rt;

use crate::race::Used;
use crate::status::{Failure, Status, status, string};

/// Keeps a task from being completed. It may be given back on any thread, once.
pub struct Pending {
    handle: rt::Pending,
    /// What was started used what the task does.
    uses: Option<Used>,
}

/// A handle for C.
pub(crate) fn handle(handle: rt::Pending, uses: Option<Used>) -> *mut Pending {
    Box::into_raw(Box::new(Pending { handle, uses }))
}

/// Takes a handle back.
///
/// # Safety
/// It is null, or a handle that is not used again.
unsafe fn taken(pending: *mut Pending) -> Result<rt::Pending, Failure> {
    if pending.is_null() {
        return Err(Failure::misuse("the handle of a pending task is NULL"));
    }
    // SAFETY: the caller's promise; it came from a box.
    let pending = unsafe { Box::from_raw(pending) };
    pending.uses.iter().for_each(Used::ends);
    Ok(pending.handle)
}

/// What the task had started is done: when its body has returned, too, the task is completed. The
/// handle is gone.
///
/// # Safety
/// `pending` is NULL, or a handle that was not given back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_pending_complete(pending: *mut Pending) -> Status {
    status(|| {
        // SAFETY: the caller's promise.
        unsafe { taken(pending)? }.complete();
        Ok(())
    })
}

/// What the task had started went wrong: its region ends with an error that names the task and
/// gives this message. The handle is gone.
///
/// # Safety
/// `pending` is NULL, or a handle that was not given back; `message` is NULL or a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_pending_fail(pending: *mut Pending, message: *const c_char) -> Status {
    status(|| {
        // SAFETY: the caller's promise.
        let (handle, message) = unsafe { (taken(pending)?, string(message)) };
        handle.fail(message.unwrap_or_default());
        Ok(())
    })
}
