//! Builds the programs of `stress/bench/addresses`.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::System;

/// The compilers that are tried for LLVM's library.
const CLANGS: [&str; 2] = ["clang-14", "clang"];

/// Builds the program of a system against the installed library, in this folder.
///
/// # Errors
/// What the compiler said.
pub fn built(system: System, folder: &Path) -> Result<PathBuf, String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("addresses");
    let program = folder.join(system.program());
    let compile = |compiler: &str| {
        let mut command = Command::new(compiler);
        command.args([
            "-std=gnu11",
            "-O2",
            "-Wall",
            "-Wextra",
            "-Wno-unused-variable",
        ]);
        match system {
            System::Gomp => _ = command.arg(source.join("omp.c")).arg("-fopenmp"),
            System::Llvm => _ = command.arg(source.join("omp.c")).arg("-fopenmp=libomp"),
            _ => {
                let lib = folder.join("installed/lib");
                command.arg(source.join("hp5.c"));
                command.arg("-I").arg(folder.join("installed/include"));
                command.arg("-L").arg(&lib).arg("-lhp5");
                command.arg(format!("-Wl,-rpath,{}", lib.display()));
            }
        }
        command.arg("-o").arg(&program);
        let output = command.output();
        let output = output.map_err(|why| format!("{compiler} does not start: {why}"))?;
        match output.status.success() {
            true => Ok(program.clone()),
            false => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
        }
    };
    match system {
        System::Llvm => {
            let tried = CLANGS.iter().map(|clang| compile(clang));
            let ok = tried.reduce(|found, next| found.or(next));
            ok.unwrap_or_else(|| Err("no compiler".to_owned()))
        }
        _ => compile(&std::env::var("CC").unwrap_or_else(|_| "gcc".to_owned())),
    }
}
