//! `hp5-bench`: HP5 beside its peers, in one run on one machine.
//!
//! Each subcommand runs HP5 and all peers that are built (`peers/install.sh`) one after the
//! other, repetition by repetition, and prints best, median and ratios as a table; `--json`
//! and `--svg` keep what was measured. `README.md` beside this crate says what is measured
//! and how.

mod addresses;
mod c;
mod common;
mod empty;
mod highp5;
mod kernels;
mod locality;
mod memory;
mod metg;
mod process;
mod report;
mod rust;
mod systems;
mod tracing;

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
    /// What tracing costs, left out, off and on, at tasks of several lengths
    Tracing(tracing::Args),
    /// Bytes of a waiting task and of an edge; growth over time
    Memory(memory::Args),
    /// Jacobi sweeps beyond the caches: steals, cache misses, time
    Locality(locality::Args),
    /// The HighP5 programs of the paper beside hand-written C, at one and at all PPUs
    Highp5(highp5::Args),
    /// The examples in C: serial, OpenMP on the same loops, hp5cc
    C(c::Args),
    /// Tasks that name data by addresses, through hp5.h: beside tiles and OpenMP's depend
    Addresses(addresses::Args),
    /// Annotated Rust with indices behind methods and types: serial, and by hp5 build at one PPU and at all
    Rust(rust::Args),
    /// All of these but highp5, c, addresses and rust, one after the other
    ///
    /// With --json FILE.json and --svg FILE.svg, the name of the benchmark is put before the
    /// ending: FILE-empty.json.
    All,
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
        Cmd::Tracing(args) => tracing::run(&cli.common, args),
        Cmd::Memory(args) => memory::run(&cli.common, args),
        Cmd::Locality(args) => locality::run(&cli.common, args),
        Cmd::Highp5(args) => highp5::run(&cli.common, args),
        Cmd::C(args) => c::run(&cli.common, args),
        Cmd::Addresses(args) => addresses::run(&cli.common, args),
        Cmd::Rust(args) => rust::run(&cli.common, args),
        Cmd::All => all(&cli.common),
        Cmd::Side { .. } => unreachable!("handled by the caller"),
    }
}

/// Every benchmark with its own defaults.
fn all(common: &Common) -> Result<(), String> {
    if !common.only.is_empty() {
        return Err("--only goes with one benchmark, not with `all`".to_owned());
    }
    for name in ["empty", "metg", "kernels", "tracing", "memory", "locality"] {
        let mut one = Cli::try_parse_from(["hp5-bench", name]).map_err(|e| e.to_string())?;
        one.common = common.clone();
        for file in [&mut one.common.json, &mut one.common.svg]
            .into_iter()
            .flatten()
        {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let ending = file.extension().unwrap_or_default().to_string_lossy();
            *file = file.with_file_name(format!("{stem}-{name}.{ending}"));
        }
        run(&one)?;
    }
    Ok(())
}

/// A child process: measures one thing and prints one line of JSON (of METG: answers).
fn side(words: &[String]) -> Result<(), String> {
    let (bench, system, rest) = (words[0].as_str(), words[1].as_str(), &words[2..]);
    let line = match bench {
        "empty" => empty::side(system, rest)?,
        "metg" => return metg::side(system, rest),
        "kernels" => kernels::side(system, rest)?,
        "tracing" => tracing::side(rest)?,
        "memory" => memory::side(rest)?,
        "locality" => locality::side(rest)?,
        "rust" => return rust::side(&words[1..]),
        _ => return Err(format!("side {bench}: there is no such benchmark")),
    };
    println!("{line}");
    Ok(())
}
