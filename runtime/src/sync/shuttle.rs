//! Shuttle's types: sequentially consistent, one thread at a time, in an order that the
//! scheduler of the model draws.
#![allow(missing_docs, reason = "the standard library's names and meanings")]

pub use shuttle::sync::atomic::{
    AtomicBool, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence,
};
pub use shuttle::sync::{Condvar, Mutex, MutexGuard};
pub use shuttle::{hint::spin_loop, thread_local};
pub use std::sync::{Arc, OnceLock, OnceLock as SetOnce};

pub use super::clock::{now, planted};
pub use super::queues::{Deque, Injector, Steal, Stealer};

pub mod thread {
    //! `std::thread`; a model has as many processors as it likes.
    pub use crate::sync::clock::{available_parallelism, sleep};
    pub use shuttle::thread::{Builder, JoinHandle, yield_now};
}

/// Memory whose owner changes. Shuttle does not look after it; loom does.
#[derive(Default)]
pub struct Owned<T>(std::cell::UnsafeCell<T>);

impl<T> Owned<T> {
    pub fn new(value: T) -> Self {
        Owned(std::cell::UnsafeCell::new(value))
    }

    /// To be read from.
    pub fn read(&self) -> *const T {
        self.0.get()
    }

    /// To be written to.
    pub fn write(&self) -> *mut T {
        self.0.get()
    }
}
