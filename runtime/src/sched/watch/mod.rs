//! The watchdog (`HP5_WATCHDOG=seconds[,all]`): says why nothing goes on.
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
//! reads is as it was; when something moves after all, a report may be out of date. So it looks
//! at the moves once more before it gives a report out. Each move is counted under the lock
//! under which it can be seen: who sees that a task is not running any more, and has gone on to
//! look for those that are not completed, sees the move as well. (Models:
//! `stress/loom/tests/watchdog.rs`, `stress/shuttle/tests/watchdog.rs`.)

mod report;

use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use crate::base::site::Site;
use crate::graph::scope::ScopeRef;
use crate::graph::task::Task;
use crate::graph::task_log::Log;
use crate::sched::pool::Shared;
use crate::sched::watch::report::Most;
use crate::sync::{
    Arc, AtomicU64, CachePadded, Condvar, Mutex, Ordering, lock, now, planted, thread,
};

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
    limit: Duration,
    most: Most,
    sink: Sink,
}

impl Orders {
    /// `all`: reports name everything, not the first of many.
    pub(crate) fn new(limit: Duration, all: bool, sink: Sink) -> Self {
        let most = Most::named(all);
        Orders { limit, most, sink }
    }
}

/// What a thread does, outermost first.
enum Doing {
    Runs(Running),
    /// It waits for tasks of a region, and runs such.
    Waits(ScopeRef),
}

#[derive(Clone)]
pub(crate) struct Running {
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

impl Watch {
    pub(crate) fn new(orders: Orders, lanes: usize) -> Self {
        Watch {
            orders,
            lanes: (0..lanes).map(|_| CachePadded::default()).collect(),
            handles: Mutex::default(),
            moves: AtomicU64::new(0),
        }
    }

    /// A region is opened on `scope` by the thread of `lane`.
    pub(crate) fn opened(&self, scope: ScopeRef, site: &'static Site, lane: usize) {
        let log = Log::new(site, lane, self.runs(lane));
        *lock(&scope.log) = Some(Box::new(log));
    }

    /// The thread of `lane`, which owns the task, begins to run it.
    pub(crate) fn begins(&self, lane: usize, task: &Task) {
        let lane = &self.lanes[lane];
        let running = Running {
            number: task.number(),
            site: task.site(),
            name: task.own_name(),
            since: Instant::now(),
        };
        let mut doing = lock(&lane.doing);
        doing.push(Doing::Runs(running));
        lane.moves.fetch_add(1, Ordering::Relaxed);
    }

    /// The thread of `lane` is done with the task that it began last.
    pub(crate) fn ends(&self, lane: usize) {
        let lane = &self.lanes[lane];
        let mut doing = lock(&lane.doing);
        doing.pop();
        if planted("count late") {
            drop(doing);
        }
        lane.moves.fetch_add(1, Ordering::Relaxed);
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
        let number = task.number();
        let note = || lock(&self.handles).insert(number, Instant::now());
        // First, so that who drops the last handle meanwhile finds it.
        if !planted("note the handle late") {
            note();
        }
        let done = finish();
        if planted("note the handle late") {
            note();
        }
        if done {
            self.handle_is_gone(task);
        }
        done
    }

    /// No handle of the task is left.
    pub(crate) fn handle_is_gone(&self, task: &Task) {
        let mut handles = lock(&self.handles);
        handles.remove(&task.number());
        self.moves.fetch_add(1, Ordering::Relaxed);
    }

    /// Handles that are left.
    #[cfg(any(hp5_loom, hp5_shuttle))]
    pub(crate) fn handles(&self) -> usize {
        lock(&self.handles).len()
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
            .filter_map(|(lane, state)| {
                let doing = lock(&state.doing);
                let last = match planted("waiting is running") {
                    true => doing.first(),
                    false => doing.last(),
                };
                match last {
                    Some(Doing::Runs(running)) => Some((lane, running.clone())),
                    Some(Doing::Waits(_)) | None => None,
                }
            })
            .collect()
    }
}

/// The watchdog's thread; dropping it ends it.
pub(crate) struct Watchdog {
    stop: Arc<(Mutex<bool>, Condvar)>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Watchdog {
    /// Watches a pool, if it is to be watched.
    pub(crate) fn start(shared: &Arc<Shared>) -> std::io::Result<Option<Watchdog>> {
        if shared.watch.is_none() {
            return Ok(None);
        }
        let stop: Arc<(Mutex<bool>, Condvar)> = Arc::default();
        let (shared, told) = (shared.clone(), stop.clone());
        let thread = thread::Builder::new()
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

/// Why a report is due.
pub(crate) enum Alarm<'r> {
    /// These tasks run, and none completes.
    Long(&'r [&'r (usize, Running)]),
    /// None runs either.
    Stall,
}

/// What the watchdog has seen so far.
pub(crate) struct Looks {
    moves: u64,
    /// For how long these have been all.
    still: Duration,
    /// A stall was reported since.
    reported: bool,
    /// Tasks that were named for running long: by lane, with their beginning.
    named: HashMap<usize, Instant>,
}

impl Looks {
    pub(crate) fn new(watch: &Watch) -> Looks {
        Looks {
            moves: watch.all_moves(),
            still: Duration::ZERO,
            reported: false,
            named: HashMap::new(),
        }
    }

    /// A look, so long after the one before: the report, if one is due. `describe` makes it, and
    /// may find that there is nothing to report.
    pub(crate) fn look(
        &mut self,
        watch: &Watch,
        passed: Duration,
        describe: impl FnOnce(Alarm<'_>, Duration) -> Option<String>,
    ) -> Option<String> {
        let moves = watch.all_moves();
        if moves != self.moves {
            (self.moves, self.still, self.reported) = (moves, Duration::ZERO, false);
            return None;
        }
        self.still = match planted("forget how long") {
            true => passed,
            false => self.still + passed,
        };
        if self.still < watch.orders.limit {
            return None;
        }
        let running = watch.running();
        self.named.retain(|lane, since| {
            let is_same = |(l, r): &(usize, Running)| l == lane && r.since == *since;
            running.iter().any(is_same)
        });
        let is_new = |(lane, _): &&(usize, Running)| !self.named.contains_key(lane);
        let new: Vec<_> = running.iter().filter(is_new).collect();
        let text = if !new.is_empty() {
            describe(Alarm::Long(&new), self.still)
        } else if running.is_empty() && !self.reported {
            describe(Alarm::Stall, self.still)
        } else {
            None
        };
        // Something may have moved while the report was made: then it is not so.
        if watch.all_moves() != self.moves && !planted("no second look at moves") {
            return None;
        }
        if text.is_some() {
            self.reported |= running.is_empty();
            let named = new.iter().map(|(lane, running)| (*lane, running.since));
            self.named.extend(named);
        }
        text
    }
}

fn keep_watch(shared: &Shared, stop: &(Mutex<bool>, Condvar)) {
    let Some(watch) = &shared.watch else { return };
    let tick = (watch.orders.limit / 8).clamp(Duration::from_millis(1), Duration::from_millis(250));
    let mut looks = Looks::new(watch);
    loop {
        let before = now();
        let stopped = lock(&stop.0);
        if *stopped {
            return;
        }
        let waited = stop.1.wait_timeout(stopped, tick);
        if *waited.unwrap_or_else(PoisonError::into_inner).0 {
            return;
        }
        // A process that is stopped and continued did not stand still by itself.
        let passed = (now() - before).min(2 * tick);
        let text = looks.look(watch, passed, |alarm, still| match alarm {
            Alarm::Long(running) => Some(report::long_bodies(shared, still, running)),
            Alarm::Stall => report::stall(shared, watch, still),
        });
        if let Some(text) = text {
            // What a sink does wrong is printed by its panic.
            let _ = catch_unwind(AssertUnwindSafe(|| (watch.orders.sink.0)(&text)));
        }
    }
}
