//! Source text and its syntax tree.

pub(crate) mod bound;
pub(crate) mod constants;
pub(crate) mod inner;
pub(crate) mod items;
pub mod names;
pub(crate) mod owners;
pub(crate) mod resizing;
pub mod rust;
pub(crate) mod tokens;
