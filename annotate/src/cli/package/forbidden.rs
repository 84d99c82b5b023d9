//! Lints that a manifest forbids and that the emitted program needs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use toml_edit::Item;

use super::Manifest;
use super::inherit::Workspace;
use crate::cli::CliError;
use crate::diag::Diagnostics;
use crate::forbidden::{NEEDED, diagnostic};

/// The packages that files are in.
pub(crate) fn packages<'p>(files: impl Iterator<Item = &'p Path>) -> BTreeSet<PathBuf> {
    let package = |file: &Path| {
        let mut dirs = file.ancestors().skip(1);
        dirs.find(|dir| dir.join("Cargo.toml").is_file())
            .map(|dir| match dir.as_os_str().is_empty() {
                true => PathBuf::from("."),
                false => dir.to_owned(),
            })
    };
    files.filter_map(package).collect()
}

/// The manifest that forbids such lints of the package in `dir`, its text, and what is to be said of it.
///
/// # Errors
/// When a manifest cannot be read.
pub(crate) fn lints(dir: &Path) -> Result<Option<(PathBuf, String, Diagnostics)>, CliError> {
    let package = Manifest::read(dir)?;
    let inherited = (package.doc.get("lints"))
        .and_then(|lints| lints.get("workspace"))
        .and_then(Item::as_bool);
    let around;
    let (manifest, lints) = match inherited {
        Some(true) => {
            around = Workspace::around(&package)?;
            let manifest = around.as_ref().map_or(&package, |w| &w.manifest);
            let lints = manifest.doc.get("workspace").and_then(|w| w.get("lints"));
            (manifest, lints)
        }
        _ => (&package, package.doc.get("lints")),
    };
    let forbidden: Vec<String> = lints.map_or_else(Vec::new, forbidden);
    if forbidden.is_empty() {
        return Ok(None);
    }
    let text = fs::read_to_string(&manifest.path).map_err(CliError::read(&manifest.path))?;
    let mut found = Diagnostics::default();
    for lint in forbidden {
        let name = lint.rsplit("::").next().unwrap_or(&lint);
        // The table of lints stands behind what else may have the word.
        let table = text.find("lints").unwrap_or(0);
        let at = text[table..].find(name).map_or(table, |at| table + at);
        found.push(diagnostic(&lint, at..at + name.len()));
    }
    Ok(Some((manifest.path.clone(), text, found)))
}

/// Needed lints of `[lints.rust]` and `[lints.clippy]` that are forbidden.
fn forbidden(lints: &Item) -> Vec<String> {
    let level = |item: &Item| {
        let level = item.as_str().or_else(|| item.get("level")?.as_str());
        level == Some("forbid")
    };
    let named = |tool: &str, before: &str| {
        let table = lints.get(tool).and_then(Item::as_table_like);
        let names = table.into_iter().flat_map(|table| table.iter());
        let names = names.filter(|(_, item)| level(item));
        let names = names.map(|(name, _)| format!("{before}{name}"));
        names.collect::<Vec<String>>()
    };
    let mut list = [named("rust", ""), named("clippy", "clippy::")].concat();
    list.retain(|lint| NEEDED.contains(&lint.as_str()));
    list
}
