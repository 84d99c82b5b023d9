//! Counts of a region.

use std::cell::RefCell;
use std::ffi::{CString, c_char};

use runtime::RegionStats;

/// What a region did, summed over its PPUs.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Stats {
    /// Tasks with a body.
    pub tasks: u64,
    /// Tasks without one, which the runtime put in (remapping, shared tiles of a loop).
    pub artificial: u64,
    /// Dependence edges drawn.
    pub edges: u64,
    /// Tasks that a PPU took from another one.
    pub steals: u64,
    /// Tasks whose body did not run because the region had failed.
    pub cancelled: u64,
    /// Tasks that were recorded.
    pub recorded: u64,
    /// Tasks that ran from a recording.
    pub replayed: u64,
    /// Tasks of recorded loops and regions that were registered all the same, since they, or one
    /// before them, differed from the recording. `replayed / (replayed + differing)` is the hit rate.
    pub differing: u64,
    /// PPUs of the runtime.
    pub ppus: u64,
    /// Seconds from the region's begin to its end.
    pub seconds: f64,
    /// Seconds without work, summed over PPUs.
    pub idle_seconds: f64,
}

impl From<&RegionStats> for Stats {
    fn from(stats: &RegionStats) -> Stats {
        Stats {
            tasks: stats.tasks,
            artificial: stats.artificial,
            edges: stats.edges,
            steals: stats.steals.iter().sum(),
            cancelled: stats.cancelled,
            recorded: stats.replay.recorded,
            replayed: stats.replay.matched,
            differing: stats.replay.plain,
            ppus: stats.ppus as u64,
            seconds: stats.wall.as_secs_f64(),
            idle_seconds: stats.idle.as_secs_f64(),
        }
    }
}

/// Hands counts out, if they are wanted.
///
/// # Safety
/// `to` is null or may be written.
pub(crate) unsafe fn tell(stats: &RegionStats, to: *mut Stats) {
    if !to.is_null() {
        // SAFETY: the caller's promise.
        unsafe { to.write(stats.into()) };
    }
}

/// The counts of the outermost region that ended last in this process. Returns `false`, and leaves
/// `stats` as it is, when none did.
///
/// # Safety
/// `stats` is NULL or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_last_region(stats: *mut Stats) -> bool {
    let last = runtime::last_region();
    // SAFETY: the caller's promise.
    last.inspect(|last| unsafe { tell(last, stats) }).is_some()
}

thread_local! {
    static DIFFERENCE: RefCell<CString> = RefCell::default();
}

/// The first task that differed from what was recorded, and how, in the outermost region that ended
/// last in this process; "" when none did, and in functions that run at the program's end (`atexit`).
/// The text belongs to the library and stays until this thread asks again.
#[unsafe(no_mangle)]
pub extern "C" fn hp5_first_difference() -> *const c_char {
    let last = runtime::last_region();
    let mut text = last.and_then(|last| last.replay.first_difference);
    text = text.map(|text| text.replace('\0', " "));
    let text = CString::new(text.unwrap_or_default()).unwrap_or_default();
    let kept = DIFFERENCE.try_with(|kept| {
        *kept.borrow_mut() = text;
        kept.borrow().as_ptr()
    });
    kept.unwrap_or(c"".as_ptr())
}
