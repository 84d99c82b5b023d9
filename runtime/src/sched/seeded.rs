//! Seeded schedules (`HP5_SEED`): one task at a time, in an order that a seed gives.
//!
//! Everything runs on the thread that registers; PPUs sleep. Ready tasks stand in one list of
//! the thread, and wherever a task is to be run, a generator chooses among all of them: while
//! the thread waits, while it is too far ahead, and after each registration, where the
//! generator also says how many, none as a rule or all for a while. So a dependence that is
//! missing shows as another order of tasks, sooner or later, and the same seed gives the same
//! order again: nothing here depends on time, addresses or other threads.
//!
//! A body that waits inside runs descendants only, as ever. A thread that opens its n-th
//! outermost region on a runtime begins with a generator made of the seed and n.
//!
//! What a thread outside completes ([`Pending`](crate::rt::Pending) handles) *arrives*: its
//! successors are taken in when nothing else is ready, so the order changes only if several
//! such threads overtake one another. (Models: `stress/shuttle/tests/seeds.rs`.)

use std::cell::{Cell, RefCell};

use crate::graph::pointer::TaskPtr;
use crate::graph::scope::ScopeRef;
use crate::sched::pool::Shared;
use crate::sched::worker::Worker;
use crate::sync::{AtomicBool, Mutex, Ordering, lock, planted, thread_local};

/// A small generator (SplitMix64).
#[derive(Debug, Clone)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// How keen the thread is to run tasks while it registers.
#[derive(Debug, Clone, Copy)]
enum Mood {
    /// It only registers.
    Register,
    /// It runs one task in so many registrations.
    OneIn(usize),
    /// It runs everything that is ready.
    RunAll,
}

struct Inner {
    random: Random,
    mood: Mood,
    ready: Vec<TaskPtr>,
}

/// The ready tasks of one thread.
pub(crate) struct Seeded {
    seed: u64,
    inner: RefCell<Inner>,
}

thread_local! {
    /// The pool on which this thread opened an outermost region last, and how many since.
    // loom's has no `const`.
    #[allow(clippy::missing_const_for_thread_local)]
    static REGIONS: Cell<(u64, u64)> = Cell::new((0, 0));
}

impl Seeded {
    pub(crate) fn new(seed: u64) -> Self {
        Seeded {
            seed,
            inner: RefCell::new(Inner {
                random: Random(seed),
                mood: Mood::Register,
                ready: Vec::new(),
            }),
        }
    }

    /// The thread opens an outermost region on pool number `pool`.
    pub(crate) fn restart(&self, pool: u64) {
        let region = REGIONS.with(|regions| {
            let (last, count) = regions.get();
            let count = if last == pool { count + 1 } else { 0 };
            regions.set((pool, count));
            count
        });
        let mut inner = self.inner.borrow_mut();
        inner.random = Random(self.seed ^ region.wrapping_mul(0xD6E8_FEB8_6659_FD93));
        inner.mood = Mood::Register;
    }

    fn push(&self, task: TaskPtr) {
        self.inner.borrow_mut().ready.push(task);
    }

    /// Takes any ready descendant of `scope`.
    fn take(&self, scope: ScopeRef) -> Option<TaskPtr> {
        let Inner { random, ready, .. } = &mut *self.inner.borrow_mut();
        if ready.is_empty() {
            return None;
        }
        let is_within = |task: &TaskPtr| task.scope().is_within(scope);
        let first = random.below(ready.len());
        if is_within(&ready[first]) {
            return Some(ready.swap_remove(first));
        }
        let candidates: Vec<usize> = (0..ready.len()).filter(|&n| is_within(&ready[n])).collect();
        let chosen = *candidates.get(random.below(candidates.len()))?;
        Some(ready.swap_remove(chosen))
    }

    /// How many tasks to run after a registration.
    fn how_many(&self) -> usize {
        let Inner { random, mood, .. } = &mut *self.inner.borrow_mut();
        if random.below(32) == 0 {
            *mood = match random.below(4) {
                0 => Mood::Register,
                1 => Mood::OneIn(1),
                2 => Mood::OneIn(1 + random.below(8)),
                _ => Mood::RunAll,
            };
        }
        match *mood {
            Mood::Register => 0,
            Mood::OneIn(n) => usize::from(random.below(n) == 0),
            Mood::RunAll => usize::MAX,
        }
    }
}

/// Tasks that threads outside made ready.
#[derive(Default)]
pub(crate) struct Arrivals {
    any: AtomicBool,
    tasks: Mutex<Vec<TaskPtr>>,
}

impl Shared {
    /// Hands a ready task to the thread that registered it.
    pub(crate) fn arrive(&self, task: TaskPtr) {
        let lane = task.scope().registrar();
        let mut tasks = lock(&self.arrivals.tasks);
        tasks.push(task);
        self.arrivals.any.store(true, Ordering::SeqCst);
        drop(tasks);
        self.sleep.give_token(lane);
    }
}

impl Worker {
    /// Takes a ready task in, under a seeded schedule; `false` under any other.
    pub(crate) fn push_seeded(&self, task: TaskPtr) -> bool {
        let Some(seeded) = &self.seeded else {
            return false;
        };
        if task.scope().registrar() == self.lane {
            seeded.push(task);
        } else {
            self.shared.arrive(task);
        }
        true
    }

    /// Any ready descendant of `scope`.
    pub(crate) fn find_seeded(&self, seeded: &Seeded, scope: ScopeRef) -> Option<TaskPtr> {
        if planted("ask the clock") && (self.shared.now_ns() / 100_000).is_multiple_of(2) {
            seeded.inner.borrow_mut().random.next();
        }
        if let Some(task) = seeded.take(scope) {
            return Some(task);
        }
        self.settle_tally();
        if self.shared.arrivals.any.load(Ordering::SeqCst) {
            let mut tasks = lock(&self.shared.arrivals.tasks);
            let mine = |task: &mut TaskPtr| task.scope().registrar() == self.lane;
            tasks
                .extract_if(.., mine)
                .for_each(|task| seeded.push(task));
            self.shared
                .arrivals
                .any
                .store(!tasks.is_empty(), Ordering::SeqCst);
        }
        seeded.take(scope)
    }

    /// After a registration into `scope`: runs as many of its tasks as the schedule says.
    pub(crate) fn run_some(&self, seeded: &Seeded, scope: ScopeRef) {
        let _mode = scope.mode.get().in_force();
        self.as_current(|| {
            for _ in 0..seeded.how_many() {
                let Some(task) = self.find_seeded(seeded, scope) else {
                    return;
                };
                self.run_chain_within(task, || false);
            }
        });
    }
}
