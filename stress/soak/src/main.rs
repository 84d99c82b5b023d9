//! Soak of the runtime: random and adversarial graphs, held against serial order.
//!
//! `program` is a graph as data, `shapes` makes graphs, `serial` runs them one task after the
//! other, `run` runs them with the runtime, `drills` are what is more than one graph. `case`
//! puts these together for one seed, and this file loops over seeds.

mod case;
mod drills;
mod events;
mod memory;
mod monitor;
mod options;
mod panics;
mod plant;
mod program;
mod rng;
mod run;
mod serial;
mod shapes;
mod tiles;

use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{CommandFactory, FromArgMatches};

use case::{Case, Runtimes};
use memory::Samples;
use monitor::Monitor;
use options::Options;
use shapes::Shape;

fn main() -> ExitCode {
    let list: Vec<String> = shapes::ALL
        .iter()
        .map(|shape| format!("  {:<12} {}", shape.name, shape.about))
        .collect();
    let after = format!("Shapes:\n{}\n\n{}", list.join("\n"), options::AFTER);
    let matches = Options::command().after_help(after).get_matches();
    let options = Options::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    panics::watch_panics();
    if let Err(error) = events::start() {
        eprintln!("soak: no threads to complete pending tasks: {error}");
        return ExitCode::from(2);
    }
    match soak(&options) {
        Ok(verdict) => {
            println!("{verdict}");
            ExitCode::SUCCESS
        }
        Err(verdict) => {
            println!("{verdict}");
            ExitCode::FAILURE
        }
    }
}

/// Runs to the end; the verdict.
fn soak(options: &Options) -> Result<String, String> {
    let seed = options.seed.unwrap_or_else(time_of_day);
    eprintln!("soak: seed {seed}");
    let monitor = Monitor::start(options.keep_hung);
    let mut runtimes = Runtimes::default();
    let mut samples = Samples::default();
    let shapes = options.shapes();
    let alone = shapes.len() == 1;
    let mut number = 0;
    let most = options.graphs.unwrap_or(u64::MAX);
    let mut round = 1;
    'run: loop {
        for &shape in &shapes {
            if !alone && !round_of(shape, round, shapes.len()) {
                continue;
            }
            let over = monitor.elapsed().as_secs_f64() / options.duration.as_secs_f64().max(1.0);
            if samples.between_graphs(over.max(number as f64 / most as f64)) {
                monitor.note(memory_of(&runtimes));
            }
            if number >= most || over >= 1.0 {
                break 'run;
            }
            let graph = rng::graph_seed(seed, number);
            one(options, &monitor, &mut runtimes, graph, shape)?;
            number += 1;
        }
        round += 1;
    }
    let (graphs, tasks) = monitor.counts();
    let growth = samples.growth();
    let growth_mb = growth.map(|bytes| bytes >> 20);
    let figures = format!(
        "seed={seed} graphs={graphs} tasks={tasks} max_rss={}MB growth={} held={}MB",
        samples.max() >> 20,
        growth_mb.map_or("unknown".to_owned(), |mb| format!("{mb}MB")),
        runtimes.held().bytes >> 20
    );
    if growth_mb.is_some_and(|mb| mb > options.max_growth) {
        let most = options.max_growth;
        return Err(format!(
            "soak: FAILED {figures}: memory grew by more than {most} MB"
        ));
    }
    Ok(format!("soak: ok {figures}"))
}

/// What the progress line says of memory, besides that of the process: what the runtimes that stay
/// hold for tasks to come, and what of the heap is in use, which has that in it.
fn memory_of(runtimes: &Runtimes) -> String {
    let held = runtimes.held();
    let heap = memory::heap().map_or(String::new(), |bytes| {
        format!("{} MB of heap, ", bytes >> 20)
    });
    format!(
        "{heap}{} MB held: {} tasks, {} and {} blocks of edges and bodies, {} regions",
        held.bytes >> 20,
        held.tasks,
        held.edge_blocks,
        held.body_blocks,
        held.regions
    )
}

/// Shapes that take part in few rounds do so in different ones.
fn round_of(shape: &Shape, round: u64, chosen: usize) -> bool {
    chosen < shapes::ALL.len() || round.is_multiple_of(shape.every)
}

/// Runs one graph, as often as wanted.
fn one(
    options: &Options,
    monitor: &Monitor,
    runtimes: &mut Runtimes,
    seed: u64,
    shape: &Shape,
) -> Result<(), String> {
    for _ in 0..options.repeat {
        let mut case = Case::new(seed, options, runtimes, monitor);
        let what = format!("seed={seed} shape={} ppus={}", shape.name, case.ppus);
        let replay = options.replay(seed, shape.name, case.ppus);
        monitor.begin(seed, what.clone(), replay.clone(), case.limit());
        let outcome = (shape.run)(&mut case).and_then(|tasks| panics::no_panics().map(|()| tasks));
        match outcome {
            Ok(tasks) => monitor.end(tasks),
            Err(error) => {
                return Err(format!("soak: FAILED {what}: {error}; replay: {replay}"));
            }
        }
    }
    Ok(())
}

fn time_of_day() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    rng::mix(now.map_or(0, |time| time.as_nanos() as u64))
}
