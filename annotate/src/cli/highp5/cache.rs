//! Where programs that `hp5 run` has built are kept.
//!
//! `$HP5_CACHE`, or `hp5` in the user's cache folder, has a folder for each program,
//! `programs/NAME-SUM`, with the package, the executable, and `key`: all that the executable
//! follows from, word for word, behind what the executable is ([`Record`]). A program whose key is
//! that of its folder, and which is whole, is not built again. `build` is cargo's, for all of
//! them, so that the library is built once; who builds has the lock in it.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use crate::cli::CliError;
use crate::cli::highp5::headers;
use crate::cli::output::checksum;
use crate::cli::program::{self, BuildArgs, Form, Package, spawn};
use crate::cli::report::Reporter;

/// Programs that are kept.
const MOST_PROGRAMS: usize = 64;

/// Crates that a program is linked with, as folders of this repository.
const LIBRARY: [&str; 5] = ["arrays", "macros", "pcubes", "program", "runtime"];

/// Names in the folder of a program, and of the lock.
const KEY: &str = "key";
const PROGRAM: &str = "program";
const LOCK: &str = "hp5.lock";

/// Between the record and the key.
const BEHIND_RECORD: &str = "\n\n";

/// What an executable is: length and checksum of it, then a line for each header that its
/// embedded code was compiled with, its state and its path.
struct Record;

impl Record {
    fn of(program: &Path, headers: &[PathBuf]) -> io::Result<String> {
        let bytes = fs::read(program)?;
        let first = format!("program {} {:016x}", bytes.len(), checksum(&bytes));
        let lines = headers.iter().map(|path| {
            let state = headers::state(path);
            format!("\n{state} {}", path.display())
        });
        Ok(lines.fold(first, |all, line| all + &line))
    }

    /// True when a record says what is there now.
    fn is_of(record: &str, program: &Path) -> bool {
        let headers = record.lines().skip(1).filter_map(|line| {
            let (_state, path) = line.split_once(' ')?;
            Some(PathBuf::from(path))
        });
        Record::of(program, &headers.collect::<Vec<_>>()).is_ok_and(|now| now == record)
    }
}

/// A program's place.
pub(super) struct Place {
    folder: PathBuf,
    source: PathBuf,
    build: PathBuf,
    key: String,
}

impl Place {
    /// The place of the package that a program becomes, `files` by their names in it, that is
    /// built so with the library in `home`.
    pub(super) fn of(
        program: &Path,
        files: &[(PathBuf, String)],
        args: &BuildArgs,
        home: &Path,
    ) -> Result<Place, CliError> {
        let cache = folder();
        let mut key = format!(
            "hp5 {}\n{}\n{}{}\n{}",
            env!("CARGO_PKG_VERSION"),
            format_args!("debug={} native={}", args.debug, !args.no_native),
            flags(),
            compiler()?,
            library(home)?,
        );
        for (path, text) in files {
            key += &format!("---- {}\n{text}", path.display());
        }
        let sum = checksum(key.as_bytes());
        Ok(Place {
            folder: cache
                .join("programs")
                .join(format!("{}-{sum:016x}", super::stem(program))),
            source: fs::canonicalize(program).map_err(CliError::read(program))?,
            build: cache.join("build"),
            key,
        })
    }

    /// The executable, if it is there, whole, and made of headers as they are now.
    pub(super) fn find(&self) -> Option<PathBuf> {
        let known = fs::read_to_string(self.folder.join(KEY)).ok()?;
        let (record, key) = known.split_once(BEHIND_RECORD)?;
        let program = self.folder.join(PROGRAM);
        let holds = key == self.key && Record::is_of(record, &program);
        holds.then(|| {
            // Used now. Where it cannot be said, it is forgotten earlier.
            let _ = fs::File::open(&program).and_then(|file| file.set_modified(SystemTime::now()));
            program
        })
    }

    /// Waits until nobody else builds in this cache, and keeps others from it until what is
    /// returned is dropped.
    pub(super) fn turn(&self, reporter: &Reporter) -> Result<fs::File, CliError> {
        fs::create_dir_all(&self.build).map_err(CliError::write(&self.build))?;
        program::turn(&self.build.join(LOCK), "builds a HighP5 program", reporter)
    }

    /// Builds it, in its turn; `None` when cargo could not (it has said why).
    pub(super) fn make(
        &self,
        files: &[(PathBuf, String)],
        args: &BuildArgs,
        home: &Path,
        quiet: bool,
    ) -> Result<Option<PathBuf>, CliError> {
        let key = self.folder.join(KEY);
        let damaged = key.exists();
        if damaged {
            // What is here is not what it says, or no longer: it is nothing until it is built.
            fs::remove_file(&key).map_err(CliError::write(&key))?;
        }
        for (path, text) in files {
            put(&self.folder.join(path), text)?;
        }
        let lock = home.join("Cargo.lock");
        if lock.is_file() {
            // The versions with which the library is tested.
            let to = self.folder.join("Cargo.lock");
            fs::copy(&lock, &to).map_err(CliError::write(&to))?;
        }
        if damaged {
            // Cargo's own copy may be damaged likewise.
            program::clean(&self.folder, &self.build)?;
        }
        // As they are before the compiler reads them: what changes meanwhile is built again.
        let headers = headers::read_by(&self.folder, files, self.source.parent());
        let package = Package {
            dir: &self.folder,
            origin: None,
            target: &self.build,
            form: Form::Parallel,
        };
        let built = program::build(args, package, quiet)?;
        let Some(built) = built else {
            return Ok(None);
        };
        let program = self.folder.join(PROGRAM);
        let new = self.folder.join("program.new");
        fs::copy(&built, &new).map_err(CliError::write(&new))?;
        // The name changes hands at once, also while another one runs it.
        fs::rename(&new, &program).map_err(CliError::write(&program))?;
        let record = Record::of(&program, &headers).map_err(CliError::read(&program))?;
        let text = format!("{record}{BEHIND_RECORD}{}", self.key);
        let new = self.folder.join("key.new");
        put(&new, &text)?;
        fs::rename(&new, &key).map_err(CliError::write(&key))?;
        self.forget();
        Ok(Some(program))
    }

    /// Makes room: of too many programs, those that were used longest ago go. What cannot be
    /// deleted stays.
    fn forget(&self) {
        let Some(list) = self.folder.parent().and_then(|all| fs::read_dir(all).ok()) else {
            return;
        };
        let used = |folder: &Path| fs::metadata(folder.join(PROGRAM)).and_then(|m| m.modified());
        let mut all: Vec<(SystemTime, PathBuf)> = list
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| *path != self.folder)
            .map(|path| (used(&path).unwrap_or(SystemTime::UNIX_EPOCH), path))
            .collect();
        all.sort();
        let many = (all.len() + 1).saturating_sub(MOST_PROGRAMS);
        for (_, folder) in &all[..many] {
            let _ = program::clean(folder, &self.build);
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// The folder of all.
fn folder() -> PathBuf {
    let set = |name: &str| {
        let value = std::env::var_os(name).filter(|value| !value.is_empty());
        value.map(PathBuf::from)
    };
    set("HP5_CACHE")
        .or_else(|| Some(set("XDG_CACHE_HOME")?.join("hp5")))
        .or_else(|| Some(set("HOME")?.join(".cache/hp5")))
        .unwrap_or_else(|| std::env::temp_dir().join("hp5-cache"))
}

/// What the user has compilers told.
fn flags() -> String {
    const NAMES: [&str; 6] = [
        "RUSTFLAGS",
        "CARGO_ENCODED_RUSTFLAGS",
        "CC",
        "CFLAGS",
        "CXX",
        "CXXFLAGS",
    ];
    let tells = |name: &str| NAMES.contains(&name) || name.starts_with("CARGO_PROFILE_");
    let text = |(name, value): (OsString, OsString)| {
        let name = name.to_string_lossy().into_owned();
        tells(&name).then(|| format!("{name}={}\n", value.to_string_lossy()))
    };
    let mut lines: Vec<String> = std::env::vars_os().filter_map(text).collect();
    lines.sort();
    lines.concat()
}

/// The compiler's version.
fn compiler() -> Result<String, CliError> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(&rustc)
        .arg("-vV")
        .stderr(Stdio::inherit())
        .output()
        .map_err(spawn(&rustc.to_string_lossy()))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// State of the library's sources: names, lengths and times.
fn library(home: &Path) -> Result<String, CliError> {
    let mut state = String::new();
    for krate in LIBRARY {
        let folder = home.join(krate);
        describe(&folder.join("Cargo.toml"), &mut state)?;
        describe(&folder.join("src"), &mut state)?;
    }
    Ok(format!("library {:016x}\n", checksum(state.as_bytes())))
}

fn describe(path: &Path, state: &mut String) -> Result<(), CliError> {
    let read = || CliError::read(path);
    let about = fs::metadata(path).map_err(read())?;
    if !about.is_dir() {
        let time = about.modified().map_err(read())?;
        let time = time.duration_since(SystemTime::UNIX_EPOCH);
        let nanoseconds = time.map_or(0, |time| time.as_nanos());
        *state += &format!("{} {} {nanoseconds}\n", path.display(), about.len());
        return Ok(());
    }
    let mut inside: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(path).map_err(read())? {
        inside.push(entry.map_err(read())?.path());
    }
    inside.sort();
    inside.iter().try_for_each(|path| describe(path, state))
}

fn put(path: &Path, text: &str) -> Result<(), CliError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(CliError::write(folder))?;
    }
    fs::write(path, text).map_err(CliError::write(path))
}
