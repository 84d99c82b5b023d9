//! A run of many random programs, and the report of it.

use std::fmt;

use hp5_annotate::diag::{Diagnostics, Severity, codes, text::render_all};
use hp5_annotate::highp5::check;
use hp5_tests::highp5::interpret::{Outputs, Value, run};

use super::generate::{Generated, program};

/// Failures that are shown in full.
const SHOWN: usize = 12;

/// What became of the programs.
#[derive(Debug, Default)]
pub struct Report {
    /// Programs generated.
    pub programs: usize,
    /// Programs by what is in them.
    pub found: Vec<(&'static str, usize)>,
    /// Runs.
    pub runs: usize,
    /// Programs that were refused as they must be: an LPU reads what another one has written in the same visit.
    pub refused: usize,
    /// Programs that read what is out of date, whose runs differ with the partition.
    pub stale: usize,
    /// Seeds of failing programs, with what happened.
    pub failures: Vec<(u64, String)>,
}

impl Report {
    /// True when no program failed, and every construct was in some of many.
    #[must_use]
    pub fn is_good(&self) -> bool {
        let missing = self.programs >= 100 && self.found.iter().any(|(_, n)| *n == 0);
        self.failures.is_empty() && !missing && self.refused * 4 <= self.programs.max(20)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seed, what) in self.failures.iter().take(SHOWN) {
            writeln!(f, "seed {seed}: {what}")?;
        }
        let (programs, failed, runs) = (self.programs, self.failures.len(), self.runs);
        write!(
            f,
            "{programs} programs, {failed} failed, {} refused ({}), {runs} runs, {} with paddings too narrow;",
            self.refused,
            codes::H_UNSEEN,
            self.stale
        )?;
        for (word, count) in &self.found {
            write!(f, " {word} {count}")?;
        }
        Ok(())
    }
}

/// What is counted in the texts.
const WORDS: [&str; 37] = [
    "* 1103515245",
    "% w.dimension1.length",
    "x[i][i]",
    "local.dimension1.range.min * 3",
    "copy.dimension =",
    "environment: other",
    "other.g1 = env.g",
    "single(",
    "add_to(",
    "sub-partitions {",
    "relative to",
    "padding(",
    "divides",
    "Sub-partition",
    "ascends",
    "block_stride",
    "block_count",
    "dynamic",
    "Epoch",
    "current - 2",
    "Repeat while",
    "Where",
    "reduce(",
    "maxEntry",
    "mix(",
    "Type Pair",
    "append(seen",
    "append(items",
    "turn(",
    "weight_of(",
    "halvings(",
    "across(",
    "cell = c",
    "in bounds",
    "random()",
    "lpuId",
    "else if",
];

/// Makes and runs the programs of seeds `seed`, `seed + 1`, .. under all their partitions.
pub fn campaign(count: usize, seed: u64) -> Report {
    let mut report = Report {
        programs: count,
        found: WORDS.iter().map(|&word| (word, 0)).collect(),
        ..Report::default()
    };
    for seed in (seed..).take(count) {
        let generated = program(seed);
        report.stale += usize::from(generated.stale);
        for (word, times) in &mut report.found {
            *times += usize::from(generated.text.contains(*word));
        }
        match outcome(&generated) {
            Ok(0) => report.refused += 1,
            Ok(runs) => report.runs += runs,
            Err(what) => report
                .failures
                .push((seed, format!("{what}\n{}", generated.text))),
        }
    }
    report
}

/// True where all that is found are reads of what others have written in the same visit.
#[must_use]
pub fn may_be_refused(found: &Diagnostics) -> bool {
    let mut errors = found.list.iter().filter(|d| d.severity == Severity::Error);
    errors.all(|d| d.code == codes::H_UNSEEN)
}

/// Checks and runs a program under all its partitions; the number of runs, 0 where it is refused as it must be.
///
/// # Errors
/// When it is refused, a run fails, or two runs differ.
pub fn outcome(generated: &Generated) -> Result<usize, String> {
    let mut found = Diagnostics::default();
    let checked = check(&generated.text, &mut found);
    let Some(program) = checked else {
        if may_be_refused(&found) {
            return Ok(0);
        }
        return Err(render_all(
            "random.hp5",
            &generated.text,
            &found.list,
            false,
        ));
    };
    let mut first: Option<Outputs> = None;
    for (at, partition) in generated.partitions.iter().enumerate() {
        let ppus = [1, 2, 3, 8][at % 4];
        let setting = generated.setting(partition, ppus);
        let got = run(&program, &setting)
            .map_err(|e| format!("{partition:?}: {}", e.in_source(&generated.text)))?;
        match &first {
            _ if generated.stale => {}
            Some(first) => same(first, &got).map_err(|e| format!("{partition:?}: {e}"))?,
            None => first = Some(got),
        }
    }
    Ok(generated.partitions.len())
}

fn same(first: &Outputs, other: &Outputs) -> Result<(), String> {
    for (name, array) in &first.arrays {
        let got = other.arrays.get(name).ok_or_else(|| format!("no {name}"))?;
        let pairs = array.data.iter().zip(&got.data).enumerate();
        for (at, (want, got)) in pairs {
            equal(want, got).map_err(|e| format!("{name}, element {at}: {e}"))?;
        }
    }
    for (name, want) in &first.scalars {
        let got = other
            .scalars
            .get(name)
            .ok_or_else(|| format!("no {name}"))?;
        equal(want, got).map_err(|e| format!("{name}: {e}"))?;
    }
    Ok(())
}

fn equal(want: &Value, got: &Value) -> Result<(), String> {
    if want.same(got) {
        Ok(())
    } else {
        Err(format!("{got:?} instead of {want:?}"))
    }
}
