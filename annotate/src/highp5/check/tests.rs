//! What the checker makes of the example programs.

use std::fs;
use std::path::{Path, PathBuf};

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
fn the_examples_are_accepted() {
    let mut wrong = Vec::new();
    for path in examples() {
        let text = fs::read_to_string(&path).unwrap();
        let mut found = Diagnostics::default();
        let program = crate::highp5::check(&text, &mut found);
        if let Some(program) = &program {
            wrong.extend(crate::highp5::typed::validate(program).err());
        }
        for d in &found.list {
            let line = text[..d.primary.span.start].lines().count();
            wrong.push(format!(
                "{}:{line}: {} {} {:?}",
                path.display(),
                d.code,
                d.message,
                d.notes
            ));
        }
        assert_eq!(
            program.is_none(),
            found.list.iter().any(|d| d.severity == Severity::Error)
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
