//! Random numbers as the language reference defines them ("Random numbers"), written down a
//! second time, and the estimation of an area with them.

/// A step of SplitMix64 from a state to a number.
fn mixed(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The generator of the LPU at the end of a path of (space, number of the LPU within its
/// parent's), outermost first.
pub struct Draws(u64);

impl Draws {
    /// At the beginning of a task whose seed is `seed`.
    #[must_use]
    pub fn of(seed: i32, path: &[(char, u64)]) -> Draws {
        let seed = u64::from(seed.cast_unsigned());
        let down = |state: u64, &(space, lpu): &(char, u64)| {
            let own = STEP.wrapping_mul(lpu + 1) ^ (u64::from(u32::from(space)) << 32);
            mixed(state.wrapping_add(own))
        };
        Draws(path.iter().fold(mixed(seed), down))
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mixed(self.0)
    }

    /// From 0 up to, not including, 1.
    pub fn real(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// From `low` to `high`, both included (`low` when there is none).
    pub fn integer(&mut self, low: i32, high: i32) -> i32 {
        let count = i64::from(high) - i64::from(low) + 1;
        if count <= 1 {
            return low;
        }
        let drawn = self.bits() % count.cast_unsigned();
        // Up to 2^32 - 1: what does not fit wraps to what is wanted.
        low.wrapping_add(drawn as u32 as i32)
    }
}

/// Sizes of the estimation of an area.
pub struct Area {
    /// Change of an estimate that ends its rounds.
    pub precision: f64,
    /// Most rounds.
    pub rounds: i32,
    /// Side of a cell.
    pub cell: i32,
    /// Cells along a side of the grid.
    pub grid: i32,
    /// Points drawn per cell and round.
    pub points: i32,
    /// Cells along a side of a part.
    pub part: i32,
}

/// The estimate; its last sum (over parts) is by reduction.
#[must_use]
pub fn monte_carlo(area: &Area) -> f64 {
    let parts = (area.grid + area.part - 1) / area.part;
    let mut total = 0.0;
    for p in 0..parts {
        for q in 0..parts {
            total += part(area, (p, q), parts);
        }
    }
    total
}

fn part(area: &Area, (p, q): (i32, i32), parts: i32) -> f64 {
    let number = |i: i32| u64::from(i.cast_unsigned());
    let cells = |from: i32| from * area.part..((from + 1) * area.part).min(area.grid);
    let columns = cells(q).len() as u64;
    let place = |i: i32, j: i32| number(i - p * area.part) * columns + number(j - q * area.part);
    let corners: Vec<(i32, i32)> = cells(p)
        .flat_map(|i| cells(q).map(move |j| (i, j)))
        .collect();
    let path = |(i, j): (i32, i32)| [('A', 0), ('B', number(p * parts + q)), ('C', place(i, j))];
    let mut draws: Vec<Draws> = corners.iter().map(|&c| Draws::of(0, &path(c))).collect();
    let (mut estimate, mut change) = (0.0, area.precision + 1.0);
    for round in 1..=area.rounds {
        if change <= area.precision {
            break;
        }
        let mut inside = 0;
        for (&(i, j), draws) in corners.iter().zip(&mut draws) {
            for _ in 0..area.points.max(1) {
                let x = draws.integer(area.cell * i, area.cell * (i + 1) - 1);
                let y = draws.integer(area.cell * j, area.cell * (j + 1) - 1);
                let height =
                    10.0 * f64::from(x).powf(2.0).sin() + 50.0 * f64::from(y).powf(3.0).cos();
                inside += i32::from(height <= 0.0);
            }
        }
        let size = area.cell * area.cell;
        let current = 1.0 * f64::from(size) * f64::from(inside) / f64::from(area.points);
        let weight = 1.0 / f64::from(round);
        let updated = current * weight + estimate * (1.0 - weight);
        change = if updated > estimate {
            updated - estimate
        } else {
            estimate - updated
        };
        estimate = updated;
    }
    estimate
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_stay_within_their_bounds_and_differ_between_lpus() {
        let mut draws = Draws::of(3, &[('A', 0), ('B', 5)]);
        for _ in 0..1000 {
            assert!((0.0..1.0).contains(&draws.real()));
            assert!((-2..=2).contains(&draws.integer(-2, 2)));
        }
        assert_eq!(draws.integer(4, 4), 4);
        let first = |lpu| Draws::of(3, &[('A', lpu)]).bits();
        assert_ne!(first(0), first(1));
    }
}
