//! What a package inherits from its workspace, written out.

use std::fs;
use std::path::Path;

use toml_edit::{DocumentMut, InlineTable, Item, TableLike, Value};

use crate::cli::CliError;
use crate::cli::package::{Manifest, each_dependency, overrides, paths};

/// The workspace that a package is in.
#[derive(Debug)]
pub(super) struct Workspace {
    pub(super) manifest: Manifest,
}

impl Workspace {
    /// Finds it as cargo does: `package.workspace`, else the nearest directory above whose
    /// manifest has `[workspace]` and does not exclude the package.
    pub(super) fn around(package: &Manifest) -> Result<Option<Workspace>, CliError> {
        if package.doc.contains_key("workspace") {
            return Ok(None);
        }
        let named = package.doc.get("package").and_then(|p| p.get("workspace"));
        if let Some(path) = named.and_then(Item::as_str) {
            let manifest = Manifest::read(&package.dir.join(path))?;
            return Ok(Some(Workspace { manifest }));
        }
        for dir in package.dir.ancestors().skip(1) {
            if !dir.join("Cargo.toml").is_file() {
                continue;
            }
            let manifest = Manifest::read(dir)?;
            if let Some(workspace) = manifest.doc.get("workspace") {
                let excluded = excludes(workspace, dir, &package.dir);
                return Ok((!excluded).then_some(Workspace { manifest }));
            }
        }
        Ok(None)
    }

    fn get(&self, table: &str, key: &str) -> Option<&Item> {
        self.manifest.doc.get("workspace")?.get(table)?.get(key)
    }
}

fn excludes(workspace: &Item, root: &Path, package: &Path) -> bool {
    let list = workspace.get("exclude").and_then(Item::as_array);
    list.into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .any(|e| package.starts_with(root.join(e)))
}

/// Replaces every `workspace = true` by what it stands for, and takes over what only a
/// workspace root may say (profiles, patches).
pub(super) fn resolve(
    manifest: &mut Manifest,
    workspace: Option<&Workspace>,
) -> Result<(), CliError> {
    // A package that is its own root inherits from itself.
    let root_doc: DocumentMut;
    let (source, base) = match workspace {
        Some(workspace) => (Some(workspace), workspace.manifest.dir.clone()),
        None => (None, manifest.dir.clone()),
    };
    let own = Workspace {
        manifest: Manifest {
            path: manifest.path.clone(),
            dir: manifest.dir.clone(),
            doc: manifest.doc.clone(),
        },
    };
    let from = source.unwrap_or(&own);
    let missing = |what: String| {
        CliError::manifest(
            &manifest.path,
            format!("{what} is inherited, but no workspace above has it"),
        )
    };
    if let Some(package) = manifest
        .doc
        .get_mut("package")
        .and_then(Item::as_table_like_mut)
    {
        for (key, item) in package.iter_mut().filter(|(_, item)| is_inherited(item)) {
            let name = key.get();
            let found = from.get("package", name);
            *item = plain(found.ok_or_else(|| missing(format!("package.{name}")))?);
        }
        // Files of the workspace's root that are not copied; cargo needs them for packaging only.
        if source.is_some() {
            for key in ["readme", "license-file"] {
                package.remove(key);
            }
        }
    }
    if manifest.doc.get("lints").is_some_and(is_inherited) {
        let lints = from
            .manifest
            .doc
            .get("workspace")
            .and_then(|w| w.get("lints"));
        let lints = lints.ok_or_else(|| missing("lints".to_owned()))?.clone();
        manifest.doc.insert("lints", lints);
    }
    each_dependency(&mut manifest.doc, &mut |name, entry| {
        if is_inherited(entry) {
            let found = from.get("dependencies", name);
            let found = found.ok_or_else(|| missing(format!("the dependency `{name}`")))?;
            let mut merged = merge(found, entry);
            paths::entry_absolute(&mut merged, &base, None);
            *entry = merged;
        }
        Ok(())
    })?;
    if let Some(workspace) = source {
        let mut root = absolute_root(workspace);
        let name = manifest
            .doc
            .get("package")
            .and_then(|p| p.get("name")?.as_str());
        let lock = fs::read_to_string(workspace.manifest.dir.join("Cargo.lock"));
        if let (Some(profiles), Some(name), Ok(lock)) = (root.get_mut("profile"), name, lock) {
            overrides::keep_reached(profiles, &lock, name);
        }
        root_doc = root;
        for key in ["profile", "patch", "replace"] {
            manifest.doc.remove(key);
            if let Some(item) = root_doc.get(key) {
                manifest.doc.insert(key, item.clone());
            }
        }
    }
    Ok(())
}

/// The workspace's manifest with absolute paths.
fn absolute_root(workspace: &Workspace) -> DocumentMut {
    let mut doc = workspace.manifest.doc.clone();
    paths::make_absolute(&mut doc, &workspace.manifest.dir, None);
    doc
}

fn is_inherited(item: &Item) -> bool {
    item.as_table_like()
        .and_then(|t| t.get("workspace"))
        .and_then(Item::as_bool)
        == Some(true)
}

/// A copy without the white space and comments of where it stood.
fn plain(item: &Item) -> Item {
    let mut item = item.clone();
    if let Some(value) = item.as_value_mut() {
        value.decor_mut().clear();
    }
    item
}

/// The workspace's entry with what the package adds: features, `optional`,
/// `default-features`.
fn merge(base: &Item, own: &Item) -> Item {
    let mut table = InlineTable::new();
    if let Some(version) = base.as_str() {
        table.insert("version", version.into());
    }
    let entries = |item: &dyn TableLike, table: &mut InlineTable| {
        for (key, item) in item
            .iter()
            .filter(|(key, _)| !matches!(*key, "workspace" | "features"))
        {
            if let Ok(mut value) = item.clone().into_value() {
                value.decor_mut().clear();
                table.insert(key, value);
            }
        }
    };
    let mut features = toml_edit::Array::new();
    for item in [base, own] {
        let Some(like) = item.as_table_like() else {
            continue;
        };
        entries(like, &mut table);
        let list = like.get("features").and_then(Item::as_array);
        for feature in list.into_iter().flatten().filter_map(Value::as_str) {
            if !features.iter().any(|f| f.as_str() == Some(feature)) {
                features.push(feature);
            }
        }
    }
    if !features.is_empty() {
        table.insert("features", Value::Array(features));
    }
    Item::Value(Value::InlineTable(table))
}
