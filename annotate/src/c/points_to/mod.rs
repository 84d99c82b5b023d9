//! Points-to and alias analysis of C: what a file does with pointers in, classes of names that may share memory out.

pub(in crate::c) mod alias_classes;
pub(in crate::c) mod alias_uses;
pub(in crate::c) mod block_arrays;
pub(in crate::c) mod block_pointers;
pub(in crate::c) mod call_arguments;
pub(in crate::c) mod element_pointers;
pub(in crate::c) mod escapes;
pub(in crate::c) mod guarded_pointers;
pub(in crate::c) mod inclusion;
pub(in crate::c) mod linked_structs;
pub(in crate::c) mod member_aliases;
pub(in crate::c) mod pointer_arithmetic;
pub(in crate::c) mod pointer_sources;
pub(in crate::c) mod pointer_writes;
pub(in crate::c) mod store_summaries;
pub(in crate::c) mod struct_aliases;
pub(in crate::c) mod unknown_pointers;
