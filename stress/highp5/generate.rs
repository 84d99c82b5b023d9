//! From a seed to the text of a program, its inputs, and partitions to run it with.

mod coordinator;
mod expressions;
mod flow;
mod kinds;
mod spaces;
mod stages;
mod values;

use std::fmt::Write as _;

use hp5_tests::highp5::interpret::{Array, Setting, Value};

use crate::random::rng::Rng;
use spaces::Space;
use values::{FUNCTIONS, Record};

/// A program with all that a run needs.
#[derive(Clone)]
pub struct Generated {
    /// Its seed.
    pub seed: u64,
    /// Its text.
    pub text: String,
    /// Arrays by the argument that names them.
    pub inputs: Vec<(String, Array)>,
    /// Values of the partition arguments `p0`, `p1`, ..; one list per run.
    pub partitions: Vec<Vec<i32>>,
    /// Arguments that name outputs.
    pub outputs: Vec<String>,
    /// True where paddings may be too narrow for the epochs of a visit, so that LPUs read
    /// what is out of date: what comes out then depends on the partition, as it must.
    pub stale: bool,
}

impl Generated {
    /// What a run with one of the partitions is given.
    #[must_use]
    pub fn setting(&self, partition: &[i32], ppus: usize) -> Setting {
        let mut setting = Setting {
            ppus,
            steps: 20_000_000,
            ..Setting::default()
        };
        for (name, array) in &self.inputs {
            setting = setting.input(name, array.clone());
        }
        for (at, &value) in partition.iter().enumerate() {
            setting = setting.argument(&format!("p{at}"), value);
        }
        let outputs: Vec<&str> = self.outputs.iter().map(String::as_str).collect();
        setting.outputs(&outputs)
    }
}

/// A variable that results of reductions go to.
#[derive(Debug, Clone)]
struct Result {
    name: String,
    /// As declared.
    ty: &'static str,
}

/// Types of elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Integer,
    Single,
    Double,
}

impl Kind {
    fn is_real(self) -> bool {
        self != Kind::Integer
    }

    /// As it is written.
    fn text(self) -> &'static str {
        match self {
            Kind::Integer => "Integer",
            Kind::Single => "Real single-precision",
            Kind::Double => "Real double-precision",
        }
    }
}

/// What is known of a program while it is made.
struct Maker {
    seed: u64,
    rng: Rng,
    rank: usize,
    sizes: Vec<usize>,
    /// Arrays of the full rank, `g0`, `g1`, .. The first two are linked.
    grids: Vec<Kind>,
    /// Partition arguments so far.
    parameters: usize,
    spaces: Vec<Space>,
    stages: Vec<String>,
    results: Vec<Result>,
    /// Whether the functions `mix` and `add_to` are used.
    uses_function: bool,
    /// Indices of repeats so far.
    counters: usize,
    /// See [`Generated::stale`].
    stale: bool,
    /// Whether the task is executed twice, so that what it linked goes through it again.
    twice: bool,
    /// The user type, of programs that have one.
    record: Option<Record>,
}

/// The program of a seed.
#[must_use]
pub fn program(seed: u64) -> Generated {
    let mut rng = Rng::new(seed);
    let rank = *rng.pick(&[1, 1, 2, 2, 2, 3, 3, 4]);
    let most = [13, 9, 5, 4][rank - 1];
    let sizes: Vec<usize> = (0..rank)
        .map(|_| {
            if rng.percent(12) {
                1
            } else {
                1 + rng.below(most)
            }
        })
        .collect();
    let kinds = [
        Kind::Integer,
        Kind::Integer,
        Kind::Double,
        Kind::Double,
        Kind::Single,
    ];
    let grids = (0..2 + rng.below(3)).map(|_| *rng.pick(&kinds)).collect();
    let mut maker = Maker {
        seed,
        rng,
        rank,
        sizes,
        grids,
        parameters: 0,
        spaces: Vec::new(),
        stages: Vec::new(),
        results: Vec::new(),
        uses_function: false,
        counters: 0,
        stale: false,
        twice: false,
        record: None,
    };
    maker.twice = maker.rng.percent(20);
    maker.stale = maker.rng.percent(20);
    maker.make_record();
    maker.make_spaces();
    let steps = 2 + maker.rng.below(5);
    let flow = maker.root_flow(steps);
    let text = maker.text(&flow);
    let inputs = maker.inputs();
    let mut outputs: Vec<String> = (0..maker.grids.len())
        .map(|g| format!("out_g{g}"))
        .collect();
    outputs.extend(["out_line".to_owned(), "out_count".to_owned()]);
    outputs.extend(maker.results.iter().map(|r| format!("out_{}", r.name)));
    outputs.extend(maker.has_two().then(|| "out_other".to_owned()));
    let partition = |rng: &mut Rng, most: i64| {
        let values = (0..maker.parameters).map(|_| rng.range(1, most));
        values.map(|v| i32::try_from(v).unwrap_or(1)).collect()
    };
    let rng = &mut maker.rng;
    let partitions = vec![
        partition(rng, 1),
        partition(rng, 4),
        partition(rng, 4),
        partition(rng, 20),
    ];
    Generated {
        seed,
        stale: maker.stale,
        text,
        inputs,
        partitions,
        outputs,
    }
}

impl Maker {
    /// Names of the indices, one per dimension.
    fn indices(&self) -> Vec<&'static str> {
        ["i", "j", "k", "l"][..self.rank].to_vec()
    }

    fn parameter(&mut self) -> String {
        // Arguments are shared now and then.
        if self.parameters > 2 && self.rng.percent(20) {
            return format!("p{}", self.rng.below(self.parameters));
        }
        self.parameters += 1;
        format!("p{}", self.parameters - 1)
    }

    fn inputs(&mut self) -> Vec<(String, Array)> {
        let mut inputs = Vec::new();
        let count = self.sizes.iter().product();
        for grid in 0..2 {
            let kind = self.grids[grid];
            let values = (0..count).map(|_| {
                let whole = self.rng.range(-20, 20);
                match kind {
                    Kind::Integer => Value::Integer(i32::try_from(whole).unwrap_or(0)),
                    Kind::Single => Value::Single(whole as f32 / 8.0),
                    Kind::Double => Value::Double(whole as f64 / 8.0),
                }
            });
            inputs.push((
                format!("in_g{grid}"),
                Array::new(&self.sizes, values.collect()),
            ));
        }
        let line = (0..self.sizes[0]).map(|_| self.rng.range(-9, 9));
        let line: Vec<i32> = line.map(|v| i32::try_from(v).unwrap_or(0)).collect();
        inputs.push((
            "in_line".to_owned(),
            Array::integers(&self.sizes[..1], &line),
        ));
        inputs
    }

    fn text(&self, flow: &str) -> String {
        let mut text = String::new();
        let _ = writeln!(
            text,
            "Program (args) {{\n    env = new TaskEnvironment(name: \"Random\")"
        );
        for name in ["g0", "g1", "line"] {
            let _ = writeln!(text, "    bind_input(env, \"{name}\", args.in_{name})");
        }
        text += &self.executions();
        let grids: Vec<String> = (0..self.grids.len()).map(|g| format!("g{g}")).collect();
        let results = self.results.iter().map(|r| r.name.as_str());
        for name in grids
            .iter()
            .map(String::as_str)
            .chain(["line", "count"])
            .chain(results)
        {
            let _ = writeln!(text, "    bind_output(env, \"{name}\", args.out_{name})");
        }
        if self.has_two() {
            text += "    bind_output(other, \"line\", args.out_other)\n";
        }
        text += "}\n\n";
        if self.uses_function {
            text += "Function mix(a, b) {\n    if (a % 2 == 0) { return a + 3 * b }\n    \
                     return b - a\n}\n\nFunction add_to(&target, amount) {\n    \
                     target = target + amount\n}\n\n";
        }
        if let Some(record) = &self.record {
            text += &record.text();
            text += FUNCTIONS;
        }
        self.task(&mut text, flow);
        text
    }

    fn task(&self, text: &mut String, flow: &str) {
        let _ = writeln!(text, "Task \"Random\":\n    Define:");
        for (grid, kind) in self.grids.iter().enumerate() {
            let element = kind.text();
            let _ = writeln!(text, "        g{grid}: {}d Array of {element}", self.rank);
        }
        *text += "        line, copy: 1d Array of Integer\n        count: Integer\n";
        *text += &self.globals();
        for result in &self.results {
            let _ = writeln!(text, "        {}: {} Reduction", result.name, result.ty);
        }
        for counter in 0..self.counters {
            let _ = writeln!(text, "        t{counter}: Integer");
        }
        let created: Vec<String> = (2..self.grids.len()).map(|g| format!("g{g}, ")).collect();
        let results: Vec<String> = self
            .results
            .iter()
            .map(|r| format!(", {}", r.name))
            .collect();
        let _ = writeln!(
            text,
            "    Environment:\n        g0, g1, line: link\n        {}count{}: create",
            created.concat(),
            results.concat()
        );
        *text += "    Initialize:\n";
        for grid in 2..self.grids.len() {
            let _ = writeln!(text, "        g{grid}.dimension = g0.dimension");
        }
        *text += &self.begin_globals();
        let one = if self.is_wide() { "" } else { "1" };
        *text += &format!(
            "        copy.dimension{one} = g0.dimension1\n        count = 1\n    Stages:\n"
        );
        *text += &self.stages.concat();
        *text += "    Computation:\n";
        *text += flow;
        let parameters: Vec<String> = (0..self.parameters).map(|p| format!("p{p}")).collect();
        let parameters = if parameters.is_empty() {
            String::new()
        } else {
            format!(" ({})", parameters.join(", "))
        };
        let _ = writeln!(text, "    Partition{parameters}:");
        let grids = (0..self.grids.len()).map(|g| format!("g{g}"));
        let cells = self.is_rich().then(|| Record::NAME.to_owned());
        let names: Vec<String> = grids.chain(cells).collect();
        for space in &self.spaces {
            *text += &space.text(self.rank, &names);
        }
    }
}
