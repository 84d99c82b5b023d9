//! Figures for people and for tools: statistics, tables, JSON, plots.

pub mod plot;
pub mod stats;
pub mod table;

use std::path::Path;

use serde_json::Value;

/// Writes a file, or says why not.
///
/// # Errors
/// The file's name and the system's reason.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes JSON, readable.
///
/// # Errors
/// As [`write`].
pub fn write_json(path: &Path, value: &Value) -> Result<(), String> {
    write(path, &format!("{value:#}\n"))
}
