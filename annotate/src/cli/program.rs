//! Building annotated packages: where things are put, cargo, and which program is meant.
//!
//! Everything is put below the build directory of the package's workspace:
//! `target/hp5/<package>/` is the emitted package, `target/hp5/<package>.run/` has trace,
//! graph and picture, `target/hp5/<package>.verify/<program>/` the programs that are compared, and
//! `target/hp5/build/` and `target/hp5/build-serial/` are cargo's. These are two because cargo
//! knows a package by its name and its place in its workspace, which are the same for a
//! package and what is emitted for it: in one folder, each would be taken for the other.
//!
//! Commands on one package at the same time take turns at writing and building what is emitted
//! (`target/hp5/<package>.lock`), since one may be asked for another form than the other.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{BufRead as _, BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use clap::Args;
use serde_json::Value;

use crate::Options;
use crate::cli::report::Reporter;
use crate::cli::{CliError, compiler, terminal};

/// How a program is built.
#[derive(Debug, Clone, Args)]
pub struct BuildArgs {
    /// Do not compile for this very processor (-C target-cpu=native)
    #[arg(long)]
    pub no_native: bool,
    /// Build without optimisation
    #[arg(long)]
    pub debug: bool,
    /// Build with this profile of Cargo.toml (release, if neither this nor --debug is given)
    #[arg(long, value_name = "NAME", conflicts_with = "debug")]
    pub profile: Option<String>,
    /// Which program, if the package has several
    #[arg(long, value_name = "NAME")]
    pub bin: Option<String>,
    /// An example of the package (examples/NAME.rs) instead of its program
    #[arg(long, value_name = "NAME", conflicts_with = "bin")]
    pub example: Option<String>,
    /// Features of the package to switch on, with commas or blanks between them
    #[arg(short = 'F', long, value_name = "FEATURES")]
    pub features: Vec<String>,
    /// Switch on all features of the package
    #[arg(long)]
    pub all_features: bool,
    /// Do not switch on the feature `default`
    #[arg(long)]
    pub no_default_features: bool,
    /// Say in a line per region how many tasks it has, which run in parallel or in order and why,
    /// and where it waits
    #[arg(long)]
    pub summary: bool,
}

impl BuildArgs {
    /// What is to be made of the source.
    pub(crate) fn options(&self, checked: bool) -> Options {
        let summary = self.summary;
        Options { checked, summary }
    }

    /// What is for packages only, as it was given.
    pub(crate) fn of_packages(&self) -> Option<&'static str> {
        let given = [
            (self.profile.is_some(), "--profile"),
            (self.bin.is_some(), "--bin"),
            (self.example.is_some(), "--example"),
            (!self.features.is_empty(), "--features"),
            (self.all_features, "--all-features"),
            (self.no_default_features, "--no-default-features"),
            (self.summary, "--summary"),
        ];
        let mut given = given.into_iter().filter(|(given, _)| *given);
        given.next().map(|(_, option)| option)
    }

    /// Says the same to cargo.
    fn tell(&self, command: &mut Command) {
        match &self.profile {
            Some(name) => {
                command.args(["--profile", name]);
            }
            None if !self.debug => {
                command.arg("--release");
            }
            None => {}
        }
        for (option, name) in [("--bin", &self.bin), ("--example", &self.example)] {
            if let Some(name) = name {
                command.args([option, name]);
            }
        }
        for features in &self.features {
            command.args(["--features", features]);
        }
        for (given, option) in [
            (self.all_features, "--all-features"),
            (self.no_default_features, "--no-default-features"),
        ] {
            if given {
                command.arg(option);
            }
        }
        if !self.no_native {
            add_native(command);
        }
    }
}

/// What a build is to give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// The annotated source as it is.
    Serial,
    /// The emitted source.
    Parallel,
}

impl Form {
    pub(crate) fn of(serial: bool) -> Form {
        match serial {
            true => Form::Serial,
            false => Form::Parallel,
        }
    }
}

/// Refuses what is no package.
pub(crate) fn expect_package(package: &Path) -> Result<(), CliError> {
    if package.join("Cargo.toml").is_file() {
        return Ok(());
    }
    Err(CliError::Usage(format!(
        "{} has no Cargo.toml\n  help: name the directory of a package",
        package.display()
    )))
}

/// Where things are put.
pub(crate) struct Home {
    /// The emitted package.
    pub(crate) emitted: PathBuf,
    /// Trace, graph and picture.
    pub(crate) run: PathBuf,
    /// Programs that are compared, and what they wrote: a folder for each program.
    pub(crate) verify: PathBuf,
    /// Held by who writes and builds what is emitted.
    lock: PathBuf,
    /// Cargo's, for emitted packages.
    build: PathBuf,
    /// Cargo's, for annotated ones.
    build_serial: PathBuf,
}

impl Home {
    pub(crate) fn of(package: &Path) -> Result<Home, CliError> {
        let output = cargo()
            .args([
                "metadata",
                "--no-deps",
                "--format-version",
                "1",
                "--manifest-path",
            ])
            .arg(package.join("Cargo.toml"))
            .stderr(Stdio::inherit())
            .output()
            .map_err(spawn("cargo"))?;
        let path = package.join("Cargo.toml");
        if !output.status.success() {
            return Err(CliError::manifest(
                &path,
                "cargo cannot read it (see above)",
            ));
        }
        let manifest = fs::canonicalize(&path).map_err(CliError::read(&path))?;
        let found = serde_json::from_slice(&output.stdout)
            .ok()
            .and_then(|metadata: Value| {
                let target = PathBuf::from(metadata["target_directory"].as_str()?);
                let packages = metadata["packages"].as_array()?;
                let own = packages.iter().find(|p| {
                    let at = p["manifest_path"].as_str().map(fs::canonicalize);
                    at.is_some_and(|at| at.is_ok_and(|at| at == manifest))
                })?;
                Some((target, own["name"].as_str()?.to_owned()))
            });
        let Some((target, name)) = found else {
            let message = "it has no [package]\n  help: name the directory of a member";
            return Err(CliError::manifest(&path, message));
        };
        let hp5 = target.join("hp5");
        fs::create_dir_all(&hp5).map_err(CliError::write(&hp5))?;
        // Marks the directory as build output, for us and for backup programs.
        let tag = hp5.join("CACHEDIR.TAG");
        let text = "Signature: 8a477f597d28d172789f06886806bc55\n";
        fs::write(&tag, text).map_err(CliError::write(&tag))?;
        Ok(Home {
            emitted: hp5.join(&name),
            run: hp5.join(format!("{name}.run")),
            verify: hp5.join(format!("{name}.verify")),
            lock: hp5.join(format!("{name}.lock")),
            build: hp5.join("build"),
            build_serial: hp5.join("build-serial"),
        })
    }

    /// Waits until no other command writes or builds what is emitted for this package, and keeps
    /// others from it until what is returned is dropped.
    pub(crate) fn turn(&self, reporter: &Reporter) -> Result<File, CliError> {
        turn(&self.lock, "builds this package", reporter)
    }
}

/// Locks a file until what is returned is dropped. While another command has it, which does
/// what `others` says, that is said and waited for.
pub(crate) fn turn(path: &Path, others: &str, reporter: &Reporter) -> Result<File, CliError> {
    if let Some(file) = locked(path)? {
        return Ok(file);
    }
    reporter.note(&format!("another hp5 command {others}; waiting for it"));
    let file = lock_file(path)?;
    file.lock().map_err(CliError::write(path))?;
    Ok(file)
}

fn lock_file(path: &Path) -> Result<File, CliError> {
    let open = File::options().create(true).append(true).open(path);
    open.map_err(CliError::write(path))
}

/// A file that is locked until it is dropped; `None` while another command has it. Where a file
/// system knows no locks, commands do without.
pub(crate) fn locked(path: &Path) -> Result<Option<File>, CliError> {
    let file = lock_file(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(source)) if source.kind() == ErrorKind::Unsupported => {
            Ok(Some(file))
        }
        Err(TryLockError::Error(source)) => Err(CliError::write(path)(source)),
    }
}

fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // What `cargo run` has set for us is not meant for other packages.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text == "CARGO_MANIFEST_DIR" || text == "OUT_DIR" {
            command.env_remove(&name);
        }
    }
    command
}

/// For `map_err` on what starts `program`.
pub(crate) fn spawn(program: &str) -> impl FnOnce(std::io::Error) -> CliError {
    let program = program.to_owned();
    move |source| CliError::Spawn { program, source }
}

/// A package as cargo is to take it.
#[derive(Clone, Copy)]
pub(crate) struct Package<'a> {
    /// Where its manifest is.
    pub(crate) dir: &'a Path,
    /// The package that it was translated from: compilers' messages speak of that one.
    pub(crate) origin: Option<&'a Path>,
    /// Cargo's folder.
    pub(crate) target: &'a Path,
    /// What it is.
    pub(crate) form: Form,
}

impl Home {
    /// The annotated package, or what was emitted for it.
    pub(crate) fn package<'a>(&'a self, annotated: &'a Path, form: Form) -> Package<'a> {
        let (dir, origin, target) = match form {
            Form::Serial => (annotated, None, &self.build_serial),
            Form::Parallel => (&*self.emitted, Some(annotated), &self.build),
        };
        Package {
            dir,
            origin,
            target,
            form,
        }
    }
}

/// Builds the program of a package; `None` when cargo could not (it has said why).
pub(crate) fn build(
    args: &BuildArgs,
    package: Package,
    quiet: bool,
) -> Result<Option<PathBuf>, CliError> {
    let Some(programs) = compile(args, package, quiet)? else {
        return Ok(None);
    };
    choose(programs, package.dir).map(Some)
}

/// Builds a package, and gives names and files of its programs; says no more than what is wrong if
/// `quiet`. `None` when cargo could not (it has said why).
pub(crate) fn compile(
    args: &BuildArgs,
    package: Package,
    quiet: bool,
) -> Result<Option<Vec<(String, PathBuf)>>, CliError> {
    let mut command = cargo_on("build", args, package);
    if quiet {
        command.arg("--quiet");
    }
    command.args(["--message-format", compiler::FORMAT]);
    let mut child = (command.stdout(Stdio::piped()).spawn()).map_err(spawn("cargo"))?;
    let mut programs = Vec::new();
    let mut messages = compiler::Messages::new(package);
    let manifest = fs::canonicalize(package.dir.join("Cargo.toml")).ok();
    let wanted = if args.example.is_some() {
        "example"
    } else {
        "bin"
    };
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            let Ok(line) = serde_json::from_str::<Value>(&line) else {
                continue;
            };
            messages.show(&line);
            programs.extend(program_of(&line, wanted, manifest.as_deref()));
        }
    }
    let status = child.wait().map_err(spawn("cargo"))?;
    if !status.success() {
        return Ok(None);
    }
    programs.sort();
    Ok(Some(programs))
}

/// Runs the tests of a package, which print what they print: cargo's exit status. `words` are for
/// `cargo test`.
pub(crate) fn test(
    args: &BuildArgs,
    package: Package,
    words: &[OsString],
) -> Result<ExitStatus, CliError> {
    let mut command = cargo_on("test", args, package);
    command.args(["--message-format", compiler::FORMAT]);
    let mut child = (command.args(words).stdout(Stdio::piped()).spawn()).map_err(spawn("cargo"))?;
    let mut messages = compiler::Messages::new(package);
    let mut lines = child.stdout.take().map(BufReader::new);
    let mut line = Vec::new();
    while let Some(lines) = &mut lines
        && lines.read_until(b'\n', &mut line).is_ok_and(|n| n > 0)
    {
        let of_cargo = serde_json::from_slice::<Value>(&line);
        match of_cargo.ok().filter(|line| line["reason"].is_string()) {
            Some(message) => messages.show(&message),
            None => terminal::put(&line).map_err(CliError::write(Path::new("the output")))?,
        }
        line.clear();
    }
    child.wait().map_err(spawn("cargo"))
}

/// `cargo build` or `cargo test` of a package, without what messages are to be like.
fn cargo_on(what: &str, args: &BuildArgs, package: Package) -> Command {
    let mut command = cargo();
    // Packages that are translated by their build script are told by this.
    if package.form == Form::Serial {
        command.env("HP5_SERIAL", "1");
    } else {
        command.env_remove("HP5_SERIAL");
    }
    command
        .args([what, "--manifest-path"])
        .arg(package.dir.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(package.target);
    args.tell(&mut command);
    command
}

/// Deletes what a build of this package has left in cargo's folder.
pub(crate) fn clean(source: &Path, target: &Path) -> Result<(), CliError> {
    let manifest = source.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).map_err(CliError::read(&manifest))?;
    let manifest_text: toml_edit::DocumentMut = text
        .parse()
        .map_err(|error: toml_edit::TomlError| CliError::manifest(&manifest, error.to_string()))?;
    let name = manifest_text
        .get("package")
        .and_then(|package| package.get("name")?.as_str());
    cargo()
        .args(["clean", "--quiet", "--offline", "--package"])
        .arg(name.unwrap_or_default())
        .arg("--manifest-path")
        .arg(&manifest)
        .arg("--target-dir")
        .arg(target)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(spawn("cargo"))?;
    Ok(())
}

/// Compiles for this processor, with whatever flags the user has set kept.
fn add_native(command: &mut Command) {
    if let Ok(flags) = std::env::var("CARGO_ENCODED_RUSTFLAGS") {
        let separator = if flags.is_empty() { "" } else { "\x1f" };
        let flags = format!("{flags}{separator}-Ctarget-cpu=native");
        command.env("CARGO_ENCODED_RUSTFLAGS", flags);
    } else {
        let flags = std::env::var("RUSTFLAGS").unwrap_or_default();
        let flags = format!("{flags} -C target-cpu=native");
        command.env("RUSTFLAGS", flags.trim());
    }
}

/// Name and file of a program of the package, of the kind that is wanted, from a line of cargo's.
fn program_of(message: &Value, wanted: &str, manifest: Option<&Path>) -> Option<(String, PathBuf)> {
    let program = message["target"]["kind"]
        .as_array()?
        .iter()
        .any(|kind| kind == wanted);
    let path = fs::canonicalize(message["manifest_path"].as_str()?).ok();
    if !program || path.as_deref() != manifest {
        return None;
    }
    let name = message["target"]["name"].as_str()?.to_owned();
    Some((name, PathBuf::from(message["executable"].as_str()?)))
}

fn choose(mut programs: Vec<(String, PathBuf)>, source: &Path) -> Result<PathBuf, CliError> {
    if programs.len() > 1 {
        let manifest = fs::read_to_string(source.join("Cargo.toml")).unwrap_or_default();
        let manifest = manifest
            .parse::<toml_edit::DocumentMut>()
            .unwrap_or_default();
        let package = manifest.get("package");
        let default = package
            .and_then(|p| p.get("default-run"))
            .and_then(|d| d.as_str());
        if let Some(at) = programs
            .iter()
            .position(|(name, _)| Some(name.as_str()) == default)
        {
            return Ok(programs.swap_remove(at).1);
        }
        let names: Vec<&str> = programs.iter().map(|(name, _)| name.as_str()).collect();
        let names = names.join(", ");
        let text =
            format!("the package has several programs\n  help: choose one with --bin: {names}");
        return Err(CliError::Usage(text));
    }
    let none = || {
        CliError::Usage(
            "the package has no program (a library cannot be run)\n  help: `hp5 build` builds it, `hp5 test` runs its tests"
                .to_owned(),
        )
    };
    programs.pop().map(|(_, path)| path).ok_or_else(none)
}
