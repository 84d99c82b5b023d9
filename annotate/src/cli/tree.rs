//! Reading the input: a file, a tree of files, a package, or a package's `src`.
//!
//! Directories are walked in the order of names. Left out are hidden directories (but
//! `.cargo` is kept), build output (`target` at the top of a package, any directory with a
//! `CACHEDIR.TAG`) and earlier output of ours. A symbolic link to a file is followed; one to a directory is left out
//! with a note, because it may lead out of the tree or round in circles.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::output::RECORD;
use crate::cli::{CliError, encoding};

/// What the input is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layout {
    /// One file.
    File,
    /// A directory that is no package.
    Tree,
    /// A directory with a `Cargo.toml`.
    Package,
    /// The directory `src` of a package: its files become the top of the output, with a
    /// manifest made from the package's.
    Src {
        /// The directory with the `Cargo.toml`.
        package: PathBuf,
    },
}

impl Layout {
    /// Looks at the input.
    ///
    /// # Errors
    /// When there is no such file or directory.
    pub fn of(input: &Path) -> Result<Layout, CliError> {
        let meta = fs::metadata(input).map_err(CliError::read(input))?;
        if meta.is_file() {
            return Ok(Layout::File);
        }
        if input.join("Cargo.toml").is_file() {
            return Ok(Layout::Package);
        }
        let full = fs::canonicalize(input).map_err(CliError::read(input))?;
        match full.parent() {
            Some(parent)
                if full.file_name().is_some_and(|n| n == "src")
                    && parent.join("Cargo.toml").is_file() =>
            {
                Ok(Layout::Src {
                    package: parent.to_owned(),
                })
            }
            _ => Ok(Layout::Tree),
        }
    }
}

/// One file of the input.
#[derive(Debug)]
pub struct Input {
    /// Where it is, as the user would write it.
    pub path: PathBuf,
    /// Its place in the tree (its name, for a single file).
    pub relative: PathBuf,
    /// The text of a Rust file; `None`: copied byte for byte.
    pub text: Option<String>,
}

/// The files of an input, and what there is to say about those left out.
#[derive(Debug, Default)]
pub struct Inputs {
    /// In the order of their paths.
    pub files: Vec<Input>,
    /// Warnings.
    pub warnings: Vec<String>,
}

/// Reads the input.
///
/// # Errors
/// When something cannot be read.
pub fn read(input: &Path, layout: &Layout) -> Result<Inputs, CliError> {
    let mut inputs = Inputs::default();
    if *layout == Layout::File {
        let name = input
            .file_name()
            .map_or_else(|| input.to_owned(), PathBuf::from);
        read_file(input, name, &mut inputs)?;
    } else {
        walk(input, Path::new(""), &mut inputs)?;
    }
    Ok(inputs)
}

fn walk(root: &Path, below: &Path, inputs: &mut Inputs) -> Result<(), CliError> {
    let here = if below.as_os_str().is_empty() {
        root.to_owned()
    } else {
        root.join(below)
    };
    let mut names = Vec::new();
    for entry in fs::read_dir(&here).map_err(CliError::read(&here))? {
        names.push(entry.map_err(CliError::read(&here))?.file_name());
    }
    names.sort();
    for name in names {
        let path = here.join(&name);
        let relative = below.join(&name);
        let link = fs::symlink_metadata(&path)
            .map_err(CliError::read(&path))?
            .is_symlink();
        let Ok(meta) = fs::metadata(&path) else {
            inputs
                .warnings
                .push(format!("{} leads nowhere and is left out", path.display()));
            continue;
        };
        if meta.is_dir() {
            if link {
                inputs.warnings.push(format!(
                    "{} is a symbolic link to a directory and is left out",
                    path.display()
                ));
            } else if !is_left_out(&path, &here) {
                walk(root, &relative, inputs)?;
            }
        } else if meta.is_file() {
            read_file(&path, relative, inputs)?;
        }
    }
    Ok(())
}

/// True for directories that are no source.
fn is_left_out(path: &Path, parent: &Path) -> bool {
    let name = path
        .file_name()
        .map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_default();
    (name.starts_with('.') && name != ".cargo")
        || (name == "target" && parent.join("Cargo.toml").is_file())
        || path.join("CACHEDIR.TAG").is_file()
        || path.join(RECORD).is_file()
}

fn read_file(path: &Path, relative: PathBuf, inputs: &mut Inputs) -> Result<(), CliError> {
    let mut text = None;
    if path.extension().is_some_and(|e| e == "rs") || crate::c::is_c(path) {
        let bytes = fs::read(path).map_err(CliError::read(path))?;
        match String::from_utf8(bytes) {
            // Also what is UTF-8: its text has stand-ins, too.
            found if crate::c::is_c(path) => {
                let bytes = found.map_or_else(|error| error.into_bytes(), String::into_bytes);
                text = Some(encoding::decode(bytes));
            }
            Ok(utf8) => text = Some(utf8),
            Err(error) => inputs.warnings.push(format!(
                "{} is not UTF-8 (byte {}): it is copied as it is, its directives are not read",
                path.display(),
                error.utf8_error().valid_up_to()
            )),
        }
    }
    inputs.files.push(Input {
        path: path.to_owned(),
        relative,
        text,
    });
    Ok(())
}
