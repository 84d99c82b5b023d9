//! `hp5-bench`: HP5 beside its peers, in one run on one machine.
//!
//! Each subcommand runs HP5 and all peers that are built (`peers/install.sh`) one after the
//! other, repetition by repetition, and prints best, median and ratios as a table; `--json`
//! and `--svg` keep what was measured. `README.md` beside this crate says what is measured
//! and how.

mod common;
mod empty;
mod kernels;
mod metg;
mod process;
mod report;
mod systems;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use common::Common;

/// Runs HP5 beside its peers and prints the table.
///
/// Every system runs as processes of its own, one at a time, one after the other in each
/// repetition, with the same number of threads bound to the same cores. Peers are built by
/// stress/bench/peers/install.sh; those that are missing are listed and left out.
#[derive(Parser, Debug)]
#[command(name = "hp5-bench", version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Cmd,
}

#[derive(Subcommand, Debug)]
enum Cmd {
    /// Nanoseconds per empty task: registration, registration and execution, replay
    Empty(empty::Args),
    /// METG(50%): the smallest task that keeps the PPUs half busy, for eight patterns
    Metg(metg::Args),
    Kernels(kernels::Args),
    /// One measurement of HP5 or of a crate, for the other subcommands
    #[command(hide = true)]
    Side {
        /// Benchmark and system, then what the benchmark takes.
        #[arg(required = true, num_args = 2.., allow_hyphen_values = true)]
        words: Vec<String>,
    },
}

fn main() -> ExitCode {
    let mut cli = Cli::parse();
    let outcome = match &cli.command {
        Cmd::Side { words } => side(words),
        _ => cli.common.check().and_then(|()| run(&cli)),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("hp5-bench: {what}");
            ExitCode::from(2)
        }
    }
}

fn run(cli: &Cli) -> Result<(), String> {
    if let Some(warning) = common::busy_warning().filter(|_| !cli.common.quick) {
        eprintln!("hp5-bench: warning: {warning}");
    }
    match &cli.command {
        Cmd::Empty(args) => empty::run(&cli.common, args),
        Cmd::Metg(args) => metg::run(&cli.common, args),
        Cmd::Kernels(args) => kernels::run(&cli.common, args),
        Cmd::Side { .. } => unreachable!("handled by the caller"),
    }
}

/// A child process: measures one thing and prints one line of JSON (of METG: answers).
fn side(words: &[String]) -> Result<(), String> {
    let (bench, system, rest) = (words[0].as_str(), words[1].as_str(), &words[2..]);
    let line = match bench {
        "empty" => empty::side(system, rest)?,
        "metg" => return metg::side(system, rest),
        "kernels" => kernels::side(system, rest)?,
        _ => return Err(format!("side {bench}: there is no such benchmark")),
    };
    println!("{line}");
    Ok(())
}
