//! Tasks that are finished before they are completed: requests in flight.
//!
//! Protocol *finished to completed*. A task with a handle counts its handles, and its body
//! as one more. Whoever takes the last count back, the worker at the end of the body or the
//! thread that drops the last handle, completes the task: one of them does, once. What was
//! done before a handle was dropped happens before the successors' bodies. (Models:
//! `stress/loom/tests/pending.rs`.)

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::graph::body::{Calling, Inside, Kind};
use crate::graph::pointer::TaskPtr;
use crate::sched::complete::complete_anywhere;
use crate::sched::pool::{Shared, SharedRef};
use crate::sched::worker::{Begun, failure_of};
use crate::sync::{Arc, AtomicU32, Ordering, planted};

/// Counts what a task still waits for.
#[derive(Debug)]
pub(crate) struct Outstanding(AtomicU32);

impl Outstanding {
    /// The body, and one handle.
    pub(crate) fn new() -> Self {
        Outstanding(AtomicU32::new(2))
    }

    /// One handle more.
    pub(crate) fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes one back; `true` for the caller that completes the task.
    #[must_use]
    pub(crate) fn end_one(&self) -> bool {
        self.0.fetch_sub(1, Ordering::AcqRel) == 1
    }
}

struct Inner {
    outstanding: Outstanding,
    /// The pool stays until the handle's thread has completed the task to the end.
    shared: Arc<Shared>,
    task: TaskPtr,
}

/// Keeps a task from being completed; see [`Task::spawn_pending`](crate::rt::Task::spawn_pending).
pub struct Pending {
    inner: Arc<Inner>,
}

/// `FnOnce(Pending)`.
pub(crate) struct Pends;

impl<F: FnOnce(Pending)> Calling<F> for Pends {
    const KIND: Kind = Kind::Pends;
    unsafe fn call(place: *mut F, inside: Inside<'_>, _: bool) {
        // SAFETY: by the contract the closure is live, and used up by this.
        let mut body = Some(unsafe { place.read() });
        // SAFETY: workers give this to bodies of this kind.
        if let Some(begun) = unsafe { inside.get::<Begun>() } {
            run(begun, &mut |handle| {
                if let Some(body) = body.take() {
                    body(handle)
                }
            });
        }
    }
}

/// Runs a body that gets a handle; its task has ended where the handle is gone by then.
fn run(begun: &mut Begun<'_>, body: &mut dyn FnMut(Pending)) {
    let (worker, task) = (begun.worker, begun.task);
    let (handle, guard) = Pending::new(worker.shared, task);
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| body(handle))) {
        worker.failed(task, task.scope(), payload);
    }
    worker.free_space(task);
    (begun.start).inspect(|&start| worker.note_slice_now(task, start));
    begun.ended = match &worker.shared.watch {
        Some(watch) => watch.at_end_of_body(&task, || guard.finish()),
        None => guard.finish() || planted("complete with the body"),
    };
}

/// The body's own count.
pub(crate) struct BodyGuard {
    inner: Arc<Inner>,
}

impl Pending {
    pub(crate) fn new(shared: SharedRef, task: TaskPtr) -> (Pending, BodyGuard) {
        let inner = Arc::new(Inner {
            outstanding: Outstanding::new(),
            shared: shared.to_arc(),
            task,
        });
        let guard = BodyGuard {
            inner: inner.clone(),
        };
        (Pending { inner }, guard)
    }

    /// What this handle stands for is done; the same as dropping it.
    pub fn complete(self) {}

    /// What this handle stands for went wrong: the region ends with an error that names the
    /// task and gives this message.
    pub fn fail(self, message: impl Into<String>) {
        let task = self.inner.task;
        let failure = failure_of(&task, message.into());
        self.inner.shared.fail(task.scope(), failure);
    }
}

impl Clone for Pending {
    fn clone(&self) -> Self {
        self.inner.outstanding.add();
        Pending {
            inner: self.inner.clone(),
        }
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if self.inner.outstanding.end_one() {
            let watch = self.inner.shared.watch.as_deref();
            watch.inspect(|watch| watch.handle_is_gone(&self.inner.task));
            complete_anywhere(&self.inner.shared, self.inner.task);
        }
    }
}

impl std::fmt::Debug for Pending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Pending").field(&*self.inner.task).finish()
    }
}

impl BodyGuard {
    /// The body is done; `true` when the caller completes the task.
    pub(crate) fn finish(self) -> bool {
        self.inner.outstanding.end_one()
    }
}
