//! A PPU's thread, or a thread on a guest worker: what it looks for and runs.
//!
//! Look order (README of this folder): the successor kept from the last completion, the
//! own urgent tasks, the own hand, the long queue, the own deque (newest first), the own mailbox (oldest first),
//! then the other PPUs, near before far (`sched/steal.rs`), last the overflow queue.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use smallvec::smallvec;

use crate::base::error::{FailureKind, panic_text};
use crate::graph::body::{Inside, Kind};
use crate::graph::commute;
use crate::graph::failure::{FailedTiles, Failure};
use crate::graph::pointer::TaskPtr;
use crate::graph::scope::{ScopeRef, bump};
use crate::graph::slab::prefetch;
use crate::graph::sort::Sort;
use crate::graph::task::{NEXT_LAP, Task};
use crate::sched::bulk_queue::Portion;
use crate::sched::chain::Chain;
use crate::sched::free_lists::{FreeLists, Store};
use crate::sched::granularity::{Alike, Granularity};
use crate::sched::long_queue::{self, Lines};
use crate::sched::pool::{Ppu, SharedRef};
use crate::sched::seeded::Seeded;
use crate::sched::stack::Doing;
use crate::sched::steal::{Pace, Seen};
use crate::sched::trace_buffer::Slices;
use crate::sched::tsc;
use crate::sched::watch::Watch;
use crate::sync::{Deque, Ordering, planted, spin_loop, thread, thread_local};

thread_local! {
    // loom's has no `const`.
    #[allow(clippy::missing_const_for_thread_local)]
    static CURRENT: Cell<*const Worker> = Cell::new(std::ptr::null());
}

/// A PPU's own side; used by one thread.
pub(crate) struct Worker {
    pub(crate) shared: SharedRef,
    /// Of all PPUs and guest workers.
    pub(crate) lane: usize,
    /// The PPU that this thread is, or works in place of.
    ppu: Cell<usize>,
    pub(crate) deque: Deque<TaskPtr>,
    pub(crate) chain: Chain,
    random: Cell<u64>,
    /// Scope of the task whose body runs, innermost.
    pub(crate) running: Cell<Option<ScopeRef>>,
    /// The task whose body runs, if it was stored.
    pub(crate) doing: Cell<Doing>,
    pub(crate) free_lists: RefCell<FreeLists>,
    /// `HP5_SEED`: this thread's ready tasks.
    pub(crate) seeded: Option<Box<Seeded>>,
    /// The schedule is the normal one.
    pub(crate) calm: bool,
    /// Bodies run so far.
    pub(crate) ran: Cell<u64>,
    pub(crate) pace: Pace,
    pub(crate) granularity: Granularity,
    /// It left a task on a long queue to a faster PPU, since it last began to look for one.
    pub(crate) left: Cell<bool>,
    /// It has waited for tasks since a body was last timed: perhaps that body has.
    pub(crate) waited: Cell<bool>,
    /// Where it saw work when it last looked.
    pub(crate) seen: Cell<Option<Seen>>,
    /// The PPU that it stole from last.
    pub(crate) victim: Cell<Option<usize>>,
    pub(crate) portion: RefCell<Portion>,
    /// When it last told a scope of a whole batch.
    pub(crate) told: Cell<Option<Instant>>,
    /// Tasks that came into its hand lately, less what looking for them in vain cost.
    pub(crate) handed: Cell<u32>,
    /// How long it spins in a pause, in nanoseconds, beyond the looks that it always takes.
    pub(crate) patience: Cell<u64>,
    /// Completed tasks that their scope does not know of yet.
    pub(crate) tally: Cell<(Option<ScopeRef>, u64)>,
    /// Slices that their scope does not have yet.
    pub(crate) slices: Slices,
    /// Of the long queue that it last put tasks on.
    pub(crate) long_queue_lines: Cell<Lines>,
}

/// Runs a PPU until its pool stops.
pub(crate) fn run(worker: &Worker) {
    let before = swap_current(worker);
    loop {
        if worker.me().displaced.load(Ordering::Relaxed) != 0 {
            worker.stand_by();
        } else if let Some(task) = worker.find() {
            worker.run_chain(task);
        } else {
            worker.rest();
        }
        if worker.shared.stop.load(Ordering::Relaxed) {
            break;
        }
    }
    worker.settle_books();
    swap_current(before);
}

/// Says who works on the calling thread; who did before.
pub(crate) fn swap_current(worker: *const Worker) -> *const Worker {
    CURRENT.with(|current| current.replace(worker))
}

/// Who works on the calling thread, or null.
pub(crate) fn current() -> *const Worker {
    CURRENT.with(Cell::get)
}

/// Calls `f` with the calling thread's worker, if it is one.
pub(crate) fn with_current<R>(f: impl FnOnce(Option<&Worker>) -> R) -> R {
    let worker = CURRENT.with(Cell::get);
    // SAFETY: `run` and `GuestWorker` set the pointer to a worker that stays until they set it back;
    // the thread-local is seen by this thread only.
    f(unsafe { worker.as_ref() })
}

impl Worker {
    pub(crate) fn new(shared: SharedRef, lane: usize, deque: Deque<TaskPtr>, chain: Chain) -> Self {
        let seed =
            shared.chaos.unwrap_or(0) ^ (lane as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Worker {
            shared,
            lane,
            ppu: Cell::new(lane),
            deque,
            chain,
            random: Cell::new(seed | 1),
            running: Cell::new(None),
            doing: Cell::new(Doing::NOTHING),
            free_lists: RefCell::new(FreeLists::new(lane)),
            seeded: shared.seed.map(|seed| Box::new(Seeded::new(seed))),
            calm: shared.chaos.is_none() && shared.seed.is_none() && shared.watch.is_none(),
            ran: Cell::new(0),
            pace: Pace::default(),
            granularity: Granularity::default(),
            left: Cell::new(false),
            waited: Cell::new(false),
            seen: Cell::new(None),
            victim: Cell::new(None),
            portion: RefCell::default(),
            told: Cell::new(None),
            handed: Cell::new(0),
            patience: Cell::new(0),
            tally: Cell::new((None, 0)),
            slices: Slices::default(),
            long_queue_lines: Cell::default(),
        }
    }

    /// Begins to work in place of a PPU.
    pub(crate) fn sit(&self, ppu: usize) {
        self.ppu.set(ppu);
        self.chain.restart();
        if let Some(seeded) = &self.seeded {
            seeded.restart(self.shared.number);
        }
    }

    /// Leaves the guest worker: nothing of this thread stays behind unseen.
    pub(crate) fn stand_up(&self) {
        self.settle_books();
        while let Some(task) = self.deque.pop() {
            self.shared.put_aside(task, self.ppu());
        }
    }

    /// The scope of the task whose body runs on this PPU.
    pub(crate) fn running_scope(&self) -> Option<ScopeRef> {
        self.running.get()
    }

    /// The PPU that this thread is, or works in place of.
    #[inline]
    pub(crate) fn ppu(&self) -> usize {
        self.ppu.get()
    }

    pub(crate) fn me(&self) -> &Ppu {
        &self.shared.ppus[self.ppu()]
    }

    /// True for a PPU's own thread.
    #[inline]
    pub(crate) fn is_ppu(&self) -> bool {
        self.lane < self.shared.ppus.len()
    }

    /// Shows that this thread registers.
    pub(crate) fn beat(&self) {
        if !self.is_ppu() {
            self.shared.guests.beat(self.lane);
        }
    }

    #[inline]
    pub(crate) fn store(&self) -> Store<'_> {
        self.shared.store()
    }

    pub(crate) fn next_random(&self) -> u64 {
        let mut x = self.random.get();
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        self.random.set(x);
        x
    }

    // ---- looking ----

    pub(crate) fn find(&self) -> Option<TaskPtr> {
        self.left.set(false);
        if self.shared.chaos.is_some() && self.next_random().is_multiple_of(4) {
            thread::yield_now();
            return self.find_chaotic();
        }
        // What was completed is told when nothing is found: it is of the region of what is found,
        // or told before that runs. A line that all PPUs write is not written per stolen task.
        self.find_own()
            .or_else(|| self.find_soon())
            .or_else(|| {
                if !planted("sleep over the books") {
                    self.settle_books();
                }
                self.find_own()
            })
            .or_else(|| self.shared.overflow.take())
    }

    /// Another order, to try schedules that the normal one hardly ever takes.
    fn find_chaotic(&self) -> Option<TaskPtr> {
        self.settle_books();
        let own_first = self.next_random().is_multiple_of(2);
        let found = if own_first {
            self.take_mail()
        } else {
            self.find_elsewhere()
        };
        found
            .or_else(|| self.shared.overflow.take())
            .or_else(|| self.find_own())
            .or_else(|| self.find_elsewhere())
    }

    pub(crate) fn find_own(&self) -> Option<TaskPtr> {
        self.granularity.look_around();
        if !self.me().urgent.is_empty()
            && let Some(task) = self.me().urgent.take()
        {
            return Some(task);
        }
        if !self.me().hand.is_empty()
            && let Some(task) = self.take_mail()
        {
            return Some(task);
        }
        if let Some(task) = self.take_long(self.ppu()) {
            return Some(task);
        }
        // A look at the deque is cheaper than a pop, which orders itself against thieves.
        if !self.deque.is_empty()
            && let Some(task) = self.deque.pop()
            && let Some(task) = self.keep_or_leave(task)
        {
            self.follow(task);
            return Some(task);
        }
        self.take_portion()
            .or_else(|| self.take_mail())
            .or_else(|| self.take_fed())
    }

    /// Takes a task off the long queue of a PPU, unless each there is left to a faster one.
    #[inline]
    pub(crate) fn take_long(&self, of: usize) -> Option<TaskPtr> {
        match self.shared.long_queue_of(of).is_empty() || self.left.get() {
            true => None,
            false => self.choose_long(of),
        }
    }

    fn choose_long(&self, of: usize) -> Option<TaskPtr> {
        let long_queue = self.shared.long_queue_of(of);
        let Some(mut choice) = self.shared.choice(self.ppu(), of) else {
            return long_queue.take(self.ppu(), None);
        };
        let task = long_queue.take(self.ppu(), Some(&mut choice));
        match &task {
            Some(task) => self.me().free.store(choice.end(task), Ordering::Relaxed),
            None => self.left.set(true),
        }
        // Whoever was woken for a task that is left was perhaps another one.
        if choice.left_since.is_none() {
            choice.rests.inspect(|&ppu| self.shared.post(ppu));
        }
        task
    }

    /// Puts a task that a faster PPU would end sooner on the long queue, if that is empty, and keeps others.
    #[inline]
    pub(crate) fn keep_or_leave(&self, task: TaskPtr) -> Option<TaskPtr> {
        if self.granularity.is_long() && self.leaves(&task) {
            self.left.set(true);
            self.queue_long(&mut smallvec![task], false);
            return None;
        }
        Some(task)
    }

    /// Whether it leaves a task to a faster PPU; if not, others learn when it is done with it.
    fn leaves(&self, task: &Task) -> bool {
        let Some(mut choice) = self.shared.choice(self.ppu(), self.ppu()) else {
            return false;
        };
        let may = long_queue::belongs_here(task) && task.strict_home().is_none();
        let may = may && self.shared.long_queue_of(self.ppu()).is_empty();
        let leaves = may && !choice.is_mine(task);
        if !leaves {
            self.me().free.store(choice.end(task), Ordering::Relaxed);
        }
        leaves
    }

    /// A task of the own deque belongs to the chain that released it; one that has little to do
    /// with what this PPU ran last begins its own.
    #[inline]
    fn follow(&self, task: TaskPtr) {
        if !task.is_light() && !self.chain.is_known(task.listed()) {
            self.chain.restart();
        }
    }

    pub(crate) fn take_mail(&self) -> Option<TaskPtr> {
        let me = self.me();
        let (task, handed) = me.hand.take_or_fetch(&me.mailbox)?;
        if handed {
            self.note_handed();
        }
        let task = self.keep_or_leave(task)?;
        self.chain.restart();
        task.scope().begin_to_count(self.ppu());
        bump(&task.scope().counts[self.ppu()].mailbox, 1);
        Some(task)
    }

    // ---- running ----

    pub(crate) fn run_chain(&self, task: TaskPtr) {
        let me = self.me();
        let mut next = Some(task);
        while let Some(task) = next {
            next = self.execute(task);
            if next.is_some() && !(me.urgent.is_empty() && me.hand.is_empty()) {
                next.take().into_iter().for_each(|task| self.leave(task));
                self.left.set(false);
                next = self.find_own();
            }
        }
    }

    /// Queues a task that it was to go on with.
    pub(crate) fn leave(&self, task: TaskPtr) {
        if self.granularity.is_long() {
            self.queue_long(&mut smallvec![task], false);
        } else {
            self.deque.push(task);
        }
    }

    /// As `execute`, for any task at any time.
    pub(crate) fn execute_with_care(&self, task: TaskPtr) -> Option<TaskPtr> {
        if !task.locks().is_empty() && !commute::take_all(&task, |ready| self.push(ready)) {
            return None;
        }
        let (store, long) = (self.store(), self.granularity.is_long());
        match long {
            // Nobody asks what is warm, and what was is long ago when somebody does.
            true => self.chain.restart(),
            false if !task.is_light() => self.chain.touch(task.tiles()),
            false => {}
        }
        if !task.is_light() || long {
            // They come while the body runs. (Jacobi in tiles of 72 x 72 takes 2% less time.)
            let ask = |next: u32| store.tasks.prefetch(next & !NEXT_LAP);
            task.links.first_so_far(store.blocks, ask);
        }
        // SAFETY: this worker took the ready task out of a queue, where it was once: nobody else has the body.
        if let Some(block) = unsafe { task.body_block() } {
            store.spaces.prefetch(block);
        }
        let scope = task.scope();
        if self.tally.get().0 != Some(scope) {
            self.settle_tally();
        }
        if self.shared.chaos.is_some() {
            self.dawdle();
        }
        self.ran.set(self.ran.get() + 1);
        let outer = self.running.replace(Some(scope));
        let current = Cell::new(task);
        let around = self.doing.replace(Doing::task_of(&current));
        let mode = (!self.shared.all_usual()).then(|| scope.mode.get().in_force());
        let start = scope.is_recording().then(tsc::before);
        let ended = if self.shared.is_cancelled(scope) {
            self.discard(task);
            start.inspect(|&start| self.note_slice(task, start));
            true
        } else {
            self.run_body(task, start)
        };
        drop(mode);
        self.running.set(outer);
        self.doing.set(around);
        if ended { self.complete(task) } else { None }
    }

    /// As `execute_with_care`, and tells the watchdog.
    #[cold]
    pub(crate) fn execute_watched(&self, watch: &Watch, task: TaskPtr) -> Option<TaskPtr> {
        watch.begins(self.lane, &task);
        let next = self.execute_with_care(task);
        watch.ends(self.lane);
        next
    }

    /// `HP5_CHAOS`: a task may begin late.
    fn dawdle(&self) {
        let die = self.next_random() % 64;
        if die < 4 {
            thread::yield_now();
        } else if die == 4 {
            thread::sleep(Duration::from_micros(self.next_random() % 200));
        } else if die < 12 {
            (0..self.next_random() % 2000).for_each(|_| spin_loop());
        }
    }

    /// Runs the body; `true` when the task is to be completed by the caller. With a `start`, its slice
    /// is noted.
    #[inline]
    fn run_body(&self, task: TaskPtr, start: Option<u64>) -> bool {
        let kind = task.body_kind();
        match kind {
            Kind::Once | Kind::Repeat => {
                // SAFETY: this worker took the ready task out of a queue, where it was once.
                let body = unsafe { task.body() };
                // SAFETY: as above; a task is ready once, or once per lap with a body each time.
                let run = || unsafe { body.run(kind, Inside::NOTHING) };
                let begun = self.granularity.begin(|| Alike::of(&task));
                if let Err(payload) = catch_unwind(AssertUnwindSafe(run)) {
                    self.failed(task, task.scope(), payload);
                }
                if self.granularity.is_long() {
                    self.ask_for_books();
                }
                if let Some(begun) = begun {
                    let took = self.granularity.end(begun, &task, self.shared.sharers());
                    if !task.is_recorded() {
                        self.note_time(Sort::of_task(&task), took);
                    }
                }
                start.inspect(|&start| self.note_slice(task, start));
                if kind == Kind::Once {
                    self.free_space(task);
                }
                true
            }
            Kind::Nested | Kind::Pends => {
                let mut begun = Begun {
                    worker: self,
                    task,
                    start,
                    ended: false,
                };
                // SAFETY: as above. Bodies of these kinds are given this, and catch their panics.
                unsafe { task.body().run(kind, Inside::of(&mut begun)) };
                begun.ended
            }
        }
    }

    /// Asks for what completing a task goes through, and looking for the next one. While a long body ran, that, or
    /// a neighbour on the same core, has pushed it out of the near caches. (Smith-Waterman in tiles of 256 x 256: 0.3
    /// of 1.8 us between two bodies.)
    #[inline]
    pub(crate) fn ask_for_books(&self) {
        prefetch(std::ptr::from_ref(self).cast(), size_of::<Worker>());
        self.long_queue_lines.get().ask();
    }

    /// A body of this sort took so long.
    pub(crate) fn note_time(&self, sort: Sort, took: Duration) {
        let speeds = &self.shared.speeds;
        let as_mean = match speeds.differ(0..self.shared.ppus.len()) {
            true => speeds.as_mean(self.ppu(), took),
            false => took,
        };
        let mean = self.shared.times.note(sort, as_mean);
        // In models time stands still, and where tasks are waited for it is that of others too.
        let compares = self.granularity.is_long() && cfg!(not(any(hp5_loom, hp5_shuttle)));
        let compares = compares && !self.waited.replace(false);
        if let Some(mean) = mean.filter(|_| compares) {
            speeds.note(self.ppu(), mean, took);
        }
    }

    /// Drops the body instead of running it.
    fn discard(&self, task: TaskPtr) {
        if task.is_bodiless() {
            return;
        }
        let repeats = task.body_kind() == Kind::Repeat;
        let tasks = match repeats {
            // SAFETY: as in `run_body`; a body that repeats is there.
            true => unsafe { task.body().weight() },
            false => 1,
        };
        task.scope().begin_to_count(self.ppu());
        task.scope().counts[self.ppu()]
            .cancelled
            .fetch_add(tasks, Ordering::Relaxed);
        if repeats {
            return;
        }
        // SAFETY: as in `run_body`. What a body captured may panic when it is dropped.
        let _ = catch_unwind(AssertUnwindSafe(|| unsafe { task.body().discard() }));
        self.free_space(task);
    }

    /// Frees the memory of a body that was used up.
    #[inline]
    pub(crate) fn free_space(&self, task: TaskPtr) {
        // SAFETY: as in `run_body`; the body is used up.
        if let Some(block) = unsafe { task.body_block() } {
            let free_lists = &mut self.free_lists.borrow_mut();
            free_lists.spaces.give(&self.shared.spaces, block);
        }
    }

    /// Ends the region of `scope` with the panic of a task.
    pub(crate) fn failed(
        &self,
        task: TaskPtr,
        scope: ScopeRef,
        payload: Box<dyn std::any::Any + Send>,
    ) {
        let text = panic_text(payload.as_ref());
        self.shared.fail(scope, failure_of(&task, text));
        let _ = catch_unwind(AssertUnwindSafe(|| drop(payload)));
    }
}

/// A body that begins tasks or handles of its own: its task may end after it.
pub(crate) struct Begun<'w> {
    /// Who runs it.
    pub(crate) worker: &'w Worker,
    pub(crate) task: TaskPtr,
    /// When it began, if its slice is to be noted.
    pub(crate) start: Option<u64>,
    /// Set by the body: its task is to be completed by the worker.
    pub(crate) ended: bool,
}

pub(crate) fn failure_of(task: &Task, message: String) -> Failure {
    Failure {
        kind: FailureKind::Task,
        task: task.name().to_owned(),
        file: task.site().file,
        line: task.site().line,
        tiles: FailedTiles::Numbers(task.tiles().collect()),
        message,
    }
}
