//! The command `hp5`: run annotated packages.

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};
use hp5_annotate::cli::{
    annotate, arguments, build, complete, doctor, guarded, machine, map, run, verify,
};

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
Of a package everything is written below target/hp5: the translated source, a picture of the run,
and, with --observe, the trace (open it in https://ui.perfetto.dev) and the task graph. A HighP5 program is built in
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
    /// Translate an annotated package or a HighP5 program and build it
    #[command(after_help = "\
Examples:
  hp5 build examples/rust/jacobi2d
  hp5 build . --features fast --profile profiling
  hp5 build . --example small")]
    Build(build::BuildCommand),
    /// Translate an annotated package and run its tests
    #[command(after_help = "\
Tests are built as programs are: with optimisation, unless --debug or --profile say otherwise.

Examples:
  hp5 test .
  hp5 test . --debug -- --lib sums
  hp5 test . -- --test answers -- --nocapture")]
    Test(build::TestCommand),
    /// Show this machine, or a described one: its processors, caches and memories
    Machine(machine::MachineArgs),
    /// Say where the spaces of a HighP5 program are worked on, and whether their data fit
    Map(map::MapArgs),
    /// Run a program under many schedules and compare the results with the serial one's
    Verify(verify::VerifyArgs),
    /// Explain the code of a diagnostic, such as HP5-E0009; without one, list all
    Explain {
        /// The code; `E9` will do
        code: Option<String>,
    },
    /// Print completions for a shell
    #[command(after_help = "\
Example:
  hp5 completions bash > ~/.local/share/bash-completion/completions/hp5")]
    Completions(complete::CompletionsArgs),
    /// Print the manual's page, or write the pages of all commands
    Man(complete::ManArgs),
    /// Say what a program started here really gets, and what to do about it
    Doctor(doctor::DoctorArgs),
}

fn main() -> ExitCode {
    let cli: Cli = match arguments() {
        Ok(cli) => cli,
        Err(status) => return ExitCode::from(status),
    };
    ExitCode::from(guarded(move || match &cli.command {
        Commands::Run(args) => run::run(args),
        Commands::Build(args) => build::build(args),
        Commands::Test(args) => build::test(args),
        Commands::Explain { code } => annotate::explain_code(code.as_deref().unwrap_or("list")),
        Commands::Completions(args) => complete::completions(args, definitions()),
        Commands::Man(args) => complete::man(args, definitions()),
        Commands::Machine(args) => machine::run(args),
        Commands::Map(args) => map::run(args),
        Commands::Verify(args) => verify::run(args),
        Commands::Doctor(args) => doctor::run(args),
    }))
}

/// The commands that clap reads the arguments of.
fn definitions() -> Vec<clap::Command> {
    vec![Cli::command(), annotate::AnnotateArgs::command()]
}
