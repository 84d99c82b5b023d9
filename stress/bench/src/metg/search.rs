//! The search for METG(50%): the least grain at which a system is half as fast as ideal.
//!
//! Grains lie on one geometric grid for all systems and repetitions, so that the best time at
//! each grain can be taken over repetitions; between the last grain below 50% and the first
//! above, the curve is interpolated on the logarithm of the grain.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Efficiency that defines METG(50%).
pub const HALF: f64 = 0.5;

/// Grains below the crossing that are measured besides the first one.
const MARGIN: usize = 1;

/// Iterations of the kernel, from 1, about a factor of the square root of two apart.
#[must_use]
pub fn grid() -> Vec<u64> {
    let mut grid: Vec<u64> = (0..36)
        .map(|k| 2f64.powf(f64::from(k) / 2.0).round() as u64)
        .collect();
    grid.dedup();
    grid
}

/// Measures around the crossing and returns time by iterations. `efficiency` tells from
/// iterations and time; `start` is where on the grid to look first.
///
/// # Errors
/// What `measure` says.
pub fn search(
    grid: &[u64],
    start: usize,
    mut measure: impl FnMut(u64) -> Result<f64, String>,
    efficiency: impl Fn(u64, f64) -> f64,
) -> Result<BTreeMap<u64, f64>, String> {
    let mut times = BTreeMap::new();
    let mut above = |at: usize, times: &mut BTreeMap<u64, f64>| -> Result<bool, String> {
        let n = grid[at];
        let time = match times.entry(n) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => *new.insert(measure(n)?),
        };
        Ok(efficiency(n, time) >= HALF)
    };
    let mut at = start.min(grid.len() - 1);
    // Up until a grain suffices, then down until two in a row do not: one disturbed sample
    // does not end the search.
    while !above(at, &mut times)? && at + 1 < grid.len() {
        at += 1;
    }
    let mut bad = 0;
    while bad <= MARGIN && at > 0 {
        at -= 1;
        bad = if above(at, &mut times)? { 0 } else { bad + 1 };
    }
    Ok(times)
}

/// What a curve says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Metg {
    /// The grain in iterations, interpolated.
    At(f64),
    /// Even this grain suffices, the smallest measured.
    Below(f64),
    /// Not even this grain suffices, the largest measured.
    Above(f64),
}

/// The least grain at which `curve` (iterations, efficiency; in order of iterations) reaches
/// 50%, as METG is defined. What disturbs a measurement only takes efficiency away, so larger
/// grains that fall short do not move it.
#[must_use]
pub fn crossing(curve: &[(u64, f64)]) -> Option<Metg> {
    let &(most, _) = curve.last()?;
    let Some(above) = curve.iter().position(|&(_, e)| e >= HALF) else {
        return Some(Metg::Above(most as f64));
    };
    let (n1, e1) = curve[above];
    let Some(&(n0, e0)) = above.checked_sub(1).map(|below| &curve[below]) else {
        return Some(Metg::Below(n1 as f64));
    };
    let part = (HALF - e0) / (e1 - e0);
    let (l0, l1) = ((n0 as f64).ln(), (n1 as f64).ln());
    Some(Metg::At((l0 + part * (l1 - l0)).exp()))
}

/// The least time at each grain.
pub fn merge(into: &mut BTreeMap<u64, f64>, from: &BTreeMap<u64, f64>) {
    for (&n, &time) in from {
        into.entry(n)
            .and_modify(|t| *t = t.min(time))
            .or_insert(time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A system with a fixed cost per task: half efficient where the kernel costs as much.
    fn system(cost: f64, ns: f64) -> impl Fn(u64) -> f64 {
        move |n| cost + n as f64 * ns
    }

    fn found(cost: f64, ns: f64, start: usize) -> (Metg, usize) {
        let model = system(cost, ns);
        let mut asked = 0;
        let efficiency = |n: u64, time: f64| n as f64 * ns / time;
        let times = search(
            &grid(),
            start,
            |n| {
                asked += 1;
                Ok(model(n))
            },
            efficiency,
        )
        .expect("the model answers");
        let curve: Vec<_> = times.iter().map(|(&n, &t)| (n, efficiency(n, t))).collect();
        (crossing(&curve).expect("something was measured"), asked)
    }

    #[test]
    fn the_known_metg_is_found_from_anywhere() {
        for cost in [30.0, 150.0, 980.0, 2000.0, 16_000.0, 110_000.0] {
            for start in [0, 7, 20, 99] {
                let (Metg::At(n), asked) = found(cost, 1.08, start) else {
                    panic!("cost {cost}: no crossing");
                };
                let wrong = (n * 1.08 / cost - 1.0).abs();
                assert!(
                    wrong < 0.02,
                    "cost {cost}, start {start}: {} instead",
                    n * 1.08
                );
                assert!(asked < 40, "{asked} measurements");
            }
        }
    }

    #[test]
    fn a_good_guess_saves_measurements() {
        let at = grid()
            .iter()
            .position(|&n| n >= 1000)
            .expect("the grid goes that far");
        let (_, asked) = found(1000.0, 1.0, at);
        assert!(asked <= 6, "{asked}");
    }

    #[test]
    fn beyond_the_grid_is_said() {
        assert_eq!(found(0.1, 1.0, 10).0, Metg::Below(1.0));
        let most = *grid().last().expect("not empty") as f64;
        assert_eq!(found(1e9, 1.0, 10).0, Metg::Above(most));
        assert_eq!(crossing(&[]), None);
    }

    #[test]
    fn one_disturbed_sample_does_not_end_the_search() {
        let model = system(1000.0, 1.0);
        let mut asked = 0;
        let times = search(
            &grid(),
            30,
            |n| {
                asked += 1;
                // The third sample is disturbed.
                Ok(if asked == 3 { 1e9 } else { model(n) })
            },
            |n, time| n as f64 / time,
        )
        .expect("the model answers");
        assert!(times.keys().next().is_some_and(|&n| n < 1000), "{times:?}");
        // Another repetition repairs the sample.
        let mut best = times;
        let repaired: BTreeMap<u64, f64> = best.keys().map(|&n| (n, model(n))).collect();
        merge(&mut best, &repaired);
        let curve: Vec<_> = best.iter().map(|(&n, &t)| (n, n as f64 / t)).collect();
        let Some(Metg::At(n)) = crossing(&curve) else {
            panic!("no crossing")
        };
        assert!((n / 1000.0 - 1.0).abs() < 0.02, "{n}");
        // Larger grains that were disturbed do not count against it.
        let disturbed = [(500, 0.3), (1000, 0.5), (1400, 0.6), (2000, 0.4)];
        let Some(Metg::At(n)) = crossing(&disturbed) else {
            panic!("no crossing")
        };
        assert!((n - 1000.0).abs() < 1e-6, "{n}");
    }
}
