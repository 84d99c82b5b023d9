//! Parsing of C: text in, a tree with directives and what the grammar does not know replaced out.

pub(in crate::c) mod assembly;
pub(in crate::c) mod attribute_macros;
pub(in crate::c) mod diagnostics;
pub(in crate::c) mod dimension_limit;
pub(in crate::c) mod directives;
pub(in crate::c) mod expressions;
pub(in crate::c) mod foreign_pragmas;
pub(in crate::c) mod grammar_workarounds;
pub(in crate::c) mod implicit_types;
pub(in crate::c) mod lexical;
pub(crate) mod line_markers;
pub(in crate::c) mod names;
pub(in crate::c) mod node_index;
pub(in crate::c) mod node_kinds;
pub(in crate::c) mod openmp_directives;
pub(in crate::c) mod source;
