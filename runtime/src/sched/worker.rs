//! A PPU's thread: what it looks for, runs and releases.
//!
//! Look order (README of this folder): the successor kept from the last completion, the
//! own urgent tasks, the own deque (newest first), the own mailbox (oldest first), then
//! the other PPUs by distance in the PCubeS hierarchy (urgent, deque, mailbox; batches
//! from far spaces), last the overflow queue.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use smallvec::SmallVec;

use crate::error::{FailedTiles, Failure};
use crate::graph::scope::{MAX_DISTANCE, ScopeRef, bump};
use crate::graph::task::{Body, NO_HOME, Task, TaskRef, panic_text};
use crate::observe::record::Slice;
use crate::rt::Region;
use crate::sched::chain::Chain;
use crate::sched::commute;
use crate::sched::pool::{Ppu, Shared};
use crate::sched::urgent::take_one;
use crate::sync::{Arc, Backoff, Deque, Ordering, Steal, lock};

/// Beyond this distance a thief takes a batch: the way is worth several tasks.
const FAR: usize = 2;

/// How long a PPU that waits inside a body sleeps before it looks for its own descendants again.
const WAIT_SLICE: Duration = Duration::from_micros(200);

thread_local! {
    static CURRENT: Cell<*const Worker> = const { Cell::new(std::ptr::null()) };
}

/// A PPU's own side; never leaves its thread.
pub(crate) struct Worker {
    pub(crate) shared: Arc<Shared>,
    pub(crate) index: usize,
    deque: Deque<TaskRef>,
    chain: Chain,
    random: Cell<u64>,
    /// The task whose body runs, innermost.
    running: Cell<Option<ScopeRef>>,
}

/// Runs a PPU until its pool stops.
pub(crate) fn run(worker: Worker) {
    CURRENT.set(&raw const worker);
    loop {
        match worker.find() {
            Some(task) => worker.run_chain(task),
            None if !worker.rest() => break,
            None => {}
        }
    }
    CURRENT.set(std::ptr::null());
}

/// Calls `f` with the calling thread's worker, if it is one.
pub(crate) fn with_current<R>(f: impl FnOnce(Option<&Worker>) -> R) -> R {
    let worker = CURRENT.get();
    // SAFETY: `run` sets the pointer to its own `worker`, which lives on this thread's
    // stack until `run` clears it again; the thread-local is seen by this thread only.
    f(unsafe { worker.as_ref() })
}

impl Worker {
    pub(crate) fn new(
        shared: Arc<Shared>,
        index: usize,
        deque: Deque<TaskRef>,
        chain: Chain,
    ) -> Self {
        let seed =
            shared.chaos.unwrap_or(0) ^ (index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Worker {
            shared,
            index,
            deque,
            chain,
            random: Cell::new(seed | 1),
            running: Cell::new(None),
        }
    }

    /// The scope of the task whose body runs on this PPU.
    pub(crate) fn running_scope(&self) -> Option<ScopeRef> {
        self.running.get()
    }

    fn me(&self) -> &Ppu {
        &self.shared.ppus[self.index]
    }

    fn next_random(&self) -> u64 {
        let mut x = self.random.get();
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        self.random.set(x);
        x
    }

    // ---- looking ----

    fn find(&self) -> Option<TaskRef> {
        if self.shared.chaos.is_some() && self.next_random().is_multiple_of(4) {
            std::thread::yield_now();
            return self.find_chaotic();
        }
        self.find_own()
            .or_else(|| self.find_elsewhere())
            .or_else(|| take_one(&self.shared.overflow))
    }

    /// Another order, to try schedules that the normal one hardly ever takes.
    fn find_chaotic(&self) -> Option<TaskRef> {
        let own_first = self.next_random().is_multiple_of(2);
        let found = if own_first {
            self.take_mail()
        } else {
            self.find_elsewhere()
        };
        found
            .or_else(|| take_one(&self.shared.overflow))
            .or_else(|| self.find_own())
            .or_else(|| self.find_elsewhere())
    }

    fn find_own(&self) -> Option<TaskRef> {
        self.me()
            .urgent
            .take()
            .or_else(|| self.deque.pop())
            .or_else(|| self.take_mail())
    }

    fn take_mail(&self) -> Option<TaskRef> {
        let task = take_one(&self.me().mailbox)?;
        self.chain.restart();
        bump(&task.scope.counts[self.index].mailbox, 1);
        Some(task)
    }

    fn find_elsewhere(&self) -> Option<TaskRef> {
        for (level, group) in self.shared.place.victims(self.index).iter().enumerate() {
            let start = self.next_random() as usize % group.len().max(1);
            for n in 0..group.len() {
                let victim = &self.shared.ppus[group[(start + n) % group.len()]];
                if let Some(task) = self.steal_from(victim, level) {
                    self.chain.restart();
                    bump(
                        &task.scope.counts[self.index].steals[(level + 1).min(MAX_DISTANCE - 1)],
                        1,
                    );
                    return Some(task);
                }
            }
        }
        None
    }

    fn steal_from(&self, victim: &Ppu, level: usize) -> Option<TaskRef> {
        victim
            .urgent
            .take()
            .or_else(|| self.steal_deque(victim, level))
            .or_else(|| take_one(&victim.mailbox))
    }

    fn steal_deque(&self, victim: &Ppu, level: usize) -> Option<TaskRef> {
        loop {
            let stolen = if level >= FAR {
                victim.stealer.steal_batch_and_pop(&self.deque)
            } else {
                victim.stealer.steal()
            };
            match stolen {
                Steal::Success(task) => return Some(task),
                Steal::Empty => return None,
                Steal::Retry => {}
            }
        }
    }

    /// Nothing was found: a short spin, then sleep. `false` when the pool stops.
    fn rest(&self) -> bool {
        let since = self.shared.now_ns();
        self.me().idle_since.store(since + 1, Ordering::Relaxed);
        let goes_on = self.doze();
        self.me().idle_since.store(0, Ordering::Relaxed);
        bump(&self.me().idle_ns, self.shared.now_ns() - since);
        goes_on
    }

    fn doze(&self) -> bool {
        let backoff = Backoff::new();
        while !backoff.is_completed() {
            if self.shared.has_work() {
                return true;
            }
            backoff.snooze();
        }
        self.shared.sleep.announce(self.index);
        if self.shared.stop.load(Ordering::SeqCst) {
            return false;
        }
        if self.shared.has_work() {
            self.shared.sleep.withdraw(self.index);
        } else {
            self.shared.sleep.park(self.index);
        }
        !self.shared.stop.load(Ordering::SeqCst)
    }

    // ---- running ----

    fn run_chain(&self, task: TaskRef) {
        let mut next = Some(task);
        while let Some(task) = next {
            next = self.execute(task);
            if next.is_some() && !self.me().urgent.is_empty() {
                next.take()
                    .into_iter()
                    .for_each(|task| self.deque.push(task));
                next = self.find_own();
            }
        }
    }

    /// Runs a ready task to its end; the successor to run next, if one is kept.
    fn execute(&self, task: TaskRef) -> Option<TaskRef> {
        if !task.locks.is_empty() && !commute::take_all(&task, |ready| self.push(ready)) {
            return None;
        }
        self.chain.touch(&task.tiles);
        // SAFETY: this worker took the ready task out of a queue, where it was once.
        let body = unsafe { task.take_body() };
        let scope = task.scope;
        let outer = self.running.replace(Some(scope));
        let start = scope
            .recording
            .load(Ordering::Relaxed)
            .then(|| self.shared.now_ns());
        let mut ended = true;
        if scope.is_cancelled() && !matches!(body, Body::Empty) {
            bump(&scope.counts[self.index].cancelled, 1);
            // What a body captured may panic when it is dropped.
            let _ = catch_unwind(AssertUnwindSafe(|| drop(body)));
        } else {
            match body {
                Body::Empty => {}
                Body::Run(run) => self.guard(&task, AssertUnwindSafe(run)),
                Body::Nested(build) => ended = self.build_composite(&task, build),
            }
        }
        if let Some(start_ns) = start {
            self.note_slice(&task, start_ns);
        }
        self.running.set(outer);
        if ended { self.complete(task) } else { None }
    }

    fn guard(&self, task: &TaskRef, body: AssertUnwindSafe<Box<dyn FnOnce() + Send>>) {
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| (body.0)())) {
            task.scope
                .fail(failure_of(task, panic_text(payload.as_ref())));
            let _ = catch_unwind(AssertUnwindSafe(|| drop(payload)));
        }
    }

    /// Runs a composite's body, which registers tasks; `true` when its graph is done already.
    fn build_composite(&self, task: &TaskRef, build: Box<dyn FnOnce(&Region) + Send>) -> bool {
        let region = Region::inside(self, task);
        let built = catch_unwind(AssertUnwindSafe(|| build(&region)));
        let scope = region.scope();
        if let Err(payload) = built {
            scope.fail(failure_of(task, panic_text(payload.as_ref())));
        }
        let ended = region.leave_to_workers();
        if ended {
            end_composite(&self.shared, scope);
        }
        ended
    }

    fn note_slice(&self, task: &Task, start_ns: u64) {
        let end_ns = self.shared.now_ns();
        let scope = task.scope;
        bump(&scope.counts[self.index].busy_ns, end_ns - start_ns);
        let slice = Slice {
            task: task.id,
            ppu: self.index as u32,
            start_ns,
            end_ns,
        };
        lock(&scope.slices[self.index]).push(slice);
    }

    // ---- releasing ----

    /// Completes a task: successors that become ready are queued, one may be kept.
    fn complete(&self, task: TaskRef) -> Option<TaskRef> {
        let mut ready = Ready::new();
        complete(&self.shared, task, &mut ready);
        // Pushed newest first, so that the deque gives the oldest back first.
        ready.sort_unstable_by_key(|task| std::cmp::Reverse(task.id));
        let keep = self.choose(&ready).map(|n| ready.remove(n));
        ready.into_iter().for_each(|task| self.push(task));
        let keep = keep?;
        if self.chain.is_full() {
            self.chain.restart();
            self.shared.deliver(keep, self.index);
            return None;
        }
        bump(&keep.scope.counts[self.index].kept, 1);
        Some(keep)
    }

    /// The ready successor to run next: the warmest one that has its home here or nowhere.
    fn choose(&self, ready: &Ready) -> Option<usize> {
        if self.shared.chaos.is_some() && self.next_random().is_multiple_of(3) {
            return None;
        }
        let here = |task: &TaskRef| task.home == NO_HOME || task.home as usize == self.index;
        let candidates = ready
            .iter()
            .enumerate()
            .filter(|(_, task)| here(task) && task.priority >= 0);
        candidates
            .max_by_key(|(_, task)| (task.priority, self.chain.warmth(&task.tiles)))
            .map(|(n, _)| n)
    }

    /// Queues a ready task where it belongs.
    pub(crate) fn push(&self, task: TaskRef) {
        let home = if task.home == NO_HOME {
            self.index
        } else {
            task.home as usize
        };
        if home == self.index && task.priority == 0 {
            self.deque.push(task);
            self.shared.post(self.index);
        } else {
            self.shared.deliver(task, home);
        }
    }

    // ---- waiting inside a body ----

    /// Runs descendants of `scope`, and nothing else, until it has completed `count` tasks.
    pub(crate) fn help_until(&self, scope: ScopeRef, count: u64) {
        while scope.completed() < count {
            match self.find_within(scope) {
                Some(task) => self.run_chain_within(task),
                None => scope.wait(count, Some(Instant::now() + WAIT_SLICE)),
            }
        }
    }

    /// Successors of a descendant are descendants, so a chain stays inside.
    fn run_chain_within(&self, task: TaskRef) {
        let mut next = Some(task);
        while let Some(task) = next {
            next = self.execute(task);
        }
    }

    /// Looks everywhere for a descendant of `scope`; strangers go to the overflow queue,
    /// where every PPU that does not wait finds them.
    fn find_within(&self, scope: ScopeRef) -> Option<TaskRef> {
        let rounds = self.shared.overflow.len() + 1;
        let mut sources = 0;
        loop {
            let task = match self.find_own().or_else(|| self.find_elsewhere()) {
                Some(task) => task,
                None => {
                    sources += 1;
                    if sources > rounds {
                        return None;
                    }
                    take_one(&self.shared.overflow)?
                }
            };
            if task.scope.is_within(scope) {
                return Some(task);
            }
            self.shared.overflow.push(task);
            self.shared.post(self.index);
        }
    }
}

/// Successors that became ready.
pub(crate) type Ready = SmallVec<[TaskRef; 8]>;

/// Completes `task` and every task without a body that becomes ready by it.
pub(crate) fn complete(shared: &Shared, task: TaskRef, ready: &mut Ready) {
    let mut work: SmallVec<[TaskRef; 4]> = SmallVec::new();
    work.push(task);
    while let Some(task) = work.pop() {
        commute::give_all(&task, |next| ready.push(next));
        task.successors.close(|next| {
            if next.release() {
                if next.bodiless {
                    work.push(next)
                } else {
                    ready.push(next)
                }
            }
        });
        let scope = task.scope;
        drop(task);
        if scope.complete_one() {
            work.extend(end_composite(shared, scope));
        }
    }
}

/// The end of a composite's graph: hands failure and record up, frees what the body kept.
/// Returns the composite task, which is now finished.
pub(crate) fn end_composite(shared: &Shared, scope: ScopeRef) -> Option<TaskRef> {
    let parent = scope.take_parent();
    let residue = lock(&scope.residue).take();
    if let (Some(parent), Some(mut residue)) = (&parent, residue) {
        if let Some(mut failure) = scope.take_failure() {
            failure.name_tiles(&residue.table);
            parent.scope.fail(failure);
        }
        scope.add_counts(&mut residue.stats);
        lock(&parent.scope.inner).merge_inner(&residue.stats);
        if let Some(record) = residue.finish_record(scope) {
            lock(&parent.scope.children).push((parent.id, record));
        }
    }
    shared.give_scope(scope);
    parent
}

fn failure_of(task: &Task, message: String) -> Failure {
    Failure {
        task: task.name().to_owned(),
        file: task.site.file,
        line: task.site.line,
        tiles: FailedTiles::Numbers(task.tiles.to_vec()),
        message,
    }
}
