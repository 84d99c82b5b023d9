//! The files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

use crate::repository;

/// A text file of the repository.
#[derive(Debug, Clone)]
pub struct File {
    /// Path from the repository's root, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// Folders that hold nothing of ours.
const SKIPPED: [&str; 3] = ["target", ".git", "node_modules"];

/// All files with one of the endings, in the order of their paths.
///
/// # Panics
/// When a folder or file cannot be read.
#[must_use]
pub fn files(endings: &[&str]) -> Vec<File> {
    let root = repository();
    let mut paths = Vec::new();
    walk(&root, &mut paths);
    paths.retain(|p| {
        p.extension()
            .is_some_and(|e| endings.iter().any(|x| *x == e))
    });
    paths.sort();
    paths
        .into_iter()
        .map(|path| File {
            text: fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())),
            path: path
                .strip_prefix(&root)
                .unwrap_or(&path)
                .to_string_lossy()
                .replace('\\', "/"),
        })
        .collect()
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for path in entries.flatten().map(|e| e.path()) {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if path.is_dir() {
            if !SKIPPED.contains(&&*name) {
                walk(&path, paths);
            }
        } else {
            paths.push(path);
        }
    }
}

/// Rust files that people wrote: without expected texts of cases.
#[must_use]
pub fn sources() -> Vec<File> {
    let mut list = files(&["rs"]);
    list.retain(|f| !f.path.ends_with(".emitted.rs"));
    list
}
