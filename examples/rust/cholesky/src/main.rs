//! Cholesky factorisation on square blocks: the upper triangle of a symmetric positive
//! definite matrix becomes U with `A = U^T U`.
//!
//! The matrix is a `Vec<Vec<f64>>`, as many programs have it. The tasks on the critical path
//! have priority, so that the next diagonal block does not wait behind updates that nobody
//! needs yet:
//!
//! ```text
//!      diagonal(k)                 priority 3
//!          |
//!       row(k,j)  for all j > k    priority 2
//!        /     \
//!   square(j)  update(i,j)         priority 1 and 0
//!       |
//!   diagonal(k+1)
//! ```
//!
//! Run:    `cargo run -p hp5-annotate --bin hp5 -- run examples/rust/cholesky`
//! Serial: `cargo run --release -p cholesky`
//!
//! Prints the error of the solution of `A x = A 1`, a fingerprint of U, the serial and the
//! parallel time, and what the task graph did. Both factors must agree bit for bit, else the
//! exit status is 1.
#![allow(clippy::needless_range_loop)] // a[i][j] is how matrices are written

mod report;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use report::{Times, fingerprint, same_bits};

/// Tiled Cholesky factorisation.
#[derive(Parser)]
struct Args {
    /// Rows and columns of the matrix.
    #[arg(long, default_value_t = 1024)]
    n: usize,
    /// Rows and columns of a block.
    #[arg(long, default_value_t = 128)]
    tile: usize,
    /// Repetitions of every measurement.
    #[arg(long, default_value_t = 3)]
    reps: usize,
}

/// Factorises the upper triangle of `a` in place, in blocks of `nb` x `nb`. What is below
/// the diagonal is neither read nor written.
#[hp5::region(serial(factor_serial))]
fn factor(a: &mut [Vec<f64>], nb: usize) {
    let n = a.len();
    #[hp5::array_tile(a: [nb, nb])]
    for k0 in (0..n).step_by(nb) {
        let k1 = (k0 + nb).min(n);
        #[hp5::task(name("diagonal"), priority(3), inout(a[k0..k1, k0..k1]))]
        for p in k0..k1 {
            let d = a[p][p].sqrt();
            for j in p..k1 {
                a[p][j] /= d;
            }
            for i in p + 1..k1 {
                let u = a[p][i];
                for j in i..k1 {
                    a[i][j] -= u * a[p][j];
                }
            }
        }
        for j0 in (k1..n).step_by(nb) {
            let j1 = (j0 + nb).min(n);
            #[hp5::task(name("row"), priority(2), in(a[k0..k1, k0..k1]), inout(a[k0..k1, j0..j1]))]
            for p in k0..k1 {
                let d = a[p][p];
                for j in j0..j1 {
                    a[p][j] /= d;
                }
                for i in p + 1..k1 {
                    let u = a[p][i];
                    for j in j0..j1 {
                        a[i][j] -= u * a[p][j];
                    }
                }
            }
        }
        for i0 in (k1..n).step_by(nb) {
            let i1 = (i0 + nb).min(n);
            #[hp5::task(name("square"), priority(1), in(a[k0..k1, i0..i1]), inout(a[i0..i1, i0..i1]))]
            for i in i0..i1 {
                for p in k0..k1 {
                    let u = a[p][i];
                    for j in i..i1 {
                        a[i][j] -= u * a[p][j];
                    }
                }
            }
            for j0 in (i1..n).step_by(nb) {
                let j1 = (j0 + nb).min(n);
                #[hp5::task(name("update"), in(a[k0..k1, i0..i1], a[k0..k1, j0..j1]), inout(a[i0..i1, j0..j1]))]
                for i in i0..i1 {
                    for p in k0..k1 {
                        let u = a[p][i];
                        for j in j0..j1 {
                            a[i][j] -= u * a[p][j];
                        }
                    }
                }
            }
        }
    }
}

/// A symmetric positive definite matrix: 1 / (1 + |i - j|), with a heavier diagonal.
fn matrix(n: usize) -> Vec<Vec<f64>> {
    let element = |i: usize, j: usize| {
        if i == j {
            8.0
        } else {
            1.0 / (1.0 + i.abs_diff(j) as f64)
        }
    };
    (0..n)
        .map(|i| (0..n).map(|j| element(i, j)).collect())
        .collect()
}

/// The largest error of the solution of `A x = A 1`, which should be 1 everywhere.
fn error_of_solution(a: &[Vec<f64>], u: &[Vec<f64>]) -> f64 {
    let n = a.len();
    let mut x: Vec<f64> = a.iter().map(|row| row.iter().sum()).collect();
    for i in 0..n {
        let known: f64 = (0..i).map(|j| u[j][i] * x[j]).sum();
        x[i] = (x[i] - known) / u[i][i];
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| u[i][j] * x[j]).sum();
        x[i] = (x[i] - known) / u[i][i];
    }
    // Not f64::max, which would hide a NaN.
    x.iter()
        .map(|x| (x - 1.0).abs())
        .fold(0.0, |worst, e| if e <= worst { worst } else { e })
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let (n, nb) = (args.n, args.tile);
    if n == 0 || nb == 0 || args.reps == 0 {
        return Err("--n, --tile and --reps must be 1 at least".into());
    }
    n.checked_mul(n).ok_or("the matrix is too large")?;
    println!("{n} x {n} matrix, blocks of {nb} x {nb}");

    let a = matrix(n);
    let (mut serial, mut parallel) = (Times::default(), Times::default());
    let mut answer = Vec::new();
    for _ in 0..args.reps {
        answer.clone_from(&a);
        serial.run(|| factor_serial(&mut answer, nb));
        let mut u = a.clone();
        parallel.run(|| factor(&mut u, nb));
        same_bits("factor", &answer.concat(), &u.concat())?;
    }

    let error = error_of_solution(&a, &answer);
    println!(
        "error of the solution {error:.3e}, fingerprint {:016x}",
        fingerprint(&answer.concat())
    );
    println!("the annotated program's answer equals the serial one's, bit for bit");
    report::compare(&serial, &parallel);
    if error.is_nan() || error > 1e-9 {
        return Err(format!("the solution of A x = A 1 is off by {error:e}").into());
    }
    Ok(())
}

fn main() -> ExitCode {
    report::exit(run(&Args::parse()))
}
