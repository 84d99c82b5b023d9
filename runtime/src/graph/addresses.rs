//! A map by address: keys of tasks that stand for something without a geometry.
//!
//! The standard hash withstands people who choose keys to make a map slow, and took a tenth of what
//! HP5 does for many small LPUs with partial results; addresses are nobody's choice, and one
//! multiplication spreads them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map from addresses.
pub(crate) type ByAddress<T> = HashMap<usize, T, BuildHasherDefault<Spread>>;

/// The hash of one address.
#[derive(Default)]
pub(crate) struct Spread(u64);

impl Hasher for Spread {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_usize(usize::from(*byte));
        }
    }

    #[inline]
    fn write_usize(&mut self, address: usize) {
        self.0 = (self.0 ^ address as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    #[inline]
    fn finish(&self) -> u64 {
        // A map takes both ends, and a product has mixed the upper one alone.
        self.0 ^ (self.0 >> 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(address: usize) -> u64 {
        let mut spread = Spread::default();
        spread.write_usize(address);
        spread.finish()
    }

    #[test]
    fn neighbours_are_spread_over_both_ends() {
        // As many blocks as there are places, however large they are.
        for bytes in [1, 16, 48, 64, 4096, 1 << 20] {
            let mut low = vec![0; 1024];
            let mut high = vec![0; 128];
            for n in 0..1024 {
                let hash = hash(0x7f3a_0000_1000 + n * bytes);
                low[(hash & 1023) as usize] += 1;
                high[(hash >> 57) as usize] += 1;
            }
            let most = low.iter().max().copied();
            assert!(
                most <= Some(8),
                "{most:?} in one place, for blocks of {bytes}"
            );
            let most = high.iter().max().copied();
            assert!(
                most <= Some(32),
                "{most:?} with one tag, for blocks of {bytes}"
            );
        }
    }
}
