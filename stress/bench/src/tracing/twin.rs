//! The same program without the hooks of tracing: built beside this one, from the same source,
//! with `--cfg hp5_no_trace`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds it, or finds that it is up to date; where it is.
///
/// # Errors
/// Why there is none, and what to do.
pub(super) fn build() -> Result<PathBuf, String> {
    let exe = std::env::current_exe().map_err(|e| format!("this program is not found: {e}"))?;
    let hint = "build it (RUSTFLAGS='--cfg hp5_no_trace' cargo build --release -p hp5-bench \
                --target-dir DIR) and give it by --without DIR/release/hp5-bench";
    let folder = exe.parent().filter(|folder| folder.ends_with("release"));
    let Some(target) = folder.and_then(Path::parent) else {
        return Err(format!("this program was not built by `--release`: {hint}"));
    };
    let target = target.join("no-trace");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let flags = std::env::var("RUSTFLAGS").unwrap_or_default();
    let mut command = Command::new(cargo);
    command
        .args(["build", "--release", "-p", "hp5-bench", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .env("RUSTFLAGS", format!("{flags} --cfg hp5_no_trace"));
    match command.status() {
        Ok(status) if status.success() => Ok(target.join("release/hp5-bench")),
        Ok(status) => Err(format!("cargo ended with {status}: {hint}")),
        Err(error) => Err(format!("cargo does not start: {error}; {hint}")),
    }
}
