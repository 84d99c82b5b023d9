//! The command `hp5cc`; see `hp5_annotate::cli::cc`.

use std::process::ExitCode;

use hp5_annotate::cli::{cc, guarded};

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    ExitCode::from(guarded(move || cc::run(&arguments)))
}
