//! Generated cargo workspaces: many small programs, one `cargo build`.
//!
//! All of them share one target directory, one lock file (the repository's) and one
//! profile, so that the runtime is built once. Warnings are errors in the programs, by
//! their manifest: `RUSTFLAGS` would build the dependencies once more.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;

use crate::program::command;
use crate::{repository, scratch};

/// A program to build: a file of source that becomes an executable.
#[derive(Debug, Clone)]
pub struct Program {
    /// Name of the executable, unique in its workspace.
    pub name: String,
    /// Its text.
    pub source: String,
    /// It is optimised as [`PROFILE`] says: it takes long to build.
    pub optimised: bool,
}

/// Programs to build at once.
#[derive(Debug, Default)]
pub struct Workspace {
    /// In any order.
    pub programs: Vec<Program>,
    /// Features of the runtime that they need.
    pub features: BTreeSet<String>,
}

/// What became of the programs of a workspace.
#[derive(Debug, Default)]
pub struct Built {
    executables: BTreeMap<String, PathBuf>,
    messages: BTreeMap<String, String>,
    log: String,
}

/// How generated programs and examples are built: quickly, and to run fast enough. By the
/// environment, so that all of them agree and share what was built of the dependencies.
pub const PROFILE: [(&str, &str); 5] = [
    ("CARGO_PROFILE_DEV_OPT_LEVEL", "1"),
    ("CARGO_PROFILE_DEV_DEBUG", "false"),
    ("CARGO_PROFILE_DEV_OVERFLOW_CHECKS", "true"),
    ("CARGO_PROFILE_DEV_CODEGEN_UNITS", "256"),
    ("CARGO_INCREMENTAL", "0"),
];

impl Workspace {
    /// Adds a program.
    pub fn add(&mut self, name: impl Into<String>, source: impl Into<String>) {
        self.programs.push(Program {
            name: name.into(),
            source: source.into(),
            optimised: true,
        });
    }

    /// Adds a program that is not optimised, only what it calls.
    pub fn add_plain(&mut self, name: impl Into<String>, source: impl Into<String>) {
        self.programs.push(Program {
            name: name.into(),
            source: source.into(),
            optimised: false,
        });
    }

    /// Features that a program asks for in a line `// features: a, b`.
    pub fn need_features_of(&mut self, source: &str) {
        let lines = source
            .lines()
            .filter_map(|line| line.strip_prefix("// features: "));
        self.features.extend(
            lines
                .flat_map(|l| l.split(','))
                .map(|f| f.trim().to_owned()),
        );
    }

    /// Builds the programs in the workspace `label`.
    ///
    /// # Panics
    /// When files cannot be written or cargo cannot be started.
    #[must_use]
    pub fn build(&self, label: &str) -> Built {
        let folder = scratch().join(label);
        let plain = folder.join("plain");
        self.write_package(&folder, &format!("hp5-e2e-{label}"), true);
        self.write_package(&plain, &format!("hp5-e2e-{label}-plain"), false);
        adopt_lock(&folder);
        cargo_build(&folder, &["--workspace", "--keep-going"])
    }

    /// The package of the programs that are optimised, which is the workspace's root, or of the
    /// others.
    fn write_package(&self, folder: &Path, name: &str, optimised: bool) {
        let programs = self.programs.iter().filter(|p| p.optimised == optimised);
        let mut files = BTreeSet::from(["lib.rs".to_owned()]);
        // A package has something to build.
        write(&folder.join("src/lib.rs"), "");
        for program in programs {
            let file = format!("{}.rs", program.name);
            write(&folder.join("src").join(&file), &program.source);
            files.insert(file);
        }
        remove_other_files(&folder.join("src"), &files);
        write(&folder.join("Cargo.toml"), &self.manifest(name, optimised));
    }

    fn manifest(&self, name: &str, optimised: bool) -> String {
        let features: Vec<String> = self.features.iter().map(|f| format!("{f:?}")).collect();
        let mut text = format!(
            "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\nautobins = false\n\n\
             [lints.rust]\nwarnings = \"deny\"\n\n"
        );
        if optimised {
            text += &format!(
                "[workspace]\nmembers = [\"plain\"]\n\n\
                 [profile.dev.package.{name}-plain]\nopt-level = 0\n\n"
            );
        }
        text += &format!(
            "[dependencies]\nhp5 = {{ path = {:?}, features = [{}] }}\n",
            repository().join("runtime"),
            features.join(", ")
        );
        for (feature, dependency) in [("ndarray", "ndarray"), ("nalgebra", "nalgebra")] {
            if self.features.contains(feature) {
                text += &format!("{dependency} = \"{}\"\n", version_of(dependency));
            }
        }
        for program in self.programs.iter().filter(|p| p.optimised == optimised) {
            text += &format!(
                "\n[[bin]]\nname = {0:?}\npath = \"src/{0}.rs\"\n",
                program.name
            );
        }
        text
    }
}

/// The version that the repository's lock file has of a crate.
fn version_of(dependency: &str) -> String {
    let lock = fs::read_to_string(repository().join("Cargo.lock")).unwrap_or_default();
    let name = format!("name = \"{dependency}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name).skip(1);
    let version = lines
        .next()
        .and_then(|line| line.strip_prefix("version = "));
    version.map_or_else(|| "*".to_owned(), |v| v.trim_matches('"').to_owned())
}

/// Gives a generated workspace the versions that the repository is built with.
///
/// # Panics
/// When it cannot be written.
pub fn adopt_lock(folder: &Path) {
    let lock = folder.join("Cargo.lock");
    if !lock.exists() {
        let ours = repository().join("Cargo.lock");
        fs::copy(&ours, &lock).unwrap_or_else(|e| panic!("{}: {e}", ours.display()));
    }
}

/// Removes what a generated folder has of an earlier run.
pub fn remove_other_files(folder: &Path, wanted: &BTreeSet<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !wanted.contains(&*entry.file_name().to_string_lossy()) {
            fs::remove_file(entry.path()).unwrap_or_default();
        }
    }
}

/// Writes a file unless it has that text already: cargo goes by time stamps.
///
/// # Panics
/// When it cannot be written.
pub fn write(path: &Path, text: &str) {
    if fs::read_to_string(path).ok().as_deref() != Some(text) {
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).unwrap_or_else(|e| panic!("{}: {e}", parent.display()));
        }
        fs::write(path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
}

/// `cargo build` of the workspace in `folder`, in the shared target directory.
///
/// # Panics
/// When cargo cannot be started.
#[must_use]
pub fn cargo_build(folder: &Path, arguments: &[&str]) -> Built {
    let mut cargo = command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(folder)
        .args(["build", "--message-format=json"])
        .args(arguments);
    cargo
        .env("CARGO_TARGET_DIR", scratch().join("target"))
        .envs(PROFILE)
        .stderr(Stdio::piped());
    for variable in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
        cargo.env_remove(variable);
    }
    let output = cargo.output().unwrap_or_else(|e| panic!("cargo: {e}"));
    let mut built = Built {
        log: String::from_utf8_lossy(&output.stderr).into_owned(),
        ..Built::default()
    };
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        if let Ok(message) = serde_json::from_str::<Value>(line) {
            built.take(&message);
        }
    }
    built
}

impl Built {
    fn take(&mut self, message: &Value) {
        let name = message["target"]["name"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        match message["reason"].as_str() {
            Some("compiler-artifact") => {
                if let Some(path) = message["executable"].as_str() {
                    self.executables.insert(name, path.into());
                }
            }
            Some("compiler-message") => {
                let text = message["message"]["rendered"].as_str().unwrap_or_default();
                self.messages.entry(name).or_default().push_str(text);
            }
            _ => {}
        }
    }

    /// The executable of a program.
    ///
    /// # Errors
    /// What the compiler said of it, or all of cargo's words when it did not get so far.
    pub fn executable(&self, name: &str) -> Result<&Path, String> {
        let said = self.messages.get(name).map_or("", String::as_str);
        match self.executables.get(name) {
            Some(path) if said.is_empty() => Ok(path),
            Some(_) => Err(format!("`{name}` has warnings:\n{said}")),
            None if said.is_empty() => Err(format!("`{name}` was not built:\n{}", self.log)),
            None => Err(format!("`{name}` does not compile:\n{said}")),
        }
    }

    /// Names of all executables.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.executables.keys().map(String::as_str)
    }
}
