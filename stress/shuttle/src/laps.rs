//! Random loops on a tape: laps that are recorded, matched, replayed, interrupted, and that
//! differ, each body with what it must find.

use std::ops::RangeInclusive;
use std::sync::Arc;

use hp5::rt::{Mode, Region};
use shuttle::sync::atomic::{AtomicU32, Ordering};

use crate::SITE;
use crate::program::Random;
use crate::tiles::{Tile, Way};

const TILES: usize = 3;

/// What a task uses; no tile twice.
pub type Uses = Vec<(usize, Mode)>;
/// What the uses of one run of a task must find.
type Found = Vec<RangeInclusive<u32>>;

/// What is done with a tape.
#[derive(Debug, Clone, Copy)]
pub enum Act {
    /// The usual lap is registered.
    Lap,
    /// A lap that is one task shorter.
    Shorter,
    /// The last lap runs again, so many times.
    Replay(u32),
    /// A task between two laps.
    Between,
    /// The region is waited for.
    Wait,
}

/// A task as it is registered in one lap: it may run again in replays.
#[derive(Debug, Default)]
struct Job {
    uses: Uses,
    runs: Vec<Found>,
}

/// A loop.
#[derive(Debug)]
pub struct Loop {
    acts: Vec<(Act, Vec<Arc<Job>>)>,
    tasks: u32,
    writes: [u32; TILES],
}

#[derive(Default)]
struct Serial {
    writes: [u32; TILES],
    /// Where the present group of commutative users of a tile began.
    groups: [Option<u32>; TILES],
    tasks: u32,
}

impl Serial {
    fn run(&mut self, uses: &Uses) -> Found {
        self.tasks += 1;
        let found = uses.iter().map(|&(tile, mode)| {
            let now = self.writes[tile];
            self.writes[tile] += u32::from(mode != Mode::In);
            if mode == Mode::Commutative {
                return *self.groups[tile].get_or_insert(now)..=u32::MAX;
            }
            self.groups[tile] = None;
            now..=now
        });
        found.collect()
    }
}

impl Loop {
    /// The loop that a seed stands for: so many tasks per lap, so many acts.
    #[must_use]
    pub fn random(seed: u64, tasks: u64, acts: u64) -> Self {
        let mut random = Random::new(seed);
        let lap: Vec<Uses> = (0..tasks).map(|_| uses(&mut random)).collect();
        Self::of(&mut random, &lap, acts, Act::Shorter)
    }

    /// As [`random`](Self::random), of tasks that may be put together where laps are replayed.
    #[must_use]
    pub fn random_in_order(seed: u64, tasks: u64, acts: u64) -> Self {
        let mut random = Random::new(seed);
        let mut lap: Vec<Uses> = (0..tasks).map(|_| uses(&mut random)).collect();
        for (_, mode) in lap.iter_mut().flatten() {
            *mode = match mode {
                Mode::In => Mode::In,
                _ => Mode::InOut,
            };
        }
        Self::of(&mut random, &lap, acts, Act::Replay(2))
    }

    fn of(random: &mut Random, lap: &[Uses], acts: u64, sometimes: Act) -> Self {
        let mut chosen = vec![Act::Lap];
        chosen.extend((0..acts).map(|_| match random.below(8) {
            0..=3 => Act::Lap,
            4 => sometimes,
            5 => Act::Replay(1 + random.below(3) as u32),
            6 => Act::Between,
            _ => Act::Wait,
        }));
        let between = uses(random);
        Self::new(lap, &between, &chosen)
    }

    /// A loop of this lap; `between` is registered between laps.
    #[must_use]
    pub fn new(lap: &[Uses], between: &Uses, chosen: &[Act]) -> Self {
        let mut serial = Serial::default();
        let mut acts: Vec<(Act, Vec<Job>)> = Vec::new();
        // The act that registered the last lap: its bodies run again.
        let mut last = 0;
        for &act in chosen {
            let registered: &[Uses] = match act {
                Act::Lap => lap,
                Act::Shorter => &lap[..lap.len() - 1],
                Act::Between => std::slice::from_ref(between),
                Act::Replay(_) | Act::Wait => &[],
            };
            let mut jobs = Vec::new();
            for uses in registered {
                let runs = vec![serial.run(uses)];
                let uses = uses.clone();
                jobs.push(Job { uses, runs });
            }
            if let Act::Replay(times) = act {
                for _ in 0..times {
                    for job in &mut acts[last].1 {
                        job.runs.push(serial.run(&job.uses));
                    }
                }
            }
            acts.push((act, jobs));
            if matches!(act, Act::Lap | Act::Shorter) {
                last = acts.len() - 1;
            }
        }
        let share = |(act, jobs): (Act, Vec<Job>)| (act, jobs.into_iter().map(Arc::new).collect());
        Loop {
            acts: acts.into_iter().map(share).collect(),
            tasks: serial.tasks,
            writes: serial.writes,
        }
    }

    /// Runs the loop in a region of the present runtime.
    ///
    /// # Panics
    /// When a task does not run once per lap, in its order.
    pub fn run(&self) {
        let world = Arc::new(World::default());
        crate::in_region(|region| {
            let mut tape = region.record();
            for (act, jobs) in &self.acts {
                match act {
                    Act::Lap | Act::Shorter => tape.lap(|region| world.register(region, jobs)),
                    Act::Between => world.register(region, jobs),
                    Act::Replay(times) => tape.replay(*times).expect("bodies run again"),
                    Act::Wait => region.try_wait().expect("no task fails"),
                }
            }
        });
        assert_eq!(
            world.ran.load(Ordering::SeqCst),
            self.tasks,
            "tasks that ran"
        );
        let writes: Vec<u32> = world.tiles.iter().map(Tile::writes).collect();
        assert_eq!(writes, self.writes, "writes per tile");
    }
}

fn uses(random: &mut Random) -> Uses {
    let mut uses: Uses = Vec::new();
    for _ in 0..random.below(3) {
        let tile = random.below(TILES as u64) as usize;
        let mode = match random.below(5) {
            0 | 1 => Mode::In,
            2 => Mode::Commutative,
            _ => Mode::InOut,
        };
        if uses.iter().all(|one| one.0 != tile) {
            uses.push((tile, mode));
        }
    }
    uses
}

#[derive(Default)]
struct World {
    tiles: [Tile; TILES],
    ran: AtomicU32,
}

impl World {
    fn register(self: &Arc<Self>, region: &Region, jobs: &[Arc<Job>]) {
        for job in jobs {
            let mut task = region.task(&SITE);
            for &(tile, mode) in &job.uses {
                task.access_key(tile + 1, mode);
            }
            let (world, job, run) = (self.clone(), job.clone(), AtomicU32::new(0));
            let body = move || {
                let run = run.fetch_add(1, Ordering::SeqCst) as usize;
                let found = job.runs.get(run).expect("no run more than there are laps");
                for (&(tile, mode), found) in job.uses.iter().zip(found) {
                    let way = match mode {
                        Mode::In => Way::Reads,
                        _ => Way::Alone,
                    };
                    world.tiles[tile].use_it(way, found.clone());
                }
                world.ran.fetch_add(1, Ordering::SeqCst);
            };
            // SAFETY: the body touches what it shares with the loop.
            unsafe { task.spawn_repeat(body) };
        }
    }
}
