//! The only file that names synchronisation crates.
//!
//! Protocol code takes its atomics, fences and locks from here: `std` and `crossbeam`
//! in a normal build, `loom` under `--cfg hp5_loom` (an own cfg: loom's usual one
//! changes other crates as well). The deques are `crossbeam-deque`'s and are trusted;
//! loom cannot see into them, so models use a stand-in (`stress/`).

#[cfg(not(hp5_loom))]
mod imp {
    pub use std::sync::atomic::{
        AtomicBool, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence,
    };
    pub use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock};
}

#[cfg(hp5_loom)]
mod imp {
    //! Loom's types, with two differences. Loom takes `SeqCst` accesses for `AcqRel` ones
    //! and knows total order for fences only, so a `SeqCst` access stands between two
    //! fences here; that is what our protocols ask of it (publish, then look). And where a
    //! test plants the bug `relaxed`, no access and no fence orders anything.
    #![allow(missing_docs, reason = "the standard library's names and meanings")]

    use loom::sync::atomic as model;
    pub use loom::sync::atomic::Ordering;
    pub use loom::sync::{Arc, Condvar, Mutex, MutexGuard};
    pub use std::sync::OnceLock;

    /// True when the environment plants this bug (`HP5_PLANT`), to see that a model finds it.
    pub fn planted(bug: &str) -> bool {
        static PLANT: OnceLock<Option<String>> = OnceLock::new();
        PLANT
            .get_or_init(|| std::env::var("HP5_PLANT").ok())
            .as_deref()
            == Some(bug)
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
}

/// Orders a store before a later load of this thread, against [`heavy_fence`] of another one.
///
/// Where the system can interrupt all threads of the process (`membarrier`), this costs
/// nothing at run time, and the other side, which is rare, pays; else both are full fences.
#[inline]
pub fn light_fence() {
    if asymmetric() {
        std::sync::atomic::compiler_fence(std::sync::atomic::Ordering::SeqCst);
    } else {
        fence(Ordering::SeqCst);
    }
}

/// The rare side of [`light_fence`].
pub fn heavy_fence() {
    fence(Ordering::SeqCst);
    if asymmetric() {
        barrier::all_threads();
    }
}

#[cfg(any(hp5_loom, not(target_os = "linux")))]
mod barrier {
    pub fn all_threads() {}
}
#[cfg(any(hp5_loom, not(target_os = "linux")))]
fn asymmetric() -> bool {
    false
}

#[cfg(all(not(hp5_loom), target_os = "linux"))]
mod barrier {
    //! `membarrier(2)`, expedited and private.
    const EXPEDITED: libc::c_int = 1 << 3;
    const REGISTER: libc::c_int = 1 << 4;

    fn membarrier(command: libc::c_int) -> bool {
        // SAFETY: the call takes two numbers and touches no memory of ours.
        unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
    }

    /// Asks for it once per process, before it is used.
    pub fn register() -> bool {
        membarrier(REGISTER) && membarrier(EXPEDITED)
    }

    pub fn all_threads() {
        assert!(membarrier(EXPEDITED), "membarrier worked at the start");
    }
}
#[cfg(all(not(hp5_loom), target_os = "linux"))]
static ASYMMETRIC: std::sync::atomic::AtomicU8 = std::sync::atomic::AtomicU8::new(0);

#[cfg(all(not(hp5_loom), target_os = "linux"))]
#[inline]
fn asymmetric() -> bool {
    #[cold]
    fn find_out() -> bool {
        static ONCE: OnceLock<bool> = OnceLock::new();
        let yes = *ONCE.get_or_init(barrier::register);
        ASYMMETRIC.store(if yes { 1 } else { 2 }, Ordering::Relaxed);
        yes
    }
    match ASYMMETRIC.load(Ordering::Relaxed) {
        0 => find_out(),
        known => known == 1,
    }
}

pub use crossbeam_deque::{Injector, Steal, Stealer, Worker as Deque};
pub use crossbeam_utils::{Backoff, CachePadded};
pub use imp::*;

/// Locks a mutex whose holder cannot panic while it holds it (all of ours): a poisoned
/// one is still consistent.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}
