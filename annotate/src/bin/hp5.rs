//! The command `hp5`: run annotated packages.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use hp5_annotate::cli::{doctor, guarded, machine, map, run, verify};

/// Task graphs over data tiles
#[derive(Debug, Parser)]
#[command(name = "hp5", version, about, long_about = None)]
struct Cli {
    #[command(subcommand)]
    command: Commands,
}

#[derive(Debug, Subcommand)]
enum Commands {
    /// Translate an annotated package or a HighP5 program, build it and run it
    #[command(after_help = "\
Of a package everything is written below target/hp5: the translated source, the trace (open it
in https://ui.perfetto.dev), the task graph and the picture. A HighP5 program is built in
$HP5_CACHE, or hp5 in the user's cache folder, once; as long as it is unchanged it starts at
once, with any mapping. The exit status is the program's; 1 when the source has errors or does
not build, 2 for wrong arguments.

Examples:
  hp5 run examples/rust/jacobi2d
  hp5 run examples/rust/jacobi2d --ppus 1 -- 2048 50
  hp5 run . --checked
  hp5 run . --serial
  hp5 run stencil.hp5 -- --help
  hp5 run stencil.hp5 --map local.map -- input_file=plate.npy iterations=100 ..")]
    Run(run::RunArgs),
    /// Show this machine, or a described one: its processors, caches and memories
    Machine(machine::MachineArgs),
    /// Say where the spaces of a HighP5 program are worked on, and whether their data fit
    Map(map::MapArgs),
    /// Run a program under many schedules and compare the results with the serial one's
    Verify(verify::VerifyArgs),
    /// Say what a program started here really gets, and what to do about it
    Doctor(doctor::DoctorArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    ExitCode::from(guarded(move || match &cli.command {
        Commands::Run(args) => run::run(args),
        Commands::Machine(args) => machine::run(args),
        Commands::Map(args) => map::run(args),
        Commands::Verify(args) => verify::run(args),
        Commands::Doctor(args) => doctor::run(args),
    }))
}
