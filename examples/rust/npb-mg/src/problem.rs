//! The benchmark's problem: +1 at ten points of a periodic cube, -1 at ten others.

/// Size and answer of a class.
pub struct Class {
    pub name: &'static str,
    /// The finest grid has `2^top` points a side.
    pub top: usize,
    pub cycles: usize,
    /// The norm of the residual that the benchmark demands.
    pub norm: f64,
    pub smoother: [f64; 3],
}

const FIRST: [f64; 3] = [-3.0 / 8.0, 1.0 / 32.0, -1.0 / 64.0];
const OTHER: [f64; 3] = [-3.0 / 17.0, 1.0 / 33.0, -1.0 / 61.0];

const fn class(
    name: &'static str,
    (top, cycles): (usize, usize),
    norm: f64,
    smoother: [f64; 3],
) -> Class {
    Class {
        name,
        top,
        cycles,
        norm,
        smoother,
    }
}

pub const CLASSES: [Class; 5] = [
    class("S", (5, 4), 0.5307707005734e-04, FIRST),
    class("W", (7, 4), 0.6467329375339e-05, FIRST),
    class("A", (8, 4), 0.2433365309069e-05, FIRST),
    class("B", (8, 20), 0.1800564401355e-05, OTHER),
    class("C", (9, 20), 0.5706732285740e-06, OTHER),
];

/// Points of a side of a level's arrays: the grid, and a layer of copies around it.
pub fn side(level: usize) -> usize {
    (1 << level) + 2
}

/// Arrays of all levels, zero.
pub fn grids(top: usize) -> Vec<Vec<f64>> {
    (0..=top).map(|l| vec![0.0; side(l).pow(3)]).collect()
}

/// The right-hand side: at the places of the ten largest and the ten smallest numbers of the
/// benchmark's generator, `x' = 5^13 x mod 2^46`, of which every point draws one.
pub fn charges(top: usize) -> Vec<f64> {
    let n = side(top);
    let mut x: u64 = 314_159_265;
    let mut drawn = Vec::with_capacity((n - 2).pow(3));
    for k in 1..n - 1 {
        for j in 1..n - 1 {
            for i in 1..n - 1 {
                x = x.wrapping_mul(1_220_703_125) & ((1 << 46) - 1);
                drawn.push((x, (k * n + j) * n + i));
            }
        }
    }
    let count = drawn.len();
    drawn.select_nth_unstable(10);
    let smallest: Vec<usize> = drawn[..10].iter().map(|d| d.1).collect();
    drawn.select_nth_unstable(count - 11);
    let largest = drawn[count - 10..].iter().map(|d| d.1);
    let mut v = vec![0.0; n.pow(3)];
    smallest.into_iter().for_each(|at| v[at] = -1.0);
    largest.for_each(|at| v[at] = 1.0);
    // Nobody reads the copies around the grid.
    v
}
