//! A small generator of random numbers (SplitMix64): the same on every machine.

/// State of the generator.
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    /// A generator that a seed determines.
    #[must_use]
    pub fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from `lo` to `hi`, both included (`lo` when there is none).
    pub fn range(&mut self, lo: i64, hi: i64) -> i64 {
        if hi <= lo {
            lo
        } else {
            lo + (self.bits() % (hi - lo + 1) as u64) as i64
        }
    }

    /// An index below `n` (0 when there is none).
    pub fn below(&mut self, n: usize) -> usize {
        if n == 0 {
            0
        } else {
            (self.bits() % n as u64) as usize
        }
    }

    /// True in `n` of 100 cases.
    pub fn percent(&mut self, n: u64) -> bool {
        self.bits() % 100 < n
    }

    /// One of the items.
    ///
    /// # Panics
    /// When there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_met() {
        let mut rng = Rng::new(7);
        let drawn: Vec<i64> = (0..200).map(|_| rng.range(-2, 2)).collect();
        assert!((-2..=2).all(|v| drawn.contains(&v)) && drawn.iter().all(|v| (-2..=2).contains(v)));
        assert_eq!(rng.range(3, 1), 3);
        assert_eq!(Rng::new(5).bits(), Rng::new(5).bits());
    }
}
