//! How many tasks of a region may be in flight, whoever registers them and by whichever call, and
//! that the thread that registers runs some of them meanwhile.
//!
//! Every other thread keeps the first task that it gets until the registering thread has run
//! one. A thread that registered without helping would hold all up; one that registered on would
//! show by the numbers of the tasks that run, since threads take their newest tasks first.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use hp5::rt::{self, Order, Region, Site};
use hp5::{Bind, Runtime};

const TASK: &Site = rt::site!("throttled", file!(), line!());

/// Threads give up when a region is so old: the assertions say what is wrong then.
const PATIENCE: Duration = Duration::from_secs(10);

/// The number of tasks between two looks at what is in flight; with limits below it, a thread looks
/// at each task.
const LOOKS: u64 = 64;

/// PPUs, tasks in flight, and how schedules are disturbed.
const SETTINGS: [(usize, u64, Option<u64>); 6] = [
    (1, 10, None),
    (2, 1, None),
    (2, 100, None),
    (3, 10, Some(5)),
    (4, 100, Some(6)),
    (8, 300, None),
];

/// Calls `f` with each of the limits, on a runtime that has it, and whether schedules are disturbed.
fn everywhere(f: impl Fn(&Runtime, u64, bool)) {
    for (ppus, limit, chaos) in SETTINGS {
        let builder = Runtime::builder().ppus(ppus).bind(Bind::None);
        let builder = builder.max_tasks(limit);
        let builder = match chaos {
            Some(seed) => builder.chaos(seed),
            None => builder,
        };
        let runtime = builder.build().unwrap();
        runtime.install(|| f(&runtime, limit, chaos.is_some()));
    }
}

/// What the tasks of one region tell.
struct Gauge {
    tasks: u64,
    begun: Instant,
    registering: ThreadId,
    all_there: AtomicBool,
    helped: AtomicU64,
    done: AtomicU64,
    /// The most that were registered and not done when a body began.
    most: AtomicU64,
}

impl Gauge {
    /// Of a region into which this thread registers so many tasks.
    fn new(tasks: u64) -> Arc<Self> {
        Arc::new(Gauge {
            tasks,
            begun: Instant::now(),
            registering: thread::current().id(),
            all_there: AtomicBool::new(false),
            helped: AtomicU64::new(0),
            done: AtomicU64::new(0),
            most: AtomicU64::new(0),
        })
    }

    /// The body of task `n`: tasks up to it are registered.
    fn run(&self, n: u64, inside: impl FnOnce()) {
        let in_flight = (n + 1).saturating_sub(self.done.load(SeqCst));
        self.most.fetch_max(in_flight, SeqCst);
        let all_there = || self.all_there.load(SeqCst);
        if thread::current().id() == self.registering {
            self.helped.fetch_add(u64::from(!all_there()), SeqCst);
        } else {
            let goes_on = || self.helped.load(SeqCst) > 0 || all_there();
            while !goes_on() && self.begun.elapsed() < PATIENCE {
                thread::yield_now();
            }
        }
        inside();
        self.done.fetch_add(1, SeqCst);
    }

    /// All tasks have been registered, and have not been waited for.
    fn all_are_there(&self) {
        self.all_there.store(true, SeqCst);
    }

    /// The region is over.
    fn assert_bounded(&self, limit: u64) {
        assert_eq!(self.done.load(SeqCst), self.tasks);
        let allowed = limit + if limit < LOOKS { 1 } else { LOOKS };
        let most = self.most.load(SeqCst);
        assert!(most <= allowed, "{most} tasks in flight, of {limit}");
        let helped = self.helped.load(SeqCst);
        assert!(helped > 0, "the registering thread runs tasks meanwhile");
    }
}

/// Registers the tasks of a region; all of their bodies tell the gauge.
type Register = fn(&Region, &Arc<Gauge>);

fn one_by_one(region: &Region, gauge: &Arc<Gauge>) {
    for n in 0..gauge.tasks {
        let gauge = gauge.clone();
        // SAFETY: the body touches the gauge alone.
        unsafe { region.task(TASK).spawn(move || gauge.run(n, || {})) };
    }
}

fn by_a_task_loop(region: &Region, gauge: &Arc<Gauge>) {
    let mut tasks = region.task_loop(TASK, Order::Parallel);
    for n in 0..gauge.tasks {
        let gauge = gauge.clone();
        // SAFETY: as above.
        unsafe { tasks.task().spawn(move || gauge.run(n, || {})) };
    }
    tasks.finish();
}

fn by_one_call(region: &Region, gauge: &Arc<Gauge>) {
    let nest = rt::chunks(0..gauge.tasks as usize, 1, 0);
    let tasks = region.loop_tasks(TASK, Order::Parallel, nest);
    let gauge = gauge.clone();
    let body = tasks.body(move |i: Range<usize>| gauge.run(i.start as u64, || {}));
    // SAFETY: as above.
    unsafe { tasks.spawn(body) };
}

fn by_rows(region: &Region, gauge: &Arc<Gauge>) {
    const COLUMNS: usize = 2;
    let rows = rt::chunks(0..gauge.tasks as usize / COLUMNS, 1, 0);
    let columns = rt::bounded(|_: [(isize, isize); 1]| rt::chunks(0..COLUMNS, 1, 0));
    let tasks = region.loop_tasks(TASK, Order::Parallel, (rows, columns));
    let gauge = gauge.clone();
    let body = tasks.body(move |(i, j): (Range<usize>, Range<usize>)| {
        gauge.run((i.start * COLUMNS + j.start) as u64, || {});
    });
    // SAFETY: as above.
    unsafe { tasks.spawn(body) };
}

const WAYS: [Register; 4] = [one_by_one, by_a_task_loop, by_one_call, by_rows];

fn begin() -> Region {
    Region::begin(rt::site!("throttled", file!(), line!()))
}

#[test]
fn a_region_is_bounded_however_its_tasks_are_registered() {
    everywhere(|_, limit, _| {
        for register in WAYS {
            let gauge = Gauge::new(1_000);
            let region = begin();
            register(&region, &gauge);
            gauge.all_are_there();
            region.try_end().unwrap();
            gauge.assert_bounded(limit);
        }
    });
}

/// Composite tasks in composite tasks, some at each level; the innermost regions register tasks in
/// each of the ways. `gauges` gets those of all regions.
struct Nest {
    limit: u64,
    gauges: Mutex<Vec<Arc<Gauge>>>,
}

impl Nest {
    fn fill(self: &Arc<Self>, region: &Region, depth: usize) {
        let gauge = Gauge::new(2 * (self.limit / 2 + LOOKS + 5));
        self.gauges.lock().unwrap().push(gauge.clone());
        if depth == 0 {
            let number = self.gauges.lock().unwrap().len();
            WAYS[number % WAYS.len()](region, &gauge);
            return gauge.all_are_there();
        }
        for n in 0..gauge.tasks {
            let (nest, gauge) = (self.clone(), gauge.clone());
            let body = move |region: &Region| {
                gauge.run(n, || {
                    if n % 64 == 5 {
                        nest.fill(region, depth - 1);
                    }
                });
            };
            // SAFETY: the bodies touch the gauges alone.
            unsafe { region.task(TASK).spawn_nested(body) };
        }
        gauge.all_are_there();
    }
}

#[test]
fn each_composite_bounds_what_it_registers() {
    everywhere(|_, limit, _| {
        let nest = Arc::new(Nest {
            limit,
            gauges: Mutex::default(),
        });
        let region = begin();
        nest.fill(&region, 2);
        region.try_end().unwrap();
        let gauges = nest.gauges.lock().unwrap();
        assert!(gauges.len() >= 7, "{} regions", gauges.len());
        gauges.iter().for_each(|gauge| gauge.assert_bounded(limit));
    });
}

/// Tasks of a lap, more than are recorded and not run in any setting.
const LAP: u64 = 3_000;

/// Tasks that a runtime may hold that has had so many in use at once: each thread takes and gives
/// back 64 at a time.
fn with_spare(runtime: &Runtime, in_use: u64) -> usize {
    in_use as usize + 64 * (runtime.ppus() + 3)
}

/// The tape keeps a node for each task of the laps on it: of two here, as one is too short. Where
/// schedules are disturbed, these run when the tape is closed, all at once.
#[test]
fn laps_that_are_recorded_and_handed_in_are_bounded() {
    const LAPS: u64 = 6;
    everywhere(|runtime, limit, is_disturbed| {
        let gauge = Gauge::new(LAPS * LAP);
        let region = begin();
        let mut tape = region.record();
        for lap in 0..LAPS {
            tape.lap(|region| {
                for n in 0..LAP {
                    let gauge = gauge.clone();
                    let body = move || gauge.run(lap * LAP + n, || {});
                    // SAFETY: the body touches the gauge alone.
                    unsafe { region.task(TASK).spawn(body) };
                }
            });
        }
        gauge.all_are_there();
        drop(tape);
        region.try_end().unwrap();
        gauge.assert_bounded(if is_disturbed { 2 * LAP } else { limit });
        let held = runtime.held().tasks;
        assert!(held <= with_spare(runtime, 2 * LAP + limit), "{held} tasks");
    });
}

/// A replay is no registration: all its laps are let go at once, whatever the limit is, and need
/// the memory of one. A task after it waits for them, and is bounded as ever.
#[test]
fn a_replay_takes_the_memory_of_one_lap_however_many_there_are() {
    everywhere(|runtime, limit, _| {
        for (laps, keys) in [(1, 0), (50, 0), (50, 7), (50, LAP)] {
            let ran = AtomicU64::new(0);
            let region = begin();
            let mut tape = region.record();
            tape.lap(|region| {
                for n in 0..LAP {
                    let mut task = region.task(TASK);
                    if let Some(key) = n.checked_rem(keys) {
                        task.access_key(key as usize, rt::Mode::InOut);
                    }
                    let ran = &ran;
                    // SAFETY: the body touches the counter, which outlives the region.
                    unsafe { task.spawn_repeat(move || _ = ran.fetch_add(1, SeqCst)) };
                }
            });
            tape.replay(laps as u32).unwrap();
            drop(tape);
            assert_eq!(ran.load(SeqCst), (1 + laps) * LAP);
            let gauge = Gauge::new(1_000);
            one_by_one(&region, &gauge);
            gauge.all_are_there();
            region.try_end().unwrap();
            gauge.assert_bounded(limit);
            let held = runtime.held().tasks;
            assert!(held <= with_spare(runtime, LAP + limit), "{held} tasks");
        }
    });
}
