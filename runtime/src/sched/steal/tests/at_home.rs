//! Whole graphs on machines that are made up, in time that is made up: PPUs take turns on
//! one thread, each busy with one task at a time for so many ticks. What they look for, take
//! and release is the scheduler's own doing, with as many PPUs at work at once as the machine
//! has, whatever this machine has.

use super::*;
use crate::graph::geometry::Mode;
use crate::rt::{Region, flat, site};
use crate::runtime::Runtime;

/// A machine whose PPUs are moved by hand.
pub(super) struct Machine {
    pub(super) runtime: Runtime,
    shared: Arc<Shared>,
    workers: Vec<Worker>,
}

/// What a run did.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    ticks: u64,
    tasks: u64,
    /// Tasks that ran at this distance from their home.
    away: [u64; MAX_DISTANCE],
    steals: u64,
}

impl Outcome {
    /// Part of the tasks that ran at most this far from home.
    fn within(&self, distance: usize) -> f64 {
        self.away[..=distance].iter().sum::<u64>() as f64 / self.tasks as f64
    }
}

impl Machine {
    pub(super) fn new(levels: &str, ppus: usize) -> Machine {
        let Bench { shared, deques, .. } = Bench::new(levels, ppus);
        let workers = deques.into_iter().flatten().enumerate();
        let worker = |(ppu, deque)| {
            let chain = Chain::new(shared.place.cache_budget(ppu));
            Worker::new(SharedRef::new(&shared), ppu, deque, chain)
        };
        Machine {
            workers: workers.map(worker).collect(),
            runtime: Runtime::of_pool(Pool::without_threads(shared.clone())),
            shared,
        }
    }

    /// Runs `tasks` ready and waiting tasks; each takes as long as `ticks` says.
    fn run(&self, tasks: u64, ticks: impl FnMut(&Task) -> u64) -> Outcome {
        self.run_from(0, tasks, ticks, |_, _| {})
    }

    /// As [`Machine::run`], with PPUs from `first` on; `turn` is told whose turn it is (at
    /// the beginning of each tick nobody's), and how many tasks have run.
    pub(super) fn run_from(
        &self,
        first: usize,
        tasks: u64,
        mut ticks: impl FnMut(&Task) -> u64,
        mut turn: impl FnMut(Option<usize>, u64),
    ) -> Outcome {
        let mut outcome = Outcome::default();
        let mut busy: Vec<Option<(TaskPtr, u64)>> = vec![None; self.workers.len()];
        while outcome.tasks < tasks {
            outcome.ticks += 1;
            assert!(
                outcome.ticks < 1000 + 40 * tasks,
                "tasks are left, and nobody finds them"
            );
            turn(None, outcome.tasks);
            let some = self.workers.len() - first;
            for n in 0..some {
                // Nobody is always first.
                let ppu = first + (n + outcome.ticks as usize) % some;
                turn(Some(ppu), outcome.tasks);
                let (worker, state) = (&self.workers[ppu], &mut busy[ppu]);
                if let Some((task, until)) = *state {
                    if until > outcome.ticks {
                        continue;
                    }
                    outcome.tasks += 1;
                    let distance = self.shared.place.distance(ppu, task.home().into());
                    outcome.away[distance] += 1;
                    *state = worker.execute(task).map(|next| (next, 0));
                } else {
                    *state = worker.find().map(|task| (task, 0));
                }
                if let Some((task, until)) = state {
                    *until = outcome.ticks + ticks(task);
                }
            }
        }
        self.workers.iter().for_each(Worker::settle_books);
        outcome
    }

    /// Jacobi sweeps over a line of tiles, `per_ppu` at home on each PPU; all is registered
    /// before anything runs.
    fn jacobi(&self, per_ppu: usize, sweeps: usize, ticks: impl FnMut(&Task) -> u64) -> Outcome {
        const TILE: usize = 512; // 4 KiB: worth a home
        let tiles = per_ppu * self.workers.len();
        let plates = [vec![0_u64; TILE * tiles], vec![0_u64; TILE * tiles]];
        self.runtime.install(|| {
            let region = Region::begin(site!("jacobi", file!(), line!()));
            let ids = [&plates[0], &plates[1]].map(|plate| {
                // SAFETY: no task touches the plates, which outlive the region.
                unsafe { region.array("plate", flat(&raw const *plate), &[TILE]) }.id()
            });
            for sweep in 0..sweeps {
                for tile in 0..tiles {
                    let mut task = region.task(site!("tile", file!(), line!()));
                    task.access_tile(ids[(sweep + 1) % 2], tile, Mode::InOut);
                    for near in tile.saturating_sub(1)..(tile + 2).min(tiles) {
                        task.access_tile(ids[sweep % 2], near, Mode::In);
                    }
                    // SAFETY: the body touches nothing.
                    unsafe { task.spawn(|| {}) };
                }
            }
            let mut outcome = self.run((tiles * sweeps) as u64, ticks);
            let stats = region.try_end().expect("no body fails");
            outcome.steals = stats.steals_total();
            outcome
        })
    }
}

/// Ticks from `least` to `most`, in an order that is always the same.
fn between(least: u64, most: u64) -> impl FnMut(&Task) -> u64 {
    let mut state = 1_u64;
    move |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        least + (state >> 33) % (most - least + 1)
    }
}

/// The machine's work in ticks, spread evenly.
fn ideal(outcome: &Outcome, ppus: usize, mean: f64) -> f64 {
    outcome.tasks as f64 * mean / ppus as f64
}

#[test]
fn tasks_stay_at_home_while_there_is_work_for_everybody() {
    for (levels, ppus) in [("package:2 core:4", 8), (SERVER, 64)] {
        let machine = Machine::new(levels, ppus);
        for (least, most, at_home) in [(1, 1, 0.9), (10, 14, 0.95), (1, 20, 0.9)] {
            let outcome = machine.jacobi(8, 50, between(least, most));
            let what = format!("{levels}, {least} to {most} ticks: {outcome:?}");
            assert!(outcome.within(0) >= at_home, "{what}");
            let per_thousand = outcome.steals * 1000 / outcome.tasks;
            assert!(
                per_thousand <= 100,
                "{per_thousand} steals per 1000 tasks, {what}"
            );
            // Another package is the farthest.
            let farthest = machine.shared.place.rings(0).count();
            assert!(outcome.within(farthest - 1) >= 0.98, "{what}");
            // And nobody waits for work while others have too much.
            let mean = (least + most) as f64 / 2.0;
            let ideal = ideal(&outcome, ppus, mean);
            assert!(
                (outcome.ticks as f64) < 1.5 * ideal + 100.0,
                "{ideal}, {what}"
            );
        }
    }
}

#[test]
fn where_work_is_scarce_it_is_fetched_from_near() {
    let machine = Machine::new(SERVER, 64);
    let outcome = machine.jacobi(2, 100, between(1, 20));
    // Somebody without work has 7 near neighbours, 24 farther ones and 32 in the other package.
    assert!(outcome.steals > outcome.tasks / 10, "{outcome:?}");
    let away = &outcome.away;
    assert!(away[1] > 2 * away[2] && away[2] > away[3], "{outcome:?}");
    assert!(
        outcome.within(1) > 0.8 && outcome.within(2) > 0.93,
        "{outcome:?}"
    );
}

#[test]
fn work_from_one_place_reaches_the_whole_machine() {
    // Nothing has a home: all is in the deque of the thread that registers.
    const PPUS: usize = 64;
    let machine = Machine::new(SERVER, PPUS);
    let cells = vec![0_u8; 64 * PPUS];
    let outcome = machine.runtime.install(|| {
        let region = Region::begin(site!("cells", file!(), line!()));
        // SAFETY: no task touches the cells, which outlive the region.
        let cells = unsafe { region.array("cells", flat(&raw const cells), &[1]) }.id();
        for cell in 0..64 * PPUS {
            let mut task = region.task(site!("cell", file!(), line!()));
            task.access_tile(cells, cell, Mode::InOut);
            // SAFETY: the body touches nothing.
            unsafe { task.spawn(|| {}) };
        }
        let outcome = machine.run(64 * PPUS as u64, between(30, 40));
        region.try_end().expect("no body fails");
        outcome
    });
    let ideal = ideal(&outcome, PPUS, 35.0);
    assert!(
        (outcome.ticks as f64) < 1.5 * ideal + 200.0,
        "{ideal}, {outcome:?}"
    );
}
