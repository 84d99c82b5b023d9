//! What the end-to-end tests share: cases and their expected texts, translation, generated
//! cargo workspaces, and running programs.
//!
//! | test         | what it holds                                                            |
//! |--------------|--------------------------------------------------------------------------|
//! | `cases`      | source in, emitted source or diagnostics out, as text                    |
//! | `run_cases`  | every accepted case runs the same serially, emitted and checked          |
//! | `docs`       | the same for the programs in the documentation                           |
//! | `cli`        | the tools as a user calls them                                           |
//! | `examples`   | the examples, serially and emitted                                       |
//! | `verify`     | `hp5 verify` on right and wrong programs; the variables that the doctor knows |
//! | `environment` | every variable that is read stands on its page                          |
//! | `cg`         | conjugate gradients on good and bad matrix files                         |
//! | `c_api`      | the C interface: installed, compiled, run, under memcheck and ThreadSanitizer |
//! | `c_cases`    | C with directives, translated, compiled, run; wrong programs refused     |
//! | `tidy`       | the tree itself: layers, unsafe, links, sizes                            |
//!
//! `HP5_BLESS=1 cargo test -p hp5-tests` writes the expected texts anew; read the diff.
#![deny(missing_docs)]

pub mod case;
pub mod expect;
pub mod highp5;
pub mod lex;
pub mod modules;
pub mod program;
pub mod tools;
pub mod translate;
pub mod tree;
pub mod workspace;

use std::path::PathBuf;

/// The repository.
#[must_use]
pub fn repository() -> PathBuf {
    let tests = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    tests.parent().map(PathBuf::from).unwrap_or(tests)
}

/// A folder for builds of generated programs, under the target directory of the test
/// itself: all of them share what they have built of the dependencies.
///
/// # Panics
/// When the running test is not where cargo puts tests.
#[must_use]
pub fn scratch() -> PathBuf {
    let exe = std::env::current_exe().expect("a running test has a path");
    let folder = exe.parent().expect("a program is in a folder");
    let profile = if folder.ends_with("deps") {
        folder.parent().unwrap_or(folder)
    } else {
        folder
    };
    let target = profile.parent().expect("programs are in target/<profile>");
    target.join("e2e")
}
