//! The watchdog (`HP5_WATCHDOG=seconds`): says why nothing goes on.
//!
//! When, for so many seconds, no task completes and none runs while a region has tasks that
//! are not completed, every one of these is named, with its tiles and what it waits for:
//! tasks before it, a handle that nobody completes, a commutative tile that another one holds,
//! its own inner tasks. When no task completes but some run, these are named, each once: a
//! task may take its time.
//!
//! ```text
//! registration -> Log, one per region      (log, rt/watched.rs)
//! bodies begin, wait, end -> Lane, one per thread
//!                       both -> thread: does anything move? -> text -> stderr   (report)
//! ```
//!
//! Nothing of this costs anything while it is off: workers look at it where schedules are
//! perturbed as well (`Worker::calm`), registration where runs are recorded. While it is on,
//! each task is noted under two locks that hardly anybody else wants.
//!
//! Protocol *watching*. The thread of the watchdog reads atomics of tasks, and what was noted
//! of them by their owners; it never looks into a task itself, which may be reused meanwhile.
//! A number means one task as long as it runs or has a handle. When nothing moves, what it
//! reads is as it was; when something moves after all, a report may be out of date, and no
//! more than that.

pub(crate) mod log;
mod report;

use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use crate::graph::scope::ScopeRef;
use crate::graph::task::Task;
use crate::rt::Site;
use crate::sched::pool::Shared;
use crate::sync::{Arc, AtomicU64, CachePadded, Condvar, Mutex, Ordering, lock};

/// Who gets the reports.
#[derive(Clone)]
pub(crate) struct Sink(Arc<Report>);

type Report = Box<dyn Fn(&str) + Send + Sync>;

impl Sink {
    pub(crate) fn new(report: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Sink(Arc::new(Box::new(report)))
    }
}

impl fmt::Debug for Sink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sink")
    }
}

impl Default for Sink {
    fn default() -> Self {
        Sink::new(|text| eprintln!("{text}"))
    }
}

/// What a watchdog is told when it starts.
#[derive(Debug, Clone)]
pub(crate) struct Orders {
    /// How long nothing may move.
    pub(crate) limit: Duration,
    pub(crate) sink: Sink,
}

/// What a thread does, outermost first.
enum Doing {
    Runs(Running),
    /// It waits for tasks of a region, and runs such.
    Waits(ScopeRef),
}

#[derive(Clone)]
struct Running {
    number: u32,
    site: &'static Site,
    name: Option<Box<str>>,
    since: Instant,
}

impl Running {
    fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(self.site.name)
    }
}

/// One thread's part; it writes, the watchdog reads.
#[derive(Default)]
struct Lane {
    /// Bodies begun and ended.
    moves: AtomicU64,
    doing: Mutex<Vec<Doing>>,
}

/// See the module's text.
pub(crate) struct Watch {
    orders: Orders,
    lanes: Box<[CachePadded<Lane>]>,
    /// Tasks whose body has ended, with a handle that is left, and since when.
    handles: Mutex<HashMap<u32, Instant>>,
    /// Handles that are gone.
    moves: AtomicU64,
}

/// A name of the task's own.
fn own_name(task: &Task) -> Option<Box<str>> {
    let name = task.name();
    (name != task.site().name).then(|| name.into())
}

impl Watch {
    pub(crate) fn new(orders: Orders, lanes: usize) -> Self {
        Watch {
            orders,
            lanes: (0..lanes).map(|_| CachePadded::default()).collect(),
            handles: Mutex::default(),
            moves: AtomicU64::new(0),
        }
    }

    /// The thread of `lane`, which owns the task, begins to run it.
    pub(crate) fn begins(&self, lane: usize, task: &Task) {
        let lane = &self.lanes[lane];
        let running = Running {
            number: task.number(),
            site: task.site(),
            name: own_name(task),
            since: Instant::now(),
        };
        lock(&lane.doing).push(Doing::Runs(running));
        lane.moves.fetch_add(1, Ordering::Relaxed);
    }

    /// The thread of `lane` is done with the task that it began last.
    pub(crate) fn ends(&self, lane: usize) {
        self.waits_no_more(lane);
        self.lanes[lane].moves.fetch_add(1, Ordering::Relaxed);
    }

    /// The thread of `lane` begins to wait for tasks of `scope`.
    pub(crate) fn waits(&self, lane: usize, scope: ScopeRef) {
        lock(&self.lanes[lane].doing).push(Doing::Waits(scope));
    }

    /// The thread of `lane` waits no more.
    pub(crate) fn waits_no_more(&self, lane: usize) {
        lock(&self.lanes[lane].doing).pop();
    }

    /// The task that the thread of `lane` runs.
    pub(crate) fn runs(&self, lane: usize) -> Option<u32> {
        let doing = lock(&self.lanes[lane].doing);
        doing.iter().rev().find_map(|doing| match doing {
            Doing::Runs(running) => Some(running.number),
            Doing::Waits(_) => None,
        })
    }

    /// The body of a task with a handle has ended; `finish` says whether no handle is left.
    pub(crate) fn at_end_of_body(&self, task: &Task, finish: impl FnOnce() -> bool) -> bool {
        // First, so that who drops the last handle meanwhile finds it.
        lock(&self.handles).insert(task.number(), Instant::now());
        let done = finish();
        if done {
            self.handle_is_gone(task);
        }
        done
    }

    /// No handle of the task is left.
    pub(crate) fn handle_is_gone(&self, task: &Task) {
        lock(&self.handles).remove(&task.number());
        self.moves.fetch_add(1, Ordering::Relaxed);
    }

    /// Everything that moved so far.
    fn all_moves(&self) -> u64 {
        let lanes = self.lanes.iter();
        let own = self.moves.load(Ordering::Relaxed);
        lanes.fold(own, |sum, lane| {
            sum.wrapping_add(lane.moves.load(Ordering::Relaxed))
        })
    }

    /// Tasks that are being run, by threads that do not wait inside of them.
    fn running(&self) -> Vec<(usize, Running)> {
        let lanes = self.lanes.iter().enumerate();
        lanes
            .filter_map(|(lane, state)| match lock(&state.doing).last() {
                Some(Doing::Runs(running)) => Some((lane, running.clone())),
                _ => None,
            })
            .collect()
    }
}

/// The watchdog's thread; dropping it ends it.
pub(crate) struct Watchdog {
    stop: Arc<(Mutex<bool>, Condvar)>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Watchdog {
    /// Watches a pool, if it is to be watched.
    pub(crate) fn start(shared: &Arc<Shared>) -> std::io::Result<Option<Watchdog>> {
        if shared.watch.is_none() {
            return Ok(None);
        }
        let stop: Arc<(Mutex<bool>, Condvar)> = Arc::default();
        let (shared, told) = (shared.clone(), stop.clone());
        let thread = std::thread::Builder::new()
            .name("hp5-watchdog".to_owned())
            .spawn(move || keep_watch(&shared, &told))?;
        Ok(Some(Watchdog {
            stop,
            thread: Some(thread),
        }))
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        *lock(&self.stop.0) = true;
        self.stop.1.notify_one();
        if let Some(thread) = self.thread.take() {
            // It catches the panics of a sink.
            let _ = thread.join();
        }
    }
}

fn keep_watch(shared: &Shared, stop: &(Mutex<bool>, Condvar)) {
    let Some(watch) = &shared.watch else { return };
    let limit = watch.orders.limit;
    let tick = (limit / 8).clamp(Duration::from_millis(1), Duration::from_millis(250));
    let (mut moves, mut still) = (watch.all_moves(), Duration::ZERO);
    let mut reported = false;
    let mut noted: HashMap<usize, Instant> = HashMap::new();
    let mut stopped = lock(&stop.0);
    loop {
        let before = Instant::now();
        let waited = stop.1.wait_timeout(stopped, tick);
        stopped = waited.unwrap_or_else(PoisonError::into_inner).0;
        if *stopped {
            return;
        }
        let now = watch.all_moves();
        if now != moves {
            (moves, still, reported) = (now, Duration::ZERO, false);
            continue;
        }
        // A process that is stopped and continued did not stand still by itself.
        still += before.elapsed().min(2 * tick);
        if still < limit {
            continue;
        }
        let running = watch.running();
        noted.retain(|lane, since| {
            let is_same = |(l, r): &(usize, Running)| l == lane && r.since == *since;
            running.iter().any(is_same)
        });
        let new: Vec<_> = running
            .iter()
            .filter(|(lane, running)| noted.insert(*lane, running.since).is_none())
            .collect();
        let text = if !new.is_empty() {
            Some(report::long_bodies(shared, still, &new))
        } else if running.is_empty() && !reported {
            report::stall(shared, watch, still)
        } else {
            None
        };
        if let Some(text) = text {
            reported |= running.is_empty();
            // What a sink does wrong is printed by its panic.
            let _ = catch_unwind(AssertUnwindSafe(|| (watch.orders.sink.0)(&text)));
        }
    }
}
