//! Types that count what they do to cache lines that processors share: `--cfg hp5_lines`.
//!
//! While a [`Watch`] is on, each access of its thread to an atomic, a lock, a queue or a
//! task's fields is one of the processor that the thread plays ([`Watch::plays`]), on a
//! machine whose caches hold everything and keep each other coherent: a line is in several
//! caches to be read, or in one to be written. Counted are the accesses that make a line
//! move: a write of a line that another processor has (*taken*), and a read of one that
//! another processor wrote (*fetched*). What only one processor ever touches costs nothing.
//!
//! It is a model: reference counts of the standard library, the bodies' data and what caches
//! have no room for are not in it. Queues are `crossbeam-deque`'s, with the accesses to its
//! lines as its source has them (`lines/queues.rs`).
#![allow(missing_docs, reason = "the standard library's names and meanings")]
#![cfg_attr(not(test), allow(dead_code, reason = "tests turn it on"))]

#[path = "lines/queues.rs"]
mod queues;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::panic::Location;
use std::sync::atomic as real;
use std::sync::{LockResult, TryLockResult, WaitTimeoutResult};
use std::time::{Duration, Instant};

pub use std::hint::spin_loop;
pub use std::sync::atomic::{Ordering, fence};
pub use std::sync::{Arc, OnceLock, OnceLock as SetOnce};
pub use std::{thread, thread_local};

use super::LINE;
pub use queues::{Deque, Injector, Steal, Stealer};

/// The time; while a [`Watch`] is on, what it says ([`Watch::passes`]).
pub fn now() -> Instant {
    let watched = STATE.try_with(|state| state.borrow().now);
    watched.ok().flatten().unwrap_or_else(Instant::now)
}

/// No bug is planted; but tasks are run one at a time, so that processors take turns.
pub fn planted(bug: &str) -> bool {
    bug == "one task at a time"
}

/// Processors as bits.
type Processors = [u64; 4];

#[derive(Default)]
struct Line {
    holders: Processors,
    /// The only holder has written it.
    dirty: bool,
}

/// Accesses of one place in the source that moved lines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Moved {
    pub taken: u64,
    pub fetched: u64,
}

#[derive(Default)]
struct State {
    on: bool,
    now: Option<Instant>,
    processor: usize,
    lines: HashMap<usize, Line>,
    moved: BTreeMap<(&'static str, u32), Moved>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Counting, on this thread; off when it is dropped.
pub struct Watch(());

impl Watch {
    #[must_use]
    pub fn new() -> Watch {
        STATE.with_borrow_mut(|state| {
            *state = State {
                on: true,
                now: Some(Instant::now()),
                ..State::default()
            };
        });
        Watch(())
    }

    /// From here on the thread plays this processor.
    pub fn plays(&self, processor: usize) {
        STATE.with_borrow_mut(|state| state.processor = processor);
    }

    /// Time goes on.
    pub fn passes(&self, time: Duration) {
        STATE.with_borrow_mut(|state| state.now = state.now.map(|now| now + time));
    }

    /// What moved since the last call, by file and line of the source.
    #[must_use]
    pub fn take(&self) -> BTreeMap<(&'static str, u32), Moved> {
        STATE.with_borrow_mut(|state| std::mem::take(&mut state.moved))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        STATE.with_borrow_mut(|state| *state = State::default());
    }
}

/// Notes an access to the line of an address.
fn touch(address: usize, writes: bool, caller: &'static Location<'static>) {
    // A thread at its very end counts nothing.
    let _ = STATE.try_with(|state| {
        let mut state = state.borrow_mut();
        if state.on {
            state.touch(address / LINE, writes, caller);
        }
    });
}

impl State {
    fn touch(&mut self, line: usize, writes: bool, caller: &'static Location<'static>) {
        let (word, bit) = (self.processor / 64, 1 << (self.processor % 64));
        let line = self.lines.entry(line).or_default();
        let mine = line.holders[word] & bit != 0;
        let mut others = line.holders;
        others[word] &= !bit;
        let shared = others != Processors::default();
        let moved = self
            .moved
            .entry((caller.file(), caller.line()))
            .or_default();
        if writes {
            moved.taken += u64::from(shared);
            line.holders = Processors::default();
            line.dirty = true;
        } else if !mine {
            moved.fetched += u64::from(line.dirty);
            line.dirty = false;
        }
        line.holders[word] |= bit;
    }
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
            #[track_caller]
            fn touch(&self, writes: bool) {
                touch((&raw const self.0).addr(), writes, Location::caller());
            }
            #[track_caller]
            pub fn load(&self, order: Ordering) -> $value {
                self.touch(false);
                self.0.load(order)
            }
            #[track_caller]
            pub fn store(&self, value: $value, order: Ordering) {
                self.touch(true);
                self.0.store(value, order);
            }
            #[track_caller]
            pub fn swap(&self, value: $value, order: Ordering) -> $value {
                self.touch(true);
                self.0.swap(value, order)
            }
            #[track_caller]
            pub fn compare_exchange(&self, old: $value, new: $value, order: Ordering, failed: Ordering) -> Result<$value, $value> {
                self.touch(true);
                self.0.compare_exchange(old, new, order, failed)
            }
            #[track_caller]
            pub fn compare_exchange_weak(&self, old: $value, new: $value, order: Ordering, failed: Ordering) -> Result<$value, $value> {
                self.compare_exchange(old, new, order, failed)
            }
            $(#[track_caller]
            pub fn $read_modify_write(&self, value: $value, order: Ordering) -> $value {
                self.touch(true);
                self.0.$read_modify_write(value, order)
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

/// A lock: taking it writes its line.
#[derive(Debug, Default)]
pub struct Mutex<T>(std::sync::Mutex<T>);

pub type MutexGuard<'a, T> = std::sync::MutexGuard<'a, T>;

impl<T> Mutex<T> {
    pub const fn new(value: T) -> Self {
        Mutex(std::sync::Mutex::new(value))
    }

    #[track_caller]
    pub fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
        touch((&raw const self.0).addr(), true, Location::caller());
        self.0.lock()
    }

    #[track_caller]
    pub fn try_lock(&self) -> TryLockResult<MutexGuard<'_, T>> {
        touch((&raw const self.0).addr(), true, Location::caller());
        self.0.try_lock()
    }
}

/// Waiting and waking go through the system, which costs more than lines.
#[derive(Debug, Default)]
pub struct Condvar(std::sync::Condvar);

impl Condvar {
    pub const fn new() -> Self {
        Condvar(std::sync::Condvar::new())
    }

    pub fn wait<'a, T>(&self, guard: MutexGuard<'a, T>) -> LockResult<MutexGuard<'a, T>> {
        self.0.wait(guard)
    }

    pub fn wait_timeout<'a, T>(
        &self,
        guard: MutexGuard<'a, T>,
        timeout: Duration,
    ) -> LockResult<(MutexGuard<'a, T>, WaitTimeoutResult)> {
        self.0.wait_timeout(guard, timeout)
    }

    pub fn notify_one(&self) {
        self.0.notify_one();
    }
}

/// Memory whose owner changes: all of its lines are touched.
#[repr(transparent)]
pub struct Owned<T>(std::cell::UnsafeCell<T>);

impl<T> Owned<T> {
    pub fn new(value: T) -> Self {
        Owned(std::cell::UnsafeCell::new(value))
    }

    #[track_caller]
    fn touch(&self, writes: bool) {
        let start = self.0.get().addr();
        let lines = start / LINE..(start + size_of::<T>()).div_ceil(LINE);
        let caller = Location::caller();
        lines.for_each(|line| touch(line * LINE, writes, caller));
    }

    /// To be read from.
    #[track_caller]
    pub fn read(&self) -> *const T {
        self.touch(false);
        self.0.get()
    }

    /// To be written to.
    #[track_caller]
    pub fn write(&self) -> *mut T {
        self.touch(true);
        self.0.get()
    }
}
