//! Programs of one source file: in C, built twice, by `hp5cc` and by the compiler that it stands in
//! for; in HighP5, which knows no serial program, built as `hp5 run` builds it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cli::home::Home;
use crate::cli::report::Reporter;
use crate::cli::{CliError, EXIT_OK, cc, highp5, program};

use super::VerifyArgs;
use super::programs::{Programs, given_serial, temporary};

/// What a source file is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// With directives.
    C,
    /// HighP5.
    HighP5,
}

impl Language {
    /// By the name of the file; `None` for what is no source file that can be built alone.
    #[must_use]
    pub fn of(path: &Path) -> Option<Language> {
        if highp5::is_program(path) {
            return Some(Language::HighP5);
        }
        path.extension()
            .is_some_and(|e| e == "c")
            .then_some(Language::C)
    }
}

/// Builds the program; `None` when it cannot be, which was said then.
pub fn built(
    language: Language,
    args: &VerifyArgs,
    reporter: &mut Reporter,
) -> Result<Option<Programs>, CliError> {
    let file = args.program.display();
    let foreign = |option: &str, what: &str| {
        let text = format!("{option} is for {what}, and {file} is none\n  help: leave it out");
        Err(CliError::Usage(text))
    };
    if let Some(option) = args.build.of_packages() {
        return foreign(option, "packages");
    }
    match language {
        Language::C if args.serial_program.is_some() => {
            foreign("--serial-program", "programs that are built already")
        }
        Language::C => in_c(args, reporter),
        Language::HighP5 if args.checked => Err(CliError::Usage(format!(
            "--checked is for directives, and {file} has none\n  help: HP5_CHECKED=1 in the \
             environment has LPUs held against one another"
        ))),
        Language::HighP5 => in_highp5(args, reporter),
    }
}

fn in_highp5(args: &VerifyArgs, reporter: &mut Reporter) -> Result<Option<Programs>, CliError> {
    let built = highp5::run::executable(&args.program, Some(&args.args), &args.build, reporter)?;
    let serial = given_serial(args)?;
    if built.is_some() && serial.is_none() && !args.no_serial {
        reporter.warning(
            "a HighP5 program has no serial program: parallel runs are compared with one another",
        );
    }
    Ok(built.map(|parallel| Programs {
        serial,
        parallel,
        keep: temporary(),
        _held: None,
    }))
}

fn in_c(args: &VerifyArgs, reporter: &mut Reporter) -> Result<Option<Programs>, CliError> {
    let keep = temporary();
    let place = |kind: &str| -> Result<PathBuf, CliError> {
        let folder = keep.join(kind);
        fs::create_dir_all(&folder).map_err(CliError::write(&folder))?;
        Ok(folder.join(args.program.file_stem().unwrap_or_default()))
    };
    let given = cc::words_of(args.cc_args.as_deref().unwrap_or_default());
    let arguments = |program: &Path| -> Vec<OsString> {
        let level = if args.build.debug { "-O0" } else { "-O2" };
        let mut list: Vec<OsString> = vec![level.into(), "-g".into(), "-o".into(), program.into()];
        list.push(args.program.clone().into());
        list.extend(given.iter().cloned());
        list.push("-lm".into());
        list
    };
    let parallel = place("parallel")?;
    let mut ours = arguments(&parallel);
    if args.checked {
        ours.insert(0, "--checked".into());
    }
    // Both compilers say themselves what is wrong.
    let mut is_built = cc::run(&ours) == EXIT_OK;
    let mut serial = None;
    if is_built && !args.no_serial {
        let program = place("serial")?;
        is_built = compiled(&arguments(&program))?;
        if !is_built {
            reporter.note(
                "the serial program is the file without its directives; one that calls the library \
                 has none: --no-serial compares parallel runs with one another",
            );
        }
        serial = Some(program);
    }
    let programs = Programs {
        serial,
        parallel,
        keep,
        _held: None,
    };
    if !is_built {
        programs.forget();
    }
    Ok(is_built.then_some(programs))
}

/// Runs the compiler that `hp5cc` stands in for.
fn compiled(arguments: &[OsString]) -> Result<bool, CliError> {
    let compiler = cc::compiler();
    let mut command = Command::new(&compiler[0]);
    command.args(&compiler[1..]);
    if let Some(home) = Home::find() {
        command.arg("-I").arg(home.include);
    }
    let status = command.args(arguments).status();
    Ok(status
        .map_err(program::spawn(&compiler[0].to_string_lossy()))?
        .success())
}
