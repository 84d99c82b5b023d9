//! Runs the serial program and the annotated one side by side and says what came out.
//! Every example has this file, so that each can be copied away alone.
#![allow(dead_code)] // not every example uses all of it

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

/// Turns errors into one line on stderr and exit status 1.
pub fn exit(result: Result<(), Box<dyn Error>>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Seconds of each repetition.
#[derive(Default)]
pub struct Times(Vec<f64>);

impl Times {
    /// Runs `body` and notes the time.
    pub fn run<T>(&mut self, body: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let value = body();
        self.0.push(start.elapsed().as_secs_f64());
        value
    }

    /// The shortest time.
    pub fn best(&self) -> f64 {
        self.0.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// The middle time.
    pub fn median(&self) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let n = sorted.len();
        match n {
            0 => f64::NAN,
            _ if n % 2 == 1 => sorted[n / 2],
            _ => 0.5 * (sorted[n / 2 - 1] + sorted[n / 2]),
        }
    }

    /// One line: best and median.
    pub fn print(&self, what: &str) {
        let (best, median, n) = (self.best(), self.median(), self.0.len());
        println!("{what:<10} best {best:9.4} s   median {median:9.4} s   of {n}");
    }
}

/// Prints both times and the speed-up and, when the annotated function ran as a task graph,
/// what the graph did.
pub fn compare(serial: &Times, parallel: &Times) {
    serial.print("serial");
    let Some(stats) = hp5::longest_region() else {
        parallel.print("annotated");
        println!("no task graph in this build: plain cargo runs the annotated program serially,");
        println!("`hp5 run` or `hp5-annotate` makes tasks of it");
        return;
    };
    parallel.print("parallel");
    let (best, median) = (
        serial.best() / parallel.best(),
        serial.median() / parallel.median(),
    );
    println!("speed-up   best {best:9.2} x   median {median:9.2} x");
    println!("the region that took longest:");
    println!("{stats}");
}

/// An error that names the first element whose bits differ.
pub fn same_bits(what: &str, want: &[f64], got: &[f64]) -> Result<(), String> {
    if want.len() != got.len() {
        return Err(format!(
            "{what}: {} elements, serial has {}",
            got.len(),
            want.len()
        ));
    }
    let differs = |(w, g): (&f64, &f64)| w.to_bits() != g.to_bits();
    match want.iter().zip(got).position(differs) {
        None => Ok(()),
        Some(at) => Err(format!(
            "{what}[{at}] is {:e}, serial has {:e}",
            got[at], want[at]
        )),
    }
}

/// A hash of the bits (FNV-1a): equal answers have equal fingerprints.
pub fn fingerprint(values: &[f64]) -> u64 {
    values.iter().fold(0xcbf2_9ce4_8422_2325, |hash, value| {
        (hash ^ value.to_bits()).wrapping_mul(0x0100_0000_01b3)
    })
}
