//! Models of the whole runtime: real workers, regions and tapes under schedules that shuttle
//! draws.
//!
//! Run them with
//!
//! ```text
//! RUSTFLAGS="--cfg hp5_shuttle" cargo test -p hp5-shuttle --target-dir target/shuttle
//! ```
//!
//! Loom (`stress/loom`) goes through every schedule of a protocol with two or three threads.
//! Here whole programs run, tens of tasks on several PPUs, under many random schedules and
//! under those of PCT, which changes priorities at few places and so reaches deep orders.
//! Memory is sequentially consistent here; weaker orders are loom's.
//!
//! [`explore`] runs a model, [`program`] makes random programs that check themselves, and
//! [`finds`] runs a model again with a bug planted in the runtime. `HP5_MODEL_SCHEDULES=20`
//! takes twenty times as many schedules, `HP5_MODEL_SEED` other ones.
#![cfg(hp5_shuttle)]

pub mod laps;
#[path = "../../loom/src/planted.rs"]
mod planted;
pub mod program;
pub mod tiles;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hp5::Runtime;
use hp5::rt::{Region, Site};
use shuttle::scheduler::{PctScheduler, RandomScheduler, Scheduler};
use shuttle::{Config, FailurePersistence, MaxSteps, Runner};

pub use planted::finds;

/// Where all tasks of models stand.
pub static SITE: Site = Site::new("model", file!(), line!());

/// Places where PCT changes priorities, and one more.
const DEPTH: usize = 3;

/// A model that takes more steps than this turns in circles.
const MOST_STEPS: usize = 100_000;

/// Runs a model under so many random schedules, and as many of PCT; and again with other seeds
/// if the environment asks for more.
pub fn explore(schedules: usize, model: impl Fn() + Send + Sync + 'static) {
    let times = planted::number("HP5_MODEL_SCHEDULES", 1);
    let seed = planted::number("HP5_MODEL_SEED", 1);
    let (model, count) = (Arc::new(model), Arc::new(AtomicU64::new(0)));
    let run = |scheduler: Box<dyn Scheduler + Send>| {
        let (model, count) = (model.clone(), count.clone());
        let mut config = Config::new();
        config.stack_size = 1 << 18;
        config.max_steps = MaxSteps::FailAfter(MOST_STEPS);
        config.failure_persistence = FailurePersistence::None;
        config.silence_warnings = true;
        Runner::new(scheduler, config).run(move || {
            let number = count.fetch_add(1, Ordering::Relaxed);
            let told = Told(number);
            hp5::models::let_deadlines_pass(false);
            hp5::models::let_tasks_run_at_once(false);
            hp5::models::let_laps_be_strands(false);
            model();
            std::mem::forget(told);
        });
    };
    for seed in seed..seed + times {
        run(Box::new(RandomScheduler::new_from_seed(seed, schedules)));
        run(Box::new(PctScheduler::new_from_seed(
            seed, DEPTH, schedules,
        )));
    }
    println!(
        "{}: {times} times {schedules} random schedules and {schedules} of PCT",
        std::thread::current().name().unwrap_or("model"),
    );
}

/// Says which schedule failed.
struct Told(u64);

impl Drop for Told {
    fn drop(&mut self) {
        eprintln!("schedule {} failed", self.0);
    }
}

/// Runs `f` with a new runtime, which is stopped afterwards.
pub fn on<R>(ppus: usize, max_tasks: u64, f: impl FnOnce() -> R) -> R {
    with(hp5::models::runtime(ppus, max_tasks), f)
}

/// Runs `f` with this runtime, which is stopped afterwards.
pub fn with<R>(runtime: Runtime, f: impl FnOnce() -> R) -> R {
    let result = runtime.install(f);
    drop(runtime);
    result
}

/// Runs `f` in a region of the present runtime, in which no task fails.
pub fn in_region(f: impl FnOnce(&Region)) {
    let region = Region::begin(&SITE);
    f(&region);
    if let Err(error) = region.try_end() {
        panic!("a task failed that should not: {error}");
    }
}
