//! Tendencies of an atmosphere on a sphere, in the shape of IAP AGCM-4's tend_lin: a stencil
//! phase, in which the tendencies of pressure, winds and temperature are computed, and a
//! filtering phase, in which those of winds and temperature are smoothed along the longitudes
//! at high latitudes, where grid points lie close together. Rows nearer to a pole are smoothed
//! more often. The equations are a simplified set of our own.
//!
//! Fields are cut along the latitudes, tendencies also into levels. A stencil task is a few
//! latitudes of all levels. The filter of six levels of a tendency is a *composite task*
//! (AceMesh, figure 6), which asks for the PPUs where these levels are; when it runs it makes
//! tasks of a few latitudes of a level, one for each pass over them:
//!
//! ```text
//!   filter(U, levels 0..6)                        filter(U, levels 6..12)   filter(V, ..)
//!   +-----------------------------------------+   +-------------------+
//!   | level 0   rows 1..16:  pass 0, pass 1.. |   |  the same, at the |
//!   |           rows 16..32: pass 0, pass 1.. |   |  same time        |     ...
//!   | level 1   ...                           |   +-------------------+
//!   +-----------------------------------------+
//! ```
//!
//! It waits for the stencils that made its levels, and for nothing else: one variable is
//! filtered while the stencils of the next are computed.
//!
//! Run:    `cargo run -p hp5-annotate --bin hp5 -- run examples/rust/tend-lin`
//! Serial: `cargo run --release -p tend-lin`
//!
//! Prints means and fingerprints of the fields, the serial and the parallel time, and what the
//! task graph did. All fields must agree bit for bit, else the exit status is 1.

mod model;
mod report;

use std::error::Error;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use model::{Globe, NAMES, P, Shape};
use report::{Times, fingerprint, same_bits};

/// What is computed.
#[derive(Clone, Copy, ValueEnum, PartialEq)]
enum Phase {
    Both,
    Stencil,
    Filter,
}

/// Tendencies of an atmosphere.
#[derive(Parser)]
struct Args {
    /// Points along the longitudes.
    #[arg(long, default_value_t = 720)]
    longitudes: usize,
    /// Points along the latitudes.
    #[arg(long, default_value_t = 361)]
    latitudes: usize,
    /// Number of levels.
    #[arg(long, default_value_t = 30)]
    levels: usize,
    /// Number of steps.
    #[arg(long, default_value_t = 2)]
    steps: usize,
    /// The phases of a step that are computed.
    #[arg(long, value_enum, default_value_t = Phase::Both)]
    phase: Phase,
    /// Repetitions of every measurement.
    #[arg(long, default_value_t = 3)]
    reps: usize,
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let shape = Shape {
        nx: args.longitudes,
        ny: args.latitudes,
        nz: args.levels,
    };
    let Shape { nx, ny, nz } = shape;
    if nx < 4 || ny < 5 || nz < 3 || args.reps == 0 {
        return Err("the grid must be 4 x 5 x 3 at least, --reps 1 at least".into());
    }
    nx.checked_mul(ny)
        .and_then(|n| n.checked_mul(nz))
        .ok_or("the grid is too large")?;
    println!("{nx} x {ny} x {nz} points, {} steps", args.steps);

    let globe = Globe::new(shape);
    let phases = (args.phase != Phase::Filter, args.phase != Phase::Stencil);
    let start = globe.fill();
    let (mut serial, mut parallel) = (Times::default(), Times::default());
    let mut answer = start.clone();
    for _ in 0..args.reps {
        let [mut field, mut change] = start.clone();
        serial.run(|| model::simulate_serial(&mut field, &mut change, &globe, args.steps, phases));
        answer = [field, change];
        let [mut field, mut change] = start.clone();
        parallel.run(|| model::simulate(&mut field, &mut change, &globe, args.steps, phases));
        for variable in P..NAMES.len() {
            same_bits(NAMES[variable], &answer[0][variable], &field[variable])?;
            same_bits("its tendency", &answer[1][variable], &change[variable])?;
        }
    }

    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    for (variable, name) in NAMES.iter().enumerate() {
        let [field, change] = [&answer[0][variable], &answer[1][variable]];
        println!(
            "{name}: mean {:.9e}, of its tendency {:.9e}, fingerprints {:016x} {:016x}",
            mean(field),
            mean(change),
            fingerprint(field),
            fingerprint(change)
        );
    }
    println!("the annotated program's answer equals the serial one's, bit for bit");
    report::compare(&serial, &parallel);
    Ok(())
}

fn main() -> ExitCode {
    report::exit(run(&Args::parse()))
}
