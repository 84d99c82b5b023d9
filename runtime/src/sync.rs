//! The only place that names synchronisation crates: this file and the folder beside it.
//!
//! Protocol code takes its atomics, fences, locks, threads and queues from here: `std` and
//! `crossbeam` in a normal build, `loom` under `--cfg hp5_loom` and `shuttle` under
//! `--cfg hp5_shuttle` (own cfgs: the usual one of loom changes other crates as well). The
//! deques are `crossbeam-deque`'s and are trusted; models cannot see into them and use a
//! stand-in that promises no more than those do (`sync/queues.rs`). Time does not pass in
//! models but by looks at the clock (`sync/clock.rs`). Under `--cfg hp5_drd` the types tell
//! valgrind what they order (`sync/drd.rs`); under `--cfg hp5_lines` they count the cache lines
//! that move between processors (`sync/lines.rs`).

#[cfg(not(any(hp5_loom, hp5_shuttle, hp5_drd, hp5_lines)))]
mod imp {
    pub use crossbeam_deque::{Injector, Steal, Stealer, Worker as Deque};
    pub use std::hint::spin_loop;
    pub use std::sync::atomic::{
        AtomicBool, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence,
    };
    pub use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, OnceLock as SetOnce};
    pub use std::thread;
    pub use std::thread_local;

    /// The time.
    #[inline]
    pub fn now() -> std::time::Instant {
        std::time::Instant::now()
    }

    /// Bugs are planted in models only (`sync/clock.rs`).
    #[inline(always)]
    pub const fn planted(_: &str) -> bool {
        false
    }

    /// Memory whose owner changes: a protocol says whose turn it is.
    #[repr(transparent)]
    pub struct Owned<T>(std::cell::UnsafeCell<T>);

    impl<T> Owned<T> {
        pub fn new(value: T) -> Self {
            Owned(std::cell::UnsafeCell::new(value))
        }

        /// To be read from.
        #[inline(always)]
        pub fn read(&self) -> *const T {
            self.0.get()
        }

        /// To be written to.
        #[inline(always)]
        pub fn write(&self) -> *mut T {
            self.0.get()
        }
    }
}

#[cfg(any(hp5_loom, hp5_shuttle))]
mod clock;
#[cfg(any(hp5_loom, hp5_shuttle))]
mod queues;

#[cfg(hp5_loom)]
#[path = "sync/loom.rs"]
mod imp;

#[cfg(hp5_shuttle)]
#[path = "sync/shuttle.rs"]
mod imp;

#[cfg(hp5_drd)]
#[path = "sync/drd.rs"]
mod imp;

#[cfg(hp5_lines)]
#[path = "sync/lines.rs"]
mod imp;

/// Makes a function that leads to the one value of a type that the process has; a model has one
/// for each schedule.
#[cfg(not(any(hp5_loom, hp5_shuttle)))]
macro_rules! process_wide {
    ($name:ident: $value:ty) => {
        fn $name() -> &'static $value {
            static VALUE: $crate::sync::OnceLock<$value> = $crate::sync::OnceLock::new();
            VALUE.get_or_init(<$value>::default)
        }
    };
}
#[cfg(any(hp5_loom, hp5_shuttle))]
macro_rules! process_wide {
    ($name:ident: $value:ty) => {
        fn $name() -> &'static $value {
            $crate::sync::lazy_static! {
                static ref VALUE: $value = <$value>::default();
            }
            &VALUE
        }
    };
}
pub(crate) use process_wide;

/// A model of the whole runtime may ask that tasks run where they are registered whenever they
/// may, however few there are.
#[cfg(not(hp5_shuttle))]
pub const fn at_once_in_models() -> bool {
    false
}
#[cfg(hp5_shuttle)]
pub use clock::{at_once_in_models, let_tasks_run_at_once};

/// A model of the whole runtime may ask that laps become strands that would be pieces.
#[cfg(not(hp5_shuttle))]
pub const fn strands_in_models() -> bool {
    false
}
#[cfg(hp5_shuttle)]
pub use clock::{let_laps_be_strands, strands_in_models};

/// Bytes of a cache line: what one processor has at a time, and takes from another.
pub const LINE: usize = 64;

/// A size, and what it is in models, which have few tasks to come to its end with.
pub const fn scaled(size: usize, in_models: usize) -> usize {
    if cfg!(any(hp5_loom, hp5_shuttle)) {
        in_models
    } else {
        size
    }
}

/// Finds out what fences are to be, before there are threads: to ask the system for `membarrier`
/// takes some 10 ms in a process of several threads, all of which it waits for, and nothing in a
/// process of one.
pub fn choose_fences() {
    asymmetric();
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

#[cfg(any(hp5_loom, hp5_shuttle, hp5_drd, not(target_os = "linux")))]
mod barrier {
    pub fn all_threads() {}
}
#[cfg(any(hp5_loom, hp5_shuttle, hp5_drd, not(target_os = "linux")))]
fn asymmetric() -> bool {
    false
}

#[cfg(all(not(any(hp5_loom, hp5_shuttle, hp5_drd)), target_os = "linux"))]
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
#[cfg(all(not(any(hp5_loom, hp5_shuttle, hp5_drd)), target_os = "linux"))]
static ASYMMETRIC: std::sync::atomic::AtomicU8 = std::sync::atomic::AtomicU8::new(0);

#[cfg(all(not(any(hp5_loom, hp5_shuttle, hp5_drd)), target_os = "linux"))]
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

pub use crossbeam_utils::{Backoff, CachePadded};
pub use imp::*;
/// For statics that are part of no protocol: models of different threads share them.
pub use std::sync::{Mutex as PlainMutex, atomic::AtomicUsize as PlainUsize};

/// Locks a mutex whose holder cannot panic while it holds it (all of ours): a poisoned
/// one is still consistent.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Takes one task out of a queue, trying again as long as others interfere.
pub fn take_one<T>(queue: &Injector<T>) -> Option<T> {
    loop {
        match queue.steal() {
            Steal::Success(task) => return Some(task),
            Steal::Empty => return None,
            Steal::Retry => {}
        }
    }
}
