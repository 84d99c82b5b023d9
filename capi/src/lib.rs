//! The C interface: what `hp5.h` declares, over [`runtime::rt`].
//!
//! The header is made from these sources by cbindgen (`cbindgen.toml`) and lies in `include/`;
//! a test holds it against them. What is said here is therefore said to C programmers.
//!
//! Rules that hold for every function:
//!
//! - No panic leaves it: `status::guard` turns one into `HP5_MISUSE` and a message.
//! - What C hands in is checked before it is used: null pointers, numbers of arrays, modes. What
//!   cannot be checked (that a pointer is what it says) is the function's `# Safety`.
//! - An object belongs to who made it, until the function that ends it.
//!
//! `region.rs` has regions and what holds them; `task.rs`, `body.rs` tasks; `loops.rs` the tasks of
//! a loop; `rows.rs` orders what rows elsewhere and other names of the same memory stand for;
//! `watch.rs` finds what the program looks at by yet other names;
//! `checked.rs` holds accesses that programs tell of against what tasks declare; `race.rs` tells
//! gcc's ThreadSanitizer, which sees C only, what the graph orders.
#![deny(missing_docs)]

mod array;
mod blocks;
mod body;
mod cancel;
mod checked;
mod laps;
mod loops;
mod pending;
mod race;
mod reduction;
mod region;
mod rows;
mod site;
mod start;
mod stats;
mod status;
mod tape;
mod task;
mod watch;
