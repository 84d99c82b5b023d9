//! LU factorisation without pivoting, on square blocks: `a` becomes L (below the diagonal,
//! unit diagonal) and U (on and above it).
//!
//! Every step k makes four kinds of tasks on blocks:
//!
//! ```text
//!           diagonal(k)                      a[k,k]
//!            /       \
//!      row(k,j)     column(i,k)              a[k,j]   a[i,k]
//!            \       /
//!          update(i,j)                       a[i,j] -= a[i,k] a[k,j]
//!               |
//!       diagonal(k+1) as soon as a[k+1,k+1] is updated, long before step k has ended
//! ```
//!
//! Run:    `cargo run -p hp5-annotate --bin hp5 -- run examples/rust/lu`
//! Serial: `cargo run --release -p lu`
//!
//! Prints the error of the solution of `A x = A 1`, a fingerprint of the factors, the serial
//! and the parallel time, and what the task graph did. Both factorisations must agree bit
//! for bit, else the exit status is 1.

mod report;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use report::{Times, fingerprint, same_bits};

/// Tiled LU factorisation without pivoting.
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

/// Factorises the `n` x `n` matrix `a` in place, in blocks of `nb` x `nb`.
#[hp5::region(serial(factor_serial))]
fn factor(a: &mut [f64], n: usize, nb: usize) {
    #[hp5::array_tile(a: [nb, nb])]
    for k0 in (0..n).step_by(nb) {
        let k1 = (k0 + nb).min(n);
        #[hp5::task(name("diagonal"), priority(3), inout(a[k0..k1, k0..k1]))]
        for p in k0..k1 {
            for i in p + 1..k1 {
                a[i * n + p] /= a[p * n + p];
                for j in p + 1..k1 {
                    a[i * n + j] -= a[i * n + p] * a[p * n + j];
                }
            }
        }
        for j0 in (k1..n).step_by(nb) {
            let j1 = (j0 + nb).min(n);
            #[hp5::task(name("row"), priority(2), in(a[k0..k1, k0..k1]), inout(a[k0..k1, j0..j1]))]
            for p in k0..k1 {
                for i in p + 1..k1 {
                    let l = a[i * n + p];
                    for j in j0..j1 {
                        a[i * n + j] -= l * a[p * n + j];
                    }
                }
            }
        }
        for i0 in (k1..n).step_by(nb) {
            let i1 = (i0 + nb).min(n);
            #[hp5::task(name("column"), priority(2), in(a[k0..k1, k0..k1]), inout(a[i0..i1, k0..k1]))]
            for i in i0..i1 {
                for p in k0..k1 {
                    let l = a[i * n + p] / a[p * n + p];
                    a[i * n + p] = l;
                    for j in p + 1..k1 {
                        a[i * n + j] -= l * a[p * n + j];
                    }
                }
            }
        }
        for i0 in (k1..n).step_by(nb) {
            let i1 = (i0 + nb).min(n);
            for j0 in (k1..n).step_by(nb) {
                let j1 = (j0 + nb).min(n);
                #[hp5::task(name("update"), in(a[i0..i1, k0..k1], a[k0..k1, j0..j1]), inout(a[i0..i1, j0..j1]))]
                for i in i0..i1 {
                    for p in k0..k1 {
                        let l = a[i * n + p];
                        for j in j0..j1 {
                            a[i * n + j] -= l * a[p * n + j];
                        }
                    }
                }
            }
        }
    }
}

/// A matrix that needs no pivoting: noise with a heavy diagonal.
fn matrix(n: usize) -> Vec<f64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut noise = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
    };
    (0..n * n)
        .map(|at| noise() + if at / n == at % n { n as f64 } else { 0.0 })
        .collect()
}

/// The largest error of the solution of `A x = A 1`, which should be 1 everywhere.
fn error_of_solution(a: &[f64], lu: &[f64], n: usize) -> f64 {
    let mut x: Vec<f64> = a.chunks(n).map(|row| row.iter().sum()).collect();
    for i in 0..n {
        let known: f64 = (0..i).map(|j| lu[i * n + j] * x[j]).sum();
        x[i] -= known;
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| lu[i * n + j] * x[j]).sum();
        x[i] = (x[i] - known) / lu[i * n + i];
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
        serial.run(|| factor_serial(&mut answer, n, nb));
        let mut lu = a.clone();
        parallel.run(|| factor(&mut lu, n, nb));
        same_bits("factors", &answer, &lu)?;
    }

    let error = error_of_solution(&a, &answer, n);
    println!(
        "error of the solution {error:.3e}, fingerprint {:016x}",
        fingerprint(&answer)
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
