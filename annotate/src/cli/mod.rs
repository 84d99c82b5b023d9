//! The commands `hp5-annotate`, `hp5` and `hp5cc`: arguments in, exit status out.
//!
//! | status | meaning |
//! |---|---|
//! | 0 | done (there may be warnings) |
//! | 1 | errors in the annotated source, or differences with `--diff --exit-code` |
//! | 2 | wrong arguments, or a file that cannot be read or written |
//! | 3 | internal error |

pub mod annotate;
pub mod build;
pub mod cc;
mod compiler;
pub mod complete;
mod cpp;
mod dependences;
pub mod doctor;
mod encoding;
mod error;
mod guard;
mod highp5;
mod home;
pub mod machine;
pub mod map;
pub mod output;
pub mod package;
pub mod program;
mod quote;
pub mod report;
pub mod run;
mod scratch;
mod terminal;
pub mod tree;
pub mod verify;
mod wrapped;

pub use error::CliError;
pub use guard::guarded;
pub use terminal::arguments;

/// Everything went well.
pub const EXIT_OK: u8 = 0;
/// The annotated source has errors.
pub const EXIT_FINDINGS: u8 = 1;
/// Wrong arguments, or I/O failed.
pub const EXIT_USAGE: u8 = 2;
/// A mistake of ours.
pub const EXIT_INTERNAL: u8 = 3;
