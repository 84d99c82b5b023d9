//! Writing the output directory, and nothing else.
//!
//! The file [`RECORD`] in it lists what was written, with a checksum of each. That is how a
//! later run knows which files are ours: a directory with anything else in it, or with a file
//! that somebody has changed, is refused unless forced. Files that are no longer part of the
//! output are deleted. A file whose contents stay is not touched, so that cargo does not
//! build it again.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::cli::CliError;

/// The record's name.
pub const RECORD: &str = ".hp5-emitted";

/// What cargo writes beside our files.
const OF_CARGO: &str = "Cargo.lock";

/// An output directory that is being written.
#[derive(Debug)]
pub struct Output {
    dir: PathBuf,
    before: BTreeMap<PathBuf, u64>,
    now: BTreeMap<PathBuf, u64>,
}

impl Output {
    /// Checks the directory; writes nothing yet.
    ///
    /// # Errors
    /// When it is inside `input` (build output, which is never read as input, excepted), or
    /// holds what is not ours and `force` is not set.
    pub fn open(dir: &Path, input: &Path, force: bool) -> Result<Output, CliError> {
        refuse_inside(dir, input)?;
        let before = read_record(dir)?;
        if !force {
            let mut foreign = Vec::new();
            find_foreign(dir, Path::new(""), &before, &mut foreign)?;
            if !foreign.is_empty() {
                let mut files = String::new();
                for path in foreign.iter().take(5) {
                    let _ = writeln!(files, "    {}", path.display());
                }
                if foreign.len() > 5 {
                    let _ = writeln!(files, "    and {} more", foreign.len() - 5);
                }
                return Err(CliError::Foreign {
                    out: dir.to_owned(),
                    files,
                });
            }
        }
        Ok(Output {
            dir: dir.to_owned(),
            before,
            now: BTreeMap::new(),
        })
    }

    /// Writes a file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn put(&mut self, relative: &Path, bytes: &[u8]) -> Result<(), CliError> {
        let sum = checksum(bytes);
        let path = self.dir.join(relative);
        self.now.insert(relative.to_owned(), sum);
        // A lock file that cargo has adjusted stays, as long as the one it came from does.
        let kept_lock = relative == Path::new(OF_CARGO)
            && self.before.get(relative) == Some(&sum)
            && path.is_file();
        if kept_lock || fs::read(&path).is_ok_and(|old| old == bytes) {
            return Ok(());
        }
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(CliError::write(parent))?;
        }
        fs::write(&path, bytes).map_err(CliError::write(&path))
    }

    /// Copies a file byte for byte, with its permissions.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn copy(&mut self, relative: &Path, from: &Path) -> Result<(), CliError> {
        let bytes = fs::read(from).map_err(CliError::read(from))?;
        self.put(relative, &bytes)?;
        let permissions = fs::metadata(from)
            .map_err(CliError::read(from))?
            .permissions();
        if !permissions.readonly() {
            let path = self.dir.join(relative);
            fs::set_permissions(&path, permissions).map_err(CliError::write(&path))?;
        }
        Ok(())
    }

    /// Deletes what is no longer part of the output, and writes the record.
    ///
    /// # Errors
    /// When a file cannot be deleted or written.
    pub fn finish(self) -> Result<(), CliError> {
        for (relative, sum) in &self.before {
            let path = self.dir.join(relative);
            let ours = fs::read(&path).is_ok_and(|bytes| checksum(&bytes) == *sum);
            if ours && !self.now.contains_key(relative) {
                fs::remove_file(&path).map_err(CliError::write(&path))?;
            }
        }
        let mut record = String::from(
            "# Written by hp5-annotate: its files, with checksums. Without this file the\n\
             # directory is not recognised as output.\n",
        );
        for (relative, sum) in &self.now {
            let _ = writeln!(record, "{sum:016x} {}", relative.display());
        }
        fs::create_dir_all(&self.dir).map_err(CliError::write(&self.dir))?;
        let path = self.dir.join(RECORD);
        fs::write(&path, record).map_err(CliError::write(&path))
    }
}

/// FNV-1a, 64 bits: the same on every machine and for every version.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    })
}

fn read_record(dir: &Path) -> Result<BTreeMap<PathBuf, u64>, CliError> {
    let path = dir.join(RECORD);
    if !path.is_file() {
        return Ok(BTreeMap::new());
    }
    let text = fs::read_to_string(&path).map_err(CliError::read(&path))?;
    let entry = |line: &str| {
        let (sum, name) = line.split_once(' ')?;
        let name = PathBuf::from(name);
        // Nothing outside of the directory is ever ours.
        let below = name.components().all(|c| matches!(c, Component::Normal(_)));
        below.then_some((name, u64::from_str_radix(sum, 16).ok()?))
    };
    Ok(text.lines().filter_map(entry).collect())
}

fn find_foreign(
    dir: &Path,
    below: &Path,
    ours: &BTreeMap<PathBuf, u64>,
    foreign: &mut Vec<PathBuf>,
) -> Result<(), CliError> {
    let here = dir.join(below);
    if !here.is_dir() {
        return Ok(());
    }
    let top = below.as_os_str().is_empty();
    for entry in fs::read_dir(&here).map_err(CliError::read(&here))? {
        let name = entry.map_err(CliError::read(&here))?.file_name();
        let relative = below.join(&name);
        let path = dir.join(&relative);
        if path.is_dir() {
            if !(top && name == "target") {
                find_foreign(dir, &relative, ours, foreign)?;
            }
        } else if !(top && (name == RECORD || (name == OF_CARGO && !ours.is_empty()))) {
            let same = |sum: &u64| fs::read(&path).is_ok_and(|bytes| checksum(&bytes) == *sum);
            if !ours.get(&relative).is_some_and(same) {
                foreign.push(path);
            }
        }
    }
    foreign.sort();
    Ok(())
}

/// Refuses an output directory that later would be read as input, or overwrite it.
pub(crate) fn refuse_inside(dir: &Path, input: &Path) -> Result<(), CliError> {
    let out = full(dir)?;
    let root = full(input)?;
    let clash = if root.is_file() {
        root.parent() == Some(out.as_path())
    } else {
        let inside = out
            .strip_prefix(&root)
            .is_ok_and(|below| !is_build_output(&root, below));
        inside || root.starts_with(&out)
    };
    if clash {
        return Err(CliError::Inside {
            out: dir.to_owned(),
            input: input.to_owned(),
        });
    }
    Ok(())
}

/// True when a directory above the output is left out of the input (see `cli::tree`).
fn is_build_output(root: &Path, below: &Path) -> bool {
    let mut at = root.to_owned();
    let target = below.components().next() == Some(Component::Normal("target".as_ref()));
    (target && root.join("Cargo.toml").is_file())
        || below.components().any(|part| {
            at.push(part);
            at.join("CACHEDIR.TAG").is_file()
        })
}

/// The absolute path without links; what does not exist yet is taken as written.
pub(crate) fn full(path: &Path) -> Result<PathBuf, CliError> {
    let absolute = std::path::absolute(path).map_err(CliError::read(path))?;
    let absolute = if fs::canonicalize(&absolute).is_ok() {
        absolute
    } else {
        without_dots(&absolute)
    };
    let mut missing = Vec::new();
    let mut at = absolute.as_path();
    loop {
        if let Ok(real) = fs::canonicalize(at) {
            return Ok(missing
                .iter()
                .rev()
                .fold(real, |path, name| path.join(name)));
        }
        match (at.parent(), at.file_name()) {
            (Some(parent), Some(name)) => {
                missing.push(name.to_owned());
                at = parent;
            }
            _ => return Ok(absolute.clone()),
        }
    }
}

/// The path with `..` taken by the letter, for what does not exist yet.
fn without_dots(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                out.pop();
            }
            Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let dir = std::env::temp_dir().join(format!("hp5-output-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(dir.join("in")).unwrap();
        dir
    }

    fn write(out: &Path, input: &Path, files: &[(&str, &str)]) -> Result<(), CliError> {
        let mut output = Output::open(out, input, false)?;
        for (name, text) in files {
            output.put(Path::new(name), text.as_bytes())?;
        }
        output.finish()
    }

    #[test]
    fn writes_again_and_deletes_what_is_gone() {
        let dir = scratch("again");
        let (input, out) = (dir.join("in"), dir.join("out"));
        write(
            &out,
            &input,
            &[("a.rs", "1"), ("sub/b.rs", "2"), ("Cargo.lock", "x")],
        )
        .unwrap();
        fs::write(out.join("Cargo.lock"), "adjusted by cargo").unwrap();
        fs::create_dir_all(out.join("target/debug")).unwrap();
        fs::write(out.join("target/debug/x"), "").unwrap();
        write(&out, &input, &[("a.rs", "3"), ("Cargo.lock", "x")]).unwrap();
        assert_eq!(fs::read_to_string(out.join("a.rs")).unwrap(), "3");
        assert!(!out.join("sub/b.rs").exists());
        assert_eq!(
            fs::read_to_string(out.join("Cargo.lock")).unwrap(),
            "adjusted by cargo"
        );
        fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn foreign_and_changed_files_are_not_overwritten() {
        let dir = scratch("foreign");
        let (input, out) = (dir.join("in"), dir.join("out"));
        write(&out, &input, &[("a.rs", "1")]).unwrap();
        fs::write(out.join("a.rs"), "edited").unwrap();
        let error = write(&out, &input, &[("a.rs", "2")]).unwrap_err();
        assert!(error.to_string().contains("a.rs") && error.to_string().contains("--force"));
        fs::write(out.join("a.rs"), "1").unwrap();
        fs::write(out.join("mine.txt"), "").unwrap();
        let error = write(&out, &input, &[("a.rs", "2")]).unwrap_err();
        assert!(error.to_string().contains("mine.txt"), "{error}");
        let mut forced = Output::open(&out, &input, true).unwrap();
        forced.put(Path::new("a.rs"), b"2").unwrap();
        forced.finish().unwrap();
        assert!(out.join("mine.txt").exists());
        fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn input_and_output_stay_apart() {
        let dir = scratch("apart");
        let input = dir.join("in");
        fs::write(input.join("Cargo.toml"), "").unwrap();
        fs::create_dir_all(input.join("build")).unwrap();
        fs::write(input.join("build/CACHEDIR.TAG"), "").unwrap();
        for bad in [
            "in",
            "in/out",
            "in/new/../out",
            "new/../in/out",
            ".",
            "in/src/target",
        ] {
            let open = Output::open(&dir.join(bad), &input, true);
            assert!(matches!(open, Err(CliError::Inside { .. })), "{bad}");
        }
        for good in ["out", "in-hp5", "in/target/hp5/x", "in/build/hp5"] {
            Output::open(&dir.join(good), &input, true).unwrap();
        }
        let file = input.join("a.rs");
        fs::write(&file, "").unwrap();
        assert!(Output::open(&input, &file, true).is_err());
        fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn a_forged_record_reaches_nothing_outside() {
        let dir = scratch("forged");
        let out = dir.join("out");
        fs::create_dir_all(&out).unwrap();
        fs::write(dir.join("victim"), "v").unwrap();
        let sum = checksum(b"v");
        fs::write(out.join(RECORD), format!("{sum:016x} ../victim\n")).unwrap();
        write(&out, &dir.join("in"), &[("a.rs", "1")]).unwrap();
        assert!(dir.join("victim").exists());
        fs::remove_dir_all(&dir).unwrap();
    }
}
