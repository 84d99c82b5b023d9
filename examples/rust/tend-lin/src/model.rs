//! The grid, its fields, and a step: stencils, filter, advance.

/// Latitudes of a tile; levels of a composite task.
const ROWS: usize = 16;
const LEVELS: usize = 6;

/// Degrees from which on rows are filtered, and the most passes over one.
const FILTERED: f64 = 38.0;
const MOST_PASSES: usize = 16;

/// The fields: pressure, which has one level, winds to the east and to the north, temperature.
pub const P: usize = 0;
const U: usize = 1;
const V: usize = 2;
const T: usize = 3;
pub const NAMES: [&str; 4] = ["P", "U", "V", "T"];

/// Points along longitudes, latitudes and levels. Rows are two longer: a copy of the last
/// longitude before the first one, and of the first behind the last.
#[derive(Clone, Copy)]
pub struct Shape {
    pub nx: usize,
    pub ny: usize,
    pub nz: usize,
}

/// The sphere.
pub struct Globe {
    shape: Shape,
    /// Cosine and sine of each latitude.
    cosines: Vec<f64>,
    turn: Vec<f64>,
    /// How often the filter passes over each latitude.
    passes: Vec<usize>,
}

impl Globe {
    pub fn new(shape: Shape) -> Globe {
        let ny = shape.ny;
        let latitude = |j: usize| -90.0 + 180.0 * j as f64 / (ny - 1) as f64;
        let cosine = |j: usize| latitude(j).to_radians().cos().max(1e-3);
        let passes = |j: usize| match latitude(j).abs() < FILTERED {
            true => 0,
            false => ((FILTERED.to_radians().cos() / cosine(j)) as usize).min(MOST_PASSES),
        };
        Globe {
            shape,
            cosines: (0..ny).map(cosine).collect(),
            turn: (0..ny).map(|j| latitude(j).to_radians().sin()).collect(),
            passes: (0..ny).map(passes).collect(),
        }
    }

    /// Fields that are smooth but for some noise, and tendencies to begin with.
    pub fn fill(&self) -> [Vec<Vec<f64>>; 2] {
        let Shape { nx, ny, nz } = self.shape;
        let width = nx + 2;
        let (mut field, mut tendency) = (Vec::new(), Vec::new());
        for variable in P..=T {
            let levels = if variable == P { 1 } else { nz };
            let mut values = vec![0.0; levels * ny * width];
            let mut changes = values.clone();
            let mut noise = 12345_u32 + variable as u32;
            for row in 0..levels * ny {
                let (k, j) = (row / ny, row % ny);
                for i in 1..=nx {
                    noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let along = std::f64::consts::TAU * 3.0 * i as f64 / nx as f64;
                    let wave =
                        (0.05 * j as f64 + 0.3 * k as f64 + variable as f64).sin() * along.cos();
                    values[row * width + i] = wave + 1e-2 * f64::from(noise >> 8) / 16_777_216.0;
                    if j != 0 && j != ny - 1 {
                        changes[row * width + i] = 0.1 * wave * f64::from(noise >> 28);
                    }
                }
                close(&mut values[row * width..(row + 1) * width]);
            }
            field.push(values);
            tendency.push(changes);
        }
        [field, tendency]
    }
}

/// Copies the ends of a row beyond each other.
#[inline]
fn close(row: &mut [f64]) {
    let nx = row.len() - 2;
    row[0] = row[nx];
    row[nx + 1] = row[1];
}

/// Smooths a row once.
#[inline]
fn smooth(row: &mut [f64]) {
    close(row);
    let mut before = row[0];
    for i in 1..row.len() - 1 {
        let here = row[i];
        row[i] = 0.25 * before + 0.5 * here + 0.25 * row[i + 1];
        before = here;
    }
}

/// Takes `steps` steps with the fields, of the phases that are asked for.
#[hp5::region(serial(simulate_serial))]
pub fn simulate(
    field: &mut [Vec<f64>],
    tendency: &mut [Vec<f64>],
    globe: &Globe,
    steps: usize,
    (stencils, filters): (bool, bool),
) {
    let Shape { nx, ny, nz } = globe.shape;
    let width = nx + 2;
    let (cosines, turn, passes) = (&globe.cosines, &globe.turn, &globe.passes);
    #[hp5::array_tile(p: [ROWS, *], dp: [ROWS, *], u: [*, ROWS, *], v: [*, ROWS, *], t: [*, ROWS, *])]
    #[hp5::array_tile(f: [*, ROWS, *], d: [1, ROWS, *])]
    for _ in 0..steps {
        if stencils {
            let (p, u, v, t) = (&field[P], &field[U], &field[V], &field[T]);
            let dp = &mut tendency[P];
            #[hp5::task_tile(j = ROWS, name("pressure"))]
            for j in 1..ny - 1 {
                for i in 1..=nx {
                    dp[j * width + i] = 0.0;
                }
                for k in 0..nz {
                    for i in 1..=nx {
                        let at = (k * ny + j) * width + i;
                        dp[j * width + i] -= 0.5 * (u[at + 1] - u[at - 1]) / cosines[j]
                            + 0.5
                                * (v[at + width] * cosines[j + 1] - v[at - width] * cosines[j - 1]);
                    }
                }
            }
            let d = &mut tendency[U];
            #[hp5::task_tile(j = ROWS, name("eastward"))]
            for j in 1..ny - 1 {
                for k in 1..nz - 1 {
                    for i in 1..=nx {
                        let at = (k * ny + j) * width + i;
                        let level = ny * width;
                        let push =
                            t[at + 1] - t[at - 1] + p[j * width + i + 1] - p[j * width + i - 1];
                        d[at] = turn[j]
                            * 0.25
                            * (v[at] + v[at - 1] + v[at + width] + v[at + width - 1])
                            - push / cosines[j]
                            - u[at] * (u[at + 1] - u[at - 1]) / cosines[j]
                            - v[at] * (u[at + width] - u[at - width])
                            + 0.1 * (u[at - level] - 2.0 * u[at] + u[at + level]);
                    }
                }
            }
            let d = &mut tendency[V];
            #[hp5::task_tile(j = ROWS, name("northward"))]
            for j in 1..ny - 1 {
                for k in 1..nz - 1 {
                    for i in 1..=nx {
                        let at = (k * ny + j) * width + i;
                        let level = ny * width;
                        let push = t[at + width] - t[at - width] + p[(j + 1) * width + i]
                            - p[(j - 1) * width + i];
                        d[at] = -turn[j]
                            * 0.25
                            * (u[at] + u[at + 1] + u[at - width] + u[at - width + 1])
                            - push
                            - u[at] * (v[at + 1] - v[at - 1]) / cosines[j]
                            - v[at] * (v[at + width] - v[at - width])
                            + 0.1 * (v[at - level] - 2.0 * v[at] + v[at + level]);
                    }
                }
            }
            let d = &mut tendency[T];
            #[hp5::task_tile(j = ROWS, name("warming"))]
            for j in 1..ny - 1 {
                for k in 1..nz - 1 {
                    for i in 1..=nx {
                        let at = (k * ny + j) * width + i;
                        let level = ny * width;
                        let around = t[at - 1] + t[at + 1] + t[at - width] + t[at + width];
                        d[at] = -u[at] * (t[at + 1] - t[at - 1]) / cosines[j]
                            - v[at] * (t[at + width] - t[at - width])
                            + 0.05 * (around - 4.0 * t[at])
                            + 0.1 * (t[at - level] - 2.0 * t[at] + t[at + level])
                            - 0.01 * p[j * width + i] * t[at];
                    }
                }
            }
        }
        if filters {
            for variable in [U, V, T] {
                let d = &mut tendency[variable];
                #[hp5::task_tile(k = LEVELS, nested, inout(d[k, .., ..]), name("filter"))]
                for k in 0..nz {
                    for pass in 0..MOST_PASSES {
                        #[hp5::task_tile(j = ROWS, name("pass"))]
                        for j in 1..ny - 1 {
                            if passes[j] > pass {
                                smooth(&mut d[(k * ny + j) * width..(k * ny + j + 1) * width]);
                            }
                        }
                    }
                }
            }
        }
        if stencils {
            let (p, dp) = (&mut field[P], &tendency[P]);
            #[hp5::task_tile(j = ROWS, name("advance"))]
            for j in 0..ny {
                for i in 1..=nx {
                    p[j * width + i] += 1e-4 * dp[j * width + i];
                }
                close(&mut p[j * width..(j + 1) * width]);
            }
            for variable in [U, V, T] {
                let (f, d) = (&mut field[variable], &tendency[variable]);
                #[hp5::task_tile(j = ROWS, name("advance"))]
                for j in 0..ny {
                    for k in 0..nz {
                        for i in 1..=nx {
                            f[(k * ny + j) * width + i] += 1e-3 * d[(k * ny + j) * width + i];
                        }
                        close(&mut f[(k * ny + j) * width..(k * ny + j + 1) * width]);
                    }
                }
            }
        }
    }
}
