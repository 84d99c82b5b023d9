//! The edges of a task in registration.

use smallvec::SmallVec;

use crate::graph::pointer::TaskPtr;
use crate::graph::reference::TaskRef;
use crate::graph::table::Draw;
use crate::graph::task::Task;
use crate::record::run_record::EdgeKind;
use crate::rt::region::Region;
use crate::sync::Ordering;

/// Draws the edges of a task in registration; the region may be observed, or is known not to be.
pub(super) struct Edges<'r, const OBSERVED: bool> {
    region: &'r Region,
    task: TaskPtr,
    id: u32,
    /// Edges that hold the task back: their tasks were not completed.
    pub(super) drawn: u32,
    /// Predecessors that are completed; of a run that is recorded, all.
    seen: SmallVec<[TaskRef; 16]>,
}

impl<'r, const OBSERVED: bool> Edges<'r, OBSERVED> {
    #[inline]
    pub(super) fn new(region: &'r Region, task: TaskPtr) -> Self {
        Edges {
            region,
            task,
            id: task.id(),
            drawn: 0,
            seen: SmallVec::new(),
        }
    }
}

impl<const OBSERVED: bool> Edges<'_, OBSERVED> {
    #[inline]
    fn is_observed(&self) -> bool {
        OBSERVED && self.region.is_observed()
    }

    /// A predecessor that is completed counts as an edge, but holds nothing back. (It may be
    /// another task by now, so it is not marked. Beyond a few, none is told from another, but in
    /// an observed region.)
    #[inline(never)]
    fn pass(&mut self, before: TaskRef, from: &Task, kind: EdgeKind) {
        let observed = self.is_observed();
        let marked = !observed && from.mark.load(Ordering::Relaxed) == self.id;
        if marked || self.seen.contains(&before) {
            return;
        }
        if observed {
            self.note(before, from, kind);
        } else if self.seen.len() < self.seen.inline_size() {
            self.seen.push(before);
        }
        self.region.edges.set(self.region.edges.get() + 1);
    }

    /// For those who observe the region: an edge that was not known.
    fn note(&mut self, before: TaskRef, from: &Task, kind: EdgeKind) {
        self.seen.push(before);
        self.region.watch_edge(before);
        if let Some(notes) = &mut *self.region.notes.borrow_mut() {
            notes.edge(before, from, kind);
        }
    }
}

impl<const OBSERVED: bool> Draw for Edges<'_, OBSERVED> {
    #[inline(always)]
    fn edge(&mut self, before: TaskRef, kind: EdgeKind) {
        let region = self.region;
        let store = region.shared.store();
        let from = store.tasks.get(before.number);
        if from.links.is_completed(before.generation) {
            return self.pass(before, from, kind);
        }
        // Each predecessor remembers who saw it.
        if from.mark.load(Ordering::Relaxed) == self.id {
            return;
        }
        from.mark.store(self.id, Ordering::Relaxed);
        region.edges.set(region.edges.get() + 1);
        if self.is_observed() {
            self.note(before, from, kind);
        }
        let take = || {
            let free_lists = &mut region.worker().free_lists.borrow_mut();
            free_lists.blocks.take(store.blocks)
        };
        let (to, last) = (self.task.number(), &from.last);
        if from
            .links
            .add(before.generation, to, last, store.blocks, take)
        {
            self.drawn += 1;
        }
    }

    fn is_completed(&self, task: TaskRef) -> bool {
        let task_now = self.region.shared.store().tasks.get(task.number);
        task_now.links.is_completed(task.generation)
    }
}
