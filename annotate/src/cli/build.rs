//! `hp5 build` and `hp5 test`: translate a package, and have cargo build it or run its tests.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use crate::cli::program::{self, BuildArgs, Form};
use crate::cli::report::{Colour, Format, Reporter};
use crate::cli::run::{shown, translated};
use crate::cli::{CliError, EXIT_FINDINGS, EXIT_OK, EXIT_USAGE, highp5};

/// Arguments of `hp5 build`.
#[derive(Debug, Args)]
pub struct BuildCommand {
    /// Directory of an annotated package (with its Cargo.toml), or a HighP5 program
    #[arg(value_name = "PACKAGE_DIR|PROGRAM.hp5")]
    pub package: PathBuf,
    /// Hold every access of a task against its clauses when it runs
    #[arg(long)]
    pub checked: bool,
    /// Build the annotated source as it is: the serial program
    #[arg(long, conflicts_with = "checked")]
    pub serial: bool,
    /// How it is built
    #[command(flatten)]
    pub build: BuildArgs,
}

/// Arguments of `hp5 test`.
#[derive(Debug, Args)]
pub struct TestCommand {
    /// Directory of an annotated package (with its Cargo.toml)
    #[arg(value_name = "PACKAGE_DIR")]
    pub package: PathBuf,
    /// Hold every access of a task against its clauses while tests run
    #[arg(long)]
    pub checked: bool,
    /// Test the annotated source as it is: the serial program
    #[arg(long, conflicts_with = "checked")]
    pub serial: bool,
    /// How it is built
    #[command(flatten)]
    pub build: BuildArgs,
    /// Arguments of `cargo test`: a filter, --test NAME, --lib, --doc, --no-run; behind a second --
    /// those of the tests
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<OsString>,
}

/// Runs `hp5 build`; returns the exit status.
#[must_use]
pub fn build(args: &BuildCommand) -> u8 {
    reported(|reporter| work(args, reporter))
}

/// Runs `hp5 test`; returns the exit status.
#[must_use]
pub fn test(args: &TestCommand) -> u8 {
    reported(|reporter| {
        if highp5::is_program(&args.package) {
            let text = format!(
                "{} is a HighP5 program, and has no tests of its own\n  help: `hp5 verify` compares its runs",
                args.package.display()
            );
            return Err(CliError::Usage(text));
        }
        let form = Form::of(args.serial);
        let options = args.build.options(args.checked);
        let Some((home, _turn)) = translated(&args.package, form, options, reporter)? else {
            return Ok(EXIT_FINDINGS);
        };
        let status = program::test(&args.build, home.package(&args.package, form), &args.args)?;
        Ok(if status.success() {
            EXIT_OK
        } else {
            EXIT_FINDINGS
        })
    })
}

fn work(args: &BuildCommand, reporter: &mut Reporter) -> Result<u8, CliError> {
    if highp5::is_program(&args.package) {
        let only = args.serial.then_some("--serial");
        let only = only.or(args.checked.then_some("--checked"));
        if let Some(option) = only.or(args.build.of_packages()) {
            return Err(highp5::run::for_packages(option, &args.package));
        }
        let built = highp5::run::executable(&args.package, None, &args.build, reporter)?;
        let Some(program) = built else {
            return Ok(EXIT_FINDINGS);
        };
        eprintln!("  program: {}", shown(&program));
        return Ok(EXIT_OK);
    }
    let form = Form::of(args.serial);
    let options = args.build.options(args.checked);
    let Some((home, _turn)) = translated(&args.package, form, options, reporter)? else {
        return Ok(EXIT_FINDINGS);
    };
    let package = home.package(&args.package, form);
    // Cargo has said why where it could not.
    let Some(programs) = program::compile(&args.build, package, false)? else {
        return Ok(EXIT_FINDINGS);
    };
    if !args.serial {
        eprintln!("   source: {}", shown(&home.emitted));
    }
    for (_, program) in programs {
        eprintln!("  program: {}", shown(&program));
    }
    Ok(EXIT_OK)
}

fn reported(work: impl FnOnce(&mut Reporter) -> Result<u8, CliError>) -> u8 {
    let mut reporter = Reporter::new(Format::Text, Colour::Auto, false, true);
    work(&mut reporter).unwrap_or_else(|error| {
        reporter.error(&error.to_string());
        EXIT_USAGE
    })
}
