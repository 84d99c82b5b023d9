//! The targets of a package whose `src` becomes the top of the output.

use std::fs;
use std::path::{Component, Path, PathBuf};

use toml_edit::{ArrayOfTables, Item, Table, TableLike, value};

use crate::cli::CliError;
use crate::cli::package::{DEPENDENCIES, Manifest};

/// Finds the build script, and says in the manifest what becomes of it.
///
/// One that only translates (`hp5_annotate::Build`) is dropped: its work is done. Another is
/// copied. Without one, `build = false` keeps cargo from taking a module `build.rs` for one.
pub(super) fn build_script(
    manifest: &mut Manifest,
    src: &Path,
    notes: &mut Vec<String>,
) -> Result<Option<(PathBuf, String)>, CliError> {
    let dir = manifest.dir.clone();
    let script = match manifest.doc.get("package").and_then(|p| p.get("build")) {
        Some(item) if item.as_bool() == Some(false) => None,
        Some(item) => item.as_str().map(|path| dir.join(path)),
        None => Some(dir.join("build.rs")).filter(|path| path.is_file()),
    };
    let mut name = None;
    if let Some(path) = &script {
        let text = fs::read_to_string(path).map_err(CliError::read(path))?;
        if text.contains("hp5_annotate") {
            notes.push(format!(
                "{} calls hp5_annotate and is left out: its work is done",
                path.display()
            ));
            forget_annotate(manifest);
        } else {
            let taken = src.join("build.rs").exists();
            name = Some(if taken {
                "hp5-build-script.rs"
            } else {
                "build.rs"
            });
            notes.push(format!(
                "{} is copied; it runs in the output directory, where only the files of {} are",
                path.display(),
                src.display()
            ));
        }
    }
    if let Some(package) = manifest
        .doc
        .get_mut("package")
        .and_then(Item::as_table_like_mut)
    {
        package.insert("build", name.map_or_else(|| value(false), value));
    }
    Ok(script.zip(name).map(|(path, name)| (path, name.to_owned())))
}

/// Removes the translator from the build dependencies.
fn forget_annotate(manifest: &mut Manifest) {
    for kind in DEPENDENCIES.iter().filter(|kind| kind.starts_with("build")) {
        if let Some(table) = manifest.doc.get_mut(kind).and_then(Item::as_table_like_mut) {
            table.remove("hp5-annotate");
            if table.is_empty() {
                manifest.doc.remove(kind);
            }
        }
    }
}

/// Names the file of every target, and drops targets whose files are not in `src`.
pub(super) fn retarget(
    manifest: &mut Manifest,
    src: &Path,
    notes: &mut Vec<String>,
) -> Result<(), CliError> {
    let package = manifest.doc.get("package");
    let name = package
        .and_then(|p| p.get("name"))
        .and_then(Item::as_str)
        .unwrap_or("")
        .to_owned();
    let auto = |key: &str| package.and_then(|p| p.get(key)).and_then(Item::as_bool) != Some(false);
    let (autobins, autolib) = (auto("autobins"), auto("autolib"));
    let place = Place {
        dir: manifest.dir.clone(),
        src: src.to_owned(),
    };

    if autolib && src.join("lib.rs").is_file() && !manifest.doc.contains_key("lib") {
        manifest.doc.insert("lib", Item::Table(Table::new()));
    }
    if let Some(lib) = manifest
        .doc
        .get_mut("lib")
        .and_then(Item::as_table_like_mut)
    {
        let path = lib
            .get("path")
            .and_then(Item::as_str)
            .map(|p| place.dir.join(p));
        place.name_file(lib, &path.unwrap_or_else(|| src.join("lib.rs")));
    }

    let mut bins = match manifest.doc.remove("bin") {
        Some(Item::ArrayOfTables(tables)) => tables,
        Some(other) => other.into_array_of_tables().unwrap_or_default(),
        None => ArrayOfTables::new(),
    };
    for bin in bins.iter_mut() {
        let path = match bin.get("path").and_then(Item::as_str) {
            Some(path) => place.dir.join(path),
            None => place.guess(bin.get("name").and_then(Item::as_str).unwrap_or(""), &name),
        };
        place.name_file(bin, &path);
    }
    if autobins {
        for (bin, path) in discover(&name, src)? {
            let known = bins
                .iter()
                .any(|b| b.get("name").and_then(Item::as_str) == Some(&bin));
            if !known {
                let mut table = Table::new();
                table.insert("name", value(bin));
                place.name_file(&mut table, &path);
                bins.push(table);
            }
        }
    }
    if !bins.is_empty() {
        manifest.doc.insert("bin", Item::ArrayOfTables(bins));
    }
    for kind in ["test", "bench", "example"] {
        if manifest.doc.remove(kind).is_some() {
            notes.push(format!(
                "[[{kind}]] targets are left out: their files are not in src"
            ));
        }
    }
    if let Some(package) = manifest
        .doc
        .get_mut("package")
        .and_then(Item::as_table_like_mut)
    {
        for key in ["autobins", "autotests", "autobenches", "autoexamples"] {
            package.insert(key, value(false));
        }
    }
    Ok(())
}

/// Where files are and will be.
struct Place {
    dir: PathBuf,
    src: PathBuf,
}

impl Place {
    /// Writes a target's `path`: as it will be in the output, or absolute when it is not in `src`.
    fn name_file(&self, target: &mut dyn TableLike, path: &Path) {
        let clean: PathBuf = path
            .components()
            .filter(|c| *c != Component::CurDir)
            .collect();
        let text = match clean.strip_prefix(&self.src) {
            Ok(relative) => relative.to_string_lossy().replace('\\', "/"),
            Err(_) => clean.to_string_lossy().into_owned(),
        };
        target.insert("path", value(text));
    }

    /// The file of a `[[bin]]` that does not name it, as cargo finds it.
    fn guess(&self, bin: &str, package: &str) -> PathBuf {
        let candidates = [
            self.src.join("bin").join(format!("{bin}.rs")),
            self.src.join("bin").join(bin).join("main.rs"),
            self.src.join("main.rs"),
        ];
        let first = usize::from(bin == package) * 2;
        let order = [first, 0, 1, 2];
        let found = order
            .iter()
            .map(|at| &candidates[*at])
            .find(|path| path.is_file());
        found.unwrap_or(&candidates[2]).clone()
    }
}

/// The programs that cargo finds by itself.
fn discover(package: &str, src: &Path) -> Result<Vec<(String, PathBuf)>, CliError> {
    let mut list = Vec::new();
    let main = src.join("main.rs");
    if main.is_file() {
        list.push((package.to_owned(), main));
    }
    let dir = src.join("bin");
    if dir.is_dir() {
        for entry in fs::read_dir(&dir).map_err(CliError::read(&dir))? {
            let path = entry.map_err(CliError::read(&dir))?.path();
            let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned());
            let file = if path.is_dir() {
                path.join("main.rs")
            } else {
                path.clone()
            };
            let program = file.is_file() && file.extension().is_some_and(|e| e == "rs");
            if let (true, Some(stem)) = (program, stem) {
                list.push((stem, file));
            }
        }
    }
    list.sort();
    Ok(list)
}
