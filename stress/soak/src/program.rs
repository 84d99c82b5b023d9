//! A graph as data: what is registered, in which order. The serial run, the failure analysis
//! and the registration with the runtime all read the same program, so none can know more of
//! it than another.

use std::sync::Arc;

use smallvec::SmallVec;

pub use hp5::rt::Mode;

/// Cells of a tile. Tasks of a parallel loop may share a tile, each with lanes of its own.
pub const LANES: usize = 4;

/// All lanes of the tile.
pub const ALL_LANES: u8 = u8::MAX;

/// A tile that a task uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    /// Number of the tile.
    pub tile: u32,
    /// How it is used.
    pub mode: Mode,
    /// The one lane that is touched, or [`ALL_LANES`].
    pub lane: u8,
}

impl Use {
    /// A use of a whole tile.
    #[must_use]
    pub fn whole(tile: usize, mode: Mode) -> Self {
        Use {
            tile: tile as u32,
            mode,
            lane: ALL_LANES,
        }
    }

    /// The cells that are touched.
    pub fn cells(&self) -> std::ops::Range<usize> {
        let first = self.tile as usize * LANES;
        match self.lane {
            ALL_LANES => first..first + LANES,
            lane => first + lane as usize..first + lane as usize + 1,
        }
    }
}

/// What a task does between reading and writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delay {
    /// Nothing.
    None,
    /// Gives its time slice away.
    Yield,
    /// Computes for so many microseconds.
    Spin(u16),
    /// Sleeps for so many microseconds.
    Sleep(u16),
}

/// What a task is.
#[derive(Debug, Clone)]
pub enum Kind {
    /// A body.
    Plain,
    /// A function with an argument block (`rt::raw`), where all its tiles are keys.
    Raw,
    /// Registers tasks of its own and completes with them.
    Composite(Arc<Program>),
    /// Opens a region in its body and waits for it, holding one of the graph's mutexes.
    Waiting {
        /// What runs inside.
        inside: Arc<Program>,
        /// Number of the mutex that is held across the wait.
        held: Option<u8>,
    },
    /// Is finished before it is completed: by its own body, or by a thread outside.
    Pending(Completion),
}

/// Who completes a pending task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completion {
    /// Its body, before it ends.
    Body,
    /// A thread outside, which also writes the tiles, after so many microseconds.
    Outside(u16),
    /// As before, and the body keeps a handle of its own meanwhile.
    Both(u16),
}

/// A task.
#[derive(Debug, Clone)]
pub struct Task {
    /// Number in its graph, all levels counted, in serial order.
    pub id: u32,
    /// Its tiles.
    pub uses: SmallVec<[Use; 4]>,
    /// As the runtime takes it.
    pub priority: i8,
    /// Between reading and writing.
    pub delay: Delay,
    /// It panics instead of writing.
    pub panics: bool,
    /// What it is.
    pub kind: Kind,
}

/// A step of registration.
#[derive(Debug, Clone)]
pub enum Step {
    /// One task.
    Task(Task),
    /// A parallel loop: no two of its tasks touch a cell that one of them writes.
    Loop(Vec<Task>),
    /// From here on arrays are cut into tiles of so many cells.
    Retile(u8),
    /// Wait for everything so far.
    Wait,
}

/// The steps of one region.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// In registration order.
    pub steps: Vec<Step>,
}

impl Program {
    /// The tasks of this region alone, in registration order.
    pub fn tasks(&self) -> impl Iterator<Item = &Task> {
        self.steps.iter().flat_map(|step| match step {
            Step::Task(task) => std::slice::from_ref(task),
            Step::Loop(tasks) => tasks.as_slice(),
            Step::Retile(_) | Step::Wait => &[],
        })
    }

    /// As [`tasks`](Self::tasks), to change them.
    pub fn tasks_mut(&mut self) -> impl Iterator<Item = &mut Task> {
        self.steps.iter_mut().flat_map(|step| match step {
            Step::Task(task) => std::slice::from_mut(task),
            Step::Loop(tasks) => tasks.as_mut_slice(),
            Step::Retile(_) | Step::Wait => &mut [],
        })
    }

    /// True when no task has a graph of its own.
    pub fn is_flat(&self) -> bool {
        self.tasks()
            .all(|task| !matches!(task.kind, Kind::Composite(_) | Kind::Waiting { .. }))
    }
}

impl std::fmt::Display for Use {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.mode.clause(), self.tile)?;
        match self.lane {
            ALL_LANES => Ok(()),
            lane => write!(f, ".{lane}"),
        }
    }
}

impl std::fmt::Display for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.print(f, 0)
    }
}

impl Program {
    fn print(&self, f: &mut std::fmt::Formatter<'_>, indent: usize) -> std::fmt::Result {
        let pad = " ".repeat(indent);
        for step in &self.steps {
            match step {
                Step::Task(task) => print_task(f, indent, task)?,
                Step::Loop(tasks) => {
                    writeln!(f, "{pad}loop")?;
                    for task in tasks {
                        print_task(f, indent + 2, task)?;
                    }
                }
                Step::Retile(cells) => writeln!(f, "{pad}tiles of {cells} cells")?,
                Step::Wait => writeln!(f, "{pad}wait")?,
            }
        }
        Ok(())
    }
}

fn print_task(f: &mut std::fmt::Formatter<'_>, indent: usize, task: &Task) -> std::fmt::Result {
    let uses: Vec<String> = task.uses.iter().map(Use::to_string).collect();
    write!(
        f,
        "{}task {}: {}",
        " ".repeat(indent),
        task.id,
        uses.join(", ")
    )?;
    if task.priority != 0 {
        write!(f, "; priority {}", task.priority)?;
    }
    if task.delay != Delay::None {
        write!(f, "; {:?}", task.delay)?;
    }
    if task.panics {
        write!(f, "; panics")?;
    }
    match &task.kind {
        Kind::Plain => writeln!(f),
        Kind::Raw => writeln!(f, "; function"),
        Kind::Composite(inside) => {
            writeln!(f, "; composite")?;
            inside.print(f, indent + 2)
        }
        Kind::Waiting { inside, held } => {
            match held {
                Some(mutex) => writeln!(f, "; waits, holding mutex {mutex}, for")?,
                None => writeln!(f, "; waits for")?,
            }
            inside.print(f, indent + 2)
        }
        Kind::Pending(how) => writeln!(f, "; pending: {how:?}"),
    }
}

/// Where the tiles lie: arrays first, then tiles that are known by their address alone.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// Number of tiles.
    pub tiles: usize,
    /// Tiles of one array.
    pub per_array: usize,
    /// Tiles from this one on are keys.
    pub keyed_from: usize,
}

impl Layout {
    /// One array.
    #[must_use]
    pub fn array(tiles: usize) -> Self {
        Layout {
            tiles,
            per_array: tiles.max(1),
            keyed_from: tiles,
        }
    }

    /// All tiles are keys.
    #[must_use]
    pub fn keys(tiles: usize) -> Self {
        Layout {
            tiles,
            per_array: tiles.max(1),
            keyed_from: 0,
        }
    }

    /// Number of arrays.
    #[must_use]
    pub fn arrays(&self) -> usize {
        self.keyed_from.div_ceil(self.per_array)
    }

    /// Tiles of array `n`.
    #[must_use]
    pub fn array_tiles(&self, n: usize) -> std::ops::Range<usize> {
        n * self.per_array..((n + 1) * self.per_array).min(self.keyed_from)
    }
}

/// One graph.
#[derive(Debug, Clone)]
pub struct Graph {
    /// Where its tiles lie.
    pub layout: Layout,
    /// What is registered.
    pub program: Program,
    /// Tasks of all levels; their ids are below.
    pub tasks: u32,
    /// Some tasks panic.
    pub panics: bool,
}
