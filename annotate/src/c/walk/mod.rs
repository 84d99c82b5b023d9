//! The walk over code of tasks: statements and expressions in, the places that they read and write out.

pub(in crate::c) mod accesses;
pub(in crate::c) mod argument_effects;
pub(in crate::c) mod call_graph;
pub(in crate::c) mod computed_sections;
pub(in crate::c) mod conditional_values;
pub(in crate::c) mod file_elements;
pub(in crate::c) mod indirect_calls;
pub(in crate::c) mod inlined_accesses;
pub(in crate::c) mod library_models;
pub(in crate::c) mod library_state;
pub(in crate::c) mod local_declarations;
pub(in crate::c) mod loop_bounds;
pub(in crate::c) mod macro_accesses;
pub(in crate::c) mod member_elements;
pub(in crate::c) mod mod_ref;
pub(in crate::c) mod opaque_macros;
pub(in crate::c) mod places;
pub(in crate::c) mod preprocessor_conditions;
pub(in crate::c) mod reaching_values;
pub(in crate::c) mod struct_functions;
pub(in crate::c) mod subarrays;
pub(in crate::c) mod task_uses;
pub(in crate::c) mod unchanged_structs;
