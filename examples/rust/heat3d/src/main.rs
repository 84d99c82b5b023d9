//! The heat equation in a block: explicit time steps on three dimensions, two arrays.
//!
//! The arrays are flat, `u[(i * m + j) * p + k]`; the translator sees the three dimensions.
//! They are cut in the first two of them, and so is the loop nest: a task's neighbours are
//! the four tiles around it. Seen from above, one of these crosses for each task:
//!
//! ```text
//!                    (i-1, j)                       step t
//!          (i, j-1)  (i, j)  (i, j+1)   all five in, one out
//!                    (i+1, j)                          \
//!                                                     (i, j) of step t + 1
//! ```
//!
//! Run:    `cargo run -p hp5-annotate --bin hp5 -- run examples/rust/heat3d`
//! Serial: `cargo run --release -p heat3d`
//!
//! Prints the heat in the block, a fingerprint, the serial and the parallel time, and what
//! the task graph did. Both blocks must agree bit for bit, else the exit status is 1.

mod npy;
mod report;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use report::{Times, fingerprint, same_bits};

/// Heat in a block, by explicit time steps.
#[derive(Parser)]
struct Args {
    /// Points in each direction.
    #[arg(long, default_value_t = 192)]
    n: usize,
    /// Number of time steps.
    #[arg(long, default_value_t = 40)]
    steps: usize,
    /// Planes of a tile.
    #[arg(long, default_value_t = 8)]
    tile: usize,
    /// Rows of a tile.
    #[arg(long, default_value_t = 64)]
    rows: usize,
    /// Diffusion number, conductivity * dt / h^2; stable up to 1/6.
    #[arg(long, default_value_t = 0.15)]
    alpha: f64,
    /// Start from this block: a .npy file, three dimensions; its surface stays as it is.
    #[arg(long)]
    input: Option<PathBuf>,
    /// Write the last block into this .npy file.
    #[arg(long)]
    output: Option<PathBuf>,
    /// Repetitions of every measurement.
    #[arg(long, default_value_t = 3)]
    reps: usize,
}

/// Points in each direction.
#[derive(Clone, Copy)]
struct Shape {
    n: usize,
    m: usize,
    p: usize,
}

/// `steps` time steps on the block `u`; `v` is of the same shape and has the same surface.
/// The result is in `u`.
#[hp5::region(serial(diffuse_serial))]
fn diffuse(
    u: &mut Vec<f64>,
    v: &mut Vec<f64>,
    shape: Shape,
    steps: usize,
    alpha: f64,
    tile: usize,
    rows: usize,
) {
    let Shape { n, m, p } = shape;
    #[hp5::array_tile(u: [tile, rows, *], v: [tile, rows, *])]
    for _ in 0..steps {
        #[hp5::task_tile(i = tile, j = rows)]
        for i in 1..n - 1 {
            for j in 1..m - 1 {
                for k in 1..p - 1 {
                    let centre = u[(i * m + j) * p + k];
                    let around = u[((i - 1) * m + j) * p + k]
                        + u[((i + 1) * m + j) * p + k]
                        + u[(i * m + j - 1) * p + k]
                        + u[(i * m + j + 1) * p + k]
                        + u[(i * m + j) * p + k - 1]
                        + u[(i * m + j) * p + k + 1];
                    v[(i * m + j) * p + k] = centre + alpha * (around - 6.0 * centre);
                }
            }
        }
        std::mem::swap(u, v);
    }
}

/// A cold block with a hot ball in the middle.
fn block(n: usize) -> Vec<f64> {
    let r = n as f64 / 4.0;
    let square = |i: usize| (i as f64 - n as f64 / 2.0).powi(2);
    let hot = |i, j, k| square(i) + square(j) + square(k) < r * r;
    (0..n * n * n)
        .map(|at| {
            if hot(at / (n * n), at / n % n, at % n) {
                100.0
            } else {
                0.0
            }
        })
        .collect()
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let (shape, start) = match &args.input {
        Some(path) => {
            let ([n, m, p], values) = npy::read(path)?;
            (Shape { n, m, p }, values)
        }
        None => {
            args.n.checked_pow(3).ok_or("the block is too large")?;
            (
                Shape {
                    n: args.n,
                    m: args.n,
                    p: args.n,
                },
                block(args.n),
            )
        }
    };
    let Shape { n, m, p } = shape;
    if n.min(m).min(p) < 3 || args.tile == 0 || args.rows == 0 || args.reps == 0 {
        return Err(
            "the block needs 3 x 3 x 3 points at least, --tile, --rows and --reps 1 at least"
                .into(),
        );
    }
    if !(args.alpha > 0.0 && args.alpha <= 1.0 / 6.0) {
        return Err("--alpha must be above 0 and at most 1/6, or the steps are unstable".into());
    }
    println!(
        "{n} x {m} x {p} block, {} steps, tiles of {} x {} x {p}",
        args.steps, args.tile, args.rows
    );

    let (mut serial, mut parallel) = (Times::default(), Times::default());
    let mut answer = Vec::new();
    for _ in 0..args.reps {
        let (mut u, mut v) = (start.clone(), start.clone());
        serial.run(|| {
            diffuse_serial(
                &mut u, &mut v, shape, args.steps, args.alpha, args.tile, args.rows,
            )
        });
        answer = u;
        let (mut u, mut v) = (start.clone(), start.clone());
        parallel.run(|| {
            diffuse(
                &mut u, &mut v, shape, args.steps, args.alpha, args.tile, args.rows,
            )
        });
        same_bits("block", &answer, &u)?;
    }

    let heat: f64 = answer.iter().sum();
    println!("heat {heat:.6}, fingerprint {:016x}", fingerprint(&answer));
    println!("the annotated program's answer equals the serial one's, bit for bit");
    report::compare(&serial, &parallel);
    if let Some(path) = &args.output {
        npy::write(path, &[n, m, p], &answer)?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

fn main() -> ExitCode {
    report::exit(run(&Args::parse()))
}
