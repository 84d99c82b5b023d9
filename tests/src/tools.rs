//! The tools as commands, and packages translated by them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use crate::program::{Ended, command, run};
use crate::workspace::{adopt_lock, cargo_build};
use crate::{repository, scratch};

/// The tools, built where the running test was built.
static TOOLS: LazyLock<PathBuf> = LazyLock::new(|| {
    let exe = std::env::current_exe().expect("a running test has a path");
    let profile = exe
        .ancestors()
        .nth(2)
        .expect("tests are in target/<profile>/deps");
    let mut cargo = command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(repository())
        .args(["build", "-p", "hp5-annotate", "--bins"]);
    cargo.env(
        "CARGO_TARGET_DIR",
        profile
            .parent()
            .expect("profiles are in the target directory"),
    );
    if profile.ends_with("release") {
        cargo.arg("--release");
    }
    let built = cargo.output().expect("cargo can be started");
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    profile.to_owned()
});

/// A command for one of the tools, in the repository.
#[must_use]
pub fn tool(name: &str, arguments: &[&str]) -> Command {
    let mut command = command(TOOLS.join(name));
    command.args(arguments).current_dir(repository());
    command
}

/// Runs `hp5-annotate`.
#[must_use]
pub fn annotate(arguments: &[&str]) -> Ended {
    run(tool("hp5-annotate", arguments))
}

/// A compiler of that name can be started here.
#[must_use]
pub fn is_there(compiler: &str) -> bool {
    command(compiler).arg("--version").output().is_ok()
}

/// An empty folder for one test.
///
/// # Panics
/// When it cannot be made.
#[must_use]
pub fn fresh(name: &str) -> PathBuf {
    let folder = scratch().join("cli").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    }
    fs::create_dir_all(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    folder
}

/// The C library, installed once for the tests of one program: `bin/hp5cc`, `include`, `lib`.
static C_LIBRARY: LazyLock<PathBuf> = LazyLock::new(|| {
    let of = std::env::current_exe().expect("a running test has a path");
    let name = of.file_name().unwrap_or_default().to_string_lossy();
    let name = name.split('-').next().unwrap_or_default();
    let prefix = fresh(&format!("{name}-installed"));
    let mut install = command(repository().join("capi/install"));
    install.arg("--dev").arg("--prefix").arg(&prefix);
    // It may have to build: no time is set.
    let installed = install.output().expect("capi/install starts");
    assert!(
        installed.status.success(),
        "{}",
        String::from_utf8_lossy(&installed.stderr)
    );
    prefix
});

/// Where the C library is installed.
#[must_use]
pub fn c_library() -> &'static Path {
    &C_LIBRARY
}

/// What a C compiler is given, behind sources of emitted text, to find the library when it builds and when they run.
#[must_use]
pub fn c_library_arguments() -> [String; 3] {
    let library = c_library().join("lib");
    [
        format!("-I{}", c_library().join("include").display()),
        library.join("libhp5.so").display().to_string(),
        format!("-Wl,-rpath,{}", library.display()),
    ]
}

/// A path as an argument.
///
/// # Panics
/// When it is no text.
#[must_use]
pub fn text(path: &Path) -> &str {
    path.to_str().expect("paths of the repository are text")
}

/// Translates the package of an example and builds what came out.
///
/// # Panics
/// When it is refused, warned about, or does not build.
#[must_use]
pub fn emitted(name: &str, input: &Path) -> PathBuf {
    let output = scratch().join("examples").join(name);
    let done = annotate(&[text(input), "--emit", text(&output), "--force"]);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    assert!(
        !done.stderr.contains("warning["),
        "examples are without warnings:\n{}",
        done.stderr
    );
    adopt_lock(&output);
    let built = cargo_build(&output, &[]);
    built
        .executable(name)
        .unwrap_or_else(|why| panic!("{why}"))
        .to_owned()
}

/// Runs a program with arguments on so many PPUs.
#[must_use]
pub fn run_with(program: &Path, arguments: &[&str], ppus: usize) -> Ended {
    let mut command = command(program);
    command
        .args(arguments)
        .env("HP5_NUM_PPUS", ppus.to_string());
    run(command)
}
