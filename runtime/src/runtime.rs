//! The runtime as a whole: one per process as a rule, set up from the environment or by a
//! builder.

use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::time::Duration;

use crate::base::config::{Bind, Replay};
use crate::base::environment::{self, parsed as variable_of};
use crate::base::error::ConfigError;
use crate::record::stats::RegionStats;
use crate::sched::place::Place;
use crate::sched::pool::{Pool, Setup, Shared};
use crate::sched::watch::{Orders, Sink};
use crate::sched::{Held, stack};
use crate::sync::{Arc, OnceLock, PlainMutex, thread_local};

/// Tasks of one region in flight before its registering thread waits.
const MAX_TASKS: u64 = 1 << 16;

/// Sets up a [`Runtime`]; what is not set comes from the environment.
#[derive(Debug, Clone, Default)]
pub struct Builder {
    ppus: Option<usize>,
    bind: Option<Bind>,
    machine: Option<PathBuf>,
    chaos: Option<u64>,
    seed: Option<u64>,
    max_tasks: Option<u64>,
    watchdog: Option<Duration>,
    watchdog_names_all: bool,
    watchdog_report: Option<Sink>,
    replay: Option<Replay>,
    stack: Option<usize>,
}

/// Most PPUs of a runtime.
const MOST_PPUS: usize = 4096;

impl Builder {
    /// Number of PPUs (`HP5_NUM_PPUS`), 1 to 4096; the default is one per core that the
    /// process may use.
    #[must_use]
    pub fn ppus(mut self, ppus: usize) -> Self {
        self.ppus = Some(ppus);
        self
    }

    /// What threads are bound to (`HP5_BIND=none|core|thread`).
    #[must_use]
    pub fn bind(mut self, bind: Bind) -> Self {
        self.bind = Some(bind);
        self
    }

    /// The machine to take distances and caches from (`HP5_MACHINE`): a description file, the
    /// name of a built-in one, or a line of levels for a machine that is made up, such as
    /// `package:2 l3:4(size=32MiB) core:8 pu:1`.
    #[must_use]
    pub fn machine(mut self, file: impl Into<PathBuf>) -> Self {
        self.machine = Some(file.into());
        self
    }

    /// Perturbs the schedule with this seed (`HP5_CHAOS=seed`): for tests of programs.
    #[must_use]
    pub fn chaos(mut self, seed: u64) -> Self {
        self.chaos = Some(seed);
        self
    }

    /// Runs tasks one at a time, on the registering thread, in an order that this seed gives
    /// (`HP5_SEED=seed`): the same order each time, as far as the program does the same. For
    /// tests of programs; [`chaos`](Self::chaos) perturbs a schedule that stays parallel.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Tasks of one region in flight before its registering thread waits (`HP5_MAX_TASKS`).
    #[must_use]
    pub fn max_tasks(mut self, tasks: u64) -> Self {
        self.max_tasks = Some(tasks);
        self
    }

    /// Whether loops are recorded and replayed without being told (`HP5_REPLAY=0|1|always`);
    /// [`rt::Region::record`](crate::rt::Region::record) does so whatever is set here.
    #[must_use]
    pub fn replay(mut self, replay: Replay) -> Self {
        self.replay = Some(replay);
        self
    }

    /// Bytes of the stack of each PPU's thread (`HP5_STACK`), at least 128 KiB; the default is what the
    /// program's first thread may have (`ulimit -s`).
    #[must_use]
    pub fn stack(mut self, bytes: usize) -> Self {
        self.stack = Some(bytes.max(stack::LEAST));
        self
    }

    /// Reports on standard error when no task completes and none runs for so long while a
    /// region has tasks that are not completed, and names these tasks and what they wait for
    /// (`HP5_WATCHDOG=seconds`). The default is not to watch; so does a time of 0. While there
    /// is a watchdog, a task costs some tenths of a microsecond more. Of many tasks the first 50
    /// of a region are named ([`watchdog_names_all`](Self::watchdog_names_all)).
    #[must_use]
    pub fn watchdog(mut self, limit: Duration) -> Self {
        self.watchdog = Some(limit);
        self
    }

    /// Has the watchdog name every task, tile and predecessor of a stall, however many there are
    /// (`HP5_WATCHDOG=seconds,all`).
    #[must_use]
    pub fn watchdog_names_all(mut self) -> Self {
        self.watchdog_names_all = true;
        self
    }

    /// Gives the watchdog's reports to `report` in place of standard error.
    #[must_use]
    pub fn watchdog_report(mut self, report: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.watchdog_report = Some(Sink::new(report));
        self
    }

    /// Starts the runtime.
    ///
    /// # Errors
    /// A setting that cannot be, a machine description that cannot be read, threads that
    /// the system refuses.
    pub fn build(self) -> Result<Runtime, ConfigError> {
        let number = |variable, most: u64| {
            variable_of(
                variable,
                &format!("a whole number from 1 to {most}"),
                move |text| {
                    text.parse::<u64>()
                        .ok()
                        .filter(|&n| (1..=most).contains(&n))
                },
            )
        };
        let from_env = number("HP5_NUM_PPUS", MOST_PPUS as u64)?.map(|n| n as usize);
        let ppus = self.ppus.or(from_env);
        if let Some(bad) = ppus.filter(|n| !(1..=MOST_PPUS).contains(n)) {
            return Err(ConfigError::Variable {
                variable: "ppus",
                value: bad.to_string(),
                expected: format!("a whole number from 1 to {MOST_PPUS}"),
            });
        }
        let bind = variable_of("HP5_BIND", "none, core or thread", |text| text.parse().ok())?;
        let machine = self
            .machine
            .or_else(|| environment::file("HP5_MACHINE").map(PathBuf::from));
        environment::flag("HP5_QUIET")?;
        crate::observe::sink::check_variables()?;
        let stack = environment::parsed(
            "HP5_STACK",
            "bytes, or with K, M or G behind the number, from 128K to 64G: 16M",
            |text| environment::bytes(text).filter(|n| (stack::LEAST..=stack::MOST).contains(n)),
        )?;
        let a_seed =
            |variable| variable_of(variable, "a seed: a whole number", |text| text.parse().ok());
        let (chaos, seed) = (a_seed("HP5_CHAOS")?, a_seed("HP5_SEED")?);
        let max_tasks = number("HP5_MAX_TASKS", u64::MAX)?;
        let replay = variable_of("HP5_REPLAY", "0, 1 or always", |text| text.parse().ok())?;
        let watchdog = variable_of(
            "HP5_WATCHDOG",
            "a number of seconds, 0 for no watchdog; `,all` behind it names every task",
            |text| {
                let all = text.strip_suffix(",all");
                let seconds = all.unwrap_or(text).parse::<f64>().ok()?;
                Some((Duration::try_from_secs_f64(seconds).ok()?, all.is_some()))
            },
        )?;
        let all = self.watchdog_names_all || watchdog.is_some_and(|(_, all)| all);
        let limit = self.watchdog.or(watchdog.map(|(limit, _)| limit));
        let limit = limit.filter(|limit| !limit.is_zero());
        let sink = self.watchdog_report.unwrap_or_default();
        let place = Place::new(
            ppus,
            self.bind.or(bind).unwrap_or_default(),
            machine.as_deref(),
        )?;
        let max_tasks = self.max_tasks.or(max_tasks).unwrap_or(MAX_TASKS).max(1);
        let setup = Setup {
            max_in_flight: max_tasks,
            chaos: self.chaos.or(chaos),
            seed: self.seed.or(seed),
            replay: self.replay.or(replay).unwrap_or_default(),
            stack: self.stack.or(stack).unwrap_or_else(stack::usual_size),
            watch: limit.map(|limit| Orders::new(limit, all, sink)),
        };
        Ok(Runtime {
            pool: Pool::start(place, setup)?,
        })
    }
}

/// A pool of PPUs. Most programs never name one: regions start the process-wide runtime.
pub struct Runtime {
    pool: Pool,
}

thread_local! {
    /// The runtime that was installed last. Without a destructor: functions open regions, too, when a
    /// thread's variables that have one are gone (`atexit`). Who installs drops it.
    // loom's has no `const`.
    #[allow(clippy::missing_const_for_thread_local)]
    static INSTALLED: Cell<Option<ManuallyDrop<Arc<Shared>>>> = Cell::new(None);
}

impl Runtime {
    /// A runtime for models: its PPUs are nowhere.
    #[cfg(any(hp5_loom, hp5_shuttle))]
    pub(crate) fn of_model(ppus: usize, setup: Setup) -> Runtime {
        let pool = Pool::start(Place::nowhere(ppus), setup);
        Runtime {
            pool: pool.expect("models start threads as they like"),
        }
    }

    /// A runtime of a pool that a test made.
    #[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
    pub(crate) fn of_pool(pool: Pool) -> Runtime {
        Runtime { pool }
    }

    /// A builder that fills in from the environment.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Number of PPUs.
    #[must_use]
    pub fn ppus(&self) -> usize {
        self.pool.shared.ppus.len()
    }

    /// The memory that this runtime holds for its tasks, free or in use. It grows to what was in
    /// use at once and is given back when the runtime is dropped; what bodies capture beyond 128
    /// bytes, and tables of open regions, are not in it.
    #[must_use]
    pub fn held(&self) -> Held {
        self.pool.shared.held()
    }

    /// Runs `f`; regions that this thread opens meanwhile run on this runtime.
    pub fn install<R>(&self, f: impl FnOnce() -> R) -> R {
        /// What is installed again when it is dropped.
        struct Around(Option<ManuallyDrop<Arc<Shared>>>);
        impl Drop for Around {
            fn drop(&mut self) {
                let own = INSTALLED.with(|installed| installed.replace(self.0.take()));
                drop(own.map(ManuallyDrop::into_inner));
            }
        }
        let own = ManuallyDrop::new(self.pool.shared.clone());
        let _around = Around(INSTALLED.with(|installed| installed.replace(Some(own))));
        f()
    }
}

/// The runtime that a region opened on this thread uses.
pub(crate) fn current() -> Arc<Shared> {
    let installed = INSTALLED.with(|installed| {
        let here = installed.take();
        let found = here.as_deref().cloned();
        installed.set(here);
        found
    });
    installed.unwrap_or_else(|| global().pool.shared.clone())
}

fn global() -> &'static Runtime {
    static GLOBAL: OnceLock<Runtime> = OnceLock::new();
    GLOBAL.get_or_init(|| {
        let built = Runtime::builder().build();
        built.unwrap_or_else(|error| environment::refuse(&error))
    })
}

/// Counts of outermost regions that have ended.
struct Ended {
    last: RegionStats,
    longest: RegionStats,
}

static ENDED: PlainMutex<Option<Ended>> = PlainMutex::new(None);

fn ended() -> impl std::ops::DerefMut<Target = Option<Ended>> {
    ENDED
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

pub(crate) fn set_last_region(stats: RegionStats) {
    let mut ended = ended();
    let longest = match ended.take() {
        // Of equal ones the later is drawn, too.
        Some(before) if before.longest.wall > stats.wall => before.longest,
        _ => stats.clone(),
    };
    *ended = Some(Ended {
        last: stats,
        longest,
    });
}

/// Counts of the outermost region that ended last in this process; `None` when none ran
/// (as in the serial elision of an annotated program).
#[must_use]
pub fn last_region() -> Option<RegionStats> {
    ended().as_ref().map(|ended| ended.last.clone())
}

/// Counts of the outermost region that took longest so far in this process, which is the one that
/// `HP5_SVG` and `HP5_DOT` show; `None` when none ran.
#[must_use]
pub fn longest_region() -> Option<RegionStats> {
    ended().as_ref().map(|ended| ended.longest.clone())
}
