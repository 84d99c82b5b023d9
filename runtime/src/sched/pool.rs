//! The pool: what all PPUs share, and how tasks get to them.

use std::ops::Deref;
use std::ptr::NonNull;
use std::time::{Duration, Instant};

use crate::base::config::Replay;
use crate::base::error::ConfigError;
use crate::base::float::Mode;
use crate::graph::body::Space;
use crate::graph::failure::Failure;
use crate::graph::pointer::TaskPtr;
use crate::graph::scope::{Scope, ScopeRef};
use crate::graph::slab::Slab;
use crate::graph::successors::Block;
use crate::graph::task::Task;
use crate::sched::bulk_queue::BulkQueues;
use crate::sched::chain::Chain;
use crate::sched::duration_model::Times;
use crate::sched::eventcount::Sleep;
use crate::sched::guest_worker::GuestWorkers;
use crate::sched::long_queue::LongQueue;
use crate::sched::overflow::Overflow;
use crate::sched::place::Place;
use crate::sched::remote_free::Returned;
use crate::sched::seeded::Arrivals;
use crate::sched::stack::{self, Watched};
use crate::sched::tsc;
use crate::sched::uncancelled::Uncancelled;
use crate::sched::urgent::Urgent;
use crate::sched::watch::{self, Watch, Watchdog};
use crate::sched::worker::{self, Worker};
use crate::sched::worker_speed::{self, Choice, Rival, Speeds, is_faster};
use crate::sync::{
    Arc, AtomicBool, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, CachePadded, Deque, Injector,
    Mutex, Ordering, PlainMutex, Stealer, choose_fences, lock, now, planted, take_one, thread,
};

/// One PPU as the others see it.
pub(crate) struct Ppu {
    pub(crate) stealer: Stealer<TaskPtr>,
    /// Ready tasks with their home here, oldest first.
    pub(crate) mailbox: Injector<TaskPtr>,
    pub(crate) hand: CachePadded<Hand>,
    pub(crate) urgent: Urgent,
    /// Guest worker (plus 1) of the thread that works in place of this PPU's own; 0: none does.
    pub(crate) displaced: AtomicU32,
    /// Time spent without work, ns, up to the last wake-up.
    pub(crate) idle_ns: AtomicU64,
    /// When the present idle time began, ns since the pool's start, plus 1; 0 when busy.
    pub(crate) idle_since: AtomicU64,
    /// When it will look for a task, in nanoseconds since the pool's start, as far as it knew when
    /// it began one, or [`worker_speed::NOW`], or [`worker_speed::UNKNOWN`]. Written by who works on the PPU.
    pub(crate) free: AtomicU64,
}

/// Protocol *mailbox*: a PPU that spins without work says so, and who has a task for it puts
/// it into its hand; else, or if the hand is full, into the mailbox. The hand is emptied by
/// one exchange, by the PPU or by a thief, so a task in it is taken once. (Models:
/// `stress/loom/tests/mailbox.rs`.)
#[derive(Default)]
pub(crate) struct Hand {
    task: AtomicPtr<Task>,
    open: AtomicBool,
}

impl Hand {
    /// The PPU has nothing to do, or has again.
    pub(crate) fn set_open(&self, open: bool) {
        self.open.store(open, Ordering::Relaxed);
    }

    /// The PPU spins for want of a task.
    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        self.open.load(Ordering::Relaxed)
    }

    /// Puts a task into an open and empty hand; gives it back otherwise.
    pub(crate) fn put(&self, task: TaskPtr) -> Result<(), TaskPtr> {
        if !self.is_open() {
            return Err(task);
        }
        self.leave(task)
    }

    /// Puts a task into an empty hand, open or not; gives it back otherwise.
    pub(crate) fn leave(&self, task: TaskPtr) -> Result<(), TaskPtr> {
        let none = std::ptr::null_mut();
        self.task
            .compare_exchange(none, task.into_raw(), Ordering::Release, Ordering::Relaxed)
            .map(drop)
            .map_err(|_| task)
    }

    /// Takes the task out.
    #[inline]
    pub(crate) fn take(&self) -> Option<TaskPtr> {
        if self.is_empty() {
            return None;
        }
        TaskPtr::from_raw(self.task.swap(std::ptr::null_mut(), Ordering::Acquire))
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.task.load(Ordering::Relaxed).is_null()
    }

    /// Puts a task for the PPU into its hand, if that is open and empty, else into its mailbox.
    #[inline]
    pub(crate) fn put_or_post(&self, mailbox: &Injector<TaskPtr>, task: TaskPtr) {
        if let Err(task) = self.put(task) {
            mailbox.push(task);
        }
    }

    /// Takes the task out, or the oldest one of the mailbox; true for one of the hand.
    #[inline]
    pub(crate) fn take_or_fetch(&self, mailbox: &Injector<TaskPtr>) -> Option<(TaskPtr, bool)> {
        match self.take() {
            Some(task) => Some((task, true)),
            None => take_one(mailbox).map(|task| (task, false)),
        }
    }

    /// True when a look finds a task here or in the mailbox.
    #[inline]
    pub(crate) fn sees_mail(&self, mailbox: &Injector<TaskPtr>) -> bool {
        !mailbox.is_empty() || !self.is_empty()
    }
}

/// What all PPUs share.
pub(crate) struct Shared {
    pub(crate) ppus: Vec<CachePadded<Ppu>>,
    pub(crate) guests: GuestWorkers,
    pub(crate) sleep: Sleep,
    /// Searched last: tasks of negative priority, and tasks that a PPU waiting inside a
    /// body found in its own queues but must not run.
    pub(crate) overflow: Overflow,
    /// Tasks that laps begin with.
    pub(crate) bulk_queues: BulkQueues,
    /// Ready tasks between long ones, per last cache.
    long_queues: Box<[CachePadded<LongQueue>]>,
    /// How long tasks take.
    pub(crate) times: Times,
    /// How fast PPUs run them.
    pub(crate) speeds: Speeds,
    pub(crate) place: Place,
    pub(crate) stop: AtomicBool,
    pub(crate) started: Instant,
    /// Most tasks of one region in flight before its registering thread helps to run them.
    pub(crate) max_in_flight: u64,
    /// `HP5_CHAOS`: perturb the schedule (tests).
    pub(crate) chaos: Option<u64>,
    /// `HP5_SEED`: one task at a time, in an order that the seed gives.
    pub(crate) seed: Option<u64>,
    /// `HP5_REPLAY`: which loops are recorded.
    pub(crate) replay: Replay,
    pub(crate) arrivals: Arrivals,
    /// `HP5_WATCHDOG`.
    pub(crate) watch: Option<Box<Watch>>,
    /// The registering thread looks up after each registration.
    pub(crate) heedful: bool,
    /// Tells pools of the process apart.
    pub(crate) number: u64,
    /// More PPUs than processors: who finds nothing gives its processor away.
    pub(crate) crowded: bool,
    pub(crate) tasks: Slab<Task>,
    pub(crate) blocks: Slab<Block>,
    pub(crate) spaces: Slab<Space>,
    /// Completed tasks on their way back to the lane that registered them.
    pub(crate) returned: Box<[CachePadded<Returned>]>,
    /// How many scopes are cancelled; as a rule none.
    cancelled: CachePadded<AtomicUsize>,
    /// How many scopes compute otherwise than a program does that has just started (`base/float.rs`).
    unlike: AtomicUsize,
    /// Every scope ever made; freed with the pool, after the workers have joined.
    #[expect(clippy::vec_box, reason = "scopes are referred to by address")]
    slab: Mutex<Vec<Box<Scope>>>,
    free: Mutex<Vec<ScopeRef>>,
}

/// What a pool is told when it starts; see the fields of [`Shared`].
#[derive(Debug, Clone, Default)]
pub(crate) struct Setup {
    pub(crate) max_in_flight: u64,
    pub(crate) chaos: Option<u64>,
    pub(crate) seed: Option<u64>,
    pub(crate) replay: Replay,
    /// Bytes of a PPU's stack.
    pub(crate) stack: usize,
    pub(crate) watch: Option<watch::Orders>,
}

/// Numbers pools from 1.
fn next_number() -> u64 {
    static POOLS: PlainMutex<u64> = PlainMutex::new(0);
    let mut pools = POOLS
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    *pools += 1;
    *pools
}

/// The pool as its workers hold it.
#[derive(Clone, Copy)]
pub(crate) struct SharedRef(NonNull<Shared>);

impl SharedRef {
    pub(crate) fn new(shared: &Arc<Shared>) -> Self {
        SharedRef(NonNull::new(Arc::as_ptr(shared).cast_mut()).expect("an Arc points somewhere"))
    }

    /// A count of its own.
    pub(crate) fn to_arc(self) -> Arc<Shared> {
        // SAFETY: the pointer came from an `Arc`, of which there is a count (see `deref`).
        unsafe {
            Arc::increment_strong_count(self.0.as_ptr());
            Arc::from_raw(self.0.as_ptr())
        }
    }
}

impl Deref for SharedRef {
    type Target = Shared;
    #[inline]
    fn deref(&self) -> &Shared {
        // SAFETY: a PPU's thread holds an `Arc` of the pool for as long as its worker lives
        // (`Pool::start`); a guest worker is used while a region is open, which holds
        // one too (`Region::shared`).
        unsafe { self.0.as_ref() }
    }
}

// SAFETY: a shared reference to a Sync value with the lifetime argument above.
unsafe impl Send for SharedRef {}

/// The threads of a runtime; dropping it stops and joins them.
pub(crate) struct Pool {
    pub(crate) shared: Arc<Shared>,
    threads: Vec<thread::JoinHandle<()>>,
    watchdog: Option<Watchdog>,
}

impl Pool {
    /// What the threads of a pool share, and a deque for each of them.
    pub(crate) fn prepare(place: Place, setup: &Setup) -> (Arc<Shared>, Vec<Deque<TaskPtr>>) {
        let deques: Vec<Deque<TaskPtr>> = (0..place.ppus()).map(|_| Deque::new_lifo()).collect();
        let ppus: Vec<_> = deques.iter().map(ppu_of).collect();
        let guests = GuestWorkers::new(ppus.len());
        let lanes = guests.lanes();
        let shared = Arc::new(Shared {
            crowded: thread::available_parallelism().is_ok_and(|n| ppus.len() > n.get()),
            ppus,
            sleep: Sleep::new(lanes),
            guests,
            overflow: Overflow::default(),
            bulk_queues: BulkQueues::default(),
            long_queues: (0..place.spaces())
                .map(|_| CachePadded::default())
                .collect(),
            times: Times::default(),
            speeds: Speeds::new(place.ppus()),
            place,
            stop: AtomicBool::new(false),
            started: now(),
            max_in_flight: setup.max_in_flight,
            chaos: setup.chaos,
            seed: setup.seed,
            replay: setup.replay,
            arrivals: Arrivals::default(),
            watch: setup
                .watch
                .clone()
                .map(|orders| Box::new(Watch::new(orders, lanes))),
            heedful: setup.max_in_flight < 64 || setup.seed.is_some(),
            number: next_number(),
            tasks: Slab::new(),
            blocks: Slab::new(),
            spaces: Slab::new(),
            returned: (0..lanes).map(|_| CachePadded::default()).collect(),
            cancelled: CachePadded::default(),
            unlike: AtomicUsize::new(0),
            slab: Mutex::new(Vec::new()),
            free: Mutex::new(Vec::new()),
        });
        (shared, deques)
    }

    /// A pool whose PPUs a test moves by hand.
    #[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
    pub(crate) fn without_threads(shared: Arc<Shared>) -> Pool {
        Pool {
            shared,
            threads: Vec::new(),
            watchdog: None,
        }
    }

    /// Starts one thread per PPU of `place`.
    pub(crate) fn start(place: Place, setup: Setup) -> Result<Pool, ConfigError> {
        choose_fences();
        // Its ticks are compared with nanoseconds later: the longer since, the better.
        tsc::epoch();
        let (shared, deques) = Pool::prepare(place, &setup);
        let mut pool = Pool {
            shared: shared.clone(),
            threads: Vec::new(),
            watchdog: Watchdog::start(&shared).map_err(ConfigError::Watchdog)?,
        };
        for (ppu, deque) in deques.into_iter().enumerate() {
            let shared = shared.clone();
            let start = move || {
                let _uncancelled = Uncancelled::begin();
                Mode::USUAL.set();
                let _watched = Watched::begin_on_ppu();
                shared.place.bind_current(ppu);
                let chain = Chain::new(shared.place.cache_budget(ppu));
                worker::run(&Worker::new(SharedRef::new(&shared), ppu, deque, chain));
            };
            let thread = thread::Builder::new()
                .name(format!("hp5-ppu-{ppu}"))
                .stack_size(setup.stack.max(stack::LEAST) + stack::FORBIDDEN)
                .spawn(start);
            pool.threads
                .push(thread.map_err(|source| ConfigError::Thread { ppu, source })?);
        }
        Ok(pool)
    }
}

fn ppu_of(deque: &Deque<TaskPtr>) -> CachePadded<Ppu> {
    CachePadded::new(Ppu {
        stealer: deque.stealer(),
        mailbox: Injector::new(),
        hand: CachePadded::default(),
        urgent: Urgent::new(),
        displaced: AtomicU32::new(0),
        idle_ns: AtomicU64::new(0),
        idle_since: AtomicU64::new(0),
        free: AtomicU64::new(worker_speed::UNKNOWN),
    })
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.watchdog.take();
        if planted("wake before the stop") {
            self.shared.sleep.wake_all();
        }
        self.shared.stop.store(true, Ordering::SeqCst);
        if !planted("wake before the stop") {
            self.shared.sleep.wake_all();
        }
        for thread in self.threads.drain(..) {
            // A worker catches every panic of a body; one of its own is a bug, and was printed.
            let _ = thread.join();
        }
    }
}

impl Shared {
    // ---- scopes ----

    /// A scope for a new region.
    pub(crate) fn take_scope(&self) -> ScopeRef {
        if let Some(scope) = lock(&self.free).pop() {
            return scope;
        }
        let scope = Box::new(Scope::new(self.ppus.len(), self.place.spaces()));
        // SAFETY: the box goes into the slab, which is dropped with `Shared`: after the
        // workers joined (`Pool::drop`) and after the last region, which holds an `Arc`.
        let handle = unsafe { ScopeRef::new(&scope) };
        lock(&self.slab).push(scope);
        handle
    }

    /// Every scope that there is, in use or not.
    pub(crate) fn scopes(&self) -> Vec<ScopeRef> {
        let scopes = lock(&self.slab);
        // SAFETY: as in `take_scope`.
        let handles = scopes.iter().map(|scope| unsafe { ScopeRef::new(scope) });
        handles.collect()
    }

    /// Gives a scope back, with nothing registered that is not completed.
    pub(crate) fn give_scope(&self, scope: ScopeRef) {
        self.clear_scope(scope);
        lock(&self.free).push(scope);
    }

    /// Makes a scope that is given back harmless.
    pub(crate) fn clear_scope(&self, scope: ScopeRef) {
        if self.watch.is_some() {
            lock(&scope.log).take();
        }
        self.uncancel(scope);
        self.set_mode(scope, Mode::USUAL);
    }

    /// Says how bodies of a scope compute.
    pub(crate) fn set_mode(&self, scope: ScopeRef, mode: Mode) {
        let before = scope.mode.replace(mode);
        match (before == Mode::USUAL, mode == Mode::USUAL) {
            (true, false) => _ = self.unlike.fetch_add(1, Ordering::Relaxed),
            (false, true) => _ = self.unlike.fetch_sub(1, Ordering::Relaxed),
            _ => {}
        }
    }

    /// Bodies of all scopes compute as a program does that has just started.
    #[inline]
    pub(crate) fn all_usual(&self) -> bool {
        self.unlike.load(Ordering::Relaxed) == 0
    }

    /// Ends a scope's region with an error; `true` when it is the first one.
    pub(crate) fn fail(&self, scope: ScopeRef, failure: Failure) -> bool {
        scope.note_failure(failure, || self.cancel(scope))
    }

    /// Takes a scope's error out; bodies run again then.
    pub(crate) fn take_failure(&self, scope: ScopeRef) -> Option<Failure> {
        scope.take_failure(|| self.uncancel(scope))
    }

    /// Bodies of this scope, and of scopes inside it, do not run any more.
    fn cancel(&self, scope: ScopeRef) {
        // Counted first: who sees the scope cancelled sees that there is one, whatever scopes end.
        self.cancelled.fetch_add(1, Ordering::SeqCst);
        if scope.set_cancelled(true) {
            self.cancelled.fetch_sub(1, Ordering::SeqCst);
        }
    }

    /// Bodies run again.
    fn uncancel(&self, scope: ScopeRef) {
        if scope.set_cancelled(false) {
            self.cancelled.fetch_sub(1, Ordering::SeqCst);
        }
    }

    /// True when bodies of this scope must not run.
    #[inline]
    pub(crate) fn is_cancelled(&self, scope: ScopeRef) -> bool {
        self.cancelled.load(Ordering::Relaxed) != 0 && scope.is_cancelled()
    }

    // ---- queues ----

    /// The long queue of a PPU and of those that share its last cache.
    #[inline]
    pub(crate) fn long_queue_of(&self, ppu: usize) -> &LongQueue {
        &self.long_queues[self.place.space_of(ppu)]
    }

    /// What decides whether PPU `ppu` is to take a task off the long queue of `of`, if the PPUs that share it are
    /// unlike.
    pub(crate) fn choice(&self, ppu: usize, of: usize) -> Option<Choice<'_>> {
        let near = || self.place.ppus_near(of);
        // Where a seed says what runs next, or PPUs share processors, it is not for them to choose.
        // Tasks of a cancelled region take no time.
        let cancelled = self.cancelled.load(Ordering::Relaxed) != 0;
        if self.crowded
            || self.seed.is_some()
            || cancelled
            || !self.speeds.differ(near().chain([ppu]))
        {
            return None;
        }
        let slow = self.speeds.of(ppu);
        let rivals = near().filter(|&other| other != ppu);
        let rivals = rivals.map(|ppu| Rival {
            ppu,
            slow: self.speeds.of(ppu),
            free: self.ppus[ppu].free.load(Ordering::Relaxed),
        });
        Some(Choice {
            times: &self.times,
            now: self.now_ns(),
            slow,
            rivals: rivals.filter(|rival| is_faster(rival.slow, slow)).collect(),
            rests: None,
            left_since: None,
        })
    }

    /// Tasks have been ranked.
    pub(crate) fn sort_shelves(&self) {
        self.long_queues
            .iter()
            .for_each(|long_queue| long_queue.sort_again());
    }

    /// PPUs per long queue.
    pub(crate) fn sharers(&self) -> usize {
        self.ppus.len().div_ceil(self.long_queues.len())
    }

    /// Puts a ready task where PPU `ppu` finds it, and wakes somebody for it.
    pub(crate) fn deliver(&self, task: TaskPtr, ppu: usize) {
        if self.seed.is_some() {
            return self.arrive(task);
        }
        let at = &self.ppus[ppu];
        match task.priority() {
            0 => at.hand.put_or_post(&at.mailbox, task),
            1.. => at.urgent.push(task),
            _ => return self.put_aside(task, ppu),
        }
        self.post(ppu);
    }

    /// Wakes the sleeper nearest to `ppu`, itself first, then those who wait on guest workers.
    #[inline]
    pub(crate) fn post(&self, ppu: usize) {
        self.sleep.post(|| {
            let others = self.place.rings(ppu).flat_map(|ring| ring.halves());
            let near = std::iter::once(ppu..ppu + 1).chain(others);
            near.chain([self.guests.taken_lanes()])
        });
    }

    // ---- time ----

    /// Nanoseconds since the pool's start.
    pub(crate) fn now_ns(&self) -> u64 {
        u64::try_from((now() - self.started).as_nanos()).unwrap_or(u64::MAX)
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
