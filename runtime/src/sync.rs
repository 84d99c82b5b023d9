//! The only file that names synchronisation crates.
//!
//! Protocol code takes its atomics, fences and locks from here: `std` and `crossbeam`
//! in a normal build, `loom` under `--cfg hp5_loom` (an own cfg: loom's usual one
//! changes other crates as well). The deques are `crossbeam-deque`'s and are trusted;
//! loom cannot see into them, so models use a stand-in (`stress/`).

#[cfg(not(hp5_loom))]
mod imp {
    pub use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};
    pub use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock};
}

#[cfg(hp5_loom)]
mod imp {
    pub use loom::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};
    pub use loom::sync::{Arc, Condvar, Mutex, MutexGuard};
    pub use std::sync::OnceLock;
}

pub use crossbeam_deque::{Injector, Steal, Stealer, Worker as Deque};
pub use crossbeam_utils::{Backoff, CachePadded};
pub use imp::*;

/// Locks a mutex whose holder cannot panic while it holds it (all of ours): a poisoned
/// one is still consistent.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
