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
//!
//! The form that HighP5's authors use, without figures (`Space 2: Core-Pair (4)`, `.ml`), is
//! read as well: [`Machine::from_ml`](crate::Machine::from_ml).

mod builtin;
pub(crate) mod error;
mod ml;
mod read;
pub(crate) mod scan;
mod text;
mod write;

use std::path::Path;

use crate::discover::SyntheticError;
use crate::machine::Machine;

pub use builtin::{BUILT_IN, built_in};
pub use error::DescribeError;
pub use text::read_text;

/// The ending of description files.
pub const ENDING: &str = ".pcubes.toml";

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

    /// Reads a description in the form of HighP5's authors (`.ml`), which may hold several
    /// models; `file` is what errors call it.
    ///
    /// # Errors
    /// With the line, the column and a hint.
    pub fn from_ml(text: &str, file: &str) -> Result<Vec<Machine>, DescribeError> {
        ml::machines(text, file)
    }

    /// The model called `name` (in any case) of those in a file; without a name, the only one.
    fn model(
        mut models: Vec<Machine>,
        name: Option<&str>,
        file: &str,
    ) -> Result<Machine, DescribeError> {
        let named =
            |machine: &Machine| name.is_none_or(|name| machine.name.eq_ignore_ascii_case(name));
        let mut meant = models
            .iter()
            .enumerate()
            .filter(|(_, machine)| named(machine));
        if let (Some((at, _)), None) = (meant.next(), meant.next()) {
            return Ok(models.swap_remove(at));
        }
        let all: Vec<String> = models
            .iter()
            .map(|machine| format!("{file}#{}", machine.name))
            .collect();
        let message = match name {
            Some(name) => format!("there is no one model `{name}` in {file}"),
            None => format!("{file} holds {} models", models.len()),
        };
        let help = format!("say which one: {}", all.join(", "));
        Err(DescribeError::whole(file, message, Some(help)))
    }

    /// Reads a description file: ours (TOML), or that of HighP5's authors where the name ends
    /// with `.ml`.
    ///
    /// # Errors
    /// That the file cannot be read, what is wrong in it, or that it holds several models.
    pub fn from_file(path: &Path) -> Result<Machine, DescribeError> {
        Machine::from_file_model(path, None)
    }

    fn from_file_model(path: &Path, model: Option<&str>) -> Result<Machine, DescribeError> {
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
        let text = read_text(path).map_err(cannot)?;
        if file.ends_with(ml::ENDING) {
            return Machine::model(Machine::from_ml(&text, &file)?, model, &file);
        }
        Machine::from_toml(&text, &file)
    }

    /// The machine that a person calls `name`: a file when there is one of this name (with
    /// or without the ending), else a built-in description. `FILE.ml#MODEL` is one of several
    /// models in a file; a line of levels with their counts is made up
    /// ([`Machine::synthetic`]).
    ///
    /// # Errors
    /// As for [`Machine::from_file`] and [`Machine::synthetic`].
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
        if let Some((file, model)) = name.rsplit_once('#')
            && file.ends_with(ml::ENDING)
        {
            return Machine::from_file_model(Path::new(file), Some(model));
        }
        let looks_like_file = name.contains(std::path::MAIN_SEPARATOR)
            || name.ends_with(".toml")
            || name.ends_with(ml::ENDING);
        if looks_like_file || path.exists() {
            return Machine::from_file(path);
        }
        if name.split_whitespace().any(is_level) {
            let cannot =
                |error: SyntheticError| DescribeError::whole(name, error.to_string(), None);
            return Machine::synthetic(name).map_err(cannot);
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

/// True for a level with its count, as in `core:8`.
fn is_level(text: &str) -> bool {
    let count = text.split_once(':').map(|(_, count)| count);
    count.is_some_and(|count| count.starts_with(|c: char| c.is_ascii_digit()))
}

/// Names of the built-in machines, for messages.
fn names() -> String {
    BUILT_IN
        .iter()
        .map(|entry| entry.0)
        .collect::<Vec<_>>()
        .join(", ")
}
