//! Random programs: generated, translated, built and run on many schedules, and compared
//! with their own serial elision bit for bit.
//!
//! `generate` makes a program (`program`: arrays, and a tree of steps) that stays within its
//! bounds by construction; `render` writes it as annotated Rust; `batch` translates many,
//! builds them as one crate and runs each function beside its serial twin; `shrink` drops
//! what a failure does not need. Functions with joined regions are called from regions and from one another
//! (`generate/calls.rs`). `c` writes the same programs in C;
//! `idioms` draws other ones from what people write, `clauses` such as say too little. A seed says it all: `program(seed)` is a pure function.
//!
//! The generator does not prove that a tiling of several loops is legal: that is what the
//! translator must decide. Where it refuses (HP5-E0008), only the outermost loop is tiled,
//! which is always legal; where it accepts, the results must be equal.

pub mod batch;
pub mod c;
pub mod campaign;
pub mod clauses;
pub mod generate;
pub mod idioms;
pub mod program;
pub mod render;
pub mod rng;
pub mod shrink;

pub use campaign::{Report, campaign};

/// What a program is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// C with `#pragma hp5`.
    C,
    /// Rust with attributes.
    Rust,
}

impl Language {
    /// Ends of its files' names.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Rust => "rs",
        }
    }
}
