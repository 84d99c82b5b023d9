//! Source text and its syntax tree: the only folder (with `lower/`) that names tree-sitter kinds.

pub mod names;
pub mod rust;
