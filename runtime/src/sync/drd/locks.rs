//! Locks, reference counts and cells that are set once, which say what they order.

use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{LockResult, TryLockError, TryLockResult};
use std::time::{Duration, Instant};

use crate::sync::lock;

use super::planted;
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

/// Tells other threads to go first, for longer and longer.
fn give_way(looks: &mut u32) {
    *looks += 1;
    match *looks {
        0..100 => std::thread::yield_now(),
        _ => std::thread::sleep(Duration::from_micros(100)),
    }
}

/// A lock that spins. (The standard library's sleeps in the system, which valgrind takes for a
/// write to the lock.)
#[derive(Debug, Default)]
pub struct Mutex<T> {
    held: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: the value is reached through a guard, of which there is one at a time.
unsafe impl<T: Send> Sync for Mutex<T> {}

pub struct MutexGuard<'m, T> {
    mutex: &'m Mutex<T>,
    /// A guard stays on its thread.
    _not_send: PhantomData<*const ()>,
}

impl<T> Mutex<T> {
    pub const fn new(value: T) -> Self {
        Mutex {
            held: AtomicBool::new(false),
            value: UnsafeCell::new(value),
        }
    }

    /// Never poisoned.
    pub fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
        let mut looks = 0;
        while self.held.swap(true, Ordering::SeqCst) {
            give_way(&mut looks);
        }
        Ok(self.taken())
    }

    pub fn try_lock(&self) -> TryLockResult<MutexGuard<'_, T>> {
        match self.held.swap(true, Ordering::SeqCst) {
            true => Err(TryLockError::WouldBlock),
            false => Ok(self.taken()),
        }
    }

    fn taken(&self) -> MutexGuard<'_, T> {
        happens_after((&raw const self.held).addr());
        MutexGuard {
            mutex: self,
            _not_send: PhantomData,
        }
    }
}

impl<T> Deref for MutexGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        // SAFETY: the guard holds the lock.
        unsafe { &*self.mutex.value.get() }
    }
}

impl<T> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as above.
        unsafe { &mut *self.mutex.value.get() }
    }
}

impl<T> Drop for MutexGuard<'_, T> {
    fn drop(&mut self) {
        if !planted("unlock in silence") {
            happens_before((&raw const self.mutex.held).addr());
        }
        self.mutex.held.store(false, Ordering::SeqCst);
    }
}

/// Counts notifications; who waits looks whether there was one. What it orders, its lock does.
#[derive(Debug, Default)]
pub struct Condvar(AtomicUsize);

/// Whether a wait was over because of the time.
#[derive(Debug)]
pub struct WaitTimeoutResult(bool);

impl WaitTimeoutResult {
    pub fn timed_out(&self) -> bool {
        self.0
    }
}

impl Condvar {
    pub const fn new() -> Self {
        Condvar(AtomicUsize::new(0))
    }

    pub fn wait<'m, T>(&self, held: MutexGuard<'m, T>) -> LockResult<MutexGuard<'m, T>> {
        Ok(self.wait_until(held, || false).0)
    }

    pub fn wait_timeout<'m, T>(
        &self,
        held: MutexGuard<'m, T>,
        limit: Duration,
    ) -> LockResult<(MutexGuard<'m, T>, WaitTimeoutResult)> {
        let start = Instant::now();
        Ok(self.wait_until(held, || start.elapsed() >= limit))
    }

    fn wait_until<'m, T>(
        &self,
        held: MutexGuard<'m, T>,
        is_over: impl Fn() -> bool,
    ) -> (MutexGuard<'m, T>, WaitTimeoutResult) {
        let (mutex, before) = (held.mutex, self.0.load(Ordering::SeqCst));
        drop(held);
        let (mut looks, mut over) = (0, false);
        while self.0.load(Ordering::SeqCst) == before && !over {
            give_way(&mut looks);
            over = is_over();
        }
        (lock(mutex), WaitTimeoutResult(over))
    }

    /// Wakes all of them, as it may.
    pub fn notify_one(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
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

    pub fn get_mut(this: &mut Self) -> Option<&mut T> {
        let place = count_of(Arc::as_ptr(this));
        let value = std::sync::Arc::get_mut(&mut this.0)?;
        // The others have given their counts back.
        happens_after(place);
        Some(&mut value.0)
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
