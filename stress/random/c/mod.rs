//! Random programs in C: the programs of `generate`, written with `#pragma hp5`, translated,
//! compiled by the C compiler as they are and as they are emitted, and compared bit for bit.
//!
//! `style` says how a program is written (where variables are declared, members of a struct, macros,
//! rows by pointers or by lengths), `render` writes it, `batch` builds and runs many.

pub mod batch;
mod calls;
mod driver;
mod expressions;
pub mod render;
pub mod style;

pub use batch::{Report, campaign};
