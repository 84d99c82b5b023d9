//! METG(50%), as Task Bench defines it (Slaughter et al., SC'20): the least average task
//! granularity, time x PPUs / tasks, at which a system reaches half of the ideal speed.
//!
//! Ideal is what the kernel alone takes on all PPUs, from one calibration for all systems (the
//! best of all processes). A process answers for one pattern, width and mode; the search asks
//! it for times at grains of one grid, and the best time at each grain over all repetitions
//! makes the curve. The median is that of the repetitions' own crossings.

pub(crate) mod hp5_side;
pub(crate) mod pattern;
mod search;
mod show;
mod side;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::json;

use crate::common::{Common, machine, order};
use crate::report::stats::Figure;
use crate::systems::{HP5, SYSTEMS, Sort, System};
use pattern::PATTERNS;
use search::{Metg, crossing, grid, merge};

/// Options of `hp5-bench metg`.
#[derive(clap::Args, Debug, Clone)]
pub struct Args {
    /// Steps of a run (rounded up to whole laps of the pattern).
    #[arg(long, value_name = "N", default_value_t = 1000)]
    steps: usize,
    /// Points per PPU.
    #[arg(
        long,
        value_name = "N,..",
        value_delimiter = ',',
        default_value = "1,4"
    )]
    widths: Vec<usize>,
}

impl Default for Args {
    fn default() -> Self {
        Args {
            steps: 1000,
            widths: vec![1, 4],
        }
    }
}

/// How a run's tasks come to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Way {
    /// Registered (or the graph built) in each run.
    Register,
    /// Recorded or built before.
    Replay,
}

impl Way {
    fn word(self) -> &'static str {
        match self {
            Way::Register => "register",
            Way::Replay => "replay",
        }
    }
}

/// True when `system` can run `pattern` in this way.
fn can(system: &System, way: Way, pattern: &str) -> bool {
    match system.sort {
        Sort::Hp5 | Sort::Prebuilt => true,
        Sort::Dynamic => way == Way::Register,
        Sort::Free => way == Way::Register && pattern == "trivial",
    }
}

/// The child process of HP5 and of crates; it answers on its output.
///
/// # Errors
/// Words that make no setting, a system that cannot, a wrong outcome.
pub fn side(system: &str, words: &[String]) -> Result<(), String> {
    side::run(system, words)
}

/// What one process answered: nanoseconds by iterations.
#[derive(Debug, Clone, Serialize)]
struct Curve {
    ns_per_iteration: f64,
    times: BTreeMap<u64, f64>,
}

/// One system in one way on one pattern and width.
#[derive(Debug, Clone, Serialize)]
struct Row {
    system: &'static str,
    sort: Sort,
    way: Way,
    runs: Vec<Curve>,
    /// Efficiency by grain in nanoseconds: best over repetitions.
    curve: Vec<(f64, f64)>,
    /// METG in nanoseconds.
    metg: Option<Figure>,
    /// `<` or `>` when METG lies beyond what was measured.
    beyond: &'static str,
}

/// One pattern at one width.
#[derive(Debug, Clone, Serialize)]
struct Case {
    pattern: &'static str,
    width: usize,
    steps: usize,
    rows: Vec<Row>,
}

impl Case {
    fn efficiency(&self, n: u64, time: f64, ns: f64, ppus: usize) -> f64 {
        (self.width * self.steps) as f64 * n as f64 * ns / ppus as f64 / time
    }

    /// Works out the figures from all runs, with one calibration for all.
    fn conclude(&mut self, ns: f64, ppus: usize) {
        let case = self.clone();
        for row in &mut self.rows {
            let curve = |times: &BTreeMap<u64, f64>| -> Vec<(u64, f64)> {
                let efficiency = |(&n, &time)| (n, case.efficiency(n, time, ns, ppus));
                times.iter().map(efficiency).collect()
            };
            // Granularity at 50% is twice the kernel's time, overheads included.
            let metg = |n: f64| n * ns / search::HALF;
            let mut best = BTreeMap::new();
            row.runs.iter().for_each(|run| merge(&mut best, &run.times));
            let best = curve(&best);
            row.curve = best.iter().map(|&(n, e)| (n as f64 * ns, e)).collect();
            let own = |run: &Curve| match crossing(&curve(&run.times))? {
                Metg::At(n) | Metg::Below(n) | Metg::Above(n) => Some(metg(n)),
            };
            let median = Figure::of(&row.runs.iter().filter_map(own).collect::<Vec<_>>());
            let (beyond, n) = match crossing(&best) {
                None => continue,
                Some(Metg::At(n)) => ("", n),
                Some(Metg::Below(n)) => ("<", n),
                Some(Metg::Above(n)) => (">", n),
            };
            row.beyond = beyond;
            row.metg = median.map(|f| Figure {
                best: metg(n),
                median: f.median.max(metg(n)),
            });
        }
    }
}

/// Runs all systems and prints the tables.
///
/// # Errors
/// Wrong names or numbers, HP5 failing, files that cannot be written.
pub fn run(common: &Common, args: &Args) -> Result<(), String> {
    let ids = crate::systems::ids();
    common.check_only(&[&PATTERNS, &ids])?;
    if args.steps == 0 || args.widths.is_empty() || args.widths.contains(&0) {
        return Err("--steps and --widths are at least 1".to_owned());
    }
    let (steps, widths) = if common.quick {
        (12, vec![1])
    } else {
        (args.steps, args.widths.clone())
    };
    let mut missing = BTreeMap::new();
    let mut systems: Vec<System> = Vec::new();
    for system in SYSTEMS
        .into_iter()
        .filter(|s| *s == HP5 || common.wants(s.id, &ids))
    {
        match system.program("metg", common) {
            Ok(_) => systems.push(system),
            Err(why) => {
                missing.insert(system.name, why);
            }
        }
    }
    let mut cases = Vec::new();
    for per_ppu in widths {
        for pattern in PATTERNS.into_iter().filter(|p| common.wants(p, &PATTERNS)) {
            let width = per_ppu * common.ppus;
            let rows = [Way::Register, Way::Replay].into_iter().flat_map(|way| {
                systems
                    .iter()
                    .filter(move |s| can(s, way, pattern))
                    .map(move |s| Row {
                        system: s.name,
                        sort: s.sort,
                        way,
                        runs: Vec::new(),
                        curve: Vec::new(),
                        metg: None,
                        beyond: "",
                    })
            });
            let lap = pattern::lap(pattern, width);
            let rows = rows.collect();
            cases.push(Case {
                pattern,
                width,
                steps: steps.next_multiple_of(lap),
                rows,
            });
        }
    }
    for rep in 0..common.reps {
        for case in &mut cases {
            eprint!(
                "\rmetg: repetition {} of {}: {}, width {}          ",
                rep + 1,
                common.reps,
                case.pattern,
                case.width
            );
            for row in order(case.rows.len(), rep) {
                let Some(&system) = systems.iter().find(|s| s.name == case.rows[row].system) else {
                    continue;
                };
                if missing.contains_key(system.name) {
                    continue;
                }
                match converse(&system, case, row, common) {
                    Ok(curve) => case.rows[row].runs.push(curve),
                    Err(what) if system == HP5 => return Err(what),
                    Err(what) => {
                        missing.insert(system.name, format!("failed: {what}"));
                    }
                }
            }
        }
    }
    eprintln!();
    let runs = cases.iter().flat_map(|c| &c.rows).flat_map(|r| &r.runs);
    let ns = runs.map(|r| r.ns_per_iteration).fold(f64::MAX, f64::min);
    for case in &mut cases {
        case.conclude(ns, common.ppus);
        case.rows.retain(|row| !row.runs.is_empty());
    }
    for table in show::tables(&cases, common) {
        println!("{table}");
    }
    for (name, why) in &missing {
        println!("{name}: {why}");
    }
    if let Some(file) = &common.json {
        let value = json!({
            "bench": "metg", "unit": "ns, time x ppus / tasks at 50% efficiency",
            "machine": machine(), "reps": common.reps, "ppus": common.ppus, "quick": common.quick,
            "ns_per_iteration": ns, "cases": cases, "missing": missing,
        });
        crate::report::write_json(file, &value)?;
    }
    if let Some(file) = &common.svg {
        crate::report::write(file, &show::plot(&cases))?;
    }
    Ok(())
}

/// Talks with one process of one row of `case`.
fn converse(system: &System, case: &Case, row: usize, common: &Common) -> Result<Curve, String> {
    let row = &case.rows[row];
    let words = [
        case.pattern.to_owned(),
        case.width.to_string(),
        case.steps.to_string(),
        common.ppus.to_string(),
        row.way.word().to_owned(),
    ];
    let mut talk = system.job("metg", &words, common)?.talk()?;
    let ns = talk.answer()?;
    let grid = grid();
    // Where the last repetition crossed, or about a microsecond.
    let guess = row.runs.last().map_or(1000, |run| {
        let above =
            |(n, time): (&u64, &f64)| case.efficiency(*n, *time, ns, common.ppus) >= search::HALF;
        run.times
            .iter()
            .find(|&(n, time)| above((n, time)))
            .map_or(1000, |(&n, _)| n)
    });
    let start = grid
        .iter()
        .position(|&n| n >= guess)
        .unwrap_or(grid.len() - 1);
    let times = search::search(
        &grid,
        start,
        |n| least_of_some(|| talk.ask(n)),
        |n, time| case.efficiency(n, time, ns, common.ppus),
    )?;
    Ok(Curve {
        ns_per_iteration: ns,
        times,
    })
}

/// The least of a few runs: short ones are run again, so that one that was disturbed does not
/// stand for its grain.
fn least_of_some(mut run: impl FnMut() -> Result<f64, String>) -> Result<f64, String> {
    const MOST: usize = 5;
    const ENOUGH_NS: f64 = 25e6;
    let (mut least, mut spent) = (f64::MAX, 0.0);
    for _ in 0..MOST {
        let time = run()?;
        spent += time;
        least = least.min(time);
        if spent > ENOUGH_NS {
            break;
        }
    }
    Ok(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(way: Way, cost: f64, tasks: f64) -> Row {
        // Two PPUs, a fixed cost per task on each.
        let time = |n: u64| tasks / 2.0 * (cost + n as f64);
        let times = grid().into_iter().map(|n| (n, time(n))).collect();
        Row {
            system: "HP5",
            sort: Sort::Hp5,
            way,
            runs: vec![Curve {
                ns_per_iteration: 1.0,
                times,
            }],
            curve: Vec::new(),
            metg: None,
            beyond: "",
        }
    }

    #[test]
    fn metg_of_a_model_is_twice_its_cost() {
        let rows = vec![
            row(Way::Register, 400.0, 4000.0),
            row(Way::Replay, 90.0, 4000.0),
        ];
        let mut case = Case {
            pattern: "stencil",
            width: 4,
            steps: 1000,
            rows,
        };
        case.conclude(1.0, 2);
        for (row, cost) in case.rows.iter().zip([400.0, 90.0]) {
            let metg = row.metg.expect("it crosses");
            assert!((metg.best / (2.0 * cost) - 1.0).abs() < 0.02, "{metg:?}");
            assert_eq!(row.beyond, "");
        }
    }
}
