//! The V-cycle: a list of sweeps, and the region that makes tasks of them.

/// Planes and rows of a tile: thin, so that the next sweeps find planes in cache.
const PLANES: usize = 2;
const ROWS: usize = 128;
/// Grids of up to so many points a side are one task a sweep.
const SMALL: usize = 18;

/// Weights of the operator: of the point itself, and of its neighbours over edges and corners.
/// Those over faces have none.
const A0: f64 = -8.0 / 3.0;
const A2: f64 = 1.0 / 6.0;
const A3: f64 = 1.0 / 12.0;

/// One operation on all points of a level.
#[derive(Clone, Copy)]
pub enum Sweep {
    /// `r = v - A u`, on the finest grid.
    Residual(usize),
    /// `r = r - A u`.
    Correct(usize),
    /// `u = u + S r`.
    Smooth(usize),
    /// The residual of the next coarser level from that of this one.
    Restrict(usize),
    /// Adds the correction of the next coarser level to this one's.
    Interpolate(usize),
    /// `u = 0`.
    Clear(usize),
    /// The grids are periodic: copies of the outermost points lie beyond the other side.
    ExchangeU(usize),
    ExchangeR(usize),
}

/// The sweeps of so many V-cycles.
pub fn sweeps(top: usize, cycles: usize) -> Vec<Sweep> {
    use Sweep::*;
    let mut list = vec![Residual(top), ExchangeR(top)];
    for _ in 0..cycles {
        for level in (2..=top).rev() {
            list.extend([Restrict(level), ExchangeR(level - 1)]);
        }
        list.extend([Clear(1), Smooth(1), ExchangeU(1)]);
        for level in 2..=top {
            let (begin, residual) = match level < top {
                true => (Some(Clear(level)), Correct(level)),
                false => (None, Residual(level)),
            };
            list.extend(begin);
            list.extend([Interpolate(level), residual, ExchangeR(level)]);
            list.extend([Smooth(level), ExchangeU(level)]);
        }
        list.extend([Residual(top), ExchangeR(top)]);
    }
    list
}

/// Runs the sweeps: `u[l]` and `r[l]` are solution and residual of level `l`, `v` the right-hand
/// side of the finest one.
#[hp5::region(serial(multigrid_serial))]
pub fn multigrid(
    u: &mut [Vec<f64>],
    r: &mut [Vec<f64>],
    v: &[f64],
    smoother: [f64; 3],
    sweeps: &[Sweep],
) {
    #[hp5::array_tile(default: [PLANES, ROWS, *])]
    for sweep in sweeps {
        match *sweep {
            Sweep::Residual(level) => {
                let n = (1_usize << level) + 2;
                let (u, r) = (&u[level], &mut r[level]);
                #[hp5::task_tile(k = PLANES, j = ROWS, if(n > SMALL), name("residual"))]
                for k in 1..n - 1 {
                    let mut sums = Sums::new(n);
                    for j in 1..n - 1 {
                        let at = (k * n + j) * n;
                        let near = at - n * n - n;
                        let far = at + n * n - n;
                        let line = &mut r[at..at + n];
                        line.copy_from_slice(&v[at..at + n]);
                        let here = &u[at - n..at + 2 * n];
                        sums.gather(&u[near..near + 3 * n], here, &u[far..far + 3 * n]);
                        sums.subtract(line, &here[n..2 * n]);
                    }
                }
            }
            Sweep::Correct(level) => {
                let n = (1_usize << level) + 2;
                let (u, r) = (&u[level], &mut r[level]);
                #[hp5::task_tile(k = PLANES, j = ROWS, if(n > SMALL), name("correct"))]
                for k in 1..n - 1 {
                    let mut sums = Sums::new(n);
                    for j in 1..n - 1 {
                        let at = (k * n + j) * n;
                        let near = at - n * n - n;
                        let far = at + n * n - n;
                        let here = &u[at - n..at + 2 * n];
                        sums.gather(&u[near..near + 3 * n], here, &u[far..far + 3 * n]);
                        sums.subtract(&mut r[at..at + n], &here[n..2 * n]);
                    }
                }
            }
            Sweep::Smooth(level) => {
                let n = (1_usize << level) + 2;
                let (u, r) = (&mut u[level], &r[level]);
                #[hp5::task_tile(k = PLANES, j = ROWS, if(n > SMALL), name("smooth"))]
                for k in 1..n - 1 {
                    let mut sums = Sums::new(n);
                    for j in 1..n - 1 {
                        let at = (k * n + j) * n;
                        let near = at - n * n - n;
                        let far = at + n * n - n;
                        let here = &r[at - n..at + 2 * n];
                        sums.gather(&r[near..near + 3 * n], here, &r[far..far + 3 * n]);
                        sums.smooth(&mut u[at..at + n], &here[n..2 * n], smoother);
                    }
                }
            }
            Sweep::Restrict(level) => {
                let half: usize = 1 << (level - 1);
                let (m, n) = (half + 2, 2 * half + 2);
                let (below, above) = r.split_at_mut(level);
                let (coarse, fine) = (&mut below[level - 1], &above[0]);
                #[hp5::task_tile(k = PLANES, j = ROWS, if(m > SMALL / 2), name("restrict"))]
                for k in 1..m - 1 {
                    let mut sums = Sums::new(n);
                    for j in 1..m - 1 {
                        let at = (2 * k * n + 2 * j) * n;
                        let near = at - n * n - n;
                        let far = at + n * n - n;
                        let here = &fine[at - n..at + 2 * n];
                        sums.gather(&fine[near..near + 3 * n], here, &fine[far..far + 3 * n]);
                        let to = (k * m + j) * m;
                        sums.restrict(&mut coarse[to..to + m], &here[n..2 * n]);
                    }
                }
            }
            Sweep::Interpolate(level) => {
                let half: usize = 1 << (level - 1);
                let (m, n) = (half + 2, 2 * half + 2);
                let (below, above) = u.split_at_mut(level);
                let (coarse, fine) = (&below[level - 1], &mut above[0]);
                #[hp5::task_tile(k = PLANES / 2, j = ROWS / 2, if(n > SMALL), name("interpolate"))]
                for k in 0..m - 1 {
                    let mut sum = vec![0.0; m];
                    for j in 0..m - 1 {
                        let from = (k * m + j) * m;
                        let (near, next) =
                            (&coarse[from..from + m], &coarse[from + m..from + 2 * m]);
                        let far = from + m * m;
                        let (over, across) = (&coarse[far..far + m], &coarse[far + m..far + 2 * m]);
                        let to = (2 * k * n + 2 * j) * n;
                        add(&mut fine[to..to + n], near, 1.0);
                        (0..m).for_each(|i| sum[i] = next[i] + near[i]);
                        add(&mut fine[to + n..to + 2 * n], &sum, 0.5);
                        let to = to + n * n;
                        (0..m).for_each(|i| sum[i] = over[i] + near[i]);
                        add(&mut fine[to..to + n], &sum, 0.5);
                        (0..m).for_each(|i| sum[i] = across[i] + over[i] + (next[i] + near[i]));
                        add(&mut fine[to + n..to + 2 * n], &sum, 0.25);
                    }
                }
            }
            Sweep::Clear(level) => {
                let n = (1_usize << level) + 2;
                let u = &mut u[level];
                #[hp5::task_tile(k = PLANES, j = ROWS, if(n > SMALL), name("clear"))]
                for k in 0..n {
                    for j in 0..n {
                        u[(k * n + j) * n..(k * n + j + 1) * n].fill(0.0);
                    }
                }
            }
            Sweep::ExchangeU(level) | Sweep::ExchangeR(level) => {
                let n = (1_usize << level) + 2;
                let last: usize = n - 2;
                let copy: usize = n - 1;
                let of_u = matches!(sweep, Sweep::ExchangeU(_));
                let grid = if of_u { &mut u[level] } else { &mut r[level] };
                #[hp5::task_tile(k = PLANES, if(n > SMALL), name("exchange"))]
                for k in 1..n - 1 {
                    for j in 1..n - 1 {
                        grid[(k * n + j) * n] = grid[(k * n + j) * n + last];
                        grid[(k * n + j) * n + copy] = grid[(k * n + j) * n + 1];
                    }
                    for i in 0..n {
                        grid[k * n * n + i] = grid[(k * n + last) * n + i];
                        grid[(k * n + copy) * n + i] = grid[(k * n + 1) * n + i];
                    }
                }
                #[hp5::task_tile(j = ROWS, if(n > SMALL), name("exchange"))]
                for j in 0..n {
                    for i in 0..n {
                        grid[j * n + i] = grid[(last * n + j) * n + i];
                        grid[(copy * n + j) * n + i] = grid[(n + j) * n + i];
                    }
                }
            }
        }
    }
}

/// The sum of the squares of the inner points of a grid of `n` points a side.
#[hp5::region]
pub fn squares(r: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    #[hp5::task_tile(k = PLANES, reduction(+: sum))]
    for k in 1..n - 1 {
        for j in 1..n - 1 {
            for i in 1..n - 1 {
                sum += r[(k * n + j) * n + i] * r[(k * n + j) * n + i];
            }
        }
    }
    #[hp5::task_wait]
    sum
}

/// Sums over the lines around one: the four that lie nearest to it, and the next four.
struct Sums {
    near: Vec<f64>,
    far: Vec<f64>,
}

impl Sums {
    fn new(n: usize) -> Sums {
        Sums {
            near: vec![0.0; n],
            far: vec![0.0; n],
        }
    }

    /// From three lines of each of three planes.
    #[inline]
    fn gather(&mut self, below: &[f64], here: &[f64], above: &[f64]) {
        let n = self.near.len();
        let (before, after) = (&here[..n], &here[2 * n..3 * n]);
        let (under, over) = (&below[n..2 * n], &above[n..2 * n]);
        let near = &mut self.near[..n];
        for i in 0..n {
            near[i] = before[i] + after[i] + under[i] + over[i];
        }
        let (a, b) = (&below[..n], &below[2 * n..3 * n]);
        let (c, d) = (&above[..n], &above[2 * n..3 * n]);
        let far = &mut self.far[..n];
        for i in 0..n {
            far[i] = a[i] + b[i] + c[i] + d[i];
        }
    }

    /// `r = r - A u` on a line; `u` is the one in the middle.
    #[inline]
    fn subtract(&self, r: &mut [f64], u: &[f64]) {
        let n = r.len();
        let (near, far, u) = (&self.near[..n], &self.far[..n], &u[..n]);
        for i in 1..n - 1 {
            r[i] = r[i]
                - A0 * u[i]
                - A2 * (far[i] + near[i - 1] + near[i + 1])
                - A3 * (far[i - 1] + far[i + 1]);
        }
    }

    /// `u = u + S r` on a line; `r` is the one in the middle.
    #[inline]
    fn smooth(&self, u: &mut [f64], r: &[f64], s: [f64; 3]) {
        let n = u.len();
        let (near, far, r) = (&self.near[..n], &self.far[..n], &r[..n]);
        for i in 1..n - 1 {
            u[i] += s[0] * r[i]
                + s[1] * (r[i - 1] + r[i + 1] + near[i])
                + s[2] * (far[i] + near[i - 1] + near[i + 1]);
        }
    }

    /// A coarse line of weighted means of 27 points; `fine` is the line in the middle.
    #[inline]
    fn restrict(&self, coarse: &mut [f64], fine: &[f64]) {
        let m = coarse.len();
        let n = 2 * m - 2;
        let (near, far, fine) = (&self.near[..n], &self.far[..n], &fine[..n]);
        for i in 1..m - 1 {
            coarse[i] = 0.5 * fine[2 * i]
                + 0.25 * (fine[2 * i - 1] + fine[2 * i + 1] + near[2 * i])
                + 0.125 * (near[2 * i - 1] + near[2 * i + 1] + far[2 * i])
                + 0.0625 * (far[2 * i - 1] + far[2 * i + 1]);
        }
    }
}

/// Adds a line of sums of coarse points, weighted, to a fine line: each at its place, and between
/// two of them their mean.
#[inline]
fn add(fine: &mut [f64], sums: &[f64], weight: f64) {
    for (pair, two) in fine.chunks_exact_mut(2).zip(sums.windows(2)) {
        pair[0] += weight * two[0];
        pair[1] += 0.5 * weight * (two[0] + two[1]);
    }
}
