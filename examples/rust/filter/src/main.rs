//! Composite tasks: a polar filter in the manner of figure 6 of the AceMesh paper.
//!
//! Near the poles of a latitude-longitude grid the meridians crowd together, and the field
//! `dt[level][latitude][longitude]` is smoothed along the circles of latitude, the more
//! strongly the closer to a pole, and then blended across latitudes. Levels do not know of one
//! another, so the outer loop makes one *composite* task for every six levels; each of these
//! builds a graph of its own when it is dispatched, from the loops inside it:
//!
//! ```text
//!   composite(levels 0..6)                 composite(levels 6..12)
//!   +----------------------------------+   +----------------------+
//!   | level 0  along(0)      along(1)  |   |  the same, at the    |
//!   |             |  \     /   |       |   |  same time           |
//!   |          across(0)    across(1)  |   +----------------------+
//!   | level 1  ...                     |     ...
//!   +----------------------------------+
//! ```
//!
//! Run:    `cargo run -p hp5-annotate --bin hp5 -- run examples/rust/filter`
//! Serial: `cargo run --release -p filter`
//!
//! Prints the field's roughness before and after, a fingerprint, the serial and the parallel
//! time, and what the task graph did (tasks inside composite tasks are counted too). Both
//! fields must agree bit for bit, else the exit status is 1.

mod report;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use report::{Times, fingerprint, same_bits};

/// A polar filter on levels, latitudes and longitudes.
#[derive(Parser)]
struct Args {
    /// Number of levels.
    #[arg(long, default_value_t = 48)]
    levels: usize,
    /// Number of circles of latitude.
    #[arg(long, default_value_t = 180)]
    latitudes: usize,
    /// Points on each circle.
    #[arg(long, default_value_t = 720)]
    longitudes: usize,
    /// How often the filter is applied.
    #[arg(long, default_value_t = 4)]
    rounds: usize,
    /// Levels of a composite task.
    #[arg(long, default_value_t = 6)]
    tile: usize,
    /// Circles of latitude of a task inside it.
    #[arg(long, default_value_t = 36)]
    rows: usize,
    /// Repetitions of every measurement.
    #[arg(long, default_value_t = 3)]
    reps: usize,
}

/// Levels, latitudes, longitudes.
#[derive(Clone, Copy)]
struct Shape {
    nk: usize,
    nj: usize,
    ni: usize,
}

/// Applies the filter `rounds` times to `dt`; `w` is scratch of the same shape and content,
/// `weight[j]` says how strongly latitude `j` is smoothed, 0 to 0.25.
#[hp5::region(serial(filter_serial))]
fn filter(
    dt: &mut [f64],
    w: &mut [f64],
    weight: &[f64],
    shape: Shape,
    rounds: usize,
    tile: usize,
    rows: usize,
) {
    let Shape { nk, nj, ni } = shape;
    #[hp5::array_tile(dt: [1, rows, *], w: [1, rows, *])]
    for _ in 0..rounds {
        #[hp5::task_tile(k = tile, nested, inout(dt[k, .., ..], w[k, .., ..]))]
        for k in 0..nk {
            #[hp5::task_tile(j = rows, name("along"))]
            for j in 0..nj {
                for i in 1..ni - 1 {
                    let here = dt[(k * nj + j) * ni + i];
                    let beside = dt[(k * nj + j) * ni + i - 1] + dt[(k * nj + j) * ni + i + 1];
                    w[(k * nj + j) * ni + i] = here + weight[j] * (beside - 2.0 * here);
                }
            }
            #[hp5::task_tile(j = rows, name("across"))]
            for j in 1..nj - 1 {
                for i in 1..ni - 1 {
                    dt[(k * nj + j) * ni + i] = 0.9 * w[(k * nj + j) * ni + i]
                        + 0.05 * (w[(k * nj + j - 1) * ni + i] + w[(k * nj + j + 1) * ni + i]);
                }
            }
        }
    }
}

/// A smooth wave with noise on it.
fn field(shape: Shape) -> Vec<f64> {
    let Shape { nk, nj, ni } = shape;
    let mut state = 0x853c_49e6_748f_ea9b_u64;
    let mut noise = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
    };
    (0..nk * nj * ni)
        .map(|at| (0.05 * (at % ni) as f64).sin() + noise())
        .collect()
}

/// Mean square of the difference of neighbours on a circle.
fn roughness(dt: &[f64], ni: usize) -> f64 {
    let squares = |row: &[f64]| row.windows(2).map(|w| (w[1] - w[0]).powi(2)).sum::<f64>();
    dt.chunks(ni).map(squares).sum::<f64>() / dt.len() as f64
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let shape = Shape {
        nk: args.levels,
        nj: args.latitudes,
        ni: args.longitudes,
    };
    let Shape { nk, nj, ni } = shape;
    if nk == 0 || nj < 3 || ni < 3 || args.tile == 0 || args.rows == 0 || args.reps == 0 {
        return Err(
            "the grid must be 1 x 3 x 3 at least, --tile, --rows and --reps 1 at least".into(),
        );
    }
    nk.checked_mul(nj)
        .and_then(|n| n.checked_mul(ni))
        .ok_or("the grid is too large")?;
    println!(
        "{nk} levels, {nj} x {ni} points, {} rounds, {} levels a composite task",
        args.rounds, args.tile
    );

    // Strong at the poles (j = 0 and nj - 1), none at the equator.
    let off_equator = |j: usize| (2.0 * j as f64 / (nj - 1) as f64 - 1.0).powi(2);
    let weight: Vec<f64> = (0..nj).map(|j| 0.25 * off_equator(j)).collect();
    let start = field(shape);
    let (mut serial, mut parallel) = (Times::default(), Times::default());
    let mut answer = Vec::new();
    for _ in 0..args.reps {
        let mut w = start.clone();
        answer.clone_from(&start);
        serial.run(|| {
            filter_serial(
                &mut answer,
                &mut w,
                &weight,
                shape,
                args.rounds,
                args.tile,
                args.rows,
            )
        });
        let (mut dt, mut w) = (start.clone(), start.clone());
        parallel.run(|| {
            filter(
                &mut dt,
                &mut w,
                &weight,
                shape,
                args.rounds,
                args.tile,
                args.rows,
            )
        });
        same_bits("field", &answer, &dt)?;
    }

    let (before, after) = (roughness(&start, ni), roughness(&answer, ni));
    println!(
        "roughness {before:.6} before, {after:.6} after, fingerprint {:016x}",
        fingerprint(&answer)
    );
    println!("the annotated program's answer equals the serial one's, bit for bit");
    report::compare(&serial, &parallel);
    Ok(())
}

fn main() -> ExitCode {
    report::exit(run(&Args::parse()))
}
