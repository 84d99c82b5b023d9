//! Locks, reference counts and cells that are set once, which say what they order.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LockResult, PoisonError, WaitTimeoutResult};
use std::time::Duration;

use super::valgrind::{happens_after, happens_before};

/// Runs a step on an address alone. The tools do not see the lock: it orders nothing for them.
pub fn hidden<R>(address: usize, step: impl FnOnce() -> R) -> R {
    const LOCKS: usize = 256;
    static HELD: [AtomicBool; LOCKS] = [const { AtomicBool::new(false) }; LOCKS];
    let held = &HELD[(address / 8).wrapping_mul(0x9E37_79B9) >> 7 & (LOCKS - 1)];
    while held.swap(true, Ordering::SeqCst) {
        std::thread::yield_now();
    }
    let result = step();
    held.store(false, Ordering::SeqCst);
    result
}

/// The standard library's lock. The tools do not know it, it does not use pthread's.
#[derive(Debug, Default)]
pub struct Mutex<T>(std::sync::Mutex<T>);

pub struct MutexGuard<'m, T> {
    /// There is one, but for an instant in `Condvar`.
    held: Option<std::sync::MutexGuard<'m, T>>,
    address: usize,
}

impl<T> Mutex<T> {
    pub const fn new(value: T) -> Self {
        Mutex(std::sync::Mutex::new(value))
    }

    pub fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
        guard(self.0.lock(), (&raw const self.0).addr())
    }
}

/// The lock was taken.
fn guard<'m, T>(
    held: LockResult<std::sync::MutexGuard<'m, T>>,
    address: usize,
) -> LockResult<MutexGuard<'m, T>> {
    happens_after(address);
    let guard = |held| MutexGuard {
        held: Some(held),
        address,
    };
    match held {
        Ok(held) => Ok(guard(held)),
        Err(poisoned) => Err(PoisonError::new(guard(poisoned.into_inner()))),
    }
}

impl<'m, T> MutexGuard<'m, T> {
    /// The lock is given back by whoever gets it.
    fn leave(&mut self) -> std::sync::MutexGuard<'m, T> {
        happens_before(self.address);
        self.held.take().expect("a guard holds its lock")
    }
}

impl<T> Deref for MutexGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.held.as_ref().expect("a guard holds its lock")
    }
}

impl<T> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.held.as_mut().expect("a guard holds its lock")
    }
}

impl<T> Drop for MutexGuard<'_, T> {
    fn drop(&mut self) {
        if self.held.is_some() {
            drop(self.leave());
        }
    }
}

/// The standard library's; what it orders, its lock does.
#[derive(Debug, Default)]
pub struct Condvar(std::sync::Condvar);

impl Condvar {
    pub const fn new() -> Self {
        Condvar(std::sync::Condvar::new())
    }

    pub fn wait<'m, T>(&self, mut held: MutexGuard<'m, T>) -> LockResult<MutexGuard<'m, T>> {
        guard(self.0.wait(held.leave()), held.address)
    }

    pub fn wait_timeout<'m, T>(
        &self,
        mut held: MutexGuard<'m, T>,
        limit: Duration,
    ) -> LockResult<(MutexGuard<'m, T>, WaitTimeoutResult)> {
        let (address, waited) = (held.address, self.0.wait_timeout(held.leave(), limit));
        let (inner, over) = waited.unwrap_or_else(PoisonError::into_inner);
        match guard(Ok(inner), address) {
            Ok(held) => Ok((held, over)),
            Err(poisoned) => Err(PoisonError::new((poisoned.into_inner(), over))),
        }
    }

    pub fn notify_one(&self) {
        self.0.notify_one();
    }
}

/// The standard library's cell, looked into under a lock that the tools see.
#[derive(Debug)]
pub struct OnceLock<T> {
    value: std::sync::OnceLock<T>,
    turn: Mutex<()>,
}

impl<T> OnceLock<T> {
    pub const fn new() -> Self {
        OnceLock {
            value: std::sync::OnceLock::new(),
            turn: Mutex::new(()),
        }
    }

    pub fn get(&self) -> Option<&T> {
        let _turn = self.turn.lock();
        self.value.get()
    }

    pub fn set(&self, value: T) -> Result<(), T> {
        let _turn = self.turn.lock();
        self.value.set(value)
    }

    pub fn get_or_init(&self, make: impl FnOnce() -> T) -> &T {
        let _turn = self.turn.lock();
        self.value.get_or_init(make)
    }
}

impl<T> Default for OnceLock<T> {
    fn default() -> Self {
        OnceLock::new()
    }
}

/// The standard library's reference count: what was done before a count was given back
/// happens before the value is dropped.
#[derive(Debug)]
pub struct Arc<T>(std::sync::Arc<Counted<T>>);

#[derive(Debug)]
#[repr(transparent)]
struct Counted<T>(T);

/// Of the counts in front of the value: nobody else announces anything of it.
fn count_of<T>(value: *const T) -> usize {
    value.addr() - 1
}

impl<T> Arc<T> {
    pub fn new(value: T) -> Self {
        Arc(std::sync::Arc::new(Counted(value)))
    }

    pub fn ptr_eq(one: &Self, other: &Self) -> bool {
        std::sync::Arc::ptr_eq(&one.0, &other.0)
    }

    pub fn as_ptr(this: &Self) -> *const T {
        std::sync::Arc::as_ptr(&this.0).cast()
    }

    /// # Safety
    /// As for the standard library's.
    pub unsafe fn increment_strong_count(value: *const T) {
        // SAFETY: the caller's promise; the wrapper has the layout of the value.
        unsafe { std::sync::Arc::increment_strong_count(value.cast::<Counted<T>>()) };
    }

    /// # Safety
    /// As for the standard library's.
    pub unsafe fn from_raw(value: *const T) -> Self {
        // SAFETY: as above.
        Arc(unsafe { std::sync::Arc::from_raw(value.cast::<Counted<T>>()) })
    }
}

impl<T> Deref for Arc<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0.0
    }
}

impl<T: Default> Default for Arc<T> {
    fn default() -> Self {
        Arc::new(T::default())
    }
}

impl<T> Clone for Arc<T> {
    fn clone(&self) -> Self {
        Arc(self.0.clone())
    }
}

impl<T> Drop for Arc<T> {
    fn drop(&mut self) {
        happens_before(count_of(Arc::as_ptr(self)));
    }
}

impl<T> Drop for Counted<T> {
    fn drop(&mut self) {
        happens_after(count_of(&raw const self.0));
    }
}
