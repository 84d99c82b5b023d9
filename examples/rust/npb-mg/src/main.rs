//! MG of the NAS Parallel Benchmarks: V-cycles of multigrid for the Poisson problem on a
//! periodic cube, from the benchmark's published specification, verified against its norms.
//!
//! A cycle goes down to the coarsest grid, restricting the residual, and up again: it
//! interpolates the correction, computes the residual, smooths.
//!
//! ```text
//!   level 5   residual                                    interpolate residual smooth
//!   level 4       \ restrict                  ...  smooth /
//!   level 3            \ restrict          /
//!                           ...        ...
//! ```
//!
//! Arrays are cut in two dimensions, and a task of a sweep is PLANES x ROWS lines of a grid. It
//! waits for the tasks of the sweeps before it that made the lines which it reads, one line
//! beyond its own, and for nothing else: the tasks of all sweeps of all levels are one graph.
//! The boundary exchange ties the last planes to the first ones.
//!
//! Run:    `cargo run -p hp5-annotate --bin hp5 -- run examples/rust/npb-mg`
//! Serial: `cargo run --release -p npb-mg`
//!
//! Prints the norm of the residual and whether it is the benchmark's, a fingerprint of solution
//! and residual, the serial and the parallel time, and what the task graph did. Both solutions
//! must agree bit for bit, and the norm must be right, else the exit status is 1.

mod cycle;
mod problem;
mod report;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use problem::{CLASSES, Class, side};
use report::{Times, fingerprint, same_bits};

/// Multigrid of the NAS Parallel Benchmarks.
#[derive(Parser)]
struct Args {
    /// Class: S (32^3 points), W (128^3), A, B (256^3), C (512^3).
    #[arg(long, default_value = "W", value_parser = ["S", "W", "A", "B", "C"])]
    class: String,
    /// Repetitions of every measurement.
    #[arg(long, default_value_t = 3)]
    reps: usize,
}

/// The finest grid's solution and residual.
struct Answer {
    u: Vec<f64>,
    r: Vec<f64>,
}

fn solve(class: &Class, v: &[f64], times: &mut Times, parallel: bool) -> Answer {
    let (mut u, mut r) = (problem::grids(class.top), problem::grids(class.top));
    let sweeps = cycle::sweeps(class.top, class.cycles);
    times.run(|| match parallel {
        true => cycle::multigrid(&mut u, &mut r, v, class.smoother, &sweeps),
        false => cycle::multigrid_serial(&mut u, &mut r, v, class.smoother, &sweeps),
    });
    Answer {
        u: u.swap_remove(class.top),
        r: r.swap_remove(class.top),
    }
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let known = CLASSES.iter().find(|class| class.name == args.class);
    let class = known.ok_or("the class is one of S, W, A, B, C")?;
    if args.reps == 0 {
        return Err("--reps must be 1 at least".into());
    }
    let n = side(class.top) - 2;
    println!(
        "class {}: {n}^3 points, {} cycles",
        class.name, class.cycles
    );

    let v = problem::charges(class.top);
    let (mut serial, mut parallel) = (Times::default(), Times::default());
    let (mut answer, mut norm) = (None, 0.0);
    for _ in 0..args.reps {
        let expected = solve(class, &v, &mut serial, false);
        norm = (cycle::squares(&expected.r, side(class.top)) / (n as f64).powi(3)).sqrt();
        let found = solve(class, &v, &mut parallel, true);
        same_bits("solution", &expected.u, &found.u)?;
        same_bits("residual", &expected.r, &found.r)?;
        answer = Some(found);
    }
    let answer = answer.ok_or("nothing was computed")?;

    println!(
        "norm of the residual {norm:.9e}, the benchmark's {:.9e}",
        class.norm
    );
    println!(
        "fingerprint of the solution {:016x}, of the residual {:016x}",
        fingerprint(&answer.u),
        fingerprint(&answer.r)
    );
    if (norm - class.norm).abs() > 1e-8 * class.norm {
        return Err("verification failed: the norm is not the benchmark's".into());
    }
    println!("verification successful");
    println!("the annotated program's answer equals the serial one's, bit for bit");
    report::compare(&serial, &parallel);
    Ok(())
}

fn main() -> ExitCode {
    report::exit(run(&Args::parse()))
}
