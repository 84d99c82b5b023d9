//! Machines that do not exist, for tests of placement: `"package:2 l3:2 core:4 pu:2"`.

use thiserror::Error;

use crate::machine::{MOST_LEAVES, MOST_LEVELS, Machine};
use crate::measure::{Bytes, MeasureError};
use crate::space::{Figure, Memory, Role, Space};

/// A text that describes no synthetic machine.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SyntheticError {
    /// There is no level in it.
    #[error("a synthetic machine has levels, as in \"package:2 l3:1(size=32MiB) core:4 pu:2\"")]
    Empty,
    /// A level is not written `name:count`.
    #[error("`{0}` is not a level; write name:count, as in core:4 or l3:1(size=32MiB)")]
    Level(String),
    /// A size that is none.
    #[error("`{level}`: {source}")]
    Size {
        /// The level.
        level: String,
        /// What is wrong with its size.
        source: MeasureError,
    },
    /// More leaves or levels than anybody can mean.
    #[error("a machine of more than 2^40 hardware threads or 64 levels was asked for")]
    TooLarge,
}

impl Machine {
    /// A uniform machine from a line of levels, highest first, each `name:count` with the
    /// count per unit of the level above, caches and NUMA nodes optionally with a size:
    /// `"package:2 numa:2 l3:1(size=32MiB) core:4 pu:2"`. The names give the roles
    /// ([`Role::of_name`]). Sizes are figures of the imagination, and marked as assumed.
    ///
    /// # Errors
    /// A level that cannot be read, a count of 0, an absurd total.
    pub fn synthetic(text: &str) -> Result<Machine, SyntheticError> {
        let mut levels: Vec<Space> = text
            .split_whitespace()
            .map(level)
            .collect::<Result<_, _>>()?;
        let total = levels
            .iter()
            .try_fold(1u64, |n, level| n.checked_mul(level.count as u64));
        if levels.len() > MOST_LEVELS || total.is_none_or(|n| n > MOST_LEAVES) {
            return Err(SyntheticError::TooLarge);
        }
        let mut below = levels.pop().ok_or(SyntheticError::Empty)?;
        while let Some(level) = levels.pop() {
            below = level.with(below);
        }
        let root = match below.role {
            Role::Machine | Role::Cluster => below,
            _ => Space::new("machine", 1).with(below),
        };
        let mut machine = Machine::new("synthetic", root);
        machine.about = Some(text.split_whitespace().collect::<Vec<_>>().join(" "));
        Ok(machine)
    }
}

fn level(text: &str) -> Result<Space, SyntheticError> {
    let bad = || SyntheticError::Level(text.to_owned());
    let (name, rest) = text.split_once(':').ok_or_else(bad)?;
    let (count, size) = match rest.split_once('(') {
        Some((count, attributes)) => {
            let size = attributes
                .strip_suffix(')')
                .and_then(|a| a.strip_prefix("size="))
                .ok_or_else(bad)?;
            (count, Some(size))
        }
        None => (rest, None),
    };
    let named = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || c == '-' || c == '_');
    let count: usize = count
        .parse()
        .ok()
        .filter(|&n| n > 0 && named)
        .ok_or_else(bad)?;
    let mut space = Space::new(name, count);
    if let Some(size) = size {
        let size: Bytes = size.parse().map_err(|source| SyntheticError::Size {
            level: text.to_owned(),
            source,
        })?;
        space.memory = Some(Memory::of(size));
        space.assumed.insert(Figure::MemorySize);
    }
    Ok(space)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_nest_and_multiply() {
        let machine = Machine::synthetic("package:2 numa:2 l3:1(size=32MiB) core:4 pu:2").unwrap();
        assert_eq!(machine.ppu_count(), 32);
        let names: Vec<_> = machine
            .root()
            .walk()
            .map(|(_, s)| s.name.as_str())
            .collect();
        assert_eq!(names, ["machine", "package", "numa", "l3", "core", "pu"]);
        let last = machine.ppus().last().unwrap();
        assert_eq!((last.core, last.thread, last.numa), (15, 1, 3));
    }

    #[test]
    fn the_top_is_not_doubled() {
        let machine = Machine::synthetic("node:4 core:2").unwrap();
        assert_eq!(
            (machine.root().name.as_str(), machine.ppu_count()),
            ("node", 8)
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, wanted) in [
            ("", "has levels"),
            ("core", "`core` is not a level"),
            ("core:0", "`core:0` is not a level"),
            ("core:x pu:2", "`core:x` is not a level"),
            ("l3:1(size=32MB) core:2", "write \"32 MiB\""),
            ("l3:1(sise=1MiB)", "is not a level"),
            ("core:99999999 pu:99999999", "2^40"),
        ] {
            let error = Machine::synthetic(text).unwrap_err().to_string();
            assert!(error.contains(wanted), "{text}: {error}");
        }
    }
}
