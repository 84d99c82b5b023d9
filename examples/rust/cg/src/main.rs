//! Conjugate gradients with a diagonal preconditioner on a matrix from a Matrix Market file.
//!
//! Tasks are blocks of rows. The sums over all rows are reductions; the tasks that need a sum
//! wait for it, and the program itself waits once an iteration, to see whether it is done:
//!
//! ```text
//!   multiply(0)   multiply(1)   ...      q = A p, and parts of p.q
//!         \           /
//!           fold p.q
//!         /           \
//!   advance(0)    advance(1)    ...      x, r, z, and parts of r.z and r.r
//!         \           /
//!         fold r.z, r.r
//!         /           \
//!   direction(0)  direction(1)  ...      p
//!         \           /
//!         wait: r.r small?
//! ```
//!
//! Run:    `cargo run -p hp5-annotate --bin hp5 -- run examples/rust/cg -- --input my.mtx`
//! Serial: `cargo run --release -p cg -- --input my.mtx`
//!
//! The right-hand side is A times ones, so the answer should be ones. Prints the iterations,
//! the true residual, the largest error, a fingerprint of the answer (the same for every
//! number of PPUs), the serial and the parallel time, and what the last task graph did.
//! Serial and parallel sums are added in different orders, so the two answers are held
//! against the tolerance, not against each other's bits; exit status 1 if one misses it.
//! Without `--input` the matrix is a plate of two materials that comes with the program.
#![allow(clippy::needless_range_loop)] // loops over rows index several arrays

mod matrix;
mod report;
mod solve;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use matrix::Matrix;
use report::{Times, fingerprint};
use solve::Solution;

/// Conjugate gradients on a Matrix Market file.
#[derive(Parser)]
struct Args {
    /// A symmetric positive definite matrix: a .mtx file, `coordinate`, `real` or `integer`.
    #[arg(long)]
    input: Option<PathBuf>,
    /// Stop when the residual is this much smaller than the right-hand side.
    #[arg(long, default_value_t = 1e-8)]
    tolerance: f64,
    /// Give up after this many iterations (ten times the rows if left out).
    #[arg(long)]
    limit: Option<usize>,
    /// Rows of a task (chosen by the size of the matrix alone if left out).
    #[arg(long)]
    chunk: Option<usize>,
    /// Write the answer into this file, one number a line.
    #[arg(long)]
    output: Option<PathBuf>,
    /// Repetitions of every measurement.
    #[arg(long, default_value_t = 3)]
    reps: usize,
}

/// The matrix of a plate of two materials, 32 x 32 points.
const PLATE: &str = include_str!("plate.mtx");

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Relative residual of a solution, computed afresh.
fn residual(a: &Matrix, b: &[f64], x: &[f64]) -> f64 {
    let ax = a.times(x);
    let r: Vec<f64> = b.iter().zip(&ax).map(|(b, ax)| b - ax).collect();
    norm(&r) / norm(b)
}

/// Prints a solution, and refuses one that misses the tolerance.
fn judge(
    what: &str,
    a: &Matrix,
    b: &[f64],
    solution: &Solution,
    tolerance: f64,
) -> Result<(), String> {
    let residual = residual(a, b, &solution.x);
    let error = solution
        .x
        .iter()
        .map(|x| (x - 1.0).abs())
        .fold(0.0, f64::max);
    let (iterations, mark) = (solution.iterations, fingerprint(&solution.x));
    println!(
        "{what:<10} {iterations} iterations, residual {residual:.2e}, error {error:.2e}, fingerprint {mark:016x}"
    );
    // The residual that the iteration carries along drifts from the true one a little.
    if residual <= 2.0 * tolerance {
        return Ok(());
    }
    Err(format!(
        "{what}: no convergence in {iterations} iterations (residual {residual:e}); try --limit or --tolerance"
    ))
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let a = match &args.input {
        Some(path) => Matrix::from_file(path)?,
        None => Matrix::from_text(PLATE, "plate.mtx")?,
    };
    let n = a.rows();
    let chunk = args.chunk.unwrap_or((n / 16).max(512));
    let limit = args.limit.unwrap_or(10 * n);
    if chunk == 0 || args.reps == 0 || !(args.tolerance > 0.0 && args.tolerance < 1.0) {
        return Err("--chunk and --reps must be 1 at least, --tolerance between 0 and 1".into());
    }
    println!("{n} rows, {} elements, {chunk} rows a task", a.value.len());

    let b = a.times(&vec![1.0; n]);
    let (mut serial, mut parallel) = (Times::default(), Times::default());
    for rep in 0..args.reps {
        let reference = serial.run(|| a.solve_serial(&b, args.tolerance, limit, chunk));
        let solution = parallel.run(|| a.solve(&b, args.tolerance, limit, chunk));
        if rep > 0 {
            continue;
        }
        judge("serial", &a, &b, &reference, args.tolerance)?;
        judge("annotated", &a, &b, &solution, args.tolerance)?;
        if let Some(path) = &args.output {
            let text: String = solution.x.iter().map(|x| format!("{x:e}\n")).collect();
            std::fs::write(path, text)
                .map_err(|e| format!("cannot write {}: {e}", path.display()))?;
        }
    }
    report::compare(&serial, &parallel);
    Ok(())
}

fn main() -> ExitCode {
    report::exit(run(&Args::parse()))
}
