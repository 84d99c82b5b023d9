//! Patterns and kernel of METG, as `peers/metg.hpp` has them: each side's first run is held
//! against serial order.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// All patterns.
pub const PATTERNS: [&str; 8] = [
    "trivial",
    "chain",
    "stencil",
    "nearest",
    "fft",
    "tree",
    "all_to_all",
    "random",
];

/// What a pattern is, for people.
#[must_use]
pub fn describe(pattern: &str) -> &'static str {
    match pattern {
        "trivial" => "no dependences",
        "chain" => "each point reads itself",
        "stencil" => "radius 1, not periodic",
        "nearest" => "radius 5, not periodic",
        "fft" => "itself and the points at distance 2^k, k changing by step",
        "tree" => "point p reads point p/2",
        "all_to_all" => "each point reads all",
        "random" => "each point reads a quarter, drawn once for each of 4 steps",
        _ => "",
    }
}

/// Words of a cache line; each point has one.
const LINE: usize = 8;

/// `n` dependent steps of a linear congruential generator: multiply, add.
#[must_use]
pub fn kernel(mut x: u64, n: u64) -> u64 {
    const BY: u64 = 6_364_136_223_846_793_005;
    const ADD: u64 = 1_442_695_040_888_963_407;
    for _ in 0..n {
        step(&mut x, BY, ADD);
    }
    x
}

/// Two instructions that depend on the last two and that no compiler may merge.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn step(x: &mut u64, by: u64, add: u64) {
    // SAFETY: arithmetic on registers.
    unsafe {
        std::arch::asm!("imul {x}, {by}", "add {x}, {add}", x = inout(reg) *x, by = in(reg) by,
            add = in(reg) add, options(nomem, nostack));
    }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn step(x: &mut u64, by: u64, add: u64) {
    *x = std::hint::black_box(x.wrapping_mul(by).wrapping_add(add));
}

/// Nanoseconds of one iteration of the kernel, measured on this thread.
#[must_use]
pub fn calibrate() -> f64 {
    const MANY: u64 = 200_000;
    let once = |seed| {
        let begun = Instant::now();
        std::hint::black_box(kernel(seed, MANY));
        begun.elapsed().as_nanos() as f64 / MANY as f64
    };
    (0..7).map(once).fold(f64::MAX, f64::min)
}

fn splitmix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Steps after which a pattern repeats.
#[must_use]
pub fn period(pattern: &str, width: usize) -> usize {
    match pattern {
        "fft" => (1..).find(|p| (1_usize << p) >= width).unwrap_or(1),
        "random" => 4,
        _ => 1,
    }
}

/// Steps of a lap: the pattern repeats and the buffers have changed places evenly.
#[must_use]
pub fn lap(pattern: &str, width: usize) -> usize {
    let period = period(pattern, width);
    if period.is_multiple_of(2) {
        period
    } else {
        2 * period
    }
}

/// What point `p` reads of the step before, in a step of set `set`.
fn reads(pattern: &str, width: usize, set: usize, p: usize) -> Vec<usize> {
    let range = |radius: usize| (p.saturating_sub(radius)..=(p + radius).min(width - 1)).collect();
    match pattern {
        "chain" => vec![p],
        "stencil" => range(1),
        "nearest" => range(5),
        "all_to_all" => range(width),
        "tree" => vec![p / 2],
        "fft" => {
            let d = 1 << set;
            let both = [
                p.checked_sub(d),
                Some(p),
                Some(p + d).filter(|&q| q < width),
            ];
            both.into_iter().flatten().collect()
        }
        "random" => {
            let seed = |q: usize| ((set as u64) << 40) + ((p as u64) << 20) + q as u64;
            (0..width)
                .filter(|&q| splitmix(seed(q)).is_multiple_of(4))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// One task of a lap: keys that it reads and the one that it writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    /// Key of what it writes.
    pub out: usize,
    /// Keys of what it reads.
    pub ins: Vec<usize>,
}

/// The tasks of a lap, and the data: two buffers of `width` points, a line each.
#[derive(Debug)]
pub struct Steps {
    /// Points of a step.
    pub width: usize,
    /// Tasks of a lap, step after step.
    pub points: Vec<Point>,
    /// True when tasks declare nothing.
    pub trivial: bool,
    data: Vec<AtomicU64>,
    iterations: AtomicU64,
}

impl Steps {
    /// Sets up a pattern.
    ///
    /// # Errors
    /// An unknown pattern.
    pub fn new(pattern: &str, width: usize) -> Result<Steps, String> {
        if !PATTERNS.contains(&pattern) {
            return Err(format!("pattern {pattern} is not known"));
        }
        let period = period(pattern, width);
        let point = |t: usize, p: usize| Point {
            out: t % 2 * width + p,
            ins: reads(pattern, width, t % period, p)
                .into_iter()
                .map(|q| (t + 1) % 2 * width + q)
                .collect(),
        };
        let points = (0..lap(pattern, width)).flat_map(|t| (0..width).map(move |p| (t, p)));
        let steps = Steps {
            width,
            points: points.map(|(t, p)| point(t, p)).collect(),
            trivial: pattern == "trivial",
            // One line more, so that the first key can begin on a line.
            data: (0..(2 * width + 1) * LINE)
                .map(|_| AtomicU64::new(0))
                .collect(),
            iterations: AtomicU64::new(1),
        };
        steps.reset();
        Ok(steps)
    }

    /// The data of a key. Relaxed and atomic, because tasks of `trivial` that write the same
    /// point are not ordered; on the others HP5's edges order every access.
    fn at(&self, key: usize) -> &AtomicU64 {
        let unaligned = self.data.as_ptr().addr() / size_of::<u64>() % LINE;
        &self.data[(LINE - unaligned) % LINE + key * LINE]
    }

    /// Fresh data.
    pub fn reset(&self) {
        for key in 0..2 * self.width {
            self.at(key).store(key as u64 + 1, Ordering::Relaxed);
        }
    }

    /// Iterations of the kernel in tasks from now on; no task may be under way.
    pub fn set_iterations(&self, n: u64) {
        self.iterations.store(n, Ordering::Relaxed);
    }

    /// The body of a task.
    #[inline]
    pub fn run(&self, point: &Point) {
        let mut x = 1_u64;
        for &key in &point.ins {
            x = x.wrapping_add(self.at(key).load(Ordering::Relaxed));
        }
        let n = self.iterations.load(Ordering::Relaxed);
        self.at(point.out).store(kernel(x, n), Ordering::Relaxed);
    }

    /// All data, to be compared.
    #[must_use]
    pub fn content(&self) -> Vec<u64> {
        (0..2 * self.width)
            .map(|key| self.at(key).load(Ordering::Relaxed))
            .collect()
    }

    /// All steps in serial order, from fresh data.
    #[must_use]
    pub fn serial(&self, laps: usize) -> Vec<u64> {
        self.reset();
        for _ in 0..laps {
            self.points.iter().for_each(|point| self.run(point));
        }
        self.content()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_read_what_their_names_say() {
        assert_eq!(reads("stencil", 8, 0, 0), [0, 1]);
        assert_eq!(reads("stencil", 8, 0, 4), [3, 4, 5]);
        assert_eq!(reads("nearest", 8, 0, 0), [0, 1, 2, 3, 4, 5]);
        assert_eq!(reads("fft", 8, 2, 5), [1, 5]);
        assert_eq!(reads("fft", 8, 1, 3), [1, 3, 5]);
        assert_eq!(reads("tree", 8, 0, 7), [3]);
        assert_eq!(reads("all_to_all", 3, 0, 1), [0, 1, 2]);
        assert!(reads("trivial", 8, 0, 1).is_empty());
        let drawn: usize = (0..64).map(|p| reads("random", 64, 1, p).len()).sum();
        assert!((700..1400).contains(&drawn), "{drawn} of 4096");
    }

    #[test]
    fn laps_are_even_and_hold_the_period() {
        assert_eq!(
            (
                lap("fft", 8),
                lap("fft", 2),
                lap("random", 8),
                lap("tree", 8)
            ),
            (6, 2, 4, 2)
        );
        let steps = Steps::new("fft", 8).expect("it is known");
        assert_eq!(steps.points.len(), 48);
        // Every task reads the buffer that it does not write.
        for point in &steps.points {
            assert!(point.ins.iter().all(|key| key / 8 != point.out / 8));
        }
    }

    #[test]
    fn the_kernel_is_the_generator() {
        let plain = |mut x: u64, n: u64| {
            for _ in 0..n {
                x = x
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
            }
            x
        };
        assert_eq!(kernel(5, 1000), plain(5, 1000));
        assert_eq!(kernel(5, 0), 5);
    }
}
