//! Stand-ins for `crossbeam-deque`. Who takes an item sees what went before the push of it,
//! and nothing else is ordered: not even two users of one queue. So a protocol that leans on
//! more than that is reported. (The real queues are trusted, as they are in models.)
//!
//! A queue is a list of nodes whose links are atomics that the tools take no notice of.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use super::locks::{Arc, hidden};
use super::{forget, planted, settings, valgrind};

pub use crossbeam_deque::Steal;

/// A link: read by loads, written by locked instructions alone.
struct Link<T>(AtomicPtr<Node<T>>);

impl<T> Link<T> {
    fn get(&self) -> Option<NonNull<Node<T>>> {
        NonNull::new(self.0.load(Ordering::SeqCst))
    }

    fn put(&self, node: Option<NonNull<Node<T>>>) {
        let node = node.map_or(std::ptr::null_mut(), NonNull::as_ptr);
        self.0.store(node, Ordering::SeqCst);
    }
}

impl<T> Default for Link<T> {
    fn default() -> Self {
        Link(AtomicPtr::default())
    }
}

#[repr(C)]
struct Node<T> {
    older: Link<T>,
    newer: Link<T>,
    item: T,
}

/// What deques and queues are made of.
struct Queue<T> {
    oldest: Link<T>,
    newest: Link<T>,
    len: AtomicUsize,
}

impl<T> Queue<T> {
    fn new() -> Self {
        Queue {
            oldest: Link::default(),
            newest: Link::default(),
            len: AtomicUsize::new(0),
        }
    }

    /// Does one step on the queue alone.
    fn step<R>(&self, step: impl FnOnce() -> R) -> R {
        hidden((&raw const *self).addr(), step)
    }

    fn push(&self, item: T) {
        let layout = Layout::new::<Node<T>>();
        // SAFETY: a node is larger than nothing.
        let node = unsafe { alloc_zeroed(layout) }.cast::<Node<T>>();
        let Some(at) = NonNull::new(node) else {
            handle_alloc_error(layout);
        };
        let links = std::mem::offset_of!(Node<T>, item);
        valgrind::all_atomic(settings().is_drd, node.addr(), links);
        // SAFETY: the node was just allocated; its links are null, as zeroes are.
        unsafe { (&raw mut (*node).item).write(item) };
        forget(node.addr(), 1);
        if !planted("push in silence") {
            valgrind::happens_before(node.addr());
        }
        self.step(|| {
            let newest = self.newest.get();
            // SAFETY: nodes of the list are there until they are taken out, under the lock.
            unsafe {
                at.as_ref().older.put(newest);
                newest.map_or(&self.oldest, |newest| &newest.as_ref().newer)
            }
            .put(Some(at));
            self.newest.put(Some(at));
            self.len.fetch_add(1, Ordering::SeqCst);
        });
    }

    fn len(&self) -> usize {
        self.len.load(Ordering::SeqCst)
    }

    /// Takes the newest, or the oldest one.
    fn take(&self, newest: bool) -> Option<T> {
        let node = self.step(|| {
            let end = if newest { &self.newest } else { &self.oldest };
            let node = end.get()?;
            // SAFETY: as in `push`; this node is taken out and so are all links to it.
            unsafe {
                let (older, newer) = (node.as_ref().older.get(), node.as_ref().newer.get());
                older
                    .map_or(&self.oldest, |older| &older.as_ref().newer)
                    .put(newer);
                newer
                    .map_or(&self.newest, |newer| &newer.as_ref().older)
                    .put(older);
            }
            self.len.fetch_sub(1, Ordering::SeqCst);
            Some(node)
        })?;
        valgrind::happens_after(node.addr().get());
        // SAFETY: the node was taken out by this thread, and is written and freed once.
        unsafe {
            let item = (&raw const (*node.as_ptr()).item).read();
            dealloc(node.as_ptr().cast(), Layout::new::<Node<T>>());
            Some(item)
        }
    }

    fn steal(&self) -> Steal<T> {
        self.take(false).map_or(Steal::Empty, Steal::Success)
    }
}

impl<T> Drop for Queue<T> {
    fn drop(&mut self) {
        while self.take(false).is_some() {}
    }
}

// SAFETY: items go from thread to thread, one at a time; the links are atomics.
unsafe impl<T: Send> Send for Queue<T> {}
// SAFETY: as above.
unsafe impl<T: Send> Sync for Queue<T> {}

/// The owner's end of a deque, newest first.
pub struct Deque<T>(Arc<Queue<T>>);

impl<T> Deque<T> {
    pub fn new_lifo() -> Self {
        Deque(Arc::new(Queue::new()))
    }

    pub fn stealer(&self) -> Stealer<T> {
        Stealer(self.0.clone())
    }

    pub fn push(&self, item: T) {
        self.0.push(item);
    }

    pub fn pop(&self) -> Option<T> {
        self.0.take(true)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// The thieves' end of a deque, oldest first.
pub struct Stealer<T>(Arc<Queue<T>>);

impl<T> Stealer<T> {
    pub fn steal(&self) -> Steal<T> {
        self.0.steal()
    }

    /// Takes up to half of the tasks over.
    pub fn steal_batch_and_pop(&self, to: &Deque<T>) -> Steal<T> {
        let more = self.0.len() / 2;
        let first = self.steal();
        for _ in 0..more {
            if let Steal::Success(item) = self.steal() {
                to.push(item);
            }
        }
        first
    }

    pub fn is_empty(&self) -> bool {
        self.0.len() == 0
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// A queue, oldest first.
pub struct Injector<T>(Queue<T>);

impl<T> Injector<T> {
    pub fn new() -> Self {
        Injector(Queue::new())
    }

    pub fn push(&self, item: T) {
        self.0.push(item);
    }

    pub fn steal(&self) -> Steal<T> {
        self.0.steal()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }
}
