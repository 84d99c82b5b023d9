//! Runs all systems on a kernel, repetition by repetition, and holds their answers against the
//! serial program's.

use serde::Serialize;

use super::problem::{Kernel, Size};
use super::side::Outcome;
use crate::common::{Common, order};
use crate::process::Job;
use crate::report::stats::Figure;
use crate::systems::{HP5, SYSTEMS, Sort, System};

/// A way to run a kernel: a column of the table.
#[derive(Debug, Clone, Copy)]
struct Entry {
    /// For `--only` (without the variant) and JSON.
    id: &'static str,
    /// Head of the column.
    head: &'static str,
    /// For [`SYSTEMS`].
    system: &'static str,
    /// Last argument of the process.
    variant: Option<&'static str>,
    /// Runs a graph that stands.
    replay: bool,
}

const fn entry(id: &'static str, head: &'static str) -> Entry {
    Entry {
        id,
        head,
        system: id,
        variant: None,
        replay: false,
    }
}

const fn variant(
    id: &'static str,
    head: &'static str,
    system: &'static str,
    variant: &'static str,
) -> Entry {
    Entry {
        id,
        head,
        system,
        variant: Some(variant),
        replay: false,
    }
}

const fn replay(
    id: &'static str,
    head: &'static str,
    system: &'static str,
    name: &'static str,
) -> Entry {
    Entry {
        replay: true,
        ..variant(id, head, system, name)
    }
}

/// The serial program, which `SYSTEMS` does not list.
const SERIAL: &str = "serial";

/// Repetitions of the serial program: it gives the answer and a scale.
const SERIAL_REPS: usize = 3;

const DIRECT: [Entry; 7] = [
    entry(SERIAL, "serial"),
    entry("hp5", "HP5"),
    // The same tasks, a call for each loop, as the front ends register loops.
    variant("hp5_loops", "HP5 loops", "hp5", "loops"),
    entry("gomp", "libgomp"),
    entry("llvm", "LLVM"),
    entry("starpu_lws", "StarPU"),
    entry("tbb", "TBB"),
];

/// What Jacobi is run by besides.
const OF_JACOBI: [Entry; 4] = [
    // Registers each lap, and finds that it is the recorded one.
    variant("hp5_laps", "HP5 laps", "hp5", "laps"),
    replay("hp5_replay", "HP5 replay", "hp5", "replay"),
    replay("tbb_replay", "TBB replay", "tbb", "replay"),
    replay("tbb_laps", "TBB laps", "tbb", "laps"),
];

/// Names of the systems, for `--only`.
pub fn ids() -> Vec<&'static str> {
    let systems = DIRECT.iter().filter(|e| e.id == e.system && e.id != SERIAL);
    systems.map(|e| e.id).collect()
}

fn entries(kernel: Kernel, common: &Common) -> Vec<Entry> {
    let ids = ids();
    let always = |entry: &Entry| matches!(entry.system, "hp5" | SERIAL);
    let more = OF_JACOBI.iter().filter(|_| kernel == Kernel::Jacobi);
    let all = DIRECT.iter().chain(more);
    let wanted = all.filter(|e| always(e) || common.wants(e.system, &ids));
    wanted.copied().collect()
}

/// One system at one tile size.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    pub id: &'static str,
    #[serde(skip)]
    pub head: &'static str,
    /// `None` for the serial program.
    pub sort: Option<Sort>,
    /// Runs a graph that stands.
    pub replay: bool,
    /// Registration and execution, seconds.
    pub total_s: Option<Figure>,
    /// Until the last task was registered, seconds.
    pub registered_s: Option<Figure>,
    pub samples_s: Vec<f64>,
    /// Why there are no figures.
    pub trouble: Option<String>,
    /// The answer was wrong.
    pub wrong: bool,
    #[serde(skip)]
    registered: Vec<f64>,
}

/// All systems at one tile size.
#[derive(Debug, Clone, Serialize)]
pub struct AtTile {
    pub tile: usize,
    pub tasks: usize,
    pub rows: Vec<Row>,
}

/// All tile sizes of a kernel.
#[derive(Debug, Clone, Serialize)]
pub struct Measured {
    pub kernel: &'static str,
    pub n: usize,
    pub sweeps: usize,
    pub tiles: Vec<AtTile>,
}

impl Measured {
    /// Systems whose answer was not the serial one.
    pub fn wrong(&self) -> impl Iterator<Item = String> + '_ {
        self.tiles.iter().flat_map(move |at| {
            let rows = at.rows.iter().filter(|row| row.wrong);
            rows.map(move |row| {
                let why = row.trouble.as_deref().unwrap_or("");
                format!("{}, tile {}: {}: {why}", self.kernel, at.tile, row.id)
            })
        })
    }
}

impl AtTile {
    /// Best time of one system.
    pub fn best(&self, id: &str) -> Option<f64> {
        let row = self.rows.iter().find(|row| row.id == id)?;
        Some(row.total_s?.best)
    }

    /// Best time among the rows that `among` takes.
    pub fn fastest(&self, among: impl Fn(&Row) -> bool) -> Option<f64> {
        let rows = self.rows.iter().filter(|row| among(row));
        let times = rows.filter_map(|row| Some(row.total_s?.best));
        times.min_by(f64::total_cmp)
    }
}

impl Row {
    fn new(entry: &Entry) -> Row {
        let system = system(entry);
        Row {
            id: entry.id,
            head: entry.head,
            sort: system.map(|s| s.sort),
            replay: entry.replay,
            total_s: None,
            registered_s: None,
            samples_s: Vec::new(),
            trouble: None,
            wrong: false,
            registered: Vec::new(),
        }
    }

    /// A row with these samples, for tests of reports.
    #[cfg(test)]
    pub fn of_samples(id: &'static str, sort: Option<Sort>, samples: &[f64]) -> Row {
        let mut row = Row::new(&entry(id, id));
        row.sort = sort;
        row.samples_s = samples.to_vec();
        row.conclude();
        row
    }

    /// A system other than HP5 and the serial program.
    pub fn is_peer(&self) -> bool {
        self.sort.is_some_and(|sort| sort != Sort::Hp5)
    }

    fn take(&mut self, outcome: &Outcome, size: &Size, answer: &mut Option<String>) {
        let expected = answer.get_or_insert_with(|| outcome.sum.clone());
        if *expected != outcome.sum {
            self.wrong = true;
            let text = format!(
                "wrong answer: sum {}, serial {expected} (built with another compiler? \
                 run make -C stress/bench/peers -B kernels)",
                outcome.sum
            );
            self.trouble = Some(text);
        } else if outcome.tasks == size.tasks() {
            self.samples_s.push(outcome.total_s);
            self.registered.extend(outcome.registered_s);
        } else {
            let (ran, meant) = (outcome.tasks, size.tasks());
            self.trouble = Some(format!("ran {ran} tasks instead of {meant}"));
        }
    }

    fn conclude(&mut self) {
        if self.trouble.is_none() {
            self.total_s = Figure::of(&self.samples_s);
            self.registered_s = Figure::of(&self.registered);
        }
    }
}

fn system(entry: &Entry) -> Option<System> {
    SYSTEMS.iter().copied().find(|s| s.id == entry.system)
}

fn job(entry: &Entry, size: &Size, common: &Common) -> Result<Job, String> {
    let mut arguments = vec![size.kernel.name().to_owned()];
    arguments.extend([size.n, size.tile, size.sweeps, common.ppus].map(|n| n.to_string()));
    arguments.extend(entry.variant.map(str::to_owned));
    let mut job = system(entry)
        .unwrap_or(HP5)
        .job("kernels", &arguments, common)?;
    if entry.id == SERIAL {
        // `side kernels hp5 ..`: this program, without its runtime.
        job.arguments[2] = SERIAL.into();
    }
    Ok(job)
}

/// Measures a kernel at all sizes.
///
/// # Errors
/// The serial program failed: there is nothing to hold answers against.
pub fn measure(kernel: Kernel, sizes: &[Size], common: &Common) -> Result<Measured, String> {
    let entries = entries(kernel, common);
    let mut tiles = Vec::new();
    for size in sizes {
        tiles.push(at_tile(&entries, size, common)?);
    }
    Ok(Measured {
        kernel: kernel.name(),
        n: sizes.first().map_or(0, |size| size.n),
        sweeps: sizes.first().map_or(0, |size| size.sweeps),
        tiles,
    })
}

fn at_tile(entries: &[Entry], size: &Size, common: &Common) -> Result<AtTile, String> {
    let mut rows: Vec<Row> = entries.iter().map(Row::new).collect();
    let mut answer = None;
    for rep in 0..common.reps {
        // The first repetition begins with the serial program.
        for n in order(entries.len(), rep) {
            let (entry, row) = (&entries[n], &mut rows[n]);
            let enough = entry.id == SERIAL && rep >= SERIAL_REPS;
            if row.trouble.is_some() || enough {
                continue;
            }
            match job(entry, size, common).and_then(|job| job.run::<Outcome>()) {
                Ok(outcome) => row.take(&outcome, size, &mut answer),
                Err(why) if entry.id == SERIAL => return Err(why),
                Err(why) => row.trouble = Some(why),
            }
        }
    }
    rows.iter_mut().for_each(Row::conclude);
    Ok(AtTile {
        tile: size.tile,
        tasks: size.tasks(),
        rows,
    })
}
