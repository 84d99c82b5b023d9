//! `random_highp5 --programs 10000 --seed 1`: random HighP5 programs under several
//! partitions each. `--show SEED` prints the program of a seed instead.

use std::process::ExitCode;

use clap::Parser;
use hp5_stress::highp5::{campaign, damage, program};

/// Random HighP5 programs, run by the interpreter under several partitions each.
#[derive(Parser)]
#[command(name = "random_highp5")]
struct Options {
    /// How many programs.
    #[arg(long, default_value_t = 300)]
    programs: usize,
    /// The seed of the first.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Damage the programs, and look at what the checker accepts.
    #[arg(long)]
    damaged: bool,
    /// Print the program of this seed instead.
    #[arg(long)]
    show: Option<u64>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    if let Some(seed) = options.show {
        print!("{}", program(seed).text);
        return ExitCode::SUCCESS;
    }
    if options.damaged {
        let report = damage(options.programs, options.seed);
        println!("{report}");
        return if report.is_good() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        };
    }
    let report = campaign(options.programs, options.seed);
    println!("{report}");
    if report.is_good() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
