//! Successor lists: who waits for a task.
//!
//! Protocol *successor release*. One list per task, a Treiber stack of edges:
//!
//! 1. Only the registering thread of the task's scope calls [`Successors::add`]; it
//!    counts the edge into the successor's `pending` *before* it adds.
//! 2. The worker that completes the task calls [`Successors::close`] once; it swaps in
//!    the `CLOSED` mark and owns every edge that was there.
//! 3. `add` after `close` fails: the predecessor is completed and the registering thread
//!    takes the count back. So an edge is either handed to the completing worker or
//!    refused, never lost and never counted twice (models: `stress/loom/tests/release.rs`).

use crate::graph::task::TaskRef;
use crate::sync::{AtomicPtr, Ordering};

/// One edge to a successor.
struct Edge<T> {
    to: T,
    next: *mut Edge<T>,
}

/// The successors of one task. (Models use another payload than tasks.)
#[derive(Debug)]
pub(crate) struct Successors<T = TaskRef> {
    head: AtomicPtr<Edge<T>>,
}

impl<T> Default for Successors<T> {
    fn default() -> Self {
        Successors {
            head: AtomicPtr::default(),
        }
    }
}

/// The mark of a closed list: an address that no `Box<Edge>` can have.
fn closed<T>() -> *mut Edge<T> {
    std::ptr::without_provenance_mut(1)
}

impl<T> Successors<T> {
    /// Adds an edge; `false` when the list is closed (the task is completed).
    pub(crate) fn add(&self, to: &T) -> bool
    where
        T: Clone,
    {
        let mut head = self.head.load(Ordering::Acquire);
        if head == closed() {
            return false;
        }
        let edge = Box::into_raw(Box::new(Edge {
            to: to.clone(),
            next: head,
        }));
        loop {
            match self
                .head
                .compare_exchange_weak(head, edge, Ordering::Release, Ordering::Acquire)
            {
                Ok(_) => return true,
                Err(now) if now == closed() => {
                    // SAFETY: `edge` came from `Box::into_raw` above and was never published:
                    // every exchange so far failed.
                    drop(unsafe { Box::from_raw(edge) });
                    return false;
                }
                Err(now) => {
                    head = now;
                    // SAFETY: as above, `edge` is still this thread's alone.
                    unsafe { (*edge).next = now };
                }
            }
        }
    }

    /// True when the task is completed.
    pub(crate) fn is_closed(&self) -> bool {
        self.head.load(Ordering::Acquire) == closed()
    }

    /// Closes the list and hands each successor to `each`, oldest edge first.
    pub(crate) fn close(&self, mut each: impl FnMut(T)) {
        let mut newest = self.head.swap(closed(), Ordering::AcqRel);
        debug_assert!(newest != closed(), "a task completes once");
        // The stack is newest first; registration order is what depth-first wants.
        let mut oldest: *mut Edge<T> = std::ptr::null_mut();
        while !newest.is_null() && newest != closed() {
            // SAFETY: the swap made this thread the only owner of the chain, whose
            // nodes came from `Box::into_raw` in `add` (Release there, Acquire here).
            let next = unsafe { std::mem::replace(&mut (*newest).next, oldest) };
            oldest = newest;
            newest = next;
        }
        while !oldest.is_null() {
            // SAFETY: as above; each node is turned back into its box exactly once.
            let edge = unsafe { Box::from_raw(oldest) };
            oldest = edge.next;
            each(edge.to);
        }
    }
}

impl<T> Drop for Successors<T> {
    fn drop(&mut self) {
        if !self.is_closed() {
            self.close(drop);
        }
    }
}

// SAFETY: `Edge` is reached only through the protocol above; the payload is Send.
unsafe impl<T: Send> Send for Successors<T> {}
// SAFETY: as above: shared access is by atomics, ownership passes at `close`; `add` clones
// through a shared payload.
unsafe impl<T: Send + Sync> Sync for Successors<T> {}
