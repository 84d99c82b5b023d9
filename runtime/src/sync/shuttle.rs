//! Shuttle's types: sequentially consistent, one thread at a time, in an order that the
//! scheduler of the model draws.
#![allow(missing_docs, reason = "the standard library's names and meanings")]

pub use shuttle::sync::atomic::{
    AtomicBool, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence,
};
pub use shuttle::sync::{Mutex, MutexGuard};
pub use shuttle::{hint::spin_loop, lazy_static, thread_local};
pub use std::sync::{Arc, OnceLock, OnceLock as SetOnce};
use std::sync::{LockResult, PoisonError};
use std::time::Duration;

use super::clock;
pub use super::clock::{let_deadlines_pass, now, planted};
pub use super::queues::{Deque, Injector, Steal, Stealer};

pub mod thread {
    //! `std::thread`; a model has as many processors as it likes.
    pub use crate::sync::clock::{available_parallelism, sleep};
    pub use shuttle::thread::{Builder, JoinHandle, yield_now};
}

/// Whether a wait ended because the time was over.
pub struct WaitTimeoutResult(bool);

impl WaitTimeoutResult {
    pub fn timed_out(&self) -> bool {
        self.0
    }
}

/// A condition variable whose deadlines pass if the model says so (`clock::let_deadlines_pass`).
#[derive(Default)]
pub struct Condvar(shuttle::sync::Condvar);

impl Condvar {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn wait<'a, T>(&self, guard: MutexGuard<'a, T>) -> LockResult<MutexGuard<'a, T>> {
        self.0.wait(guard)
    }

    /// Waits, or finds that the time is over already, which the result says.
    pub fn wait_timeout<'a, T>(
        &self,
        guard: MutexGuard<'a, T>,
        limit: Duration,
    ) -> LockResult<(MutexGuard<'a, T>, WaitTimeoutResult)> {
        if clock::deadlines_pass() {
            clock::pass(limit);
            thread::yield_now();
            return Ok((guard, WaitTimeoutResult(true)));
        }
        match self.0.wait(guard) {
            Ok(guard) => Ok((guard, WaitTimeoutResult(false))),
            Err(poisoned) => Err(PoisonError::new((
                poisoned.into_inner(),
                WaitTimeoutResult(false),
            ))),
        }
    }

    pub fn notify_one(&self) {
        self.0.notify_one();
    }
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
