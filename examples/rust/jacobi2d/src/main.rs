//! Jacobi iteration for the heat equation on a plate: two arrays, swapped after every sweep.
//!
//! Tasks are blocks of rows. A task of one sweep waits for its neighbours in the sweep
//! before, and for nothing else, so there is no barrier between sweeps:
//!
//! ```text
//!              rows 0..16   rows 16..32   rows 32..48   ...
//!   sweep 0       (b)           (b)           (b)
//!                  | \        / | \         / |
//!   sweep 1       (a)           (a)           (a)
//!                  | \        / | \         / |
//!   sweep 2       (b)           (b)           (b)
//! ```
//!
//! Run:    `cargo run -p hp5-annotate --bin hp5 -- run examples/rust/jacobi2d`
//! Serial: `cargo run --release -p jacobi2d`
//!
//! Prints the mean temperature, a fingerprint of all of the plate, the serial and the parallel
//! time, and what the task graph did. Both programs' plates must agree bit for
//! bit, else the exit status is 1. `--rayon` also runs the loops parallelised by hand.

mod by_hand;
mod npy;
mod report;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use report::{Times, fingerprint, same_bits};

/// Heat on a plate, by Jacobi iteration.
#[derive(Parser)]
struct Args {
    /// Rows of the plate.
    #[arg(long, default_value_t = 4096)]
    n: usize,
    /// Columns of the plate (as many as rows if left out).
    #[arg(long)]
    m: Option<usize>,
    /// Number of sweeps.
    #[arg(long, default_value_t = 100)]
    sweeps: usize,
    /// Rows of a tile.
    #[arg(long, default_value_t = 16)]
    tile: usize,
    /// Start from this plate: a .npy file, two dimensions; its edge stays as it is.
    #[arg(long)]
    input: Option<PathBuf>,
    /// Write the last plate into this .npy file.
    #[arg(long)]
    output: Option<PathBuf>,
    /// Repetitions of every measurement.
    #[arg(long, default_value_t = 3)]
    reps: usize,
    /// Compare with the same loops parallelised by hand with rayon.
    #[arg(long)]
    rayon: bool,
}

/// `sweeps` sweeps over the `n` x `m` plate `a`; `b` is of the same shape and has the same
/// edge. The result is in `a`.
#[hp5::region(serial(jacobi_serial))]
fn jacobi(a: &mut Vec<f64>, b: &mut Vec<f64>, n: usize, m: usize, sweeps: usize, tile: usize) {
    #[hp5::array_tile(a: [tile, *], b: [tile, *])]
    for _ in 0..sweeps {
        #[hp5::task_tile(i = tile)]
        for i in 1..n - 1 {
            for j in 1..m - 1 {
                b[i * m + j] = 0.25
                    * (a[(i - 1) * m + j]
                        + a[i * m + j - 1]
                        + a[i * m + j + 1]
                        + a[(i + 1) * m + j]);
            }
        }
        std::mem::swap(a, b);
    }
}

/// A cold plate whose upper edge and middle are at 100 degrees.
fn plate(n: usize, m: usize) -> Vec<f64> {
    let hot =
        |i: usize, j: usize| i == 0 || (i.abs_diff(n / 2) < n / 8 && j.abs_diff(m / 2) < m / 8);
    (0..n * m)
        .map(|at| if hot(at / m, at % m) { 100.0 } else { 0.0 })
        .collect()
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let (n, m, start) = match &args.input {
        Some(path) => {
            let ([n, m], values) = npy::read(path)?;
            (n, m, values)
        }
        None => {
            let (n, m) = (args.n, args.m.unwrap_or(args.n));
            n.checked_mul(m).ok_or("the plate is too large")?;
            (n, m, plate(n, m))
        }
    };
    if n < 3 || m < 3 || args.tile == 0 || args.reps == 0 {
        return Err("the plate needs 3 x 3 points at least, --tile and --reps 1 at least".into());
    }
    println!(
        "{n} x {m} plate, {} sweeps, tiles of {} rows",
        args.sweeps, args.tile
    );

    let (mut serial, mut parallel, mut hand) =
        (Times::default(), Times::default(), Times::default());
    let mut answer = Vec::new();
    for _ in 0..args.reps {
        let (mut a, mut b) = (start.clone(), start.clone());
        serial.run(|| jacobi_serial(&mut a, &mut b, n, m, args.sweeps, args.tile));
        answer = a;

        let (mut a, mut b) = (start.clone(), start.clone());
        parallel.run(|| jacobi(&mut a, &mut b, n, m, args.sweeps, args.tile));
        same_bits("plate", &answer, &a)?;

        if args.rayon {
            let (mut a, mut b) = (start.clone(), start.clone());
            hand.run(|| by_hand::jacobi(&mut a, &mut b, n, m, args.sweeps));
            same_bits("rayon plate", &answer, &a)?;
        }
    }

    let mean = answer.iter().sum::<f64>() / answer.len() as f64;
    println!(
        "mean temperature {mean:.9}, fingerprint {:016x}",
        fingerprint(&answer)
    );
    println!("the annotated program's answer equals the serial one's, bit for bit");
    report::compare(&serial, &parallel);
    if args.rayon {
        hand.print("rayon");
        let (best, median) = (
            hand.best() / parallel.best(),
            hand.median() / parallel.median(),
        );
        println!("over rayon best {best:9.2} x   median {median:9.2} x");
    }
    if let Some(path) = &args.output {
        npy::write(path, &[n, m], &answer)?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

fn main() -> ExitCode {
    report::exit(run(&Args::parse()))
}
