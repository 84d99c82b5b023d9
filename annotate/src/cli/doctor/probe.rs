//! Where the doctor looks: a root directory and an environment, so that tests can show it
//! other machines.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use pcubes::discover::{CpuSet, control_groups};

/// No file that the doctor reads as text is longer.
const MOST_BYTES: u64 = 8 << 20;

/// What is asked: files below `root`, variables in `env`.
#[derive(Debug, Clone)]
pub struct Probe {
    /// `/`, or a copy of another machine's `/proc` and `/sys`.
    pub root: PathBuf,
    /// The environment of the process.
    pub env: BTreeMap<String, String>,
}

impl Probe {
    /// This machine, or the one that is copied below `root`, and this environment.
    #[must_use]
    pub fn new(root: Option<&Path>) -> Probe {
        let text = |value: std::ffi::OsString| value.to_string_lossy().into_owned();
        Probe {
            root: root.unwrap_or(Path::new("/")).to_owned(),
            env: std::env::vars_os()
                .map(|(name, value)| (text(name), text(value)))
                .collect(),
        }
    }

    /// True when it is this machine that is asked.
    #[must_use]
    pub fn is_here(&self) -> bool {
        self.root == Path::new("/")
    }

    /// The file `path`, an absolute one, below the root.
    #[must_use]
    pub fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        let path = path.as_ref();
        self.root.join(path.strip_prefix("/").unwrap_or(path))
    }

    /// A file's text without space around it; `None` when it cannot be read.
    #[must_use]
    pub fn read(&self, path: impl AsRef<Path>) -> Option<String> {
        use std::io::Read as _;
        let file = std::fs::File::open(self.path(path)).ok()?;
        let mut text = Vec::new();
        file.take(MOST_BYTES).read_to_end(&mut text).ok()?;
        Some(String::from_utf8_lossy(&text).trim().to_owned())
    }

    /// A file that holds a number.
    #[must_use]
    pub fn number(&self, path: impl AsRef<Path>) -> Option<u64> {
        self.read(path)?.parse().ok()
    }

    /// What follows `label` in a file of lines `label value`, as in `/proc/self/status`.
    #[must_use]
    pub fn field(&self, path: &str, label: &str) -> Option<String> {
        let text = self.read(path)?;
        let line = text.lines().find_map(|line| line.strip_prefix(label))?;
        Some(line.trim().to_owned())
    }

    /// Bytes from a line `label 123 kB`.
    #[must_use]
    pub fn kilobytes(&self, path: &str, label: &str) -> Option<u64> {
        let text = self.field(path, label)?;
        let number: u64 = text.strip_suffix("kB")?.trim().parse().ok()?;
        number.checked_mul(1 << 10)
    }

    /// A file that holds a list of processors or nodes.
    #[must_use]
    pub fn list(&self, path: &str) -> Option<CpuSet> {
        CpuSet::parse(&self.read(path)?)
    }

    /// Names in a directory, sorted.
    #[must_use]
    pub fn names(&self, path: impl AsRef<Path>) -> Vec<String> {
        let entries = std::fs::read_dir(self.path(path)).into_iter().flatten();
        let name = |entry: std::fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<String> = entries.flatten().map(name).collect();
        names.sort();
        names
    }

    /// A variable that is set to something, without space around it.
    #[must_use]
    pub fn var(&self, name: &str) -> Option<&str> {
        let value = self.env.get(name)?.trim();
        (!value.is_empty()).then_some(value)
    }

    /// A variable that is a number.
    #[must_use]
    pub fn var_number(&self, name: &str) -> Option<usize> {
        self.var(name)?.parse().ok()
    }

    /// Directories of the control groups of this process with `controller`, its own first.
    #[must_use]
    pub fn groups(&self, controller: &str) -> Vec<PathBuf> {
        control_groups(&self.root, controller)
    }

    /// The smallest value that the groups of `controller` have in a file: `v2` where it is,
    /// else `v1`. "max" and numbers near 2^63 are no limit.
    #[must_use]
    pub fn group_limit(&self, controller: &str, v2: &str, v1: &str) -> Option<u64> {
        let limit = |dir: PathBuf| {
            let text = read(&dir.join(v2)).or_else(|| read(&dir.join(v1)))?;
            text.parse::<u64>().ok().filter(|&bytes| bytes < 1 << 60)
        };
        self.groups(controller).into_iter().filter_map(limit).min()
    }

    /// The value of `key` in a file of lines `key value` of the innermost group that has it.
    #[must_use]
    pub fn group_count(&self, controller: &str, file: &str, key: &str) -> Option<u64> {
        self.groups(controller).into_iter().find_map(|dir| {
            let text = read(&dir.join(file))?;
            let line = text.lines().find_map(|line| line.strip_prefix(key))?;
            line.trim().parse().ok()
        })
    }

    /// The text of the first of `files` that the innermost group of `controller` has.
    #[must_use]
    pub fn group_text(&self, controller: &str, files: &[&str]) -> Option<String> {
        let text = |dir: PathBuf| files.iter().find_map(|file| read(&dir.join(file)));
        self.groups(controller).into_iter().find_map(text)
    }

    /// Processors' worth of time that the control groups grant, with its fraction.
    #[must_use]
    pub fn quota(&self) -> Option<f64> {
        let quota = |dir: PathBuf| {
            let (quota, period) = match read(&dir.join("cpu.max")) {
                Some(text) => {
                    let (quota, period) = text.split_once(' ')?;
                    (quota.to_owned(), period.to_owned())
                }
                None => (
                    read(&dir.join("cpu.cfs_quota_us"))?,
                    read(&dir.join("cpu.cfs_period_us"))?,
                ),
            };
            // "max" and -1 mean no limit; neither is such a number.
            let (quota, period): (u32, u32) = (quota.parse().ok()?, period.trim().parse().ok()?);
            (period > 0).then(|| f64::from(quota) / f64::from(period))
        };
        self.groups("cpu")
            .into_iter()
            .filter_map(quota)
            .min_by(f64::total_cmp)
    }
}

fn read(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    Some(text.trim().to_owned())
}

/// Bytes as people write them.
#[must_use]
pub fn bytes(bytes: u64) -> String {
    pcubes::Bytes(bytes).rounded()
}

/// `1 core`, `2 cores`.
#[must_use]
pub fn many(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
