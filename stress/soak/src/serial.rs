//! The serial run: what every task must read, what the tiles must hold in the end, and which
//! tasks a panic must keep from running.
//!
//! A task is *barred* when, by the rules of dependence, it comes after a task that panics. The
//! analysis goes cell by cell and never claims more than the rules give (a runtime may bar
//! more: it cancels the region).

use crate::program::{Graph, Kind, LANES, Mode, Program, Step, Task, Use};
use crate::tiles::Tiles;

/// What the serial run found.
pub struct Expected {
    /// What each task reads, whenever it runs.
    pub words: Words,
    /// Tasks that must not run.
    pub barred: Vec<bool>,
    /// Tasks that panic and may be reported: they are not barred.
    pub may_fail: Vec<bool>,
    /// The cells in the end, when nothing panics.
    pub content: Vec<u64>,
    /// Some task panics: the analysis is needed.
    panics: bool,
    log: Vec<(u32, u32)>,
}

/// Who used a cell, as far as failures go.
#[derive(Clone, Copy, Default)]
struct Taint {
    writer: bool,
    reader: bool,
    /// Before the open commutative group.
    base: bool,
    commuting: bool,
}

/// Runs the program serially on `tiles`.
#[must_use]
pub fn run(graph: &Graph, tiles: &Tiles) -> Expected {
    let tasks = graph.tasks as usize;
    let mut expected = Expected {
        words: Words::default(),
        log: Vec::new(),
        barred: vec![false; tasks],
        may_fail: vec![false; tasks],
        content: Vec::new(),
        panics: graph.panics,
    };
    expected.region(&graph.program, tiles, false);
    expected.words = Words::new(&expected.log, tasks);
    expected.content = tiles.content();
    expected
}

/// Runs programs one after the other on the same tiles; no task panics.
#[must_use]
pub fn laps<'p>(laps: impl Iterator<Item = &'p Program>, tiles: &Tiles, tasks: usize) -> Expected {
    let mut expected = Expected {
        words: Words::default(),
        log: Vec::new(),
        barred: vec![false; tasks],
        may_fail: vec![false; tasks],
        content: Vec::new(),
        panics: false,
    };
    for program in laps {
        expected.region(program, tiles, false);
    }
    expected.words = Words::new(&expected.log, tasks);
    expected.content = tiles.content();
    expected
}

/// The low halves of the words that tasks read, in the order in which each task runs.
#[derive(Debug, Clone, Default)]
pub struct Words {
    /// Where the words of a task begin; one more entry than tasks.
    starts: Vec<u32>,
    words: Vec<u32>,
}

impl Words {
    /// From a log of `(task, word)`.
    fn new(log: &[(u32, u32)], tasks: usize) -> Self {
        let mut starts = vec![0; tasks + 1];
        for (task, _) in log {
            starts[*task as usize + 1] += 1;
        }
        for n in 1..starts.len() {
            starts[n] += starts[n - 1];
        }
        let mut next = starts.clone();
        let mut words = vec![0; log.len()];
        for &(task, word) in log {
            let place = &mut next[task as usize];
            words[*place as usize] = word;
            *place += 1;
        }
        Words { starts, words }
    }

    /// Number of tasks.
    #[must_use]
    pub fn tasks(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// How many runs of tasks that are.
    #[must_use]
    pub fn runs(&self) -> u64 {
        self.words.len() as u64
    }

    /// The words of a task; none where they are not known.
    #[must_use]
    pub fn of(&self, task: usize) -> &[u32] {
        match (self.starts.get(task), self.starts.get(task + 1)) {
            (Some(&from), Some(&to)) => &self.words[from as usize..to as usize],
            _ => &[],
        }
    }
}

/// Runs a piece of a flat program on `tiles`, for its result alone.
pub fn on(program: &Program, tiles: &Tiles) {
    for task in program.tasks() {
        tiles.write(task, tiles.read(task));
    }
}

impl Expected {
    /// Runs one region; `true` when it fails.
    fn region(&mut self, program: &Program, tiles: &Tiles, mut barred: bool) -> bool {
        let cells = match self.panics {
            true => tiles.layout().tiles * LANES,
            false => 0,
        };
        let mut taints = vec![Taint::default(); cells];
        let mut failed = false;
        for step in &program.steps {
            match step {
                Step::Task(task) => {
                    let bad = barred || barred_by(&taints, task);
                    let fails = self.task(task, tiles, bad);
                    failed |= fails;
                    note(&mut taints, task, bad || fails);
                }
                Step::Loop(list) => failed |= self.parallel(list, tiles, &mut taints, barred),
                Step::Retile(_) => {}
                // Nothing is registered after a wait that reports a failure.
                Step::Wait => barred |= failed,
            }
        }
        failed
    }

    fn parallel(
        &mut self,
        list: &[Task],
        tiles: &Tiles,
        taints: &mut [Taint],
        barred: bool,
    ) -> bool {
        let bad: Vec<bool> = list
            .iter()
            .map(|task| barred || barred_by(taints, task))
            .collect();
        let fails: Vec<bool> = (list.iter().zip(&bad))
            .map(|(task, &bad)| self.task(task, tiles, bad))
            .collect();
        // The loop's uses replace what was before, but not one another.
        let uses = || list.iter().flat_map(|task| &task.uses);
        for used in uses().filter(|used| used.mode.writes()) {
            for n in cells(taints, used) {
                taints[n] = Taint {
                    commuting: used.mode == Mode::Commutative,
                    ..Taint::default()
                };
            }
        }
        for ((task, bad), &fails) in list.iter().zip(bad).zip(&fails) {
            for used in &task.uses {
                for n in cells(taints, used) {
                    match used.mode {
                        Mode::In => {
                            taints[n].commuting = false;
                            taints[n].reader |= bad || fails;
                        }
                        Mode::Out | Mode::InOut => taints[n].writer |= bad || fails,
                        // The group may go on after the loop: no claim.
                        Mode::Commutative => {}
                    }
                }
            }
        }
        fails.contains(&true)
    }

    /// Runs one task; `true` when it or a task inside it fails.
    fn task(&mut self, task: &Task, tiles: &Tiles, barred: bool) -> bool {
        let id = task.id as usize;
        let word = tiles.read(task);
        self.log.push((task.id, word as u32));
        self.barred[id] = barred;
        self.may_fail[id] = task.panics && !barred;
        let mut failed = task.panics;
        if let Kind::Composite(inside) | Kind::Waiting { inside, .. } = &task.kind {
            // A task that panics does so before it registers any.
            failed |= self.region(inside, tiles, barred || task.panics);
        }
        // What is inside a composite comes after its body, what is inside a wait before its end.
        match task.kind {
            Kind::Composite(_) => {}
            Kind::Waiting { .. } => tiles.write(task, tiles.read(task)),
            Kind::Plain | Kind::Raw | Kind::Pending(_) => tiles.write(task, word),
        }
        failed
    }
}

/// The cells of a use; none when nothing is analysed.
fn cells(taints: &[Taint], used: &Use) -> std::ops::Range<usize> {
    match taints {
        [] => 0..0,
        _ => used.cells(),
    }
}

fn barred_by(taints: &[Taint], task: &Task) -> bool {
    task.uses.iter().any(|used| {
        cells(taints, used).any(|n| {
            let taint = &taints[n];
            match used.mode {
                Mode::In => taint.writer,
                Mode::Out | Mode::InOut => taint.writer || taint.reader,
                Mode::Commutative if taint.commuting => taint.base,
                Mode::Commutative => taint.writer || taint.reader,
            }
        })
    })
}

fn note(taints: &mut [Taint], task: &Task, bad: bool) {
    for used in &task.uses {
        for n in cells(taints, used) {
            let taint = &mut taints[n];
            match used.mode {
                Mode::In => {
                    taint.commuting = false;
                    taint.reader |= bad;
                }
                Mode::Out | Mode::InOut => {
                    *taint = Taint {
                        writer: bad,
                        ..Taint::default()
                    };
                }
                Mode::Commutative => {
                    if !taint.commuting {
                        taint.base = taint.writer || taint.reader;
                        taint.commuting = true;
                    }
                    taint.writer |= bad;
                }
            }
        }
    }
}
