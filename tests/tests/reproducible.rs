//! The same text gives the same program and the same findings each time: builds are reproducible, and
//! what a message names does not change from run to run.

use hp5_annotate::{Options, SourceFile, translate};
use hp5_tests::tree::{File, files};
use rayon::prelude::*;

/// Times that each file is translated. Maps are shuffled anew each time, also within a process.
const TIMES: usize = 3;

fn all(file: &File) -> String {
    let source = SourceFile {
        path: (&file.path).into(),
        text: file.text.clone(),
    };
    let options = Options::checked(true);
    format!("{:#?}", translate(&[source], &options))
}

#[test]
fn the_same_text_gives_the_same_program() {
    let mut list = files(&["rs", "c"]);
    list.retain(|f| f.path.starts_with("tests/cases/") || f.path.starts_with("examples/"));
    list.retain(|f| !f.path.ends_with(".emitted.rs"));
    assert!(list.len() > 200, "{} files", list.len());
    let differs = |file: &&File| {
        let first = all(file);
        (1..TIMES).any(|_| all(file) != first)
    };
    let differing: Vec<&str> = list
        .par_iter()
        .filter(differs)
        .map(|f| f.path.as_str())
        .collect();
    assert_eq!(
        differing, [""; 0],
        "files that are translated in several ways"
    );
}
