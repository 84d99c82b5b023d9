//! `HP5_TIMES=1`: how long a run took, and how much of that went into files. The last line of
//! its output, in JSON, for benchmarks and for people.

use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

static READING: AtomicU64 = AtomicU64::new(0);
static WRITING: AtomicU64 = AtomicU64::new(0);

/// Reads a file.
pub(crate) fn reading<T>(body: impl FnOnce() -> T) -> T {
    counted(&READING, body)
}

/// Writes a file.
pub(crate) fn writing<T>(body: impl FnOnce() -> T) -> T {
    counted(&WRITING, body)
}

fn counted<T>(to: &AtomicU64, body: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let value = body();
    let took = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
    to.fetch_add(took, Ordering::Relaxed);
    value
}

/// Runs a program, and says how long that took where the environment wants it.
pub(crate) fn whole<T>(body: impl FnOnce() -> T) -> T {
    let wanted = hp5::rt::flag_variable("HP5_TIMES");
    let begun = Instant::now();
    let value = body();
    if wanted {
        let files = [&READING, &WRITING].map(|of| of.load(Ordering::Relaxed) as f64 / 1e9);
        let line = line(begun.elapsed().as_secs_f64(), files);
        // Who no longer listens does not want it.
        let _ = writeln!(std::io::stdout(), "{line}");
    }
    value
}

/// Seconds: of all, of files that were read and written, and of what is left.
fn line(all: f64, [read, written]: [f64; 2]) -> String {
    let seconds = (all - read - written).max(0.0);
    format!(
        "{{\"seconds\": {seconds:.9}, \"reading\": {read:.9}, \"writing\": {written:.9}, \"all\": {all:.9}}}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_taken_off() {
        let text = line(2.0, [0.25, 0.5]);
        assert!(
            text.starts_with("{\"seconds\": 1.250000000, \"reading\": 0.25"),
            "{text}"
        );
        let slept = || std::thread::sleep(std::time::Duration::from_millis(3));
        let to = AtomicU64::new(0);
        counted(&to, slept);
        assert!(to.into_inner() >= 3_000_000);
    }
}
