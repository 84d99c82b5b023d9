//! Logical spaces on physical ones: mapping files, and who does the work (HighP5, section 6.1).
//!
//! ```
//! use pcubes::Machine;
//! use pcubes::mapping::{Levels, MapFile, Wish};
//!
//! // Table 1 of the paper, case A.
//! let text = "\"5-point Stencil\" { Space A: CPU  Space B: Core-Pair } // or by number: 4, 2";
//! let file = MapFile::read(text, "stencil.map")?;
//! let levels = Levels::of(&Machine::named("hermes")?);
//! let task = file.task("5-point Stencil").unwrap();
//! let space = |name, parent| Wish { name, parent, level: None, cuts: true };
//! let spaces = [space("A", None), space("B", Some(0))];
//! let mapped = levels.map(Some(&file), Some(task), &spaces)?;
//!
//! // Nothing is computed at the level of a CPU, so one of its core pairs stands in.
//! let a = &mapped.spaces[0];
//! assert_eq!((a.ppus, levels.name(a.stand_in)), (16, "Core-Pair"));
//! assert_eq!((mapped.spaces[1].ppus, mapped.spaces[1].ppus_per_parent), (128, 8));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`MapFile`] (what people write) -> [`Levels`] (a machine's PPSes) -> [`Mapped`] (rule 1,
//! compute) -> [`Levels::store`] (rule 2, memory).

mod levels;
mod place;
mod read;

pub use levels::{Level, Levels};
pub use place::{Mapped, Placed, Store, Wish};
pub use read::{Entry, MapFile, Target, TaskMap};
