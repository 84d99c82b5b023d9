//! What a region tells the watchdog of its tasks (`sched/watch`), while there is one.

use crate::graph::pointer::TaskPtr;
use crate::graph::reference::TaskRef;
use crate::graph::task_log::Log;
use crate::rt::region::Region;
use crate::sync::lock;

impl Region {
    /// There is a watchdog.
    #[inline]
    pub(crate) fn is_watched(&self) -> bool {
        self.shared.watch.is_some()
    }

    #[inline]
    fn with_log(&self, f: impl FnOnce(&mut Log)) {
        if self.is_watched()
            && let Some(log) = &mut *lock(&self.scope().log)
        {
            f(log);
        }
    }

    /// The task that is being registered waits for `before`.
    #[inline]
    pub(crate) fn watch_edge(&self, before: TaskRef) {
        self.with_log(|log| log.edge(before));
    }

    /// A task is registered.
    pub(crate) fn watch_task(&self, task: TaskPtr) {
        let tasks = self.shared.store().tasks;
        self.with_log(|log| log.add(tasks, &task, &self.table.borrow()));
    }

    /// What a tape does from here on.
    pub(crate) fn watch_laps(&self, what: impl FnOnce(&mut Log)) {
        self.with_log(what);
    }
}
