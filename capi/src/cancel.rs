//! Cancelling a region.

use std::ffi::c_char;

use runtime::rt::CancelHandle;

use crate::region::{Region, region_of};
use crate::site::{self, Site};
use crate::status::{Status, guard, object, status, string, there};

/// Cancels a region, from any thread. It may outlive the region, and does nothing then.
pub struct Canceller(CancelHandle);

/// A handle to cancel the region with. It belongs to the caller, until `hp5_canceller_free`.
///
/// Returns NULL on failure.
///
/// # Safety
/// `region` is NULL or an open region, on its thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_canceller_of(region: *mut Region) -> *mut Canceller {
    object(|| {
        // SAFETY: the caller's promise.
        let region = unsafe { region_of(region)? };
        Ok(Canceller(region.rt().cancel_handle()))
    })
}

/// Cancels the region: tasks that run are finished, the others are not run, and the region ends
/// with `HP5_CANCELLED`, this place and this reason. Returns `false` when the region is over, had failed, or was
/// cancelled before.
///
/// # Safety
/// `canceller` is NULL or one that was not freed; `site` is NULL or made by `HP5_SITE`; `reason` is
/// NULL or a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_cancel(
    canceller: *const Canceller,
    site: *mut Site,
    reason: *const c_char,
) -> bool {
    guard(|| {
        // SAFETY: the caller's promise.
        let (canceller, site) = unsafe { (there(canceller, "the canceller")?, site::known(site)?) };
        // SAFETY: as above.
        let reason = unsafe { string(reason) };
        Ok(canceller.0.cancel_at(site, reason.unwrap_or_default()))
    })
    .unwrap_or(false)
}

/// Frees a canceller; NULL is none.
///
/// # Safety
/// `canceller` is NULL or one that is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_canceller_free(canceller: *mut Canceller) -> Status {
    status(|| {
        if !canceller.is_null() {
            // SAFETY: the caller's promise; it came from a box.
            drop(unsafe { Box::from_raw(canceller) });
        }
        Ok(())
    })
}
