//! Random programs of what people write: statements that are drawn from public programs' idioms, where
//! `generate` draws sections and steps. Each is translated, compiled as it is and as it is emitted, run on
//! many schedules, and compared; what is refused is counted by its code.

pub mod c;
pub mod campaign;
pub mod rust;
mod rust_loops;

pub use campaign::{Report, campaign};

use super::Language;

/// The program of a seed.
#[must_use]
pub fn text(language: Language, seed: u64) -> String {
    match language {
        Language::C => c::program(&c::steps(seed, 0), 0),
        Language::Rust => rust::program(&rust::steps(seed)),
    }
}
