//! Random numbers of an LPU: SplitMix64, seeded by the task's seed and the way to the LPU.
//! Source: the language reference, "Random numbers".

/// What is added to a state for each number.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// State of a generator.
#[derive(Debug, Clone, Copy)]
pub struct Random {
    state: u64,
}

fn finish(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Random {
    /// Of Root, and of the coordinator.
    pub(super) fn seeded(seed: i32) -> Random {
        let state = finish(u64::from(seed.cast_unsigned()));
        Random { state }
    }

    /// Of an LPU of a space, by its number within the LPU of the parent's space.
    pub(super) fn below(self, space: char, lpu: u64) -> Random {
        let letter = u64::from(u32::from(space)) << 32;
        let own = STEP.wrapping_mul(lpu.wrapping_add(1)) ^ letter;
        Random {
            state: finish(self.state.wrapping_add(own)),
        }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        finish(self.state)
    }

    /// From 0 up to, not including, 1.
    pub(super) fn real(&mut self) -> f64 {
        (self.next() >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
    }

    /// From `low` to `high`, both included; `low` without a draw if `high` is not above it.
    pub(super) fn integer(&mut self, low: i32, high: i32) -> i32 {
        if high <= low {
            return low;
        }
        let count = i64::from(high) - i64::from(low) + 1;
        let drawn = self.next() % count.cast_unsigned();
        (i64::from(low) + drawn.cast_signed()) as i32
    }
}
