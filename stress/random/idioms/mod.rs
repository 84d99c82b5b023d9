//! Random programs of what people write: statements that are drawn from public programs' idioms, where
//! `generate` draws sections and steps. Each is translated, compiled as it is and as it is emitted, run on
//! many schedules, and compared; what is refused is counted by its code.

pub mod c;
pub mod campaign;

pub use campaign::{Report, campaign};
