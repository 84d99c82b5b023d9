//! Where a task lies, for those that own it: queues, workers, and who waits for it.

use std::ops::Deref;
use std::ptr::NonNull;

use crate::graph::task::Task;

/// A task that is owned (in a queue, or running), or that cannot be completed yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TaskPtr(NonNull<Task>);

impl TaskPtr {
    /// A handle to a task of the slab.
    #[inline]
    pub(crate) fn new(task: &Task) -> Self {
        TaskPtr(NonNull::from(task))
    }

    /// For an atomic to hold.
    pub(crate) fn into_raw(self) -> *mut Task {
        self.0.as_ptr()
    }

    /// Back from [`TaskPtr::into_raw`].
    pub(crate) fn from_raw(raw: *mut Task) -> Option<Self> {
        NonNull::new(raw).map(TaskPtr)
    }
}

impl Deref for TaskPtr {
    type Target = Task;
    #[inline]
    fn deref(&self) -> &Task {
        // SAFETY: tasks lie in the slab of the pool, which outlives every queue, worker and
        // open region (`Shared`).
        unsafe { self.0.as_ref() }
    }
}

// SAFETY: a TaskPtr is a shared reference to a Sync value with the lifetime argument above.
unsafe impl Send for TaskPtr {}
// SAFETY: as above.
unsafe impl Sync for TaskPtr {}
