//! Every symbol of the runtime that emitted Rust may mention; `tests/tidy.rs` holds the list
//! against `runtime/src/rt`.

/// Functions, types, macros and constants of `hp5::rt`.
pub const SYMBOLS: &[&str] = &[
    "ALL", "Guard", "Kept", "Mode", "Order", "Region", "WHOLE", "cap", "cap_owned", "chunks", "chunks_step", "clip",
    "ends", "flat", "grid", "nested", "offset", "op", "scalar", "site", "whole",
];

/// Methods that emitted code calls on values of the runtime.
pub const METHODS: &[&str] = &[
    "access", "array", "begin", "combine", "end", "finish", "get", "get_mut", "hold", "identity", "keep", "name", "plane",
    "planes", "priority", "put", "reduction", "row", "rows", "slot", "spawn", "spawn_nested", "task", "task_loop",
    "view", "wait", "within", "checked", "also", "line", "line_rw",
];
