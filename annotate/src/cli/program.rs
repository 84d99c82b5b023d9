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

use std::fs::{self, File, TryLockError};
use std::io::{BufRead as _, BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;
use serde_json::Value;

use crate::cli::CliError;
use crate::cli::report::Reporter;

/// How a program is built.
#[derive(Debug, Clone, Args)]
pub struct BuildArgs {
    /// Do not compile for this very processor (-C target-cpu=native)
    #[arg(long)]
    pub no_native: bool,
    /// Build without optimisation
    #[arg(long)]
    pub debug: bool,
    /// Which program, if the package has several
    #[arg(long, value_name = "NAME")]
    pub bin: Option<String>,
}

/// What a build is to give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// The annotated source as it is.
    Serial,
    /// The emitted source.
    Parallel,
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
        if let Some(file) = locked(&self.lock)? {
            return Ok(file);
        }
        reporter.note("another hp5 command builds this package; waiting for it");
        let file = lock_file(&self.lock)?;
        file.lock().map_err(CliError::write(&self.lock))?;
        Ok(file)
    }
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

/// Builds the program; `None` when cargo could not (it has said why).
pub(crate) fn build(
    args: &BuildArgs,
    source: &Path,
    home: &Home,
    form: Form,
) -> Result<Option<PathBuf>, CliError> {
    let target = match form {
        Form::Serial => &home.build_serial,
        Form::Parallel => &home.build,
    };
    build_in(args, source, target, form, false)
}

/// The same with this folder for cargo, which says no more than what is wrong if `quiet`.
pub(crate) fn build_in(
    args: &BuildArgs,
    source: &Path,
    target: &Path,
    form: Form,
    quiet: bool,
) -> Result<Option<PathBuf>, CliError> {
    let mut command = cargo();
    // Packages that are translated by their build script are told by this.
    if form == Form::Serial {
        command.env("HP5_SERIAL", "1");
    } else {
        command.env_remove("HP5_SERIAL");
    }
    command
        .args([
            "build",
            "--message-format",
            "json-render-diagnostics",
            "--manifest-path",
        ])
        .arg(source.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(target)
        .stdout(Stdio::piped());
    if quiet {
        command.arg("--quiet");
    }
    if !args.debug {
        command.arg("--release");
    }
    if let Some(name) = &args.bin {
        command.args(["--bin", name]);
    }
    if !args.no_native {
        add_native(&mut command);
    }
    let mut child = command.spawn().map_err(spawn("cargo"))?;
    let mut programs = Vec::new();
    let manifest = fs::canonicalize(source.join("Cargo.toml")).ok();
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            programs.extend(program_of(&line, manifest.as_deref()));
        }
    }
    let status = child.wait().map_err(spawn("cargo"))?;
    if !status.success() {
        return Ok(None);
    }
    programs.sort();
    choose(programs, source).map(Some)
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

/// Name and file of a program of the package, from a line of cargo's.
fn program_of(line: &str, manifest: Option<&Path>) -> Option<(String, PathBuf)> {
    let message: Value = serde_json::from_str(line).ok()?;
    let program = message["target"]["kind"]
        .as_array()?
        .iter()
        .any(|kind| kind == "bin");
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
    let none =
        || CliError::Usage("the package has no program (a library cannot be run)".to_owned());
    programs.pop().map(|(_, path)| path).ok_or_else(none)
}
