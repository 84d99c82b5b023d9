//! Loom's types, with two differences. Loom takes `SeqCst` accesses for `AcqRel` ones
//! and knows total order for fences only, so a `SeqCst` access stands between two
//! fences here; that is what our protocols ask of it (publish, then look). And where a
//! test plants the bug `relaxed`, no access and no fence orders anything.
#![allow(missing_docs, reason = "the standard library's names and meanings")]

use loom::sync::atomic as model;
pub use loom::sync::atomic::Ordering;
pub use loom::sync::{Arc, Condvar, Mutex, MutexGuard};
pub use loom::{hint::spin_loop, lazy_static, thread_local};
pub use std::sync::OnceLock;

pub use super::clock::{let_deadlines_pass, now, planted};
pub use super::queues::{Deque, Injector, Steal, Stealer};

pub mod thread {
    //! `std::thread`; a model has as many processors as it likes.
    pub use crate::sync::clock::{available_parallelism, sleep};
    pub use loom::thread::{Builder, JoinHandle, yield_now};
}

pub fn fence(order: Ordering) {
    if !planted("relaxed") {
        model::fence(order);
    }
}

/// Runs an access with the order that the model gives it.
fn ordered<R>(order: Ordering, access: impl FnOnce(Ordering) -> R) -> R {
    if planted("relaxed") {
        return access(Ordering::Relaxed);
    }
    let total = order == Ordering::SeqCst;
    if total {
        model::fence(Ordering::SeqCst);
    }
    let result = access(order);
    if total {
        model::fence(Ordering::SeqCst);
    }
    result
}

/// The order of a failed exchange: no stronger than that of a successful one.
fn failure(given: Ordering, order: Ordering) -> Ordering {
    if given == Ordering::Relaxed {
        Ordering::Relaxed
    } else {
        order
    }
}

macro_rules! atomic {
    ($name:ident $(<$t:ident>)?, $value:ty $(, $read_modify_write:ident)*) => {
        pub struct $name $(<$t>)? (model::$name $(<$t>)?);

        impl $(<$t>)? Default for $name $(<$t>)? {
            fn default() -> Self {
                Self(Default::default())
            }
        }
        impl $(<$t>)? std::fmt::Debug for $name $(<$t>)? {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(stringify!($name))
            }
        }

        #[allow(dead_code, reason = "one list of operations for all types")]
        impl $(<$t>)? $name $(<$t>)? {
            pub fn new(value: $value) -> Self {
                Self(model::$name::new(value))
            }
            pub fn load(&self, order: Ordering) -> $value {
                ordered(order, |order| self.0.load(order))
            }
            pub fn store(&self, value: $value, order: Ordering) {
                ordered(order, |order| self.0.store(value, order));
            }
            pub fn swap(&self, value: $value, order: Ordering) -> $value {
                ordered(order, |order| self.0.swap(value, order))
            }
            pub fn compare_exchange(&self, old: $value, new: $value, order: Ordering, failed: Ordering) -> Result<$value, $value> {
                ordered(order, |given| self.0.compare_exchange(old, new, given, failure(given, failed)))
            }
            pub fn compare_exchange_weak(&self, old: $value, new: $value, order: Ordering, failed: Ordering) -> Result<$value, $value> {
                ordered(order, |given| self.0.compare_exchange_weak(old, new, given, failure(given, failed)))
            }
            $(pub fn $read_modify_write(&self, value: $value, order: Ordering) -> $value {
                ordered(order, |order| self.0.$read_modify_write(value, order))
            })*
        }
    };
}
atomic!(AtomicBool, bool, fetch_and, fetch_or);
atomic!(
    AtomicU32, u32, fetch_add, fetch_sub, fetch_and, fetch_or, fetch_max, fetch_min
);
atomic!(
    AtomicU64, u64, fetch_add, fetch_sub, fetch_and, fetch_or, fetch_max, fetch_min
);
atomic!(
    AtomicUsize,
    usize,
    fetch_add,
    fetch_sub,
    fetch_and,
    fetch_or,
    fetch_max,
    fetch_min
);
atomic!(AtomicPtr<T>, *mut T);

/// Set once, seen by all; the standard library's orders, which loom would not know of.
pub struct SetOnce<T> {
    value: OnceLock<T>,
    is_set: AtomicBool,
}

impl<T> Default for SetOnce<T> {
    fn default() -> Self {
        SetOnce {
            value: OnceLock::new(),
            is_set: AtomicBool::new(false),
        }
    }
}

impl<T> SetOnce<T> {
    pub fn get(&self) -> Option<&T> {
        let is_set = self.is_set.load(Ordering::Acquire);
        is_set.then(|| self.value.get()).flatten()
    }

    pub fn set(&self, value: T) -> Result<(), T> {
        self.value.set(value)?;
        self.is_set.store(true, Ordering::Release);
        Ok(())
    }
}

/// Memory whose owner changes: a protocol says whose turn it is, and loom reports who takes
/// a turn that the protocol did not give.
#[derive(Default)]
pub struct Owned<T>(loom::cell::UnsafeCell<T>);

impl<T> Owned<T> {
    pub fn new(value: T) -> Self {
        Owned(loom::cell::UnsafeCell::new(value))
    }

    /// To be read from.
    pub fn read(&self) -> *const T {
        self.0.with(|value| value)
    }

    /// To be written to.
    pub fn write(&self) -> *mut T {
        self.0.with_mut(|value| value)
    }
}
