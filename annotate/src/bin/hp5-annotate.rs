//! The command `hp5-annotate`; see `hp5_annotate::cli::annotate`.

use std::process::ExitCode;

use clap::Parser;
use hp5_annotate::cli::{annotate, guarded};

fn main() -> ExitCode {
    let args = annotate::AnnotateArgs::parse();
    ExitCode::from(guarded(move || annotate::run(&args)))
}
