//! `hp5 verify`: does the parallel program compute what the serial one does, whatever the
//! schedule is?
//!
//! ```text
//! package or source -> serial program, parallel program (programs, sources)
//!   serial run -> Reference                          (execute, compare)
//!   each Schedule of the plan -> run -> difference?  (schedule)
//!   the first difference -> seed, command, repeats   (report)
//! ```
//! Schedules that can be repeated exactly (`HP5_SEED`) are tried before those that cannot
//! (`HP5_CHAOS`: truly parallel), so that what is reported can be replayed if anything can.

mod compare;
mod execute;
mod programs;
mod report;
mod schedule;
mod sources;

use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;

use crate::cli::program::BuildArgs;
use crate::cli::report::{Colour, Format, Reporter};
use crate::cli::{CliError, EXIT_FINDINGS, EXIT_OK, EXIT_USAGE, terminal};
use compare::{Difference, Line, Selection};
use execute::{End, Ran, Runner, seconds};
use programs::Programs;
use schedule::{Order, Schedule, plan};

/// Arguments of `hp5 verify`.
#[derive(Debug, Clone, Args)]
#[command(after_help = "\
The program is run serially (the annotated source as it is), and under each schedule on each
number of PPUs: with HP5_SEED (one task at a time, in an order that the seed gives: such a run
can be repeated exactly), undisturbed, and with HP5_CHAOS (truly parallel, in a disturbed order
with delays). Every run must end with the same status, print the same and write the same files.
At the first difference the command that repeats the run is printed.

What is compared: all of standard output, but if it has lines with the word `fingerprint`, only
these; --compare and --ignore choose otherwise. In a line that --compare matches, groups in its
expression choose what is compared. Lines that hold times must be ignored. Standard error is
not compared.

Reductions add in an order of their own, so their floating-point sums are not the serial ones to
the last bit, but the same on any number of PPUs: --tolerance 1e-12 lets only the serial run be
different by that much; --no-serial compares the parallel runs with one another.

Files named by --output are removed before each run. The directory is the present one.

Exit status:
  0  all runs gave the same
  1  a run did not
  2  it could not be built, it does not run serially, or wrong arguments

Examples:
  hp5 verify examples/rust/jacobi2d -- --n 200 --sweeps 10 --reps 1
  hp5 verify . --seeds 200 --ppus 1,2,4,64
  hp5 verify . --ignore 'took .* s$' --output result.npy -- --output result.npy
  hp5 verify . --compare 'energy (\\S+)' --tolerance 1e-12
  hp5 verify heat.c --cc-args '-O3 -Iinclude grid.c -lm' -- 200 10
  hp5 verify stencil.hp5 --output out.txt -- input_file=plate.txt iterations=8 .. output_file=out.txt
  hp5 verify ./my_program --no-serial")]
pub struct VerifyArgs {
    /// Directory of an annotated package (with its Cargo.toml), a file in C with directives, a
    /// HighP5 program, or a parallel program itself
    #[arg(value_name = "PROGRAM")]
    pub program: PathBuf,
    /// Number of seeds
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub seeds: u64,
    /// The first of them
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=1 << 62))]
    pub first_seed: u64,
    /// Numbers of PPUs
    #[arg(long, value_name = "N,..", value_delimiter = ',', default_value = "1,2,8", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub ppus: Vec<u32>,
    /// Compare lines that match REGEX only (may be given several times)
    #[arg(long, value_name = "REGEX")]
    pub compare: Vec<String>,
    /// Leave out lines that match REGEX (may be given several times)
    #[arg(long, value_name = "REGEX")]
    pub ignore: Vec<String>,
    /// Compare this file, which the program writes (may be given several times)
    #[arg(long, value_name = "FILE")]
    pub output: Vec<PathBuf>,
    /// How much numbers may differ from the serial ones, as a part of the larger (or of 1)
    #[arg(long, value_name = "PART", conflicts_with = "no_serial", value_parser = tolerance)]
    pub tolerance: Option<f64>,
    /// Do not run the serial program: compare parallel runs with one another
    #[arg(long)]
    pub no_serial: bool,
    /// The serial program, when PROGRAM is a program or in HighP5
    #[arg(long, value_name = "FILE", conflicts_with = "no_serial")]
    pub serial_program: Option<PathBuf>,
    /// What the compiler is given beside a PROGRAM in C: options, other files, libraries; words
    /// as in a shell
    #[arg(long, value_name = "ARGS", allow_hyphen_values = true)]
    pub cc_args: Option<String>,
    /// The exit status that the program must have
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub status: i32,
    /// Longest time of one run; else 60 s, or twenty times the serial run if that is more
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub timeout: Option<u64>,
    /// Hold every access of a task against its clauses as well
    #[arg(long)]
    pub checked: bool,
    /// How it is built
    #[command(flatten)]
    pub build: BuildArgs,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<OsString>,
}

/// Reads `--tolerance`.
fn tolerance(text: &str) -> Result<f64, String> {
    let part = text.parse::<f64>().ok();
    let part = part.filter(|part| (0.0..1.0).contains(part));
    part.ok_or_else(|| "expected a number from 0 to less than 1, such as 1e-12".to_owned())
}

/// The names of references.
const SERIAL: &str = "serial";
const FIRST: &str = "first";

/// Longest first run when nobody says.
const FIRST_RUN: Duration = Duration::from_secs(600);

/// Longest other run, at least.
const OTHER_RUN: Duration = Duration::from_secs(60);

/// Runs `hp5 verify`; gives the exit status.
#[must_use]
pub fn run(args: &VerifyArgs) -> u8 {
    let mut reporter = Reporter::new(Format::Text, Colour::Auto, false, true);
    match work(args, &mut reporter) {
        Ok(status) => status,
        Err(error) => {
            reporter.error(&error.to_string());
            EXIT_USAGE
        }
    }
}

fn work(args: &VerifyArgs, reporter: &mut Reporter) -> Result<u8, CliError> {
    let selection = Selection::new(&args.compare, &args.ignore)?;
    let Some(programs) = Programs::of(args, reporter)? else {
        // What is wrong was said.
        return Ok(EXIT_USAGE);
    };
    let runner = Runner {
        args: &args.args,
        files: &args.output,
    };
    let mut verify = Verify {
        args,
        programs,
        runner,
        limit: args.timeout.map_or(FIRST_RUN, Duration::from_secs),
    };
    let started = Instant::now();
    let mut plan = plan(
        &args.ppus,
        args.first_seed..=args.first_seed + (args.seeds - 1),
    );
    let total = plan.len() + usize::from(verify.programs.serial.is_some());
    let reference = match verify.reference(selection)? {
        Ok(reference) => reference,
        Err(report) => {
            say(&report);
            return Ok(EXIT_FINDINGS);
        }
    };
    if reference.name != SERIAL {
        plan.retain(|schedule| *schedule != verify.plain());
    }
    let mut progress = Progress::new(total - plan.len(), total);
    for schedule in plan {
        progress.step(&schedule.name());
        let ran = verify.run(schedule)?;
        if let Some(difference) = verify.difference(&ran, &reference, None) {
            progress.clear();
            let text = verify.report(schedule, &ran, &reference, &difference)?;
            say(&format!("{text}{}", progress.where_it_failed()));
            return Ok(EXIT_FINDINGS);
        }
    }
    progress.clear();
    verify.programs.forget();
    say(&verify.equal(&reference, total, started.elapsed()));
    Ok(EXIT_OK)
}

/// What every run must give.
struct Reference {
    /// What it is called in reports.
    name: &'static str,
    /// Its standard output.
    output: Vec<u8>,
    /// Which of its lines count.
    selection: Selection,
    /// `selection` was chosen by us.
    marked: bool,
    lines: Vec<Line>,
    files: Vec<Option<Vec<u8>>>,
}

impl Reference {
    fn new(name: &'static str, ran: Ran, selection: Selection) -> Reference {
        let (selection, marked) = selection.or_marked(&ran.output);
        Reference {
            name,
            lines: selection.lines(&ran.output),
            output: ran.output,
            selection,
            marked,
            files: ran.files,
        }
    }
}

/// A verification at work.
struct Verify<'a> {
    args: &'a VerifyArgs,
    programs: Programs,
    runner: Runner<'a>,
    limit: Duration,
}

impl Verify<'_> {
    fn run(&self, schedule: Schedule) -> Result<Ran, CliError> {
        self.runner
            .run(&self.programs.parallel, Some(schedule), self.limit)
    }

    /// The undisturbed schedule on the first number of PPUs.
    fn plain(&self) -> Schedule {
        Schedule {
            order: Order::Plain,
            ppus: self.args.ppus[0],
        }
    }

    /// The result that all others must have: the serial one or, where that may differ by a
    /// tolerance or is not there, that of the first parallel run. `Err` is the report when
    /// the first parallel run differs from the serial one.
    fn reference(&mut self, selection: Selection) -> Result<Result<Reference, String>, CliError> {
        let plain = self.plain();
        let Some(program) = &self.programs.serial.clone() else {
            let first = self.first(self.run(plain)?, "the first parallel run")?;
            let reference = Reference::new(FIRST, first, selection);
            self.something(&reference)?;
            return Ok(Ok(reference));
        };
        let ran = self.runner.run(program, None, self.limit)?;
        let serial = Reference::new(SERIAL, self.first(ran, "the serial program")?, selection);
        self.something(&serial)?;
        self.steady(program, &serial)?;
        if self.args.tolerance.is_none() {
            return Ok(Ok(serial));
        }
        let first = self.run(plain)?;
        if let Some(difference) = self.difference(&first, &serial, self.args.tolerance) {
            return Ok(Err(self.report(plain, &first, &serial, &difference)?));
        }
        let marked = serial.marked;
        let mut reference = Reference::new(FIRST, first, serial.selection);
        reference.marked = marked;
        Ok(Ok(reference))
    }

    /// Refuses a first run that failed, and takes the limit for the others from it.
    fn first(&mut self, ran: Ran, what: &str) -> Result<Ran, CliError> {
        if ran.end != End::Exit(self.args.status) {
            return Err(CliError::Usage(report::failed_first(&ran, what, self.args)));
        }
        if self.args.timeout.is_none() {
            self.limit = OTHER_RUN.max(ran.time * 20);
        }
        Ok(ran)
    }

    /// Refuses a serial program that does not give the same twice: it prints times, or draws
    /// lots.
    fn steady(&self, program: &Path, serial: &Reference) -> Result<(), CliError> {
        let again = self.runner.run(program, None, self.limit)?;
        match self.difference(&again, serial, None) {
            None => Ok(()),
            Some(difference) => Err(CliError::Usage(format!(
                "the serial program itself gives something else when it runs again\n  {}\n  \
                 help: leave lines out that hold times (--ignore), or choose those that hold the \
                 result (--compare)",
                difference.join("\n  ")
            ))),
        }
    }

    /// Refuses a comparison of nothing.
    fn something(&self, reference: &Reference) -> Result<(), CliError> {
        if let Some(at) = reference.files.iter().position(Option::is_none) {
            return Err(CliError::Usage(format!(
                "the {} run did not write {}\n  help: --output is for files that every run writes",
                reference.name,
                self.args.output[at].display()
            )));
        }
        if reference.lines.is_empty() && reference.files.is_empty() {
            let printed = reference.output.iter().filter(|&&b| b == b'\n').count();
            return Err(CliError::Usage(format!(
                "there is nothing to compare: of {printed} printed lines, none is compared\n  \
                 help: choose lines by --compare and --ignore, or name files by --output"
            )));
        }
        Ok(())
    }

    /// How a run differs from what it must give.
    fn difference(
        &self,
        ran: &Ran,
        reference: &Reference,
        tolerance: Option<f64>,
    ) -> Option<Difference> {
        if ran.end != End::Exit(self.args.status) {
            return Some(report::ended(ran));
        }
        let names = (reference.name, "this run");
        let found = reference.selection.lines(&ran.output);
        let what = "standard output";
        compare::lines(&reference.lines, &found, tolerance, what, names).or_else(|| {
            let pairs = reference
                .files
                .iter()
                .zip(&ran.files)
                .zip(&self.args.output);
            pairs
                .filter_map(|((wanted, found), file)| {
                    let file = file.display().to_string();
                    compare::files(wanted.as_deref(), found.as_deref(), tolerance, &file, names)
                })
                .next()
        })
    }

    /// The last words when all is well.
    fn equal(&self, reference: &Reference, total: usize, time: Duration) -> String {
        let args = self.args;
        let ppus: Vec<String> = args.ppus.iter().map(u32::to_string).collect();
        let lines = reference.output.iter().filter(|&&b| b == b'\n').count();
        let mut what = format!(
            "{} of {lines} lines{}",
            reference.lines.len(),
            if reference.marked {
                ", those with `fingerprint` (all: --compare '')"
            } else {
                ""
            }
        );
        for file in &args.output {
            what += &format!(", {}", file.display());
        }
        format!(
            "equal: {total} runs, {} seeds in order and at random, on {} PPUs{}, in {}\n\
             compared: {what}\n",
            args.seeds,
            ppus.join(", "),
            match (&self.programs.serial, args.tolerance) {
                (None, _) => ", not held against a serial program".to_owned(),
                (Some(_), None) => ", and serially".to_owned(),
                (Some(_), Some(part)) => format!(", and serially to within {part:e}"),
            },
            seconds(time)
        )
    }
}

/// Prints to standard output; a reader that has gone away is no failure.
fn say(text: &str) {
    terminal::tell(text);
}

/// What is being done, on a terminal.
struct Progress {
    step: usize,
    total: usize,
    shown: bool,
}

impl Progress {
    fn new(done: usize, total: usize) -> Progress {
        Progress {
            step: done,
            total,
            shown: std::io::stderr().is_terminal(),
        }
    }

    fn step(&mut self, what: &str) {
        self.step += 1;
        if self.shown {
            eprint!("\r\x1b[K{} of {}: {what}", self.step, self.total);
        }
    }

    fn clear(&self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
    }

    fn where_it_failed(&self) -> String {
        format!(
            "  {} of {} runs were equal before\n",
            self.step - 1,
            self.total
        )
    }
}
