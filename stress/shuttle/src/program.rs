//! Random programs that check themselves.
//!
//! A program is made in serial order, so each use of a tile knows how often the tile was
//! written before it. Whoever runs too early, too late, twice or beside somebody else finds
//! another number ([`crate::tiles`]), and who does not run at all is missed at the end.

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex};

use hp5::rt::{Array, Flat, Mode, Order, Region, Task, flat};
use shuttle::sync::atomic::{AtomicU32, Ordering};
use shuttle::thread::{self, JoinHandle};

use crate::tiles::{Tile, Way};
use crate::{SITE, in_region};

/// Tiles of a program. The first half are keys, which weigh nothing; the others belong to an
/// array and are so large that tasks have homes.
pub const TILES: usize = 4;
const KEYS: usize = TILES / 2;
/// Elements of a large tile.
const LARGE: usize = 64;

/// A small deterministic generator.
pub struct Random(u64);

impl Random {
    /// From a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// One use of a tile: which, how, and how often it is written before.
#[derive(Debug, Clone)]
struct Use {
    tile: usize,
    mode: Mode,
    before: RangeInclusive<u32>,
}

#[derive(Debug)]
enum Kind {
    /// A body; a large one does not fit into its task.
    Plain { large: bool },
    /// A thread outside does the work and gives the handle up.
    Pends,
    /// Tasks of a parallel loop, all of which write the first tile and read the others.
    Loop(u32),
    /// A composite.
    Inside(Steps),
    /// A body that opens a region and waits for it.
    Waits(Steps),
}

#[derive(Debug)]
struct Step {
    kind: Kind,
    priority: i32,
    uses: Vec<Use>,
}

type Steps = Arc<[Arc<Step>]>;

/// What random programs are made of.
#[derive(Debug, Clone, Copy)]
pub struct Recipe {
    /// Steps of the outermost region.
    pub steps: u64,
    /// Levels of composites and of regions in bodies.
    pub depth: u32,
    /// Priorities, handles, loops and commutative uses too.
    pub rich: bool,
}

/// A program.
#[derive(Debug)]
pub struct Program {
    steps: Steps,
    tasks: u32,
    writes: [u32; TILES],
}

struct Maker {
    random: Random,
    recipe: Recipe,
    tasks: u32,
    writes: [u32; TILES],
    /// Where the present group of commutative users of a tile began.
    groups: [Option<u32>; TILES],
}

impl Program {
    /// The program that a seed stands for.
    #[must_use]
    pub fn random(seed: u64, recipe: Recipe) -> Self {
        let mut maker = Maker {
            random: Random::new(seed),
            recipe,
            tasks: 0,
            writes: [0; TILES],
            groups: [None; TILES],
        };
        let all: Vec<usize> = (0..TILES).collect();
        let steps = maker.steps(recipe.steps, 0, &all);
        Program {
            steps,
            tasks: maker.tasks,
            writes: maker.writes,
        }
    }

    /// Runs the program in a region of the present runtime.
    ///
    /// # Panics
    /// When a task does not run once, in its order.
    pub fn run(&self) {
        self.run_in_order();
    }

    /// As [`run`](Self::run); which step each task that ran is of, in the order in which they ran.
    ///
    /// # Panics
    /// As `run`.
    pub fn run_in_order(&self) -> Vec<usize> {
        let world = Arc::new(World::new());
        in_region(|region| world.register(region, &self.steps));
        world.end();
        assert_eq!(
            world.ran.load(Ordering::SeqCst),
            self.tasks,
            "tasks that ran"
        );
        let writes: Vec<u32> = world.tiles.iter().map(Tile::writes).collect();
        assert_eq!(writes, self.writes, "writes per tile");
        world.order()
    }

    /// True when threads outside complete some of its tasks.
    #[must_use]
    pub fn has_requests(&self) -> bool {
        fn in_any(steps: &Steps) -> bool {
            steps.iter().any(|step| match &step.kind {
                Kind::Pends => true,
                Kind::Inside(steps) | Kind::Waits(steps) => in_any(steps),
                Kind::Plain { .. } | Kind::Loop(_) => false,
            })
        }
        in_any(&self.steps)
    }
}

impl Maker {
    /// Steps that use some of these tiles.
    fn steps(&mut self, count: u64, depth: u32, tiles: &[usize]) -> Steps {
        (0..count)
            .map(|_| Arc::new(self.step(depth, tiles)))
            .collect()
    }

    fn step(&mut self, depth: u32, tiles: &[usize]) -> Step {
        let rich = self.recipe.rich;
        let die = self.random.below(16);
        let nested = die < 4 && depth < self.recipe.depth;
        let (kind, uses) = if nested {
            self.nested(depth, tiles, die < 2)
        } else if rich && die == 4 {
            self.tasks_of_a_loop(tiles)
        } else {
            let uses = self.uses(tiles);
            self.tasks += 1;
            let kind = match die {
                5 if rich => Kind::Pends,
                _ => Kind::Plain { large: die > 13 },
            };
            (kind, uses)
        };
        let priority = match self.random.below(8) {
            0 if rich => 1,
            1 if rich => -1,
            _ => 0,
        };
        Step {
            kind,
            priority,
            uses,
        }
    }

    /// One to three different tiles.
    fn pick(&mut self, tiles: &[usize]) -> Vec<usize> {
        let mut picked: Vec<usize> = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let tile = tiles[self.random.below(tiles.len() as u64) as usize];
            if !picked.contains(&tile) {
                picked.push(tile);
            }
        }
        picked
    }

    fn uses(&mut self, tiles: &[usize]) -> Vec<Use> {
        let picked = self.pick(tiles);
        picked
            .into_iter()
            .map(|tile| {
                let mode = match self.random.below(6) {
                    0 | 1 => Mode::In,
                    2 => Mode::Out,
                    3 if self.recipe.rich => Mode::Commutative,
                    _ => Mode::InOut,
                };
                self.one_use(tile, mode)
            })
            .collect()
    }

    fn one_use(&mut self, tile: usize, mode: Mode) -> Use {
        let now = self.writes[tile];
        let from = match mode {
            Mode::Commutative => *self.groups[tile].get_or_insert(now),
            _ => {
                self.groups[tile] = None;
                now
            }
        };
        self.writes[tile] += u32::from(mode != Mode::In);
        // Who comes later in the group may run before; that all have run shows afterwards.
        let to = if mode == Mode::Commutative {
            u32::MAX
        } else {
            now
        };
        Use {
            tile,
            mode,
            before: from..=to,
        }
    }

    fn tasks_of_a_loop(&mut self, tiles: &[usize]) -> (Kind, Vec<Use>) {
        let picked = self.pick(tiles);
        let count = 2 + self.random.below(2) as u32;
        let from = self.writes[picked[0]];
        self.writes[picked[0]] += count;
        self.tasks += count;
        let written = Use {
            tile: picked[0],
            mode: Mode::InOut,
            before: from..=from + count - 1,
        };
        self.groups[picked[0]] = None;
        let mut uses = vec![written];
        for &tile in &picked[1..] {
            let read = self.one_use(tile, Mode::In);
            uses.push(read);
        }
        (Kind::Loop(count), uses)
    }

    /// A step with steps inside, which use its tiles.
    fn nested(&mut self, depth: u32, tiles: &[usize], waits: bool) -> (Kind, Vec<Use>) {
        let picked = self.pick(tiles);
        picked.iter().for_each(|&tile| self.groups[tile] = None);
        let count = self.random.below(4);
        self.tasks += 1;
        let steps = self.steps(count, depth + 1, &picked);
        let uses = picked
            .iter()
            .map(|&tile| {
                self.groups[tile] = None;
                Use {
                    tile,
                    mode: Mode::InOut,
                    // What the region inside must have done when it was waited for.
                    before: self.writes[tile]..=self.writes[tile],
                }
            })
            .collect();
        let kind = match waits {
            true => Kind::Waits(steps),
            false => Kind::Inside(steps),
        };
        (kind, uses)
    }
}

struct World {
    tiles: [Tile; TILES],
    ran: AtomicU32,
    /// Steps of these, by their place in memory. Out of the model's sight.
    order: Mutex<Vec<usize>>,
    /// Never touched by a body: tiles of it stand for those of `tiles`.
    array: Vec<f64>,
    /// Threads that give handles up.
    outside: Mutex<Vec<JoinHandle<()>>>,
}

/// What tiles are called in one region.
struct Names<'r> {
    region: &'r Region,
    array: Array<Flat<f64>>,
}

impl Names<'_> {
    fn declare(&self, task: &mut Task<'_>, step: &Step) {
        for one in &step.uses {
            if one.tile < KEYS {
                task.access_key(one.tile + 1, one.mode);
            } else {
                task.access_tile(self.array.id(), one.tile - KEYS, one.mode);
            }
        }
        if step.priority != 0 {
            task.priority(step.priority);
        }
    }
}

impl World {
    fn new() -> Self {
        World {
            tiles: Default::default(),
            ran: AtomicU32::new(0),
            order: Mutex::default(),
            array: vec![0.0; (TILES - KEYS) * LARGE],
            outside: Mutex::default(),
        }
    }

    fn register(self: &Arc<Self>, region: &Region, steps: &Steps) {
        // SAFETY: the world lives as long as the tasks, and nothing touches the array.
        let array = unsafe {
            let view = flat::<Vec<f64>>(&raw const self.array);
            region.array("large", view, &[LARGE])
        };
        let names = Names { region, array };
        for step in steps.iter() {
            self.register_step(&names, step);
        }
    }

    fn register_step(self: &Arc<Self>, names: &Names<'_>, step: &Arc<Step>) {
        let (world, body) = (self.clone(), step.clone());
        if let Kind::Loop(count) = step.kind {
            let mut tasks = names.region.task_loop(&SITE, Order::Parallel);
            for _ in 0..count {
                let (world, step) = (self.clone(), step.clone());
                let mut task = tasks.task();
                names.declare(&mut task, &step);
                // SAFETY: bodies touch what they share with the program.
                unsafe { task.spawn(move || world.work(&step, Way::Together)) };
            }
            return tasks.finish();
        }
        let mut task = names.region.task(&SITE);
        names.declare(&mut task, step);
        // SAFETY: as above, for each kind of body.
        unsafe {
            match &step.kind {
                Kind::Plain { large: false } => task.spawn(move || world.work(&body, Way::Alone)),
                Kind::Plain { large: true } => {
                    let ballast = [7_u64; 20];
                    task.spawn(move || {
                        assert_eq!(ballast, [7; 20], "what a body captured");
                        world.work(&body, Way::Alone);
                    });
                }
                Kind::Pends => task.spawn_pending(move |handle| {
                    let outside = world.clone();
                    let thread = thread::spawn(move || {
                        outside.work(&body, Way::Alone);
                        drop(handle);
                    });
                    world.outside.lock().unwrap().push(thread);
                }),
                Kind::Inside(_) => task.spawn_nested(move |region| world.inside(region, &body)),
                Kind::Waits(_) => task.spawn(move || world.wait(&body)),
                Kind::Loop(_) => unreachable!("registered above"),
            }
        }
    }

    fn work(&self, step: &Step, writes: Way) {
        for one in &step.uses {
            let way = match one.mode {
                Mode::In => Way::Reads,
                _ => writes,
            };
            self.tiles[one.tile].use_it(way, one.before.clone());
        }
        self.note(step);
    }

    fn inside(self: &Arc<Self>, region: &Region, step: &Step) {
        let Kind::Inside(steps) = &step.kind else {
            unreachable!("a composite");
        };
        self.register(region, steps);
        self.note(step);
    }

    fn wait(self: &Arc<Self>, step: &Step) {
        let Kind::Waits(steps) = &step.kind else {
            unreachable!("a body that waits");
        };
        in_region(|region| self.register(region, steps));
        for one in &step.uses {
            let writes = self.tiles[one.tile].writes();
            assert_eq!(writes, *one.before.start(), "after a wait");
        }
        self.note(step);
    }

    /// A task of this step has run.
    fn note(&self, step: &Step) {
        self.ran.fetch_add(1, Ordering::SeqCst);
        let place = std::ptr::from_ref(step) as usize;
        self.order.lock().unwrap().push(place);
    }

    fn order(&self) -> Vec<usize> {
        std::mem::take(&mut *self.order.lock().unwrap())
    }

    /// Waits for the threads outside: they have given their handles up, and may not be through.
    fn end(&self) {
        let threads = std::mem::take(&mut *self.outside.lock().unwrap());
        threads
            .into_iter()
            .for_each(|thread| thread.join().unwrap());
    }
}
