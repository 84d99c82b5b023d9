//! Machine descriptions: TOML files that people write (`*.pcubes.toml`).
//!
//! ```toml
//! name = "two sockets"
//!
//! [[space]]                      # highest first
//! name = "machine"
//! memory = { size = "64 GiB" }
//!
//! [[space]]                      # lies inside the space before it
//! name = "socket"
//! count = 2                      # per unit of the space above; 1 when left out
//! memory = { size = "32 MiB", width = "64 B", latency = "40 cycles" }
//!
//! [[space]]
//! name = "core"
//! count = 8
//! compute = { operations = 4, clock = "2.3 GHz" }
//! exchange = "50 ns"             # among siblings; "none" where they cannot
//! movement = { latency = "15 cycles", width = "64 B", bandwidth = 8 }   # to the parent
//! assumed = ["exchange"]         # figures that are guesses; "memory" marks all of memory
//! ```
//!
//! A space that lies elsewhere than in the one before it says so with `in = "socket"`;
//! spaces of one name are told apart by an `id`. That is all it takes to describe machines
//! with several kinds of core. `role` says what a space is where the name does not
//! ([`Role::of_name`](crate::Role::of_name)), `note` is a remark, and at the top `about`,
//! `source`, `cpus` (the system's numbers of the leaves, in order) and `cpu_quota` may stand.

mod builtin;
mod error;
mod read;
mod write;

use std::path::Path;

use crate::machine::Machine;

pub use builtin::{BUILT_IN, built_in};
pub use error::DescribeError;

/// The ending of description files.
pub const ENDING: &str = ".pcubes.toml";

/// Files longer than this are no machine descriptions.
const MOST_BYTES: u64 = 4 << 20;

impl Machine {
    /// Reads a description; `file` is what errors call it.
    ///
    /// # Errors
    /// With the line, the column and a hint.
    pub fn from_toml(text: &str, file: &str) -> Result<Machine, DescribeError> {
        read::machine(text, file)
    }

    /// Writes the description, which [`Machine::from_toml`] reads back as an equal machine.
    #[must_use]
    pub fn to_toml(&self) -> String {
        write::machine(self)
    }

    /// Reads a description file.
    ///
    /// # Errors
    /// That the file cannot be read, or what is wrong in it.
    pub fn from_file(path: &Path) -> Result<Machine, DescribeError> {
        let file = path.display().to_string();
        let cannot = |error: std::io::Error| {
            let help = format!(
                "give a {ENDING} file, or one of the built-in machines: {}",
                names()
            );
            DescribeError::whole(
                &file,
                format!("cannot read the machine description: {error}"),
                Some(help),
            )
        };
        let length = std::fs::metadata(path).map_err(cannot)?.len();
        if length > MOST_BYTES {
            let message = format!("a machine description of {length} bytes is none");
            return Err(DescribeError::whole(&file, message, None));
        }
        Machine::from_toml(&std::fs::read_to_string(path).map_err(cannot)?, &file)
    }

    /// The machine that a person calls `name`: a file when there is one of this name (with
    /// or without the ending), else a built-in description.
    ///
    /// # Errors
    /// As for [`Machine::from_file`].
    pub fn named(name: &str) -> Result<Machine, DescribeError> {
        let path = Path::new(name);
        let with_ending = format!("{name}{ENDING}");
        if path.is_file() {
            return Machine::from_file(path);
        }
        if let Some(text) = built_in(name) {
            return Machine::from_toml(text, &with_ending);
        }
        if Path::new(&with_ending).is_file() {
            return Machine::from_file(Path::new(&with_ending));
        }
        let looks_like_file = name.contains(std::path::MAIN_SEPARATOR) || name.ends_with(".toml");
        if looks_like_file || path.exists() {
            return Machine::from_file(path);
        }
        let known = BUILT_IN.iter().map(|entry| entry.0);
        let help = match error::nearest(name, known) {
            Some(near) => format!(
                "did you mean `{near}`? The built-in machines are {}",
                names()
            ),
            None => format!("the built-in machines are {}", names()),
        };
        Err(DescribeError::whole(
            name,
            format!("no machine and no file is called `{name}`"),
            Some(help),
        ))
    }
}

/// Names of the built-in machines, for messages.
fn names() -> String {
    BUILT_IN
        .iter()
        .map(|entry| entry.0)
        .collect::<Vec<_>>()
        .join(", ")
}
