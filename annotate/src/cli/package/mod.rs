//! Making an emitted package stand alone.
//!
//! The output of `hp5-annotate` is built where it lies, outside of the workspace that its
//! source belongs to. So its `Cargo.toml` is made from the source's: what it inherits from the
//! workspace is written out (`inherit`), relative paths to other packages become absolute
//! (`paths`), `[workspace]` makes it a root, and for the layout where the files of `src` become
//! the top of the output, targets name their files (`targets`).

pub(crate) mod forbidden;
mod inherit;
mod overrides;
mod paths;
mod targets;

use std::fs;
use std::path::{Path, PathBuf};

use toml_edit::{DocumentMut, Item, Table, TableLike};

use crate::cli::CliError;
use inherit::Workspace;

/// The manifest of an emitted package, and what goes with it.
#[derive(Debug)]
pub struct Package {
    /// `package.name`; `None` for a workspace without a package at its root.
    pub name: Option<String>,
    /// The text of `Cargo.toml`.
    pub manifest: String,
    /// The lock file to start from.
    pub lock: Option<PathBuf>,
    /// A build script to copy: where from, and its name in the output.
    pub build_script: Option<(PathBuf, String)>,
    /// What the user should know.
    pub notes: Vec<String>,
    /// `hp5` is among the dependencies.
    pub depends_on_hp5: bool,
}

/// A parsed `Cargo.toml` with its place.
#[derive(Debug)]
pub(super) struct Manifest {
    pub(super) path: PathBuf,
    pub(super) dir: PathBuf,
    pub(super) doc: DocumentMut,
}

impl Manifest {
    pub(super) fn read(dir: &Path) -> Result<Manifest, CliError> {
        let dir = fs::canonicalize(dir).map_err(CliError::read(dir))?;
        let path = dir.join("Cargo.toml");
        let text = fs::read_to_string(&path).map_err(CliError::read(&path))?;
        let doc = text
            .parse::<DocumentMut>()
            .map_err(|error| CliError::manifest(&path, error.to_string()))?;
        Ok(Manifest { path, dir, doc })
    }

    fn package_name(&self) -> Option<String> {
        Some(self.doc.get("package")?.get("name")?.as_str()?.to_owned())
    }
}

/// The manifest for a mirrored package directory.
///
/// # Errors
/// When a manifest cannot be read, or inherits what its workspace does not have.
pub fn mirrored(dir: &Path) -> Result<Package, CliError> {
    let mut manifest = Manifest::read(dir)?;
    let workspace = Workspace::around(&manifest)?;
    let inside = manifest.dir.clone();
    settle(&mut manifest, workspace.as_ref(), Some(&inside))?;
    Ok(finish(&manifest, workspace.as_ref(), None, Vec::new()))
}

/// The manifest for a package below a mirrored one: only paths that lead out of `top` change.
///
/// # Errors
/// When it cannot be read.
pub fn nested(dir: &Path, top: &Path) -> Result<String, CliError> {
    let mut manifest = Manifest::read(dir)?;
    let top = fs::canonicalize(top).map_err(CliError::read(top))?;
    let base = manifest.dir.clone();
    paths::make_absolute(&mut manifest.doc, &base, Some(&top));
    Ok(manifest.doc.to_string())
}

/// The manifest for an output whose top are the files of `src`, a directory of the package.
///
/// # Errors
/// As [`mirrored`].
pub fn from_src(dir: &Path, src: &Path) -> Result<Package, CliError> {
    let mut manifest = Manifest::read(dir)?;
    if manifest.package_name().is_none() {
        let message = "no [package] name: `src` belongs to no package";
        return Err(CliError::manifest(&manifest.path, message));
    }
    let workspace = Workspace::around(&manifest)?;
    let mut notes = Vec::new();
    settle(&mut manifest, workspace.as_ref(), None)?;
    let src = fs::canonicalize(src).map_err(CliError::read(src))?;
    let build_script = targets::build_script(&mut manifest, &src, &mut notes)?;
    targets::retarget(&mut manifest, &src, &mut notes)?;
    Ok(finish(&manifest, workspace.as_ref(), build_script, notes))
}

/// What both layouts need.
fn settle(
    manifest: &mut Manifest,
    workspace: Option<&Workspace>,
    inside: Option<&Path>,
) -> Result<(), CliError> {
    let base = manifest.dir.clone();
    paths::make_absolute(&mut manifest.doc, &base, inside);
    let own_root = manifest.doc.contains_key("workspace");
    if !own_root || inside.is_none() {
        inherit::resolve(manifest, workspace)?;
    }
    if let Some(package) = manifest
        .doc
        .get_mut("package")
        .and_then(Item::as_table_like_mut)
    {
        package.remove("workspace");
    }
    if !own_root || inside.is_none() {
        let resolver = workspace
            .map(|w| &w.manifest)
            .and_then(|m| m.doc.get("workspace"))
            .or_else(|| manifest.doc.get("workspace"))
            .and_then(|w| w.get("resolver"))
            .cloned();
        let mut table = Table::new();
        if let Some(resolver) = resolver {
            table.insert("resolver", resolver);
        }
        manifest.doc.insert("workspace", Item::Table(table));
    }
    Ok(())
}

fn finish(
    manifest: &Manifest,
    workspace: Option<&Workspace>,
    build_script: Option<(PathBuf, String)>,
    notes: Vec<String>,
) -> Package {
    let root = workspace.map_or(&manifest.dir, |w| &w.manifest.dir);
    let lock = root.join("Cargo.lock");
    Package {
        name: manifest.package_name(),
        manifest: format!(
            "# Made by hp5-annotate from {}\n{}",
            manifest.path.display(),
            manifest.doc.to_string().trim_start()
        ),
        lock: lock.is_file().then_some(lock),
        build_script,
        notes,
        depends_on_hp5: depends_on_hp5(&manifest.doc),
    }
}

fn depends_on_hp5(doc: &DocumentMut) -> bool {
    let Some(dependencies) = doc.get("dependencies").and_then(Item::as_table_like) else {
        return false;
    };
    dependencies.iter().any(|(name, item)| {
        name == "hp5" || item.get("package").and_then(Item::as_str) == Some("hp5")
    })
}

/// The kinds of dependency tables, in either spelling.
pub(super) const DEPENDENCIES: [&str; 5] = [
    "dependencies",
    "dev-dependencies",
    "dev_dependencies",
    "build-dependencies",
    "build_dependencies",
];

/// Calls `visit` with every dependency of the manifest: its name and its entry.
pub(super) fn each_dependency<E>(
    doc: &mut DocumentMut,
    visit: &mut dyn FnMut(&str, &mut Item) -> Result<(), E>,
) -> Result<(), E> {
    fn in_table<E>(
        table: &mut dyn TableLike,
        visit: &mut dyn FnMut(&str, &mut Item) -> Result<(), E>,
    ) -> Result<(), E> {
        for kind in DEPENDENCIES {
            let list = table.get_mut(kind).and_then(Item::as_table_like_mut);
            for (name, entry) in list.into_iter().flat_map(|list| list.iter_mut()) {
                visit(name.get(), entry)?;
            }
        }
        Ok(())
    }
    in_table(doc.as_table_mut(), visit)?;
    let targets = doc.get_mut("target").and_then(Item::as_table_like_mut);
    for (_, target) in targets.into_iter().flat_map(|t| t.iter_mut()) {
        if let Some(table) = target.as_table_like_mut() {
            in_table(table, visit)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
