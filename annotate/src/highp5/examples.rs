//! Where tests find the programs that users copy.

use std::fs;
use std::path::{Path, PathBuf};

/// The programs of `examples/highp5`.
pub(super) fn examples() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/highp5");
    let mut files: Vec<_> = fs::read_dir(root)
        .unwrap()
        .flat_map(|dir| fs::read_dir(dir.unwrap().path()).into_iter().flatten())
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "hp5"))
        .collect();
    files.sort();
    assert!(files.len() >= 15);
    files
}
