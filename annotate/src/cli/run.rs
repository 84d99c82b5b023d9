//! `hp5 run`: translate a package, build it, run it, say where everything is.
//!
//! Everything is put below the build directory of the package's workspace:
//! `target/hp5/<package>/` is the emitted package, `target/hp5/<package>.run/` has trace,
//! graph and picture, `target/hp5/build/` is cargo's.

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use clap::Args;
use serde_json::Value;

use crate::Options;
use crate::cli::annotate::Job;
use crate::cli::report::{Colour, Format, Reporter};
use crate::cli::{CliError, EXIT_FINDINGS, EXIT_OK, EXIT_USAGE};

/// Arguments of `hp5 run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// Directory of an annotated package (with its Cargo.toml)
    #[arg(value_name = "PACKAGE_DIR")]
    pub package: PathBuf,
    /// Hold every access of a task against its clauses while it runs
    #[arg(long)]
    pub checked: bool,
    /// Build and run the annotated source as it is: the serial program
    #[arg(long, conflicts_with = "checked")]
    pub serial: bool,
    /// Write the trace (Chrome/Perfetto JSON) to FILE
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Write the task graph (Graphviz) to FILE
    #[arg(long, value_name = "FILE")]
    pub dot: Option<PathBuf>,
    /// Draw the run to FILE
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write no trace, graph and picture (but those asked for)
    #[arg(long)]
    pub no_observe: bool,
    /// Number of PPUs (worker threads); else HP5_NUM_PPUS, else all of this machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub ppus: Option<u32>,
    /// Do not compile for this very processor (-C target-cpu=native)
    #[arg(long)]
    pub no_native: bool,
    /// Build without optimisation
    #[arg(long)]
    pub debug: bool,
    /// Which program, if the package has several
    #[arg(long, value_name = "NAME")]
    pub bin: Option<String>,
    /// Arguments for the program
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
    if !args.package.join("Cargo.toml").is_file() {
        return Err(CliError::Usage(format!(
            "{} has no Cargo.toml\n  help: name the directory of a package",
            args.package.display()
        )));
    }
    let home = Home::of(&args.package)?;
    let source = if args.serial {
        args.package.clone()
    } else {
        let job = Job::new(
            &args.package,
            Options {
                checked: args.checked,
            },
            reporter,
        )?;
        if reporter.counts.errors > 0 {
            reporter.summary(0, 0);
            return Ok(EXIT_FINDINGS);
        }
        if job.changed() == 0 {
            reporter.warning("there is no directive in this package: it runs as it is");
        }
        job.write(&home.emitted, true, reporter)?;
        home.emitted.clone()
    };
    let Some(program) = build(args, &source, &home)? else {
        // Cargo has said why.
        return Ok(EXIT_FINDINGS);
    };
    let observed = Observed::new(args, &home)?;
    let status = execute(args, &program, &observed)?;
    tell(args, &home, &observed);
    Ok(exit_code(status))
}

/// Where things are put.
struct Home {
    emitted: PathBuf,
    run: PathBuf,
    build: PathBuf,
}

impl Home {
    fn of(package: &Path) -> Result<Home, CliError> {
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
            build: hp5.join("build"),
        })
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

fn spawn(program: &str) -> impl FnOnce(std::io::Error) -> CliError {
    let program = program.to_owned();
    move |source| CliError::Spawn { program, source }
}

/// Builds the program; `None` when cargo could not (it has said why).
fn build(args: &RunArgs, source: &Path, home: &Home) -> Result<Option<PathBuf>, CliError> {
    let mut command = cargo();
    command
        .args([
            "build",
            "--message-format",
            "json-render-diagnostics",
            "--manifest-path",
        ])
        .arg(source.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&home.build)
        .stdout(Stdio::piped());
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

/// The files that the run writes: environment variable, what it is, where.
struct Observed(Vec<(&'static str, &'static str, PathBuf)>);

impl Observed {
    fn new(args: &RunArgs, home: &Home) -> Result<Observed, CliError> {
        let files = [
            ("HP5_TRACE", "trace", &args.trace, "trace.json"),
            ("HP5_DOT", "graph", &args.dot, "graph.dot"),
            ("HP5_SVG", "picture", &args.svg, "picture.svg"),
        ];
        let mut list = Vec::new();
        for (variable, what, asked, name) in files {
            let file = match asked {
                Some(file) => std::path::absolute(file).map_err(CliError::write(file))?,
                // A variable that the user has set is the user's.
                None if args.serial || args.no_observe || std::env::var_os(variable).is_some() => {
                    continue;
                }
                None => {
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

fn execute(args: &RunArgs, program: &Path, observed: &Observed) -> Result<ExitStatus, CliError> {
    let mut command = Command::new(program);
    command.args(&args.args);
    for (variable, _, file) in &observed.0 {
        command.env(variable, file);
    }
    if let Some(ppus) = args.ppus {
        command.env("HP5_NUM_PPUS", ppus.to_string());
    }
    command
        .status()
        .map_err(spawn(&program.display().to_string()))
}

/// The last lines: where to look.
fn tell(args: &RunArgs, home: &Home, observed: &Observed) {
    let here = std::env::current_dir().unwrap_or_default();
    let show = |path: &Path| {
        path.strip_prefix(&here)
            .unwrap_or(path)
            .display()
            .to_string()
    };
    if !args.serial {
        eprintln!("{:>9}: {}", "source", show(&home.emitted));
    }
    for (_, what, file) in observed.0.iter().filter(|(_, _, file)| file.is_file()) {
        eprintln!("{what:>9}: {}", show(file));
    }
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
