//! Empty tasks: what a task costs when its body does nothing.
//!
//! Four shapes, the same in every system: *independent* (each task inout on a key of its
//! own), *chain* (all inout on one key), *wavefront* (256 x 256 cells, in from above and
//! from the left, inout on the own cell), *forkjoin* (a binary tree, each inner task waits
//! for its two children). Every process first runs the shape once with bodies that compute,
//! and holds the outcome against serial order; then once to warm up; then timed passes.

mod hp5_side;
mod rayon_side;

use std::collections::BTreeMap;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::common::{Common, machine, order};
use crate::report::plot::{self, Content, Panel};
use crate::report::stats::Figure;
use crate::report::table::{Table, number};
use crate::systems::{HP5, SYSTEMS, Sort, System};

/// All shapes.
pub const SHAPES: [&str; 4] = ["independent", "chain", "wavefront", "forkjoin"];

/// Options of `hp5-bench empty`.
#[derive(clap::Args, Debug, Clone)]
pub struct Args {
    /// Tasks of a pass (the wavefront takes the largest square, the tree the largest full
    /// tree that is no larger).
    #[arg(long, value_name = "N", default_value_t = 65_536)]
    tasks: usize,
    /// Timed passes of a process, at most.
    #[arg(long, value_name = "N", default_value_t = 12)]
    passes: usize,
    /// Milliseconds for the timed passes of a process; three passes are run at least.
    #[arg(long, value_name = "MS", default_value_t = 300)]
    budget: u64,
}

impl Default for Args {
    fn default() -> Self {
        Args {
            tasks: 65_536,
            passes: 12,
            budget: 300,
        }
    }
}

/// What a process prints: nanoseconds per pass.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Samples {
    /// Tasks of a pass.
    pub tasks: usize,
    /// From the first task to the last one registered.
    pub register_ns: Vec<u64>,
    /// Until all are executed.
    pub total_ns: Vec<u64>,
    /// A graph that was built or recorded before, run again.
    pub replay_ns: Vec<u64>,
    /// The same, several times without a barrier, per time.
    #[serde(default)]
    pub overlap_ns: Vec<u64>,
    /// HP5: a lap that is recorded and run.
    #[serde(default)]
    pub record_ns: Vec<u64>,
    /// HP5: the same, and until a tape is made of it that can be replayed.
    #[serde(default)]
    pub build_ns: Vec<u64>,
    /// HP5: all tasks registered by one call, and until all are executed.
    #[serde(default)]
    pub loop_register_ns: Vec<u64>,
    #[serde(default)]
    pub loop_total_ns: Vec<u64>,
    /// HP5: a lap that is registered again, held against the recording, and run.
    #[serde(default)]
    pub guarded_ns: Vec<u64>,
    /// HP5: the same, all its tasks registered by one call.
    #[serde(default)]
    pub loop_guarded_ns: Vec<u64>,
}

/// What one process is to do.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan<'a> {
    pub(crate) shape: &'a str,
    pub(crate) tasks: usize,
    pub(crate) passes: usize,
    pub(crate) threads: usize,
    pub(crate) budget_ms: u64,
}

impl<'a> Plan<'a> {
    fn parse(words: &'a [String]) -> Result<Plan<'a>, String> {
        let [shape, rest @ ..] = words else {
            return Err("side empty SYSTEM SHAPE TASKS PASSES THREADS BUDGET_MS".to_owned());
        };
        let numbers: Result<Vec<usize>, _> = rest.iter().map(|w| w.parse()).collect();
        match numbers.as_deref() {
            Ok(&[tasks, passes, threads, budget]) if tasks > 0 && passes > 0 => Ok(Plan {
                shape,
                tasks,
                passes,
                threads,
                budget_ms: budget as u64,
            }),
            _ => Err(format!(
                "side empty: TASKS PASSES THREADS BUDGET_MS, not {rest:?}"
            )),
        }
    }

    /// Edge of the wavefront's square.
    pub(crate) fn edge(&self) -> usize {
        self.tasks.isqrt()
    }

    /// Levels of the fork-join tree.
    pub(crate) fn levels(&self) -> u32 {
        (self.tasks as u64 + 1).ilog2()
    }

    /// Tasks of a pass.
    pub(crate) fn count(&self) -> usize {
        match self.shape {
            "wavefront" => self.edge() * self.edge(),
            "forkjoin" => (1 << self.levels()) - 1,
            _ => self.tasks,
        }
    }

    /// Calls `pass` until there are enough samples.
    pub(crate) fn repeat(
        &self,
        mut pass: impl FnMut() -> Result<(), String>,
    ) -> Result<(), String> {
        let begun = Instant::now();
        for n in 0..self.passes {
            if n >= 3 && begun.elapsed().as_millis() as u64 >= self.budget_ms {
                break;
            }
            pass()?;
        }
        Ok(())
    }
}

/// What the checked pass computes, as the peers do.
pub(crate) fn mix(x: u64, by: u64) -> u64 {
    x.wrapping_mul(3).wrapping_add(by)
}

/// A cell of the checked wavefront.
pub(crate) fn cell(own: u64, up: u64, left: u64) -> u64 {
    own.wrapping_mul(5)
        .wrapping_add(up)
        .wrapping_add(left.wrapping_mul(3))
}

/// The body of an empty task: nothing, but nothing that a compiler may remove.
#[inline(always)]
pub(crate) fn empty_body() {
    // SAFETY: no instruction at all.
    unsafe { std::arch::asm!("", options(nomem, nostack, preserves_flags)) };
}

/// The child process of HP5 and of crates.
///
/// # Errors
/// Words that make no plan, a shape that the system has not, a wrong outcome.
pub fn side(system: &str, words: &[String]) -> Result<String, String> {
    let plan = Plan::parse(words)?;
    let samples = match system {
        "hp5" => hp5_side::measure(&plan)?,
        "rayon" => rayon_side::measure(&plan)?,
        _ => return Err(format!("side empty {system}: there is no such system")),
    };
    serde_json::to_string(&samples).map_err(|e| e.to_string())
}

/// True when `system` can express `shape` at all.
fn has(system: &System, shape: &str) -> bool {
    match system.sort {
        Sort::Hp5 => true,
        Sort::Dynamic => shape != "forkjoin" || !system.id.starts_with("starpu"),
        Sort::Prebuilt => shape != "forkjoin",
        Sort::Free => shape == "independent" || shape == "forkjoin",
    }
}

/// Figures of one system and one shape, in nanoseconds per task.
#[derive(Debug, Clone, Serialize)]
struct Row {
    system: &'static str,
    sort: Sort,
    register: Option<Figure>,
    total: Option<Figure>,
    replay: Option<Figure>,
    overlap: Option<Figure>,
    record: Option<Figure>,
    build: Option<Figure>,
    guarded: Option<Figure>,
    samples: Vec<Samples>,
}

/// HP5's row for tasks that are registered by one call.
const ONE_CALL: &str = "HP5, one call";

/// A figure per task of one list of all samples.
fn figure(samples: &[Samples], list: fn(&Samples) -> &Vec<u64>) -> Option<Figure> {
    let per_task = |s: &Samples| {
        let tasks = s.tasks as f64;
        let each = list(s).iter().map(move |&ns| ns as f64 / tasks);
        each.collect::<Vec<_>>()
    };
    Figure::of(&samples.iter().flat_map(per_task).collect::<Vec<_>>())
}

impl Row {
    fn new(system: &System, samples: Vec<Samples>) -> Row {
        let figure = |list| figure(&samples, list);
        Row {
            system: system.name,
            sort: system.sort,
            register: figure(|s| &s.register_ns),
            total: figure(|s| &s.total_ns),
            replay: figure(|s| &s.replay_ns),
            overlap: figure(|s| &s.overlap_ns),
            record: figure(|s| &s.record_ns),
            build: figure(|s| &s.build_ns),
            guarded: figure(|s| &s.guarded_ns),
            samples,
        }
    }

    /// The system, and HP5 again with all tasks registered by one call.
    fn both(system: &System, samples: Vec<Samples>) -> Vec<Row> {
        let once = Row {
            system: ONE_CALL,
            sort: system.sort,
            register: figure(&samples, |s| &s.loop_register_ns),
            total: figure(&samples, |s| &s.loop_total_ns),
            replay: None,
            overlap: None,
            record: None,
            build: None,
            guarded: figure(&samples, |s| &s.loop_guarded_ns),
            samples: Vec::new(),
        };
        let mut rows = vec![Row::new(system, samples)];
        rows.extend(once.total.is_some().then_some(once));
        rows
    }

    /// The quickest way through the graph that this system has.
    fn least(&self) -> Option<Figure> {
        let all = [self.total, self.replay];
        all.into_iter()
            .flatten()
            .min_by(|a, b| a.best.total_cmp(&b.best))
    }
}

/// Runs all systems and prints the tables.
///
/// # Errors
/// Wrong names, HP5 failing, files that cannot be written.
pub fn run(common: &Common, args: &Args) -> Result<(), String> {
    let ids = crate::systems::ids();
    common.check_only(&[&SHAPES, &ids])?;
    let (tasks, passes) = if common.quick {
        (1024, 3)
    } else {
        (args.tasks, args.passes)
    };
    if tasks < 4 || passes == 0 {
        return Err("--tasks is at least 4 and --passes at least 1".to_owned());
    }
    let mut missing = BTreeMap::new();
    let systems: Vec<System> = SYSTEMS
        .into_iter()
        .filter(|s| *s == HP5 || common.wants(s.id, &ids))
        .filter(|s| match s.program("empty", common) {
            Ok(_) => true,
            Err(why) => {
                missing.insert(s.name, why);
                false
            }
        })
        .collect();
    let shapes: Vec<&str> = SHAPES
        .into_iter()
        .filter(|s| common.wants(s, &SHAPES))
        .collect();
    let mut measured = BTreeMap::<(&str, &str), Vec<Samples>>::new();
    for rep in 0..common.reps {
        for &shape in &shapes {
            eprint!(
                "\rempty: repetition {} of {}: {shape}          ",
                rep + 1,
                common.reps
            );
            let able: Vec<_> = systems.iter().filter(|s| has(s, shape)).collect();
            for system in order(able.len(), rep).into_iter().map(|n| able[n]) {
                if missing.contains_key(system.name) {
                    continue;
                }
                let words = [
                    shape.to_owned(),
                    tasks.to_string(),
                    passes.to_string(),
                    common.ppus.to_string(),
                    args.budget.to_string(),
                ];
                match system.job("empty", &words, common)?.run::<Samples>() {
                    Ok(samples) => measured
                        .entry((shape, system.id))
                        .or_default()
                        .push(samples),
                    Err(what) if *system == HP5 => return Err(what),
                    Err(what) => {
                        missing.insert(system.name, format!("failed: {what}"));
                    }
                }
            }
        }
    }
    eprintln!();
    let results: Vec<(&str, Vec<Row>)> = shapes
        .iter()
        .map(|&shape| {
            let row = |s: &System| Some(Row::both(s, measured.remove(&(shape, s.id))?));
            (shape, systems.iter().filter_map(row).flatten().collect())
        })
        .collect();
    for (shape, rows) in &results {
        println!("{}", table(shape, rows, common));
    }
    for (name, why) in &missing {
        println!("{name}: {why}");
    }
    if let Some(file) = &common.json {
        let shapes: BTreeMap<_, _> = results.iter().map(|(shape, rows)| (shape, rows)).collect();
        let value = json!({
            "bench": "empty", "unit": "ns per task", "machine": machine(), "reps": common.reps,
            "ppus": common.ppus, "quick": common.quick, "shapes": shapes, "missing": missing,
        });
        crate::report::write_json(file, &value)?;
    }
    if let Some(file) = &common.svg {
        crate::report::write(
            file,
            &plot::page("Empty tasks, nanoseconds each (best)", &panels(&results)),
        )?;
    }
    Ok(())
}

/// The least figure among rows, with the row's name.
fn least(
    rows: &[Row],
    of: impl Fn(&Row) -> bool,
    figure: fn(&Row) -> Option<Figure>,
) -> Option<(&str, Figure)> {
    let some = rows
        .iter()
        .filter(|r| of(r))
        .filter_map(|r| Some((r.system, figure(r)?)));
    some.min_by(|a, b| a.1.best.total_cmp(&b.1.best))
}

fn table(shape: &str, rows: &[Row], common: &Common) -> Table {
    let tasks = rows
        .first()
        .and_then(|r| r.samples.first())
        .map_or(0, |s| s.tasks);
    let title = format!(
        "{shape}: {tasks} tasks, {} PPUs, ns per task, best (median) of {} runs",
        common.ppus, common.reps
    );
    let heads = [
        "system",
        "register",
        "register+run",
        "replay",
        "replay, 8 laps at once",
        "HP5/it, run",
        "HP5/it, replay",
    ];
    let mut table = Table::new(title, &heads);
    let own = rows.iter().find(|r| r.sort == Sort::Hp5);
    let pair = |figure: Option<Figure>| match figure {
        None => "-".to_owned(),
        Some(f) => format!("{} ({})", number(Some(f.best)), number(Some(f.median))),
    };
    for row in rows {
        let ratio = |figure: fn(&Row) -> Option<Figure>| {
            number(own.and_then(|own| Some(figure(own)?.best / figure(row)?.best)))
        };
        table.row(vec![
            match row.sort {
                Sort::Free if shape == "independent" => format!("{} (no dependences)", row.system),
                _ => row.system.to_owned(),
            },
            pair(row.register),
            pair(row.total),
            pair(row.replay),
            pair(row.overlap),
            ratio(|r| r.total),
            ratio(|r| r.replay),
        ]);
    }
    let Some(own) = own else { return table };
    let mut compare = |what: &str, mine: Option<Figure>, theirs: Option<(&str, Figure)>| {
        if let (Some(mine), Some((name, theirs))) = (mine, theirs) {
            table.note(format!(
                "{what} ({name}): {} of best, {} of median",
                number(Some(mine.best / theirs.best)),
                number(Some(mine.median / theirs.median)),
            ));
        }
    };
    let dynamic = |r: &Row| r.sort == Sort::Dynamic;
    let others = |r: &Row| r.sort != Sort::Hp5;
    compare(
        "HP5 registered / best dynamic peer",
        own.total,
        least(rows, dynamic, |r| r.total),
    );
    compare(
        "HP5 registered / best peer of any sort",
        own.total,
        least(rows, others, |r| r.total),
    );
    compare(
        "HP5 replayed / best replaying peer",
        own.replay,
        least(rows, others, |r| r.replay),
    );
    compare(
        "HP5 replayed / best peer, either way",
        own.replay,
        least(rows, others, Row::least),
    );
    let registering = own.total.map(|f| ("registering", f));
    compare(
        "HP5 recording a lap and running it / HP5",
        own.record,
        registering,
    );
    compare(
        "HP5 recording a lap, running it and building the tape / HP5",
        own.build,
        registering,
    );
    compare(
        "HP5 lap held against the recording / HP5",
        own.guarded,
        registering,
    );
    let once = rows.iter().find(|r| r.system == ONE_CALL);
    compare(
        "HP5 all tasks by one call / HP5",
        once.and_then(|r| r.total),
        registering,
    );
    compare(
        "HP5 lap by one call held against the recording / HP5",
        once.and_then(|r| r.guarded),
        registering,
    );
    table
}

fn panels(results: &[(&str, Vec<Row>)]) -> Vec<Panel> {
    let panel = |(shape, rows): &(&str, Vec<Row>)| {
        let mut bars = Vec::new();
        for row in rows {
            bars.extend(row.total.map(|f| (row.system.to_owned(), f.best)));
            bars.extend(
                row.replay
                    .map(|f| (format!("{}, replay", row.system), f.best)),
            );
        }
        Panel {
            title: (*shape).to_owned(),
            x: "nanoseconds per task (logarithmic)".to_owned(),
            y: String::new(),
            content: Content::Bars(bars),
        }
    };
    results.iter().map(panel).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str, total: &[u64], replay: &[u64]) -> Row {
        let system = SYSTEMS
            .into_iter()
            .find(|s| s.id == id)
            .expect("it is listed");
        let samples = Samples {
            tasks: 10,
            total_ns: total.to_vec(),
            replay_ns: replay.to_vec(),
            ..Samples::default()
        };
        Row::new(&system, vec![samples])
    }

    #[test]
    fn ratios_are_to_the_best_of_the_sort() {
        let common = Common {
            reps: 7,
            ppus: 2,
            json: None,
            svg: None,
            peers: "none".into(),
            only: Vec::new(),
            quick: false,
        };
        let rows = [
            row("hp5", &[1000, 1100, 1200], &[200, 300, 400]),
            row("gomp", &[4000, 5000, 6000], &[]),
            row("llvm", &[9000, 9000, 9000], &[]),
            row("tbb", &[2000, 2500, 3000], &[500, 600, 700]),
        ];
        let text = table("wavefront", &rows, &common).to_string();
        for line in [
            "HP5 registered / best dynamic peer (libgomp): 0.25 of best, 0.22 of median",
            "HP5 registered / best peer of any sort (oneTBB flow graph): 0.50 of best, 0.44 of median",
            "HP5 replayed / best replaying peer (oneTBB flow graph): 0.40 of best, 0.50 of median",
        ] {
            assert!(text.contains(line), "{text}");
        }
        assert!(text.contains("100 (110)"), "{text}");
    }

    #[test]
    fn one_call_has_a_row_of_its_own() {
        let samples = Samples {
            tasks: 10,
            total_ns: vec![1000],
            loop_register_ns: vec![300],
            loop_total_ns: vec![500],
            ..Samples::default()
        };
        let rows = Row::both(&HP5, vec![samples]);
        let best = |row: &Row| row.total.map(|f| f.best);
        let found: Vec<_> = rows.iter().map(|row| (row.system, best(row))).collect();
        assert_eq!(found, [(HP5.name, Some(100.0)), (ONE_CALL, Some(50.0))]);
        assert_eq!(Row::both(&HP5, vec![Samples::default()]).len(), 1);
    }

    #[test]
    fn shapes_have_the_counts_of_the_peers() {
        let words = |shape: &str| -> Vec<String> {
            [shape, "65536", "3", "2", "10"].map(String::from).to_vec()
        };
        let count = |shape| Plan::parse(&words(shape)).map(|p| p.count());
        assert_eq!(count("wavefront"), Ok(65_536));
        assert_eq!(count("forkjoin"), Ok(65_535));
        assert_eq!(count("chain"), Ok(65_536));
        assert!(Plan::parse(&[]).is_err());
        assert!(Plan::parse(&["chain".into(), "many".into()]).is_err());
    }
}
