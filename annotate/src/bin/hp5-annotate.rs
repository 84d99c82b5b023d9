//! The command `hp5-annotate`; see `hp5_annotate::cli::annotate`.

use std::process::ExitCode;

use hp5_annotate::cli::{annotate, arguments, guarded};

fn main() -> ExitCode {
    match arguments::<annotate::AnnotateArgs>() {
        Ok(args) => ExitCode::from(guarded(move || annotate::run(&args))),
        Err(status) => ExitCode::from(status),
    }
}
