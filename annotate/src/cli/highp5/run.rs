//! `hp5 run prog.hp5`: translate, build in the cache, run.
//!
//! What can be known to be wrong before the build is said before it: the program, its
//! arguments, the mapping, the machine. A program that was built before is started at once
//! (`super::cache`): the mapping, the machine and the number of PPUs are told to it when it
//! starts, so other ones need no other build.

use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use crate::cli::highp5::arguments;
use crate::cli::highp5::cache::Place;
use crate::cli::program::BuildArgs;
use crate::cli::report::Reporter;
use crate::cli::run::RunArgs;
use crate::cli::{CliError, EXIT_FINDINGS, EXIT_OK, highp5, terminal};
use crate::highp5::typed::Program;

/// A program that is ready, and the environment that it is to run in.
pub(crate) struct Ready {
    /// The executable.
    pub(crate) program: PathBuf,
    /// Variables of its environment.
    pub(crate) environment: Vec<(&'static str, OsString)>,
}

/// What became of it.
pub(crate) enum Prepared {
    /// It can be run.
    Ready(Ready),
    /// Everything is said and done: the exit status.
    Done(u8),
}

/// Translates and builds what `args` name, unless that is done already.
pub(crate) fn prepare(args: &RunArgs, reporter: &mut Reporter) -> Result<Prepared, CliError> {
    refuse(args)?;
    let path = &args.package;
    let Some(program) = highp5::check(path, reporter)? else {
        return Ok(Prepared::Done(EXIT_FINDINGS));
    };
    let words = &args.args;
    if words.iter().any(|word| word == "--help" || word == "-h") {
        return help(path, &program).map(Prepared::Done);
    }
    let mut environment = Vec::new();
    highp5::mapping(args.map.as_deref(), args.machine.as_deref(), &program)?;
    let given = [
        ("HP5_MAP", args.map.as_ref().map(Into::into)),
        ("HP5_MACHINE", args.machine.as_ref().map(Into::into)),
    ];
    environment.extend(
        given
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?))),
    );
    if args.checked {
        environment.push(("HP5_CHECKED", "1".into()));
    }
    let shows = args.progress || std::io::stderr().is_terminal();
    if shows {
        environment.push(("HP5_PROGRESS", "1".into()));
    }
    arguments::check(&program, words).map_err(CliError::Usage)?;
    let build = Build {
        args: &args.build,
        shows,
    };
    Ok(match build.program(path, &program, reporter)? {
        Some(program) => Prepared::Ready(Ready {
            program,
            environment,
        }),
        None => Prepared::Done(EXIT_FINDINGS),
    })
}

/// The executable of a program, which is to be run with these words if there are some; `None` when
/// there is none, which was said then.
pub(crate) fn executable(
    path: &Path,
    words: Option<&[OsString]>,
    args: &BuildArgs,
    reporter: &mut Reporter,
) -> Result<Option<PathBuf>, CliError> {
    let Some(program) = highp5::check(path, reporter)? else {
        return Ok(None);
    };
    if let Some(words) = words {
        arguments::check(&program, words).map_err(CliError::Usage)?;
    }
    let shows = std::io::stderr().is_terminal();
    Build { args, shows }.program(path, &program, reporter)
}

/// How a program is built.
struct Build<'a> {
    args: &'a BuildArgs,
    /// It is said that this takes a while.
    shows: bool,
}

impl Build<'_> {
    /// The executable, from the cache if it is there.
    fn program(
        &self,
        path: &Path,
        program: &Program,
        reporter: &mut Reporter,
    ) -> Result<Option<PathBuf>, CliError> {
        let Some(files) = highp5::package(path, program, None, reporter)? else {
            return Ok(None);
        };
        let place = Place::of(path, &files, self.args, highp5::home())?;
        if let Some(program) = place.find() {
            return Ok(Some(program));
        }
        let _turn = place.turn(reporter)?;
        // Another command may have built it meanwhile.
        if let Some(program) = place.find() {
            return Ok(Some(program));
        }
        if self.shows {
            eprintln!(
                "building {} (the first program of all takes longest: the library is built too)",
                path.display()
            );
        }
        // Where it cannot, Cargo says why.
        place.make(&files, self.args, highp5::home(), !self.shows)
    }
}

/// What is for annotated packages only.
fn refuse(args: &RunArgs) -> Result<(), CliError> {
    let option = args.serial.then_some("--serial");
    let Some(option) = option.or(args.build.of_packages()) else {
        return Ok(());
    };
    Err(for_packages(option, &args.package))
}

/// The error where an option of packages is given for a program.
pub(crate) fn for_packages(option: &str, program: &Path) -> CliError {
    CliError::Usage(format!(
        "{option} is for annotated packages, and {} is a HighP5 program\n  help: leave it out",
        program.display()
    ))
}

fn help(path: &Path, program: &Program) -> Result<u8, CliError> {
    let text = format!(
        "hp5 run {} -- name=value ..\n\n{}\n",
        path.display(),
        arguments::usage(program)
    );
    terminal::print(&text).map_err(CliError::write(Path::new("the output")))?;
    Ok(EXIT_OK)
}
