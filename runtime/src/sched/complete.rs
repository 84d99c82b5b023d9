//! From a finished task to ready successors and to the end of its region.
//!
//! A completed task closes its list of successors and takes one count from each; those that
//! fall to 0 are ready (`graph/successors.rs`, `graph/task.rs`). A recorded task keeps its list and
//! sets itself up for its next lap first (`rt/replay.rs`). Completed tasks are counted by the
//! worker for itself, and told to their scope in batches (`graph/scope.rs`).

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use smallvec::SmallVec;

use crate::base::error::panic_text;
use crate::base::kinds::NO_HOME;
use crate::graph::commute;
use crate::graph::pointer::TaskPtr;
use crate::graph::scope::{Reached, ScopeRef, bump};
use crate::graph::slab::Slab;
use crate::graph::successors::Block;
use crate::graph::task::NEXT_LAP;
use crate::sched::free_lists::{FreeLists, Store};
use crate::sched::long_queue;
use crate::sched::pool::Shared;
use crate::sched::reach::Reach;
use crate::sched::steal::Pace;
use crate::sched::worker::{Worker, failure_of};
use crate::sync::{Ordering, now, planted, scaled, spin_loop};

/// Completed tasks that a worker counts before it tells their scope.
pub(crate) const BATCH: u64 = scaled(64, 3) as u64;

/// How far a registering thread gets ahead of a worker with short tasks.
const AHEAD: Duration = Duration::from_micros(50);

/// Successors that became ready.
pub(crate) type Ready = SmallVec<[TaskPtr; 8]>;

/// Completes `task` and every task without a body that becomes ready by it; how many.
#[inline]
pub(crate) fn complete(
    store: Store<'_>,
    free_lists: &mut FreeLists,
    task: TaskPtr,
    ready: &mut Ready,
) -> u64 {
    let mut bodiless: SmallVec<[TaskPtr; 4]> = SmallVec::new();
    complete_one(store, free_lists, task, ready, &mut bodiless);
    let mut count = 1;
    while let Some(task) = bodiless.pop() {
        count += 1;
        complete_one(store, free_lists, task, ready, &mut bodiless);
    }
    count
}

#[inline]
fn complete_one(
    store: Store<'_>,
    free_lists: &mut FreeLists,
    task: TaskPtr,
    ready: &mut Ready,
    bodiless: &mut SmallVec<[TaskPtr; 4]>,
) {
    if task.has_extra() {
        commute::give_all(&task, |next| ready.push(next));
    }
    let release = |number: u32| {
        let next = store.tasks.get(number);
        if next.release() {
            let next = TaskPtr::new(next);
            if next.is_bodiless() {
                bodiless.push(next);
            } else {
                // It is read before long. (Jacobi in tiles of 72 x 72: 2% less time.)
                // SAFETY: who makes a task ready owns it, until it is in a queue.
                if let Some(block) = unsafe { next.body_block() } {
                    store.spaces.prefetch(block);
                }
                ready.push(next);
            }
        }
    };
    if task.is_recorded() {
        set_up_next_lap(store.blocks, task, task.scope(), release);
    } else {
        task.links.close(store.blocks, release);
        let owner = task.scope().registrar();
        // SAFETY: the task is completed, and this thread owned it.
        unsafe { task.free_extra() };
        free_lists.free_task(store, task, owner);
    }
}

/// Sets a recorded task up for its next lap and lets its successors of this one go.
#[inline(always)]
pub(crate) fn set_up_next_lap(
    blocks: &Slab<Block>,
    task: TaskPtr,
    scope: ScopeRef,
    mut release: impl FnMut(u32),
) {
    let lap = task.links.lap() + 1;
    let is_last = lap == scope.laps.load(Ordering::Relaxed);
    // Every predecessor of the next lap comes after this task's completion (`rt/replay.rs`), so
    // nobody touches the count before the releases below.
    let count = if is_last { &task.last } else { &task.mark };
    if !planted("set up after the release") {
        task.set_pending(count.load(Ordering::Relaxed));
    }
    task.links.set_lap(if is_last { 0 } else { lap });
    task.links.each(blocks, |number| {
        if number & NEXT_LAP == 0 || !is_last {
            release(number & !NEXT_LAP);
        }
    });
    if planted("set up after the release") {
        task.set_pending(count.load(Ordering::Relaxed));
    }
}

impl Shared {
    /// The slabs.
    #[inline]
    pub(crate) fn store(&self) -> Store<'_> {
        Store {
            tasks: &self.tasks,
            blocks: &self.blocks,
            spaces: &self.spaces,
            returned: &self.returned,
        }
    }

    /// Tells a scope of completed tasks, and sees to what follows from that.
    ///
    /// What a composite's body kept is dropped here, before the composite completes; that may
    /// run anything, so `free_lists` are not held meanwhile.
    fn count(
        &self,
        free_lists: &RefCell<FreeLists>,
        scope: ScopeRef,
        count: u64,
        ready: &mut Ready,
    ) {
        let (mut scope, mut count) = (scope, count);
        loop {
            match scope.complete(count) {
                Reached::Nothing => return,
                Reached::Target(lane) => return self.sleep.give_token(lane),
                Reached::EndOfComposite => {}
            }
            let parent = end_composite(self, scope);
            free_lists.borrow_mut().give_scope(self, scope);
            let Some(parent) = parent else {
                return;
            };
            scope = parent.scope();
            count = complete(self.store(), &mut free_lists.borrow_mut(), parent, ready);
        }
    }

    /// Completes a task on a thread that is no worker.
    pub(crate) fn complete_outside(&self, task: TaskPtr) {
        let free_lists = RefCell::new(FreeLists::new(usize::MAX));
        let mut ready = Ready::new();
        let scope = task.scope();
        let count = complete(self.store(), &mut free_lists.borrow_mut(), task, &mut ready);
        self.count(&free_lists, scope, count, &mut ready);
        free_lists.borrow_mut().flush(self.store());
        for task in ready {
            let home = task.home();
            let ppu = if home == NO_HOME { 0 } else { home.into() };
            self.deliver(task, ppu);
        }
    }
}

impl Worker {
    /// Completes a task: successors that become ready are queued, one may be kept.
    #[inline]
    pub(crate) fn complete(&self, task: TaskPtr) -> Option<TaskPtr> {
        let scope = task.scope();
        if task.is_recorded() && !task.has_extra() && self.calm {
            return self.complete_recorded(task, scope);
        }
        let mut ready = Ready::new();
        let count = complete(
            self.store(),
            &mut self.free_lists.borrow_mut(),
            task,
            &mut ready,
        );
        self.tell(scope, count);
        if let [only] = ready.as_slice()
            && only.is_light()
            && only.priority() >= 0
            && self.calm
            && !self.granularity.is_long()
        {
            self.count_kept(*only);
            return Some(*only);
        }
        if ready.is_empty() {
            return None;
        }
        self.keep_one(&mut ready)
    }

    /// Several tasks became ready, some of them perhaps without a body.
    #[cold]
    pub(crate) fn sort_out(&self, keep: Option<TaskPtr>, others: Ready) -> Option<TaskPtr> {
        let mut ready = Ready::new();
        ready.extend(keep);
        for task in others {
            if !task.is_bodiless() {
                ready.push(task);
                continue;
            }
            let scope = task.scope();
            let count = complete(
                self.store(),
                &mut self.free_lists.borrow_mut(),
                task,
                &mut ready,
            );
            self.tell(scope, count);
        }
        if ready.is_empty() {
            return None;
        }
        self.keep_one(&mut ready)
    }

    /// Queues ready tasks; one may be kept to run next.
    fn keep_one(&self, ready: &mut Ready) -> Option<TaskPtr> {
        if self.seeded.is_some() {
            ready.drain(..).for_each(|task| self.push(task));
            return None;
        }
        // Pushed newest first, so that the deque gives the oldest back first.
        if ready.len() > 1 {
            ready.sort_unstable_by_key(|task| std::cmp::Reverse(task.id()));
        }
        if self.granularity.is_long() {
            let next = self.queue_long(ready, self.may_go_on());
            // Others may have the first of them meanwhile. (It does not go on then.)
            self.rank();
            return next.inspect(|next| self.count_kept(*next));
        }
        let keep = self.choose(ready).map(|n| ready.remove(n));
        ready.drain(..).for_each(|task| self.push(task));
        let keep = keep?;
        if self.chain.is_full() {
            self.chain.restart();
            self.shared.ppus[self.ppu()].mailbox.push(keep);
            self.shared.post(self.ppu());
            return None;
        }
        self.count_kept(keep);
        Some(keep)
    }

    #[inline]
    fn count_kept(&self, task: TaskPtr) {
        bump(&task.scope().counts[self.ppu()].kept, 1);
    }

    /// Whether this thread may run a successor of a long task without a look at anything else: there is nothing that
    /// it would look at first, no ranks are to come, and it is as fast as others.
    fn may_go_on(&self) -> bool {
        let me = self.me();
        let stands_by = self.is_ppu() && me.displaced.load(Ordering::Relaxed) != 0;
        self.granularity.goes_on()
            && me.urgent.is_empty()
            && me.hand.is_empty()
            && !stands_by
            && (self.shared.chaos.is_none() || self.next_random().is_multiple_of(2))
            && self.ranking() == 0
            && self.shared.choice(self.ppu(), self.ppu()).is_none()
    }

    /// Queues tasks that became ready by a long one; the one to go on with, if it `may`.
    pub(crate) fn queue_long(&self, ready: &mut Ready, may_go_on: bool) -> Option<TaskPtr> {
        ready.retain(|task| {
            let stays = long_queue::belongs_here(task);
            if !stays {
                self.push(*task);
            }
            stays
        });
        if ready.is_empty() {
            return None;
        }
        let long_queue = self.shared.long_queue_of(self.ppu());
        let (next, lines) = long_queue.put(ready, may_go_on);
        self.long_queue_lines.set(lines);
        if !planted("shelve in silence") {
            let others = ready.len() - usize::from(next.is_some());
            (0..others).for_each(|_| self.shared.post(self.ppu()));
        }
        ready.clear();
        next
    }

    /// The ready successor to run next: the warmest one that has its home here or nowhere.
    fn choose(&self, ready: &Ready) -> Option<usize> {
        if self.shared.chaos.is_some() && self.next_random().is_multiple_of(3) {
            return None;
        }
        let fits =
            |task: &TaskPtr| (self.is_home_of(task) || task.is_light()) && task.priority() >= 0;
        let warmth = |task: &TaskPtr| match task.is_light() {
            true => 0,
            false => self.chain.warmth(task.tiles()),
        };
        if let [only] = ready.as_slice() {
            return fits(only).then_some(0);
        }
        let candidates = ready.iter().enumerate().filter(|(_, task)| fits(task));
        candidates
            .max_by_key(|(_, task)| (task.priority(), self.is_home_of(task), warmth(task)))
            .map(|(n, _)| n)
    }

    #[inline]
    pub(crate) fn is_home_of(&self, task: &TaskPtr) -> bool {
        let home = task.home();
        home == NO_HOME || usize::from(home) == self.ppu()
    }

    /// Queues a ready task where it belongs. One with small tiles goes to its home only if
    /// that PPU spins for want of a task.
    #[inline]
    pub(crate) fn push(&self, task: TaskPtr) {
        if !self.calm && self.push_seeded(task) {
            return;
        }
        let home = match task.home() {
            NO_HOME => self.ppu(),
            home => home.into(),
        };
        if task.priority() != 0 || (home != self.ppu() && !task.is_light()) {
            self.shared.deliver(task, home);
        } else if home == self.ppu() {
            self.push_here(task);
        } else {
            match self.shared.ppus[home].hand.put(task) {
                Ok(()) => self.shared.post(home),
                Err(task) => self.push_here(task),
            }
        }
    }

    #[inline]
    fn push_here(&self, task: TaskPtr) {
        self.deque.push(task);
        self.shared.post(self.ppu());
    }

    /// Queues several ready tasks.
    pub(crate) fn push_all(&self, ready: Ready) {
        ready.into_iter().for_each(|task| self.push(task));
    }

    // ---- the books ----

    /// Counts completed tasks of a scope.
    #[inline]
    pub(crate) fn tell(&self, scope: ScopeRef, count: u64) {
        let (known, before) = self.tally.get();
        let count = match known == Some(scope) {
            true => before + count,
            false => {
                self.settle_tally();
                scope.begin_to_count(self.ppu());
                scope.parts.join(self.shared.place.space_of(self.ppu()));
                count
            }
        };
        self.tally.set((Some(scope), count));
        if count >= BATCH {
            self.settle_tally();
            self.stay_behind(scope, count);
        }
    }

    /// Lets a registering thread get ahead, if tasks are so short that running them close to
    /// the front of registration, on the same cache lines, slows it down more than it helps.
    #[cold]
    fn stay_behind(&self, scope: ScopeRef, count: u64) {
        let start = now();
        let since = self.told.replace(Some(start));
        let registrar = scope.registrar();
        let guests = &self.shared.guests;
        if registrar == self.lane
            || !guests.registers(registrar)
            || since.is_none_or(|since| start - since > Pace::SHORT * count as u32)
        {
            return;
        }
        while guests.registers(registrar) && now() - start < AHEAD {
            (0..16).for_each(|_| spin_loop());
        }
        self.told.set(Some(now()));
    }

    /// Tells the scope what was counted.
    pub(crate) fn settle_tally(&self) {
        if !planted("slices after the count") {
            self.hand_slices_over();
        }
        let (Some(scope), count) = self.tally.take_pair() else {
            return;
        };
        let shared = self.shared;
        let space = shared.place.space_of(self.ppu());
        let count = scope.parts.leave(space, count);
        if count > 0 {
            let mut ready = Ready::new();
            shared.count(&self.free_lists, scope, count, &mut ready);
            self.push_all(ready);
        }
    }

    /// Before a look abroad, a sleep or a wait: others must see what this worker completed.
    pub(crate) fn settle_books(&self) {
        self.settle_tally();
        self.free_lists.borrow_mut().hand_over(self.store());
    }
}

/// Takes a pair out of a cell.
trait TakePair<A, B> {
    fn take_pair(&self) -> (A, B);
}

impl TakePair<Option<ScopeRef>, u64> for std::cell::Cell<(Option<ScopeRef>, u64)> {
    #[inline]
    fn take_pair(&self) -> (Option<ScopeRef>, u64) {
        self.replace((None, 0))
    }
}

/// The end of a composite's graph: hands failure and record up, frees what the body kept.
/// Returns the composite task, which is now finished; the scope is the caller's to give back.
pub(crate) fn end_composite(shared: &Shared, scope: ScopeRef) -> Option<TaskPtr> {
    Reach::cut_from(&scope);
    let parent = scope.take_parent()?;
    let around = parent.scope();
    let residue = scope.take_residue();
    if let Some(mut failure) = shared.take_failure(scope)
        && !planted("keep the failure")
    {
        if let Some(residue) = &residue {
            failure.name_tiles(&residue.table);
        }
        shared.fail(around, failure);
    }
    let Some(mut residue) = residue else {
        scope.hand_counts_to(around);
        return Some(parent);
    };
    scope.add_counts(&mut residue.stats);
    around.add_inner(&residue.stats);
    if let Some(run) = residue.finish_run(scope) {
        around.adopt(parent.id(), run);
    }
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| drop(residue))) {
        shared.fail(around, failure_of(&parent, panic_text(payload.as_ref())));
    }
    Some(parent)
}

/// Completes a task from wherever the caller is.
pub(crate) fn complete_anywhere(shared: &Shared, task: TaskPtr) {
    crate::sched::worker::with_current(|worker| match worker {
        Some(worker) if std::ptr::eq(&*worker.shared, shared) => {
            let mut ready = Ready::new();
            let scope = task.scope();
            let count = complete(
                worker.store(),
                &mut worker.free_lists.borrow_mut(),
                task,
                &mut ready,
            );
            worker.tell(scope, count);
            worker.settle_tally();
            worker.push_all(ready);
        }
        _ => shared.complete_outside(task),
    });
}
