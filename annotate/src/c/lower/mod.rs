//! Lowering: directives and the walk's accesses in, tasks of the region IR out.

pub(in crate::c) mod array_assignment;
pub(in crate::c) mod clause_sections;
pub(in crate::c) mod clauses;
pub(in crate::c) mod declared_accesses;
pub(in crate::c) mod definite_assignment;
pub(in crate::c) mod openmp;
pub(in crate::c) mod privatization;
pub(in crate::c) mod region;
pub(in crate::c) mod scratch_arrays;
pub(in crate::c) mod serial_fallback;
pub(in crate::c) mod task;
pub(in crate::c) mod unbound_names;
