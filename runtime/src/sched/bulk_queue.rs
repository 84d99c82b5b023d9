//! Bulk queue: a list of ready tasks in, one task at a time out to any PPU, without a queue operation for each.
//!
//! Protocol *feed*. The tasks that a lap begins with stand in a list with a cursor. A PPU that
//! finds nothing of its own moves the cursor by a chunk, and what it moved over is its own:
//! chunks are disjoint, so each task is taken once. Chunks get smaller towards the end of the
//! list, so that PPUs end together; the rest of a chunk is at most a few tasks that nobody
//! else can take meanwhile. A thread that stops running tasks for another reason than a lack
//! of them, to register or to make room for another thread, queues the rest of its chunk.

use crate::graph::pointer::TaskPtr;
use crate::sched::pool::Shared;
use crate::sched::worker::Worker;
use crate::sync::{Arc, AtomicUsize, Mutex, Ordering, lock, planted, scaled};

/// Most tasks of a chunk.
const CHUNK: usize = scaled(32, 2);

/// A list of ready tasks.
pub(crate) struct BulkQueue {
    tasks: Arc<Vec<TaskPtr>>,
    next: AtomicUsize,
}

impl BulkQueue {
    fn new(tasks: Arc<Vec<TaskPtr>>) -> Self {
        BulkQueue {
            tasks,
            next: AtomicUsize::new(0),
        }
    }

    /// Takes a chunk for one of `takers`: from and to.
    fn chunk(&self, takers: usize) -> Option<(usize, usize)> {
        let left = self
            .tasks
            .len()
            .saturating_sub(self.next.load(Ordering::Relaxed));
        let size = (left / (scaled(4, 1) * takers)).clamp(1, CHUNK);
        let from = match planted("chunks overlap") {
            true => self.next.swap(size, Ordering::Relaxed),
            false => self.next.fetch_add(size, Ordering::Relaxed),
        };
        let to = (from + size).min(self.tasks.len());
        (from < to).then_some((from, to))
    }
}

/// The open feeds of a pool.
#[derive(Default)]
pub(crate) struct BulkQueues {
    /// How many there are: looked at before the lock is taken.
    open: AtomicUsize,
    list: Mutex<Vec<Arc<BulkQueue>>>,
}

impl BulkQueues {
    /// True when there may be a task in one.
    #[inline]
    pub(crate) fn are_open(&self) -> bool {
        self.open.load(Ordering::Acquire) != 0
    }

    fn add(&self, feed: Arc<BulkQueue>) {
        let mut list = lock(&self.list);
        list.push(feed);
        self.open.store(list.len(), Ordering::Release);
    }

    fn any(&self) -> Option<Arc<BulkQueue>> {
        lock(&self.list).first().cloned()
    }

    /// The feed is used up.
    fn remove(&self, feed: &Arc<BulkQueue>) {
        let mut list = lock(&self.list);
        if let Some(at) = list.iter().position(|one| Arc::ptr_eq(one, feed)) {
            list.swap_remove(at);
            self.open.store(list.len(), Ordering::Release);
        }
    }
}

/// A PPU's part of a feed.
#[derive(Default)]
pub(crate) struct Portion {
    feed: Option<Arc<BulkQueue>>,
    from: usize,
    to: usize,
}

impl Shared {
    /// Offers ready tasks to all PPUs.
    pub(crate) fn feed(&self, tasks: Arc<Vec<TaskPtr>>, ppu: usize) {
        let wake = tasks.len().min(self.ppus.len());
        self.bulk_queues.add(Arc::new(BulkQueue::new(tasks)));
        (0..wake).for_each(|_| self.post(ppu));
    }
}

impl Worker {
    /// The next task of the present portion.
    #[inline]
    pub(crate) fn take_portion(&self) -> Option<TaskPtr> {
        let portion = &mut *self.portion.borrow_mut();
        if portion.from == portion.to {
            return None;
        }
        portion.from += 1;
        Some(portion.feed.as_ref()?.tasks[portion.from - 1])
    }

    /// Queues what is left of the present portion, where others find it: this thread will be
    /// doing something else.
    pub(crate) fn leave_portion(&self) {
        while let Some(task) = self.take_portion() {
            self.push(task);
        }
    }

    /// The first task of a new portion.
    #[inline]
    pub(crate) fn take_fed(&self) -> Option<TaskPtr> {
        let portion = &mut *self.portion.borrow_mut();
        if portion.feed.is_none() && !self.shared.bulk_queues.are_open() {
            return None;
        }
        self.next_fed(portion)
    }

    fn next_fed(&self, portion: &mut Portion) -> Option<TaskPtr> {
        let bulk_queues = &self.shared.bulk_queues;
        loop {
            let feed = match &portion.feed {
                Some(feed) => feed,
                None => portion.feed.insert(bulk_queues.any()?),
            };
            if portion.from < portion.to {
                portion.from += 1;
                return Some(feed.tasks[portion.from - 1]);
            }
            match feed.chunk(self.shared.ppus.len()) {
                Some((from, to)) => (portion.from, portion.to) = (from, to),
                None => {
                    bulk_queues.remove(feed);
                    portion.feed = None;
                }
            }
        }
    }
}

#[cfg(all(test, not(hp5_loom)))]
mod tests {
    use super::*;
    use crate::graph::task::Task;

    #[test]
    fn chunks_are_disjoint_and_get_smaller() {
        let task = Task::default();
        let feed = BulkQueue::new(Arc::new(vec![TaskPtr::new(&task); 1000]));
        let (mut end, mut sizes) = (0, Vec::new());
        while let Some((from, to)) = feed.chunk(2) {
            assert_eq!(from, end);
            end = to;
            sizes.push(to - from);
        }
        assert_eq!(end, 1000);
        assert_eq!((sizes[0], sizes[sizes.len() - 1]), (32, 1));
    }
}
