//! The two programs: the annotated source as it is, and what is emitted for it; or programs that
//! are there already. Single source files are built by [`sources`].

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::Options;
use crate::cli::annotate::Job;
use crate::cli::program::{self, Form, Home};
use crate::cli::report::Reporter;
use crate::cli::{CliError, scratch};

use super::{VerifyArgs, sources};

/// What is run.
#[derive(Debug)]
pub struct Programs {
    /// The serial program, unless there is none or it is not wanted.
    pub serial: Option<PathBuf>,
    /// The parallel one.
    pub parallel: PathBuf,
    /// A folder for what is to be kept of runs that differ.
    pub keep: PathBuf,
    /// Keeps other verifications out of that folder.
    pub _held: Option<File>,
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
        let turn = home.turn(reporter)?;
        let options = Options::checked(args.checked);
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
            let built = program::build(
                &args.build,
                home.package(&args.program, Form::Serial),
                false,
            )?;
            let Some(program) = built else {
                return Ok(None);
            };
            let own = Own::cleared(&home, &program)?;
            Some((kept(&program, &own.folder.join("serial"))?, own))
        };
        let built = program::build(
            &args.build,
            home.package(&args.program, Form::Parallel),
            false,
        )?;
        let Some(program) = built else {
            return Ok(None);
        };
        let (serial, own) = match serial {
            Some((serial, own)) => (Some(serial), own),
            None => (None, Own::cleared(&home, &program)?),
        };
        let parallel = kept(&program, &own.folder.join("parallel"))?;
        drop(turn);
        if let Some(serial) = &serial {
            refuse_same(serial, &parallel)?;
        }
        Ok(Some(Programs {
            serial,
            parallel,
            keep: own.folder,
            _held: Some(own.lock),
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
            _held: None,
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
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER
        .get_or_init(|| scratch::unguessed("hp5-verify"))
        .clone()
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

/// The folder for what is kept of a program: each program of a package has its own, so that a command that
/// repeats a run of one outlives the verification of another.
struct Own {
    folder: PathBuf,
    lock: File,
}

impl Own {
    /// Without what an earlier verification of `program` has left. While that still runs, this is
    /// another folder: `<program>.2`, and so on.
    fn cleared(home: &Home, program: &Path) -> Result<Own, CliError> {
        fs::create_dir_all(&home.verify).map_err(CliError::write(&home.verify))?;
        let mut number = 1;
        loop {
            let mut name = program.file_name().unwrap_or_default().to_owned();
            if number > 1 {
                name.push(format!(".{number}"));
            }
            let folder = home.verify.join(&name);
            name.push(".lock");
            let Some(lock) = program::locked(&home.verify.join(&name))? else {
                number += 1;
                continue;
            };
            if folder.exists() {
                fs::remove_dir_all(&folder).map_err(CliError::write(&folder))?;
            }
            return Ok(Own { folder, lock });
        }
    }
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
