//! Runtimes without work use no processor time, whatever ran on them before.

use std::time::{Duration, Instant};

use crate::case::Case;
use crate::shapes;

/// How long the runtimes are left alone.
const QUIET: Duration = Duration::from_millis(200);
/// Processor time that the whole process may use meanwhile: the monitor's, and late sleepers'.
const ALLOWED: Duration = Duration::from_millis(20);
/// A machine that was taken away at the wrong moment is given other chances.
const TRIES: usize = 5;

/// See the module.
///
/// # Errors
/// What was wrong.
pub fn run(case: &mut Case<'_>) -> Result<u64, String> {
    let prepared = case.prepare(shapes::random::any, 500);
    let ppus = case.ppus;
    let monitor = case.monitor;
    let tasks = crate::case::check(&prepared, case.runtimes.kept(ppus)?, monitor)?;
    let mut least = Duration::MAX;
    for _ in 0..TRIES {
        std::thread::sleep(Duration::from_millis(20));
        let (began, used) = (Instant::now(), processor_time());
        std::thread::sleep(QUIET);
        let share = QUIET.as_secs_f64() / began.elapsed().as_secs_f64();
        least = least.min((processor_time() - used).mul_f64(share));
        if least <= ALLOWED {
            return Ok(tasks);
        }
    }
    Err(format!(
        "{} runtimes without work use {least:?} of processor time in {QUIET:?}",
        case.runtimes.len()
    ))
}

/// Processor time of this process.
fn processor_time() -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the pointer is to a live `timespec`.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    assert_eq!(failed, 0, "the system has a clock of processor time");
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
