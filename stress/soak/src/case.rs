//! One graph of a run: drawn from its seed, run serially, run with the runtime, compared.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::time::Duration;

use hp5::{Held, Runtime};

use crate::monitor::Monitor;
use crate::options::Options;
use crate::plant::Plant;
use crate::program::Graph;
use crate::rng::Rng;
use crate::run::{self, Outcome, Run};
use crate::serial::{self, Expected};
use crate::shapes::Maker;
use crate::tiles::Tiles;

/// Runtimes that live as long as the soak, by their number of PPUs.
#[derive(Default)]
pub struct Runtimes {
    kept: BTreeMap<usize, Runtime>,
}

impl Runtimes {
    /// The runtime with so many PPUs.
    ///
    /// # Errors
    /// The system refuses the threads.
    pub fn kept(&mut self, ppus: usize) -> Result<&Runtime, String> {
        Ok(match self.kept.entry(ppus) {
            Entry::Occupied(kept) => kept.into_mut(),
            Entry::Vacant(place) => place.insert(build(ppus, None, None)?),
        })
    }

    /// What they hold, all together.
    #[must_use]
    pub fn held(&self) -> Held {
        let mut held = Held::default();
        self.kept
            .values()
            .for_each(|runtime| held.add(runtime.held()));
        held
    }

    /// Their number.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kept.len()
    }
}

/// A runtime.
///
/// # Errors
/// The system refuses the threads, or a variable of the environment is wrong.
pub fn build(ppus: usize, chaos: Option<u64>, max_tasks: Option<u64>) -> Result<Runtime, String> {
    let mut builder = Runtime::builder().ppus(ppus);
    if let Some(seed) = chaos {
        builder = builder.chaos(seed);
    }
    if let Some(tasks) = max_tasks {
        builder = builder.max_tasks(tasks);
    }
    builder
        .build()
        .map_err(|error| format!("no runtime of {ppus} PPUs: {error}"))
}

/// What one graph is made from.
pub struct Case<'s> {
    /// Draws everything that the seed decides.
    pub rng: Rng,
    /// Drawn from the list.
    pub ppus: usize,
    /// Tasks are delayed, and the schedule is perturbed.
    pub delays: bool,
    /// Tasks panic.
    pub panics: bool,
    /// The command line.
    pub options: &'s Options,
    /// Runtimes to reuse.
    pub runtimes: &'s mut Runtimes,
    /// Watches for hangs.
    pub monitor: &'s Monitor,
}

/// A graph with the result of its serial run.
pub struct Prepared {
    /// What is registered.
    pub graph: Graph,
    /// What must come out.
    pub expected: Expected,
    /// The bug in it, if one was planted.
    pub plant: Plant,
}

impl<'s> Case<'s> {
    /// Draws the case of `seed`.
    pub fn new(
        seed: u64,
        options: &'s Options,
        runtimes: &'s mut Runtimes,
        monitor: &'s Monitor,
    ) -> Self {
        let mut rng = Rng::new(seed);
        Case {
            ppus: rng.pick(&options.ppus),
            delays: rng.chance(options.delays),
            panics: rng.chance(options.panics),
            rng,
            options,
            runtimes,
            monitor,
        }
    }

    /// A maker of graphs with the properties of this case.
    pub fn maker(&mut self, budget: usize) -> Maker {
        let mut maker = Maker::new(self.rng.fork(), budget);
        maker.delays = self.delays;
        // Each waits for a thread outside: a few hundred at most.
        maker.pending = 0.02_f64.min(200.0 / budget.max(1) as f64);
        if self.panics {
            // One to a few per graph: more would leave nothing to look at.
            maker.panics = 1.5 / budget.max(1) as f64;
        }
        maker
    }

    /// Makes a graph and runs it serially.
    pub fn prepare(&mut self, make: fn(Maker) -> Graph, budget: usize) -> Prepared {
        let maker = self.maker(budget);
        let mut graph = make(maker);
        let plant = Plant::into(self.options.plant, &mut graph, &mut self.rng);
        if self.options.print {
            println!("{:?}\n{}", graph.layout, graph.program);
        }
        let expected = serial::run(&graph, &Tiles::new(graph.layout));
        Prepared {
            graph,
            expected,
            plant,
        }
    }

    /// A graph shape.
    ///
    /// # Errors
    /// What was wrong.
    pub fn graph(&mut self, make: fn(Maker) -> Graph) -> Result<u64, String> {
        let prepared = self.prepare(make, self.options.tasks);
        let seed = self.rng.next();
        if self.delays && self.rng.chance(0.7) {
            let runtime = build(self.ppus, Some(seed), None)?;
            return self.check(&prepared, &runtime);
        }
        let monitor = self.monitor;
        check(&prepared, self.runtimes.kept(self.ppus)?, monitor)
    }

    /// A graph whose tasks panic.
    ///
    /// # Errors
    /// What was wrong.
    pub fn failing_graph(&mut self, make: fn(Maker) -> Graph) -> Result<u64, String> {
        self.panics = true;
        self.graph(make)
    }

    /// A graph of which few tasks may be in flight.
    ///
    /// # Errors
    /// What was wrong.
    pub fn throttled_graph(&mut self, make: fn(Maker) -> Graph) -> Result<u64, String> {
        let prepared = self.prepare(make, self.options.tasks);
        let most = self.rng.size(1, 200) as u64;
        let chaos = self.delays.then(|| self.rng.next());
        let runtime = build(self.ppus, chaos, Some(most))?;
        self.check(&prepared, &runtime)
    }

    /// Runs a graph on a runtime and compares.
    ///
    /// # Errors
    /// What was wrong.
    pub fn check(&self, prepared: &Prepared, runtime: &Runtime) -> Result<u64, String> {
        check(prepared, runtime, self.monitor)
    }

    /// The time limit of a graph.
    #[must_use]
    pub fn limit(&self) -> Duration {
        Duration::from_secs(self.options.limit)
    }
}

/// Runs a graph on a runtime and compares; then, if it failed, that the runtime is usable.
///
/// # Errors
/// What was wrong.
pub fn check(prepared: &Prepared, runtime: &Runtime, monitor: &Monitor) -> Result<u64, String> {
    let Prepared {
        graph,
        expected,
        plant,
    } = prepared;
    let run = Run::new(Tiles::new(graph.layout), expected.words.clone(), *plant);
    let watched = monitor.watch(run.ran());
    let outcome: Outcome = runtime.install(|| run.graph(&graph.program));
    run.compare(graph, expected, &outcome)?;
    if outcome.end.is_err() {
        runtime.install(again)?;
    }
    drop(watched);
    Ok(u64::from(graph.tasks))
}

/// After a failure: the runtime that is installed runs a graph as if nothing had been.
///
/// # Errors
/// It does not.
pub fn again() -> Result<(), String> {
    let region = hp5::rt::Region::begin(hp5::rt::site!("again", file!(), line!()));
    let chain = run::chain_in(&region, 20);
    let end = region.try_end().map_err(|error| error.to_string());
    chain
        .and(end.map(drop))
        .map_err(|what| format!("the runtime is not usable after a failure: {what}"))
}
