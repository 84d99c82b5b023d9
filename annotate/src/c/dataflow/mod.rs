//! Data flow of regions: tasks and the code between them in, waits, captures, lifetimes and templates out.

pub(in crate::c) mod captures;
pub(in crate::c) mod deduced_templates;
pub(in crate::c) mod findings;
pub(in crate::c) mod generating_code;
pub(in crate::c) mod guarded_reads;
pub(in crate::c) mod joined_variables;
pub(in crate::c) mod joins;
pub(in crate::c) mod lifetime;
pub(in crate::c) mod mentions;
pub(in crate::c) mod reduction_notes;
pub(in crate::c) mod reductions;
pub(in crate::c) mod region_exits;
pub(in crate::c) mod registration_inputs;
pub(in crate::c) mod replay_loops;
pub(in crate::c) mod replay_regions;
pub(in crate::c) mod serialization_notes;
pub(in crate::c) mod stable_pointers;
pub(in crate::c) mod waits;
