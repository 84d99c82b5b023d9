//! Gravity among n bodies, every one pulling every other: leapfrog steps, and a reduction
//! for the energy.
//!
//! Tasks are blocks of bodies. The forces on a block need the places of all bodies, so this
//! graph has a real all-to-all step; the kick and the drift of a block follow its own forces:
//!
//! ```text
//!   forces(0)   forces(1)   forces(2)  ...     read all places
//!       |           |           |
//!    kick(0)     kick(1)     kick(2)   ...     one block each
//!       |           |           |
//!   drift(0)    drift(1)    drift(2)   ...     wait for all forces of this step
//!        \  \  /    |    \  /   /
//!   forces(0)   forces(1)   forces(2)  ...     of the next step
//!        \          |          /
//!              energy                          folds one partial sum per task, in order
//! ```
//!
//! Run:    `cargo run -p hp5-annotate --bin hp5 -- run examples/rust/nbody`
//! Serial: `cargo run --release -p nbody`
//!
//! Prints the energy at the start and at the end, a fingerprint of the bodies, the serial
//! and the parallel time, and what the task graph did. The bodies must agree bit for bit;
//! the energies, sums in another order, to 1e-12; else the exit status is 1.

mod report;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use report::{Times, fingerprint, same_bits};

/// Gravity among n bodies.
#[derive(Parser)]
struct Args {
    /// Number of bodies.
    #[arg(long, default_value_t = 3000)]
    n: usize,
    /// Number of time steps.
    #[arg(long, default_value_t = 10)]
    steps: usize,
    /// Bodies of a task.
    #[arg(long, default_value_t = 128)]
    tile: usize,
    /// Length of a time step.
    #[arg(long, default_value_t = 1e-3)]
    dt: f64,
    /// Repetitions of every measurement.
    #[arg(long, default_value_t = 3)]
    reps: usize,
}

/// Two bodies closer than this pull no harder (squared).
const SOFTENING: f64 = 1e-4;

/// The bodies: one array per quantity, so that loops over them vectorise.
#[derive(Clone)]
struct Bodies {
    mass: Vec<f64>,
    x: Vec<f64>,
    y: Vec<f64>,
    z: Vec<f64>,
    vx: Vec<f64>,
    vy: Vec<f64>,
    vz: Vec<f64>,
}

impl Bodies {
    /// Kinetic and potential energy, on blocks of `tile` bodies.
    #[hp5::region(serial(energy_serial))]
    fn energy(&self, tile: usize) -> f64 {
        let n = self.mass.len();
        let mut energy = 0.0;
        #[hp5::task_tile(i = tile, reduction(+: energy))]
        for i in 0..n {
            let v2 = self.vx[i] * self.vx[i] + self.vy[i] * self.vy[i] + self.vz[i] * self.vz[i];
            let mut potential = 0.0;
            for j in 0..n {
                if j != i {
                    let (dx, dy, dz) = (
                        self.x[j] - self.x[i],
                        self.y[j] - self.y[i],
                        self.z[j] - self.z[i],
                    );
                    potential -= self.mass[j] / (dx * dx + dy * dy + dz * dz + SOFTENING).sqrt();
                }
            }
            energy += 0.5 * self.mass[i] * (v2 + potential);
        }
        #[hp5::task_wait]
        {}
        energy
    }

    /// `steps` steps of length `dt`, on blocks of `tile` bodies.
    #[hp5::region(serial(advance_serial))]
    #[hp5::array_tile(default: [tile])]
    fn advance(&mut self, steps: usize, dt: f64, tile: usize) {
        let n = self.mass.len();
        let mut ax = vec![0.0; n];
        let mut ay = vec![0.0; n];
        let mut az = vec![0.0; n];
        for _ in 0..steps {
            #[hp5::task_tile(i = tile, name("forces"))]
            for i in 0..n {
                let (mut fx, mut fy, mut fz) = (0.0, 0.0, 0.0);
                for j in 0..n {
                    let dx = self.x[j] - self.x[i];
                    let dy = self.y[j] - self.y[i];
                    let dz = self.z[j] - self.z[i];
                    let r2 = dx * dx + dy * dy + dz * dz + SOFTENING;
                    let pull = self.mass[j] / (r2 * r2.sqrt());
                    fx += pull * dx;
                    fy += pull * dy;
                    fz += pull * dz;
                }
                ax[i] = fx;
                ay[i] = fy;
                az[i] = fz;
            }
            #[hp5::task_tile(i = tile, name("kick"))]
            for i in 0..n {
                self.vx[i] += dt * ax[i];
                self.vy[i] += dt * ay[i];
                self.vz[i] += dt * az[i];
            }
            #[hp5::task_tile(i = tile, name("drift"))]
            for i in 0..n {
                self.x[i] += dt * self.vx[i];
                self.y[i] += dt * self.vy[i];
                self.z[i] += dt * self.vz[i];
            }
        }
    }

    /// A cloud in a unit cube, at rest but for a slow turn about the z axis.
    fn cloud(n: usize) -> Self {
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        let mut noise = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        let mut bodies = Bodies {
            mass: vec![1.0 / n as f64; n],
            x: (0..n).map(|_| noise()).collect(),
            y: (0..n).map(|_| noise()).collect(),
            z: (0..n).map(|_| noise()).collect(),
            vx: vec![0.0; n],
            vy: vec![0.0; n],
            vz: vec![0.0; n],
        };
        for i in 0..n {
            bodies.vx[i] = -0.5 * bodies.y[i];
            bodies.vy[i] = 0.5 * bodies.x[i];
        }
        bodies
    }

    /// All places and velocities in one list.
    fn state(&self) -> Vec<f64> {
        [&self.x, &self.y, &self.z, &self.vx, &self.vy, &self.vz]
            .into_iter()
            .flatten()
            .copied()
            .collect()
    }
}

/// An error when two energies differ by more than a sum in another order explains.
fn same_energy(serial: f64, parallel: f64) -> Result<(), String> {
    let difference = (serial - parallel).abs() / serial.abs();
    if difference <= 1e-12 {
        return Ok(());
    }
    Err(format!("the energy is {parallel}, serial has {serial}"))
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let Args {
        n,
        steps,
        tile,
        dt,
        reps,
    } = *args;
    if n < 2 || tile == 0 || reps == 0 || !(dt > 0.0 && dt.is_finite()) {
        return Err("--n must be 2 at least, --tile and --reps 1 at least, --dt above 0".into());
    }
    println!("{n} bodies, {steps} steps, {tile} bodies a task");

    let start = Bodies::cloud(n);
    let (mut serial, mut parallel) = (Times::default(), Times::default());
    let mut answer = start.clone();
    for _ in 0..reps {
        answer = start.clone();
        serial.run(|| answer.advance_serial(steps, dt, tile));
        let mut bodies = start.clone();
        parallel.run(|| bodies.advance(steps, dt, tile));
        same_bits("bodies", &answer.state(), &bodies.state())?;
    }
    println!("fingerprint {:016x}", fingerprint(&answer.state()));
    println!("the annotated program's answer equals the serial one's, bit for bit");
    report::compare(&serial, &parallel);

    let (before, after) = (start.energy_serial(tile), answer.energy_serial(tile));
    same_energy(before, start.energy(tile))?;
    same_energy(after, answer.energy(tile))?;
    println!("energy {before:.9} at the start, {after:.9} at the end");
    Ok(())
}

fn main() -> ExitCode {
    report::exit(run(&Args::parse()))
}
