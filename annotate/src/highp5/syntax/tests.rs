use std::fs;
use std::path::{Path, PathBuf};

use super::parse;
use crate::diag::{Diagnostics, Severity};

/// The programs of `examples/highp5`.
fn examples() -> Vec<PathBuf> {
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

#[test]
fn the_examples_parse() {
    for path in examples() {
        let text = fs::read_to_string(&path).unwrap();
        let mut found = Diagnostics::default();
        let program = parse(&text, &mut found);
        let errors: Vec<_> = found
            .list
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .map(|d| {
                let line = text[..d.primary.span.start].lines().count();
                format!("{}:{line}: {}", path.display(), d.message)
            })
            .collect();
        assert!(errors.is_empty(), "{}", errors.join("\n"));
        assert!(program.is_some());
    }
}
