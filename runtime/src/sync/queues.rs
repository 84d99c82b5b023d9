//! Stand-ins for `crossbeam-deque` in models: a deque that its owner uses at one end and
//! thieves at the other, and a queue that anybody uses.
//!
//! They promise what the real ones do and no more. Who takes a task sees what went before
//! the push of it, and of those pushed earlier. A look that finds nothing orders nothing: it
//! may be behind the times, unless fences say otherwise. No schedule passes between the two
//! halves of a take, so nothing is ever to be tried again; the real queues are trusted there.
#![allow(missing_docs, reason = "the real ones' names and meanings")]

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{AtomicUsize, Ordering, planted};

pub use crossbeam_deque::Steal;

/// What deques and queues are made of.
struct Queue<T> {
    /// Out of the model's sight: locked for an instant, never across a step of the model.
    items: Mutex<VecDeque<T>>,
    /// How many there are, for those who look. What the model sees.
    count: AtomicUsize,
}

impl<T> Queue<T> {
    fn new() -> Self {
        Queue {
            items: Mutex::new(VecDeque::new()),
            count: AtomicUsize::new(0),
        }
    }

    fn items(&self) -> MutexGuard<'_, VecDeque<T>> {
        self.items.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, item: T) {
        // Both in one step: threads of a model change places before an access, not after it.
        self.count.fetch_add(1, Ordering::Release);
        self.items().push_back(item);
    }

    fn len(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }

    fn take(&self, take: impl FnOnce(&mut VecDeque<T>) -> Option<T>) -> Option<T> {
        let mut count = self.len();
        while count > 0 {
            let taken =
                self.count
                    .compare_exchange(count, count - 1, Ordering::Acquire, Ordering::Relaxed);
            match taken {
                Ok(_) => return take(&mut self.items()),
                Err(now) => count = now,
            }
        }
        None
    }
}

impl<T: Copy> Queue<T> {
    /// A planted bug: nothing keeps two thieves from taking the same task.
    fn take_in_two_steps(&self) -> Option<T> {
        let taken = self.items().front().copied();
        let count = self.count.load(Ordering::Acquire);
        if count > 0 {
            self.count.store(count - 1, Ordering::Release);
            self.items().pop_front();
        }
        taken
    }
}

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
        self.0.take(VecDeque::pop_back)
    }

    pub fn is_empty(&self) -> bool {
        self.0.len() == 0
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// The thieves' end of a deque, oldest first.
pub struct Stealer<T>(Arc<Queue<T>>);

impl<T: Copy> Stealer<T> {
    pub fn steal(&self) -> Steal<T> {
        let taken = match planted("two take one") {
            true => self.0.take_in_two_steps(),
            false => self.0.take(VecDeque::pop_front),
        };
        taken.map_or(Steal::Empty, Steal::Success)
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
    #[expect(clippy::new_without_default, reason = "as the real one's name")]
    pub fn new() -> Self {
        Injector(Queue::new())
    }

    pub fn push(&self, item: T) {
        self.0.push(item);
    }

    pub fn steal(&self) -> Steal<T> {
        self.0
            .take(VecDeque::pop_front)
            .map_or(Steal::Empty, Steal::Success)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }
}
