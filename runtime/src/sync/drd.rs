//! Types whose orders valgrind's race detectors (drd, helgrind) can follow: `--cfg hp5_drd`.
//!
//! The tools see every plain access, and know what orders threads from the calls of the
//! pthread library alone. So the types here tell them what our atomics order: a release adds
//! the thread's past to what the location carries, an acquire takes what the location carries
//! into the thread's past, a store replaces it, an access that is neither says nothing. That
//! is the language's memory model, so where a protocol fails to order two plain accesses (to
//! a task's fields, a body, a tile), the tool reports them. `stress/drd` runs it.
//!
//! - An access and its announcement are one step, under a lock that the tools do not see.
//! - All accesses to atomics are loads and locked instructions, which the tools take for
//!   reads: atomics never race with one another.
//! - Locks, reference counts and cells that are set once announce what they order. Queues
//!   have stand-ins (`drd/queues.rs`) that order a push and the take of the same item.
//! - An acquire fence takes in what the thread's earlier loads found; a release fence says
//!   nothing, which is on the safe side.
//!
//! `HP5_PLANT` plants a bug, as in models; and `relaxed FILE` takes the accesses of one
//! source file for relaxed, so that a test sees whether the tool would miss them.
#![allow(missing_docs, reason = "the standard library's names and meanings")]

#[path = "drd/locks.rs"]
mod locks;
#[path = "drd/queues.rs"]
mod queues;
#[path = "drd/valgrind.rs"]
mod valgrind;

use std::cell::Cell;
use std::panic::Location;
use std::sync::atomic as real;

pub use std::hint::spin_loop;
pub use std::sync::atomic::Ordering;
pub use std::{thread, thread_local};

pub use locks::{Arc, Condvar, Mutex, MutexGuard, OnceLock, OnceLock as SetOnce};
pub use queues::{Deque, Injector, Steal, Stealer};

use Ordering::{AcqRel, Acquire, Release, SeqCst};

/// The time.
pub fn now() -> std::time::Instant {
    std::time::Instant::now()
}

/// True when the environment plants this bug (`HP5_PLANT`), to see that the tool finds it.
pub fn planted(bug: &str) -> bool {
    settings().plant == Some(bug)
}

/// What the process was told.
#[derive(Clone, Copy)]
struct Settings {
    plant: Option<&'static str>,
    is_drd: bool,
}

/// Each thread finds out for itself: nothing is shared that the tools could take for a race.
fn settings() -> Settings {
    thread_local! {
        static SETTINGS: Cell<Option<Settings>> = const { Cell::new(None) };
    }
    SETTINGS.get().unwrap_or_else(|| {
        let plant = std::env::var("HP5_PLANT").ok();
        let settings = Settings {
            plant: plant.map(|plant| &*plant.leak()),
            is_drd: valgrind::is_drd(),
        };
        SETTINGS.set(Some(settings));
        settings
    })
}

/// True when the accesses of the caller's source file are to be taken for relaxed.
fn is_relaxed(caller: &Location<'_>) -> bool {
    let file = settings()
        .plant
        .and_then(|plant| plant.strip_prefix("relaxed "));
    file.is_some_and(|file| caller.file().ends_with(file))
}

fn acquires(order: Ordering) -> bool {
    matches!(order, Acquire | AcqRel | SeqCst)
}

fn releases(order: Ordering) -> bool {
    matches!(order, Release | AcqRel | SeqCst)
}

/// So many loads that did not acquire are remembered: a fence may do so for them.
const MOST_LOADED: usize = 16;

thread_local! {
    /// The locations of the last ones, and how many there were.
    static LOADED: Cell<([usize; MOST_LOADED], usize)> = const { Cell::new(([0; MOST_LOADED], 0)) };
}

/// The location carries nothing any more.
fn forget(address: usize, size: usize) {
    valgrind::forget(settings().is_drd, address, size);
}

/// The present value was read from a location.
fn loaded(address: usize, order: Ordering, relaxed: bool) {
    if acquires(order) && !relaxed {
        valgrind::happens_after(address);
        return;
    }
    let (mut locations, count) = LOADED.get();
    locations[count % MOST_LOADED] = address;
    LOADED.set((locations, count + 1));
}

/// The language's fence, as far as it acquires.
#[track_caller]
pub fn fence(order: Ordering) {
    real::fence(SeqCst);
    if !matches!(order, Acquire | AcqRel) || is_relaxed(Location::caller()) {
        return;
    }
    let (locations, count) = LOADED.replace(([0; MOST_LOADED], 0));
    locations
        .into_iter()
        .take(count)
        .for_each(valgrind::happens_after);
}

macro_rules! atomic {
    ($name:ident $(<$t:ident>)?, $value:ty $(, $read_modify_write:ident)*) => {
        #[repr(transparent)]
        pub struct $name $(<$t>)? (real::$name $(<$t>)?);

        impl $(<$t>)? Default for $name $(<$t>)? {
            fn default() -> Self {
                Self(Default::default())
            }
        }
        impl $(<$t>)? std::fmt::Debug for $name $(<$t>)? {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        #[allow(dead_code, reason = "one list of operations for all types")]
        impl $(<$t>)? $name $(<$t>)? {
            pub const fn new(value: $value) -> Self {
                Self(real::$name::new(value))
            }
            fn address(&self) -> usize {
                (&raw const self.0).addr()
            }
            #[track_caller]
            pub fn load(&self, order: Ordering) -> $value {
                let relaxed = is_relaxed(Location::caller());
                locks::hidden(self.address(), || {
                    let value = self.0.load(SeqCst);
                    loaded(self.address(), order, relaxed);
                    value
                })
            }
            #[track_caller]
            pub fn store(&self, value: $value, order: Ordering) {
                let relaxed = is_relaxed(Location::caller());
                locks::hidden(self.address(), || {
                    forget(self.address(), size_of::<Self>());
                    if releases(order) && !relaxed {
                        valgrind::happens_before(self.address());
                    }
                    self.0.store(value, SeqCst);
                });
            }
            /// One step that reads and writes.
            fn step(&self, caller: &Location<'_>, order: Ordering, step: impl FnOnce() -> $value) -> $value {
                let relaxed = is_relaxed(caller);
                locks::hidden(self.address(), || {
                    loaded(self.address(), order, relaxed);
                    if releases(order) && !relaxed {
                        valgrind::happens_before(self.address());
                    }
                    step()
                })
            }
            #[track_caller]
            pub fn swap(&self, value: $value, order: Ordering) -> $value {
                self.step(Location::caller(), order, || self.0.swap(value, SeqCst))
            }
            #[track_caller]
            pub fn compare_exchange(&self, old: $value, new: $value, order: Ordering, failed: Ordering) -> Result<$value, $value> {
                let relaxed = is_relaxed(Location::caller());
                locks::hidden(self.address(), || {
                    let result = self.0.compare_exchange(old, new, SeqCst, SeqCst);
                    loaded(self.address(), if result.is_ok() { order } else { failed }, relaxed);
                    if result.is_ok() && releases(order) && !relaxed {
                        valgrind::happens_before(self.address());
                    }
                    result
                })
            }
            #[track_caller]
            pub fn compare_exchange_weak(&self, old: $value, new: $value, order: Ordering, failed: Ordering) -> Result<$value, $value> {
                self.compare_exchange(old, new, order, failed)
            }
            $(#[track_caller]
            pub fn $read_modify_write(&self, value: $value, order: Ordering) -> $value {
                self.step(Location::caller(), order, || self.0.$read_modify_write(value, SeqCst))
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

/// Memory whose owner changes: a protocol says whose turn it is, and the tool reports who
/// takes a turn that the protocol did not give.
#[repr(transparent)]
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
