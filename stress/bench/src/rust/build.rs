//! The package of the programs, and its two forms, as `hp5 build` makes them.

use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Parser;

/// A program: a file of `stress/bench/rust`.
#[derive(Debug)]
pub struct Program {
    /// What `--only` and the table call it.
    pub name: &'static str,
    /// The feature of the library that it needs, which is the name of a crate, too.
    pub needs: Option<&'static str>,
}

const fn plain(name: &'static str) -> Program {
    Program { name, needs: None }
}

const fn with(needs: &'static str, name: &'static str) -> Program {
    let needs = Some(needs);
    Program { name, needs }
}

/// All programs.
pub const PROGRAMS: [Program; 7] = [
    plain("index_method"),
    plain("running_index"),
    plain("running_while"),
    plain("grid_index"),
    plain("get_unchecked"),
    with("nalgebra", "nalgebra_lu"),
    with("ndarray", "ndarray_stencil"),
];

/// The two forms of a program.
#[derive(Debug, Clone)]
pub struct Built {
    /// Its directives are ignored.
    pub serial: PathBuf,
    /// Translated.
    pub hp5: PathBuf,
}

/// `hp5 build`, as a process of its own.
#[derive(Debug, Parser)]
#[command(name = "hp5 build")]
struct Hp5Build {
    #[command(flatten)]
    build: hp5_annotate::cli::build::BuildCommand,
}

/// Builds a package in a child process: `hp5 build` with these words.
///
/// # Errors
/// Words that are none of its, and a build that fails; why stands on stderr.
pub fn side(words: &[String]) -> Result<(), String> {
    let words = std::iter::once("hp5 build").chain(words.iter().map(String::as_str));
    let args = Hp5Build::try_parse_from(words).map_err(|e| e.to_string())?;
    match hp5_annotate::cli::build::build(&args.build) {
        hp5_annotate::cli::EXIT_OK => Ok(()),
        status => Err(format!("hp5 build ended with status {status}")),
    }
}

/// Builds these programs below the folder; an entry for each. `debug`: without optimisation, for a trial.
///
/// # Errors
/// Files that cannot be written, and what `hp5 build` said.
pub fn all(programs: &[&Program], folder: &Path, debug: bool) -> Result<Vec<Built>, String> {
    let folder = said(folder, std::path::absolute(folder))?;
    let (package, target) = (folder.join("package"), folder.join("target"));
    write(&package)?;
    let needed = programs.iter().filter_map(|p| p.needs);
    let features: Vec<&str> = needed.collect();
    for serial in [true, false] {
        let options = [(serial, "--serial"), (debug, "--debug")];
        build(&package, &target, &features, options)?;
    }
    let profile = if debug { "debug" } else { "release" };
    let place = |form: &str, name: &str| target.join("hp5").join(form).join(profile).join(name);
    let built = programs.iter().map(|p| Built {
        serial: place("build-serial", p.name),
        hp5: place("build", p.name),
    });
    Ok(built.collect())
}

fn build(
    package: &Path,
    target: &Path,
    features: &[&str],
    options: [(bool, &str); 2],
) -> Result<(), String> {
    let own = std::env::current_exe().map_err(|e| format!("where this program is: {e}"))?;
    let mut command = Command::new(own);
    command.args(["side", "rust"]).arg(package);
    command.env("CARGO_TARGET_DIR", target);
    if !features.is_empty() {
        command.args(["--features", &features.join(",")]);
    }
    let given = options.iter().filter(|(given, _)| *given);
    command.args(given.map(|(_, option)| option));
    let output = command.output();
    let output = output.map_err(|e| format!("hp5 build does not start: {e}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
    }
}

fn home() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).unwrap_or(own)
}

/// Writes the package: the programs, and the versions with which the library is tested.
fn write(package: &Path) -> Result<(), String> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("rust");
    put(&package.join("Cargo.toml"), &manifest())?;
    let names = PROGRAMS.iter().map(|p| format!("src/bin/{}.rs", p.name));
    for name in names.chain(["src/lib.rs".to_owned()]) {
        let from = sources.join(Path::new(&name).file_name().unwrap_or_default());
        let text = said(&from, std::fs::read_to_string(&from))?;
        put(&package.join(name), &text)?;
    }
    let lock = package.join("Cargo.lock");
    if !lock.exists() {
        let ours = home().join("Cargo.lock");
        said(&ours, std::fs::copy(&ours, &lock))?;
    }
    Ok(())
}

fn manifest() -> String {
    let mut text = format!(
        "[package]\nname = \"hp5-bench-rust\"\nversion = \"0.1.0\"\nedition = \"2024\"\npublish = false\n\n\
         [workspace]\n\n[features]\n\
         nalgebra = [\"dep:nalgebra\", \"hp5/nalgebra\"]\nndarray = [\"dep:ndarray\", \"hp5/ndarray\"]\n\n\
         [dependencies]\nhp5 = {{ path = {:?} }}\n\
         nalgebra = {{ version = \"0.34\", optional = true, default-features = false, features = [\"std\"] }}\n\
         ndarray = {{ version = \"0.16\", optional = true, default-features = false, features = [\"std\"] }}\n",
        home().join("runtime")
    );
    for program in &PROGRAMS {
        let (name, needs) = (program.name, program.needs);
        text += &format!("\n[[bin]]\nname = {name:?}\npath = \"src/bin/{name}.rs\"\n");
        if let Some(feature) = needs {
            text += &format!("required-features = [{feature:?}]\n");
        }
    }
    text
}

/// Writes a file unless it has that text already: cargo goes by time stamps.
fn put(path: &Path, text: &str) -> Result<(), String> {
    if std::fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(path);
    said(folder, std::fs::create_dir_all(folder))?;
    said(path, std::fs::write(path, text))
}

fn said<T>(path: &Path, result: std::io::Result<T>) -> Result<T, String> {
    result.map_err(|e| format!("{}: {e}", path.display()))
}
