//! The two programs: the annotated source as it is, and what is emitted for it; or programs that
//! are there already. Single source files are built by [`sources`].

use std::fs;
use std::path::{Path, PathBuf};

use crate::Options;
use crate::cli::CliError;
use crate::cli::annotate::Job;
use crate::cli::program::{self, Form, Home};
use crate::cli::report::Reporter;

use super::{VerifyArgs, sources};

/// What is run.
#[derive(Debug, Clone)]
pub struct Programs {
    /// The serial program, unless there is none or it is not wanted.
    pub serial: Option<PathBuf>,
    /// The parallel one.
    pub parallel: PathBuf,
    /// A folder for what is to be kept of runs that differ.
    pub keep: PathBuf,
}

impl Programs {
    /// Builds what is asked for; `None` when it cannot be, which was said then.
    pub fn of(args: &VerifyArgs, reporter: &mut Reporter) -> Result<Option<Programs>, CliError> {
        let is_file = args.program.is_file();
        let language = sources::Language::of(&args.program).filter(|_| is_file);
        if args.cc_args.is_some() && language != Some(sources::Language::C) {
            return Err(CliError::Usage(format!(
                "--cc-args is for a PROGRAM in C, and {} is none\n  help: leave it out",
                args.program.display()
            )));
        }
        match language {
            Some(language) => sources::built(language, args, reporter),
            None if is_file => Programs::given(args).map(Some),
            None => Programs::of_package(args, reporter),
        }
    }

    /// Builds a package, as it is and as it is emitted.
    fn of_package(
        args: &VerifyArgs,
        reporter: &mut Reporter,
    ) -> Result<Option<Programs>, CliError> {
        if let Some(serial) = &args.serial_program {
            return Err(CliError::Usage(format!(
                "--serial-program {} is for a PROGRAM that is a program; {} is a package, whose \
                 source is its serial program",
                serial.display(),
                args.program.display()
            )));
        }
        program::expect_package(&args.program)?;
        let home = Home::of(&args.program)?;
        let options = Options {
            checked: args.checked,
        };
        let job = Job::new(&args.program, options, reporter)?;
        if reporter.counts.errors > 0 {
            reporter.summary(0, 0);
            return Ok(None);
        }
        let plain = job.changed() == 0;
        if plain && !args.no_serial {
            reporter.warning(
                "there is no directive in this package, so there is no serial program: parallel \
                 runs are compared with one another",
            );
        }
        job.write(&home.emitted, true, reporter)?;
        let serial = if plain || args.no_serial {
            None
        } else {
            let built = program::build(&args.build, &args.program, &home, Form::Serial)?;
            let Some(program) = built else {
                return Ok(None);
            };
            let folder = cleared(&home, &program)?;
            Some((kept(&program, &folder.join("serial"))?, folder))
        };
        let built = program::build(&args.build, &home.emitted, &home, Form::Parallel)?;
        let Some(program) = built else {
            return Ok(None);
        };
        let (serial, folder) = match serial {
            Some((serial, folder)) => (Some(serial), folder),
            None => (None, cleared(&home, &program)?),
        };
        let parallel = kept(&program, &folder.join("parallel"))?;
        if let Some(serial) = &serial {
            refuse_same(serial, &parallel)?;
        }
        Ok(Some(Programs {
            serial,
            parallel,
            keep: folder,
        }))
    }

    /// Programs that are there already.
    fn given(args: &VerifyArgs) -> Result<Programs, CliError> {
        let file = args.program.display();
        if args.program.extension().is_some_and(|e| e == "rs") {
            return Err(CliError::Usage(format!(
                "{file} is a source file\n  help: name the directory of its package, or a program"
            )));
        }
        Ok(Programs {
            serial: given_serial(args)?,
            parallel: absolute(&args.program)?,
            keep: temporary(),
        })
    }

    /// All runs were equal: nobody wants to repeat one.
    pub fn forget(&self) {
        if self.keep == temporary() {
            let _ = fs::remove_dir_all(&self.keep);
        }
    }
}

/// The program of `--serial-program`.
pub fn given_serial(args: &VerifyArgs) -> Result<Option<PathBuf>, CliError> {
    args.serial_program.as_deref().map(absolute).transpose()
}

/// What is kept where there is no package: a folder for this run.
pub fn temporary() -> PathBuf {
    std::env::temp_dir().join(format!("hp5-verify-{}", std::process::id()))
}

fn absolute(file: &Path) -> Result<PathBuf, CliError> {
    std::path::absolute(file).map_err(CliError::read(file))
}

/// Refuses to hold a program against itself, which would find it equal always: something is
/// wrong with the build then.
fn refuse_same(serial: &Path, parallel: &Path) -> Result<(), CliError> {
    let read = |file: &Path| fs::read(file).map_err(CliError::read(file));
    if read(serial)? != read(parallel)? {
        return Ok(());
    }
    Err(CliError::Usage(format!(
        "{} and {} are the same program\n  help: is there a directive in what this program is \
         built of? --no-serial compares parallel runs with one another",
        serial.display(),
        parallel.display()
    )))
}

/// The folder for what is kept of `program`, without what an earlier verification of it has left: each
/// program of a package has its own, so that a command that repeats a run of one outlives the
/// verification of another.
fn cleared(home: &Home, program: &Path) -> Result<PathBuf, CliError> {
    let folder = home.verify.join(program.file_name().unwrap_or_default());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(CliError::write(&folder))?;
    }
    Ok(folder)
}

/// A copy of `program` that no later build writes over: the command that repeats a run names
/// it.
fn kept(program: &Path, folder: &Path) -> Result<PathBuf, CliError> {
    fs::create_dir_all(folder).map_err(CliError::write(folder))?;
    let copy = folder.join(program.file_name().unwrap_or_default());
    fs::copy(program, &copy).map_err(CliError::write(&copy))?;
    Ok(copy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_not_held_against_itself() {
        let dir = std::env::temp_dir().join(format!("hp5-programs-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let program = dir.join("program");
        fs::write(&program, "one").unwrap();
        let copy = kept(&program, &dir.join("copies")).unwrap();
        let error = refuse_same(&program, &copy).unwrap_err().to_string();
        assert!(error.contains("are the same program"), "{error}");
        fs::write(&program, "two").unwrap();
        assert!(
            refuse_same(&program, &copy).is_ok(),
            "the copy stays as it was"
        );
        fs::remove_dir_all(&dir).unwrap();
    }
}
