//! `hp5 run`: translate a package or a HighP5 program, build it, run it, say where everything is.
//!
//! Where things are put is said in [`program`], and for HighP5 programs in `cli::highp5::cache`.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use clap::Args;

use crate::Options;
use crate::cli::annotate::Job;
use crate::cli::highp5::{self, run::Prepared};
use crate::cli::program::{self, BuildArgs, Form, Home, spawn};
use crate::cli::report::{Colour, Format, Reporter};
use crate::cli::{CliError, EXIT_FINDINGS, EXIT_OK, EXIT_USAGE};

/// Arguments of `hp5 run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// Directory of an annotated package (with its Cargo.toml), or a HighP5 program
    #[arg(value_name = "PACKAGE_DIR|PROGRAM.hp5")]
    pub package: PathBuf,
    /// The mapping file of a HighP5 program; without it, every space is mapped by default
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
    /// The machine that distances and levels are taken from: the name of a built-in one, or a
    /// description file; else HP5_MACHINE, else this machine
    #[arg(long, value_name = "NAME|FILE")]
    pub machine: Option<String>,
    /// Say how far a HighP5 program is, on a terminal or not
    #[arg(long)]
    pub progress: bool,
    /// Hold every access of a task against its clauses while it runs; of a HighP5 program: see that
    /// LPUs agree on what they have in common
    #[arg(long)]
    pub checked: bool,
    /// Build and run the annotated source as it is: the serial program
    #[arg(long, conflicts_with = "checked")]
    pub serial: bool,
    /// Write the trace to FILE: in Perfetto's format if its name ends in .pftrace or
    /// .perfetto-trace, as JSON otherwise (Perfetto reads both)
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Write the task graph (Graphviz) to FILE
    #[arg(long, value_name = "FILE")]
    pub dot: Option<PathBuf>,
    /// Draw the run to FILE
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write trace, graph and picture of a package's run below target/hp5
    #[arg(long, conflicts_with = "no_observe")]
    pub observe: bool,
    /// Write no picture of a package's run (but one asked for)
    #[arg(long)]
    pub no_observe: bool,
    /// Number of PPUs (worker threads); else HP5_NUM_PPUS, else all of this machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub ppus: Option<u32>,
    /// How it is built
    #[command(flatten)]
    pub build: BuildArgs,
    /// Arguments for the program; of a HighP5 program name=value, and --help lists them
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<OsString>,
}

/// Runs the command; returns the program's exit status, or one of `cli`'s.
#[must_use]
pub fn run(args: &RunArgs) -> u8 {
    let mut reporter = Reporter::new(Format::Text, Colour::Auto, false, true);
    match work(args, &mut reporter) {
        Ok(status) => status,
        Err(error) => {
            reporter.error(&error.to_string());
            EXIT_USAGE
        }
    }
}

fn work(args: &RunArgs, reporter: &mut Reporter) -> Result<u8, CliError> {
    if highp5::is_program(&args.package) {
        return match highp5::run::prepare(args, reporter)? {
            Prepared::Done(status) => Ok(status),
            Prepared::Ready(ready) => {
                let observed = Observed::new(args, None)?;
                let status = execute(args, &ready.program, &observed, &ready.environment, None)?;
                Ok(exit_code(status))
            }
        };
    }
    if args.map.is_some() {
        let text = "--map is for HighP5 programs\n  help: leave it out for an annotated package";
        return Err(CliError::Usage(text.to_owned()));
    }
    let form = Form::of(args.serial);
    let options = args.build.options(args.checked);
    let Some((home, turn)) = translated(&args.package, form, options, reporter)? else {
        return Ok(EXIT_FINDINGS);
    };
    let package = home.package(&args.package, form);
    let Some(program) = program::build(&args.build, package, false)? else {
        // Cargo has said why.
        return Ok(EXIT_FINDINGS);
    };
    let observed = Observed::new(args, Some(&home))?;
    let machine = args.machine.as_ref();
    let machine = machine.map(|name| ("HP5_MACHINE", name.into()));
    let status = execute(args, &program, &observed, machine.as_slice(), Some(turn))?;
    tell(args, &home, &observed);
    Ok(exit_code(status))
}

/// Writes what a package becomes, if it is to be the parallel program: where that is, and the turn of this
/// command, which keeps others from it. `None` when it has errors, which were reported.
pub(super) fn translated(
    package: &Path,
    form: Form,
    options: Options,
    reporter: &mut Reporter,
) -> Result<Option<(Home, File)>, CliError> {
    program::expect_package(package)?;
    let home = Home::of(package)?;
    let turn = home.turn(reporter)?;
    if form == Form::Serial {
        return Ok(Some((home, turn)));
    }
    let job = Job::new(package, options, reporter)?;
    if reporter.counts.errors > 0 {
        reporter.summary(0, 0);
        return Ok(None);
    }
    if job.changed() == 0 {
        reporter.warning("there is no directive in this package: it is built as it is");
    }
    job.write(&home.emitted, true, reporter)?;
    Ok(Some((home, turn)))
}

/// The files that the run writes: environment variable, what it is, where.
struct Observed(Vec<(&'static str, &'static str, PathBuf)>);

impl Observed {
    /// Those asked for; of packages the picture, which is small, also if nobody has said no to it.
    fn new(args: &RunArgs, home: Option<&Home>) -> Result<Observed, CliError> {
        let files = [
            ("HP5_TRACE", "trace", &args.trace, "trace.json"),
            ("HP5_DOT", "graph", &args.dot, "graph.dot"),
            ("HP5_SVG", "picture", &args.svg, "picture.svg"),
        ];
        let mut list = Vec::new();
        for (variable, what, asked, name) in files {
            let file = match (asked, home) {
                (Some(file), _) => std::path::absolute(file).map_err(CliError::write(file))?,
                (None, None) => continue,
                // A variable that the user has set is the user's.
                (None, Some(_))
                    if args.serial
                        || !(args.observe || variable == "HP5_SVG")
                        || args.no_observe
                        || std::env::var_os(variable).is_some() =>
                {
                    continue;
                }
                (None, Some(home)) => {
                    fs::create_dir_all(&home.run).map_err(CliError::write(&home.run))?;
                    home.run.join(name)
                }
            };
            // What an earlier run has left must not be taken for this one's.
            let _ = fs::remove_file(&file);
            list.push((variable, what, file));
        }
        Ok(Observed(list))
    }
}

/// Runs the program; no other command builds it anew before it has started.
fn execute(
    args: &RunArgs,
    program: &Path,
    observed: &Observed,
    environment: &[(&'static str, OsString)],
    turn: Option<fs::File>,
) -> Result<ExitStatus, CliError> {
    let mut command = Command::new(program);
    command.args(&args.args);
    for (variable, value) in environment {
        command.env(variable, value);
    }
    for (variable, _, file) in &observed.0 {
        command.env(variable, file);
    }
    if let Some(ppus) = args.ppus {
        command.env("HP5_NUM_PPUS", ppus.to_string());
    }
    let failed = |source| spawn(&program.display().to_string())(source);
    let mut child = command.spawn().map_err(failed)?;
    drop(turn);
    child.wait().map_err(failed)
}

/// The last lines: where to look.
fn tell(args: &RunArgs, home: &Home, observed: &Observed) {
    if !args.serial {
        eprintln!("{:>9}: {}", "source", shown(&home.emitted));
    }
    for (_, what, file) in observed.0.iter().filter(|(_, _, file)| file.is_file()) {
        eprintln!("{what:>9}: {}", shown(file));
    }
}

/// A path as seen from here.
pub(super) fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let path = path.strip_prefix(&here).unwrap_or(path);
    path.display().to_string()
}

/// The program's exit status as ours; killed by a signal is 128 and its number, as in shells.
fn exit_code(status: ExitStatus) -> u8 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        eprintln!("error: the program was ended by signal {signal}");
        return u8::try_from(128 + signal).unwrap_or(u8::MAX);
    }
    let failed = if status.success() {
        EXIT_OK
    } else {
        EXIT_FINDINGS
    };
    status
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .unwrap_or(failed)
}
