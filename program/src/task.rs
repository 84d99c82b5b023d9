//! Registration of a program's tasks.
//!
//! To the runtime all of them are of one type, so that what it does to register and run one is
//! compiled once, and not for each stage of each program: that was a third of a program's code.

use hp5::rt::Task;

use crate::fault::{Fault, Faults};

/// Registers a task that does nothing if one before it failed.
///
/// # Safety
/// As for [`Task::spawn`].
pub unsafe fn spawn<'a>(
    task: Task<'_>,
    faults: &Faults,
    body: impl FnOnce() -> Result<(), Fault> + Send + 'a,
) {
    // SAFETY: the caller's promise.
    unsafe { spawn_boxed(task, faults, Box::new(body)) };
}

/// # Safety
/// As for [`Task::spawn`].
#[inline(never)]
unsafe fn spawn_boxed<'a>(
    task: Task<'_>,
    faults: &Faults,
    body: Box<dyn FnOnce() -> Result<(), Fault> + Send + 'a>,
) {
    let faults = faults.clone();
    // SAFETY: the caller's promise.
    unsafe { task.spawn(move || faults.run(body)) };
}

/// As [`spawn`], for a body that may run again: turns of a repeat can then be replayed
/// ([`turns`](crate::turns())).
///
/// # Safety
/// As for [`Task::spawn_repeat`].
pub unsafe fn spawn_again<'a>(
    task: Task<'_>,
    faults: &Faults,
    body: impl Fn() -> Result<(), Fault> + Send + 'a,
) {
    // SAFETY: the caller's promise.
    unsafe { spawn_again_boxed(task, faults, Box::new(body)) };
}

/// # Safety
/// As for [`Task::spawn_repeat`].
#[inline(never)]
unsafe fn spawn_again_boxed<'a>(
    task: Task<'_>,
    faults: &Faults,
    body: Box<dyn Fn() -> Result<(), Fault> + Send + 'a>,
) {
    let faults = faults.clone();
    // SAFETY: the caller's promise.
    unsafe { task.spawn_repeat(move || faults.run(&body)) };
}

/// Registers a task that cannot fail and may run again.
///
/// # Safety
/// As for [`Task::spawn_repeat`].
pub(crate) unsafe fn spawn_sure<'a>(task: Task<'_>, body: impl Fn() + Send + 'a) {
    let body: Box<dyn Fn() + Send + 'a> = Box::new(body);
    // SAFETY: the caller's promise.
    unsafe { task.spawn_repeat(body) };
}
