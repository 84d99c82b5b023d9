//! The pool: what all PPUs share, and how tasks get to them.

use crate::error::ConfigError;
use crate::graph::scope::{Scope, ScopeRef};
use crate::graph::task::{NO_HOME, TaskRef};
use crate::sched::chain::Chain;
use crate::sched::idle::Sleep;
use crate::sched::place::Place;
use crate::sched::urgent::Urgent;
use crate::sched::worker::{self, Worker};
use crate::sync::{
    Arc, AtomicBool, AtomicU64, AtomicUsize, CachePadded, Deque, Injector, Mutex, Ordering,
    Stealer, lock,
};

use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// One PPU as the others see it.
pub(crate) struct Ppu {
    pub(crate) stealer: Stealer<TaskRef>,
    /// Ready tasks with their home here, oldest first.
    pub(crate) mailbox: Injector<TaskRef>,
    pub(crate) urgent: Urgent,
    /// Time spent without work, ns, up to the last wake-up.
    pub(crate) idle_ns: AtomicU64,
    /// When the present idle time began, ns since the pool's start, plus 1; 0 when busy.
    pub(crate) idle_since: AtomicU64,
}

/// What all PPUs share.
pub(crate) struct Shared {
    pub(crate) ppus: Vec<CachePadded<Ppu>>,
    pub(crate) sleep: Sleep,
    /// Searched last: tasks of negative priority, and tasks that a PPU waiting inside a
    /// body found in its own queues but must not run.
    pub(crate) overflow: Injector<TaskRef>,
    pub(crate) place: Place,
    pub(crate) stop: AtomicBool,
    pub(crate) started: Instant,
    /// Most tasks of one region in flight before its registering thread waits.
    pub(crate) max_in_flight: u64,
    /// `HP5_CHAOS`: perturb the schedule (tests).
    pub(crate) chaos: Option<u64>,
    next_box: AtomicUsize,
    /// Every scope ever made; freed with the pool, after the workers have joined.
    #[expect(clippy::vec_box, reason = "scopes are referred to by address")]
    slab: Mutex<Vec<Box<Scope>>>,
    free: Mutex<Vec<ScopeRef>>,
}

/// The threads of a runtime; dropping it stops and joins them.
pub(crate) struct Pool {
    pub(crate) shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    /// Starts one thread per PPU of `place`.
    pub(crate) fn start(
        place: Place,
        max_in_flight: u64,
        chaos: Option<u64>,
    ) -> Result<Pool, ConfigError> {
        let deques: Vec<Deque<TaskRef>> = (0..place.ppus()).map(|_| Deque::new_lifo()).collect();
        let ppus = deques.iter().map(|deque| {
            CachePadded::new(Ppu {
                stealer: deque.stealer(),
                mailbox: Injector::new(),
                urgent: Urgent::new(),
                idle_ns: AtomicU64::new(0),
                idle_since: AtomicU64::new(0),
            })
        });
        let shared = Arc::new(Shared {
            ppus: ppus.collect(),
            sleep: Sleep::new(place.ppus()),
            overflow: Injector::new(),
            place,
            stop: AtomicBool::new(false),
            started: Instant::now(),
            max_in_flight,
            chaos,
            next_box: AtomicUsize::new(0),
            slab: Mutex::new(Vec::new()),
            free: Mutex::new(Vec::new()),
        });
        let mut pool = Pool {
            shared: shared.clone(),
            threads: Vec::new(),
        };
        for (ppu, deque) in deques.into_iter().enumerate() {
            let shared = shared.clone();
            let start = move || {
                shared.place.bind_current(ppu);
                let chain = Chain::new(shared.place.cache_budget(ppu));
                worker::run(Worker::new(shared, ppu, deque, chain));
            };
            let thread = std::thread::Builder::new()
                .name(format!("hp5-ppu-{ppu}"))
                .spawn(start);
            pool.threads
                .push(thread.map_err(|source| ConfigError::Thread { ppu, source })?);
        }
        Ok(pool)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        self.shared.sleep.wake_all();
        for thread in self.threads.drain(..) {
            // A worker catches every panic of a body; one of its own is a bug, and was printed.
            let _ = thread.join();
        }
    }
}

impl Shared {
    /// A scope for a new region.
    pub(crate) fn take_scope(&self) -> ScopeRef {
        if let Some(scope) = lock(&self.free).pop() {
            return scope;
        }
        let scope = Box::new(Scope::new(self.ppus.len()));
        // SAFETY: the box goes into the slab, which is dropped with `Shared`: after the
        // workers joined (`Pool::drop`) and after the last region, which holds an `Arc`.
        let handle = unsafe { ScopeRef::new(&scope) };
        lock(&self.slab).push(scope);
        handle
    }

    /// Gives a scope back, with nothing registered that is not completed.
    pub(crate) fn give_scope(&self, scope: ScopeRef) {
        lock(&self.free).push(scope);
    }

    /// Queues a ready task from outside the PPUs.
    pub(crate) fn submit(&self, task: TaskRef) {
        let ppu = match task.home {
            NO_HOME => self.next_box.fetch_add(1, Ordering::Relaxed) % self.ppus.len(),
            home => home as usize,
        };
        self.deliver(task, ppu);
    }

    /// Puts a ready task into the mailbox (or urgent queue) of `ppu` and wakes somebody for it.
    pub(crate) fn deliver(&self, task: TaskRef, ppu: usize) {
        match task.priority {
            0 => self.ppus[ppu].mailbox.push(task),
            1.. => self.ppus[ppu].urgent.push(task),
            _ => self.overflow.push(task),
        }
        self.post(ppu);
    }

    /// Wakes the sleeper nearest to `ppu`, itself first.
    pub(crate) fn post(&self, ppu: usize) {
        self.sleep
            .post(std::iter::once(ppu).chain(self.place.victims(ppu).iter().flatten().copied()));
    }

    /// True when any queue holds a task.
    pub(crate) fn has_work(&self) -> bool {
        let waits = |ppu: &CachePadded<Ppu>| {
            !ppu.stealer.is_empty() || !ppu.mailbox.is_empty() || !ppu.urgent.is_empty()
        };
        self.ppus.iter().any(waits) || !self.overflow.is_empty()
    }

    /// Nanoseconds since the pool's start.
    pub(crate) fn now_ns(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    /// Time that all PPUs together have spent without work since the pool's start.
    pub(crate) fn idle_time(&self) -> Duration {
        let now = self.now_ns();
        let idle = |ppu: &CachePadded<Ppu>| {
            let since = ppu.idle_since.load(Ordering::Relaxed);
            let present = if since == 0 {
                0
            } else {
                now.saturating_sub(since - 1)
            };
            ppu.idle_ns.load(Ordering::Relaxed) + present
        };
        Duration::from_nanos(self.ppus.iter().map(idle).sum())
    }
}
