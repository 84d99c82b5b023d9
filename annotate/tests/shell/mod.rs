//! What the tests of the commands share: scratch directories and running programs.
#![allow(dead_code)] // no test uses all of it

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A directory that is deleted when the test ends.
pub struct Scratch(pub PathBuf);

impl Scratch {
    /// An empty directory for the test of this name.
    pub fn new(name: &str) -> Scratch {
        let dir =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).unwrap();
        Scratch(fs::canonicalize(dir).unwrap())
    }

    /// A path below.
    pub fn at(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    /// Writes a file, and the directories above it.
    pub fn write(&self, path: &str, contents: impl AsRef<[u8]>) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
    }

    /// All files below a directory, sorted, `/` between names.
    pub fn list(&self, dir: &str) -> Vec<String> {
        fn walk(dir: &Path, below: &str, list: &mut Vec<String>) {
            for entry in fs::read_dir(dir).unwrap() {
                let entry = entry.unwrap();
                let name = format!("{below}{}", entry.file_name().to_string_lossy());
                if entry.path().is_dir() {
                    walk(&entry.path(), &format!("{name}/"), list);
                } else {
                    list.push(name);
                }
            }
        }
        let mut list = Vec::new();
        if self.at(dir).is_dir() {
            walk(&self.at(dir), "", &mut list);
        }
        list.sort();
        list
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs a command; returns its exit status, stdout and stderr.
pub fn run(command: &mut Command) -> (i32, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    (status.code().unwrap_or(-1), text(&stdout), text(&stderr))
}

/// Cargo, without what the cargo that runs the test has set.
pub fn cargo(dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command
        .current_dir(dir)
        .env("CARGO_TARGET_DIR", target_dir())
        .env_remove("RUSTFLAGS");
    command
}

/// The target directory of the running tests: packages built before need not be built again.
pub fn target_dir() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .unwrap()
        .join("shell-tests")
}
