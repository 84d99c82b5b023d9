//! Random numbers that a seed alone decides (splitmix64): the same on every machine, so that
//! a verdict's seed replays its graph.

/// A stream of random numbers.
#[derive(Debug, Clone)]
pub struct Rng {
    state: u64,
}

/// Scrambles a number: every bit of the result depends on every bit of `x`.
#[must_use]
pub fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

impl Rng {
    /// The stream of `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Rng { state: seed }
    }

    /// A stream of its own, decided by this one.
    pub fn fork(&mut self) -> Rng {
        Rng::new(self.next())
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.state)
    }

    /// One of `0..n` (`n` at least 1).
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n.max(1) as u128) >> 64) as usize
    }

    /// One of `lo..=hi`.
    pub fn between(&mut self, lo: usize, hi: usize) -> usize {
        lo + self.below(hi.saturating_sub(lo) + 1)
    }

    /// True with probability `rate`.
    pub fn chance(&mut self, rate: f64) -> bool {
        // 53 bits: as fine as a double near 1.
        ((self.next() >> 11) as f64) < rate * (1_u64 << 53) as f64
    }

    /// One of `lo..=hi`, small and large magnitudes equally likely.
    pub fn size(&mut self, lo: usize, hi: usize) -> usize {
        let (lo, hi) = (lo.max(1) as f64, hi.max(lo).max(1) as f64);
        let unit = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        let size = (lo.ln() + unit * (hi.ln() - lo.ln())).exp();
        (size.round() as usize).clamp(lo as usize, hi as usize)
    }

    /// One of the list.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// Seed of graph `number` of a run: the run's own seed for the first, so that a graph can be
/// run again alone.
#[must_use]
pub fn graph_seed(run: u64, number: u64) -> u64 {
    match number {
        0 => run,
        n => mix(run ^ mix(n.wrapping_mul(0x9E37_79B9_7F4A_7C15))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_kept_and_reached() {
        let mut rng = Rng::new(1);
        let mut seen = [false; 5];
        for _ in 0..1000 {
            seen[rng.between(3, 7) - 3] = true;
            let size = rng.size(2, 1_000_000);
            assert!((2..=1_000_000).contains(&size), "{size}");
        }
        assert_eq!(seen, [true; 5]);
        assert_eq!((rng.below(1), rng.between(4, 4), rng.size(9, 9)), (0, 4, 9));
    }

    #[test]
    fn rates() {
        let mut rng = Rng::new(2);
        let hits = (0..10_000).filter(|_| rng.chance(0.25)).count();
        assert!((2_200..2_800).contains(&hits), "{hits}");
        assert!((0..1000).all(|_| rng.chance(1.0) && !rng.chance(0.0)));
    }

    #[test]
    fn the_first_graph_has_the_seed_of_the_run() {
        assert_eq!(graph_seed(77, 0), 77);
        assert_ne!(graph_seed(77, 1), graph_seed(77, 2));
    }
}
