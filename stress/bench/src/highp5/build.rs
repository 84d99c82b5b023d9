//! Builds both sides: HighP5 programs by the translator and cargo, the others by the C compiler,
//! all for this machine's processor.

use std::path::{Path, PathBuf};
use std::process::Command;

use hp5_annotate::diag::Diagnostics;
use hp5_annotate::highp5::{check, emit};

use super::programs::Program;

/// The side that is translated.
pub const HIGHP5: &str = "HighP5";
/// The side that was written by hand.
const C: &str = "C";

/// A side that is built.
pub struct Built {
    /// Its name.
    pub name: &'static str,
    /// The executable, or why there is none.
    pub program: Result<PathBuf, String>,
    /// Arguments are given as `name=value`.
    pub by_name: bool,
}

/// The sides of a program: HighP5, C, and what else there is.
///
/// # Errors
/// When the folder cannot be written.
pub fn all(program: &Program, folder: &Path) -> Result<Vec<Built>, String> {
    let mut sides = vec![
        Built {
            name: HIGHP5,
            program: translated(program.name, folder)?,
            by_name: true,
        },
        Built {
            name: C,
            program: compiled(program.name, None, folder),
            by_name: false,
        },
    ];
    if let Some((name, library)) = program.beside {
        sides.push(Built {
            name,
            program: compiled(name, library, folder),
            by_name: false,
        });
    }
    Ok(sides)
}

fn home() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).unwrap_or(own)
}

/// Where the text of a HighP5 program is.
pub fn source(name: &str) -> PathBuf {
    home().join(format!("examples/highp5/{name}/{name}.hp5"))
}

fn translated(name: &str, folder: &Path) -> Result<Result<PathBuf, String>, String> {
    let path = source(name);
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let Some(program) = check(&text, &mut Diagnostics::default()) else {
        return Err(format!("{}: not right", path.display()));
    };
    let emitted = match emit::emit(&program, &format!("{name}.hp5"), &text) {
        Ok(emitted) => emitted,
        Err(refused) => return Ok(Err(refused.message)),
    };
    let package = folder.join(name).join("package");
    let put = |file: &str, text: &str| {
        let path = package.join(file);
        let folder = path.parent().unwrap_or(&package);
        let done = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text));
        done.map_err(|e| format!("{}: {e}", path.display()))
    };
    // None of these programs has code in other languages.
    put("Cargo.toml", &emit::manifest(name, home(), false))?;
    put("src/main.rs", &emitted)?;
    let lock = home().join("Cargo.lock");
    // The versions with which the library is tested; without them cargo finds others.
    let _ = std::fs::copy(lock, package.join("Cargo.lock"));
    let target = folder.join("build");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(["build", "--release", "--quiet"])
        .current_dir(&package)
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTFLAGS", "-C target-cpu=native");
    Ok(run(command).map(|()| target.join("release").join(name)))
}

fn compiled(name: &str, library: Option<&str>, folder: &Path) -> Result<PathBuf, String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("highp5/{name}.c"));
    let program = folder.join(format!("c-{name}"));
    let cc = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let mut command = Command::new(cc);
    command
        .args(["-O3", "-march=native", "-fopenmp", "-std=gnu11", "-o"])
        .arg(&program)
        .arg(&source)
        .args(library.map(|name| format!("-l{name}")))
        .arg("-lm");
    match (run(command), library) {
        (Ok(()), _) => Ok(program),
        (Err(why), None) => Err(why),
        (Err(_), Some(_)) => Err(format!("not built: is {name} installed (lib{name}-dev)?")),
    }
}

fn run(mut command: Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|e| format!("{name} does not start: {e}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let first: Vec<&str> = said
        .lines()
        .filter(|line| line.contains("error"))
        .take(3)
        .collect();
    Err(format!("{name}: {}: {}", output.status, first.join(" | ")))
}
