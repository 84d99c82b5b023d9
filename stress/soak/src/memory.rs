//! Memory of the process, and whether it grows.

/// Bytes that the process has in memory, from the kernel's files; 0 where there are none.
#[must_use]
pub fn rss() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split_whitespace().nth(1).and_then(|n| n.parse().ok());
    pages.unwrap_or(0_u64) * page()
}

#[cfg(target_os = "linux")]
fn page() -> u64 {
    // SAFETY: no pointers; the answer is -1 where there is none.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    u64::try_from(size).unwrap_or(4096)
}

#[cfg(not(target_os = "linux"))]
fn page() -> u64 {
    4096
}

/// Bytes of the heap that are in use, where the allocator tells.
#[must_use]
pub fn heap() -> Option<u64> {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        // SAFETY: no pointers; safe to call at any time.
        let heap = unsafe { libc::mallinfo2() };
        Some((heap.uordblks + heap.hblkhd) as u64)
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    None
}

/// Gives what the allocator keeps for later back to the system, so that what is left is used.
fn trim() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: no pointers; safe to call at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Samples of a run: taken between graphs, at `(share of the run that is over, bytes)`.
#[derive(Debug, Default)]
pub struct Samples {
    samples: Vec<(f64, u64)>,
    last: f64,
    max: u64,
}

/// Samples are taken this often, as a share of the run.
const STEP: f64 = 0.005;

/// The warm-up, and the window at either end whose least sample counts.
const WINDOW: f64 = 0.2;

impl Samples {
    /// Between two graphs: takes a sample when it is time; `true` when it has.
    pub fn between_graphs(&mut self, over: f64) -> bool {
        self.max = self.max.max(rss());
        let due = self.samples.is_empty() || over - self.last >= STEP;
        if due {
            trim();
            self.last = over;
            self.samples.push((over, rss()));
        }
        due
    }

    /// The greatest sample.
    #[must_use]
    pub fn max(&self) -> u64 {
        self.max
    }

    /// Growth: the least of the last fifth over the least of the second fifth. Graphs differ in
    /// size, the least does not; what leaks raises it. `None` when the run was too short to
    /// have both.
    #[must_use]
    pub fn growth(&self) -> Option<u64> {
        let least = |from: f64, to: f64| {
            let within = self.samples.iter().filter(|(t, _)| (from..to).contains(t));
            within.map(|&(_, bytes)| bytes).min()
        };
        let before = least(WINDOW, 2.0 * WINDOW)?;
        let after = least(1.0 - WINDOW, f64::INFINITY)?;
        Some(after.saturating_sub(before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(of: impl Fn(u64) -> u64) -> Samples {
        Samples {
            samples: (0..100).map(|n| (n as f64 / 100.0, of(n))).collect(),
            ..Samples::default()
        }
    }

    #[test]
    fn warm_up_and_peaks_are_no_growth() {
        let warm = samples(|n| if n < 15 { n } else { 15 + n % 7 * 1000 });
        assert_eq!(warm.growth(), Some(0));
    }

    #[test]
    fn a_leak_is_growth() {
        let leak = samples(|n| 1000 + n * 10 + n % 7 * 1000);
        assert!(leak.growth().is_some_and(|growth| growth > 400), "{leak:?}");
    }

    #[test]
    fn a_short_run_says_nothing() {
        let mut short = Samples::default();
        short.between_graphs(0.0);
        assert!(short.growth().is_none() && short.max() > 0);
    }
}
