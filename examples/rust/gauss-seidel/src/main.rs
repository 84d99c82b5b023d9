//! Gauss-Seidel relaxation: one array, updated in place, so every point waits for its upper
//! and its left neighbour of the same sweep.
//!
//! Tasks are square tiles. Within a sweep they run as a wavefront along the diagonals, and
//! the next sweep follows close behind the front of the one before:
//!
//! ```text
//!   sweep 0   (0,0) --> (0,1) --> (0,2) --> ...
//!               |         |         |
//!               v         v         v
//!             (1,0) --> (1,1) --> (1,2) --> ...
//!               |         |         |
//!   sweep 1   (0,0) starts as soon as (0,1) and (1,0) of sweep 0 are done
//! ```
//!
//! Run:    `cargo run -p hp5-annotate --bin hp5 -- run examples/rust/gauss-seidel`
//! Serial: `cargo run --release -p gauss-seidel`
//!
//! Prints the largest change of the last sweep, a fingerprint of the plate, the serial and
//! the parallel time, and what the task graph did. Both plates must agree bit for bit, else
//! the exit status is 1.

mod report;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use report::{Times, fingerprint, same_bits};

/// Heat on a plate, by Gauss-Seidel relaxation.
#[derive(Parser)]
struct Args {
    /// Rows and columns of the plate.
    #[arg(long, default_value_t = 2048)]
    n: usize,
    /// Number of sweeps.
    #[arg(long, default_value_t = 20)]
    sweeps: usize,
    /// Rows of a tile.
    #[arg(long, default_value_t = 128)]
    tile: usize,
    /// Columns of a tile.
    #[arg(long, default_value_t = 256)]
    width: usize,
    /// Repetitions of every measurement.
    #[arg(long, default_value_t = 3)]
    reps: usize,
}

/// `sweeps` sweeps over the `n` x `m` plate `a`, in place.
#[hp5::region(serial(relax_serial))]
fn relax(a: &mut [f64], n: usize, m: usize, sweeps: usize, tile: usize, width: usize) {
    #[hp5::array_tile(a: [tile, width])]
    for _ in 0..sweeps {
        #[hp5::task_tile(i = tile, j = width)]
        for i in 1..n - 1 {
            for j in 1..m - 1 {
                a[i * m + j] = 0.25
                    * (a[(i - 1) * m + j]
                        + a[i * m + j - 1]
                        + a[i * m + j + 1]
                        + a[(i + 1) * m + j]);
            }
        }
    }
}

/// A cold plate whose upper and left edges are at 100 degrees.
fn plate(n: usize) -> Vec<f64> {
    (0..n * n)
        .map(|at| {
            if at / n == 0 || at % n == 0 {
                100.0
            } else {
                0.0
            }
        })
        .collect()
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let n = args.n;
    if n < 3 || args.tile == 0 || args.width == 0 || args.reps == 0 || args.sweeps == 0 {
        return Err("--n must be 3 at least, all other numbers 1 at least".into());
    }
    n.checked_mul(n).ok_or("the plate is too large")?;
    println!(
        "{n} x {n} plate, {} sweeps, tiles of {} x {}",
        args.sweeps, args.tile, args.width
    );

    let start = plate(n);
    let (mut serial, mut parallel) = (Times::default(), Times::default());
    let mut answer = Vec::new();
    for _ in 0..args.reps {
        answer.clone_from(&start);
        serial.run(|| relax_serial(&mut answer, n, n, args.sweeps, args.tile, args.width));
        let mut a = start.clone();
        parallel.run(|| relax(&mut a, n, n, args.sweeps, args.tile, args.width));
        same_bits("plate", &answer, &a)?;
    }

    let mut next = answer.clone();
    relax_serial(&mut next, n, n, 1, args.tile, args.width);
    let change = answer
        .iter()
        .zip(&next)
        .map(|(old, new)| (new - old).abs())
        .fold(0.0, f64::max);
    println!(
        "one more sweep changes {change:.6} at most, fingerprint {:016x}",
        fingerprint(&answer)
    );
    println!("the annotated program's answer equals the serial one's, bit for bit");
    report::compare(&serial, &parallel);
    Ok(())
}

fn main() -> ExitCode {
    report::exit(run(&Args::parse()))
}
