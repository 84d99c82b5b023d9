//! The command line.

use std::time::Duration;

use clap::Parser;

use crate::plant::Bug;
use crate::shapes::{self, Shape};

/// Soak of the HP5 runtime: random and adversarial graphs, held against serial order.
///
/// Each graph is made from a seed, run serially, and run with the runtime. Every task folds
/// its number and what it reads into what it writes, so a task that ran too early, too late,
/// twice, or beside another, leaves a value that serial order does not give. A graph that
/// does not end within its time limit is reported with the state of every thread.
///
/// The last line is the verdict: `soak: ok ..`, or `soak: FAILED ..` with the command that
/// runs the graph again.
#[derive(Debug, Clone, Parser)]
#[command(name = "hp5-soak", version)]
pub struct Options {
    /// Seed of the run; the time of day if it is left out.
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// How long: 90, 90s, 30m, 2h, not counting time in which the process is stopped.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    pub duration: Duration,
    /// End after so many graphs, should the time not end it before.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub graphs: Option<u64>,
    /// Run each graph so many times.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub repeat: u64,
    /// Shapes to run, in turn (see the list below).
    #[arg(long, value_name = "NAME,..", default_value = "all", value_delimiter = ',', value_parser = shape)]
    pub shape: Vec<Choice>,
    /// Numbers of PPUs, one of which is drawn for each graph.
    #[arg(long, value_name = "N,..", default_value = "1,2,3,4,16,64", value_delimiter = ',', value_parser = ppus)]
    pub ppus: Vec<usize>,
    /// Most tasks of a graph.
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = count)]
    pub tasks: usize,
    /// Tasks of a graph of shape `huge`.
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = count)]
    pub huge: usize,
    /// Share of graphs in which tasks panic, 0 to 1 (shape `panics`: all).
    #[arg(long, value_name = "RATE", default_value_t = 0.1, value_parser = rate)]
    pub panics: f64,
    /// Share of graphs with random delays in tasks and a perturbed schedule, 0 to 1.
    #[arg(long, value_name = "RATE", default_value_t = 0.3, value_parser = rate)]
    pub delays: f64,
    /// Seconds that one graph may take (a piece of a `huge` one), not counting time in which the
    /// process is stopped.
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: u64,
    /// Leave a graph that hangs as it is, for a debugger, instead of ending the process.
    #[arg(long)]
    pub keep_hung: bool,
    /// Print the steps of each graph before it runs: task number, tiles with modes, what it is.
    #[arg(long)]
    pub print: bool,
    /// Megabytes by which memory may grow after the first fifth of the run.
    #[arg(long, value_name = "MB", default_value_t = 64)]
    pub max_growth: u64,
    /// Plant a bug into every graph, to see that it is found.
    #[arg(long, value_name = "BUG")]
    pub plant: Option<Bug>,
}

/// What the help ends with, after the list of shapes.
pub const AFTER: &str = "\
Exit status:
  0  every graph gave what serial order gives
  1  one did not, or memory grew
  2  wrong arguments
  3  a graph did not end
";

/// Part of the list of shapes.
#[derive(Debug, Clone)]
pub struct Choice(pub Vec<&'static Shape>);

impl Options {
    /// The chosen shapes.
    #[must_use]
    pub fn shapes(&self) -> Vec<&'static Shape> {
        self.shape
            .iter()
            .flat_map(|choice| choice.0.clone())
            .collect()
    }

    /// The command that runs one graph again.
    #[must_use]
    pub fn replay(&self, seed: u64, shape: &str, ppus: usize) -> String {
        format!(
            "hp5-soak --seed {seed} --shape {shape} --ppus {ppus} --tasks {} --huge {} --panics {} --delays {} --graphs 1 --repeat 1000",
            self.tasks, self.huge, self.panics, self.delays
        )
    }
}

fn shape(name: &str) -> Result<Choice, String> {
    if name == "all" {
        return Ok(Choice(shapes::ALL.iter().collect()));
    }
    let found = shapes::ALL.iter().find(|shape| shape.name == name);
    let names: Vec<&str> = shapes::ALL.iter().map(|shape| shape.name).collect();
    found
        .map(|shape| Choice(vec![shape]))
        .ok_or_else(|| format!("there is no such shape; known: all, {}", names.join(", ")))
}

fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.strip_suffix(['s', 'm', 'h']) {
        Some(number) => (number, &text[number.len()..]),
        None => (text, "s"),
    };
    let seconds = match unit {
        "m" => 60,
        "h" => 3600,
        _ => 1,
    };
    let number = number.parse().ok().filter(|&number: &u64| number > 0);
    let number = number.ok_or("a time is a whole number from 1 on with s, m or h, such as 30m")?;
    Ok(Duration::from_secs(number.saturating_mul(seconds)))
}

fn whole(text: &str, most: usize) -> Result<usize, String> {
    let number = text.parse().ok();
    number
        .filter(|n| (1..=most).contains(n))
        .ok_or_else(|| format!("a whole number from 1 to {most}"))
}

fn ppus(text: &str) -> Result<usize, String> {
    whole(text, 4096)
}

fn count(text: &str) -> Result<usize, String> {
    whole(text, 1_000_000_000)
}

fn rate(text: &str) -> Result<f64, String> {
    let rate: Option<f64> = text.parse().ok();
    rate.filter(|rate| (0.0..=1.0).contains(rate))
        .ok_or_else(|| "a rate is a number from 0 to 1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("30m"), Ok(Duration::from_secs(1800)));
        assert_eq!(duration("2h"), Ok(Duration::from_secs(7200)));
        for bad in ["", "m", "-1s", "1.5h", "3d", "0", "0h"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn lists_are_taken_apart() {
        let line = ["hp5-soak", "--shape", "tile,star", "--ppus", "2,16"];
        let options = Options::try_parse_from(line).expect("a good line");
        let names: Vec<&str> = options.shapes().iter().map(|shape| shape.name).collect();
        assert_eq!((names, options.ppus), (vec!["tile", "star"], vec![2, 16]));
        for bad in [
            ["--shape", "round"],
            ["--ppus", "0"],
            ["--panics", "2"],
            ["--graphs", "0"],
        ] {
            assert!(Options::try_parse_from(["hp5-soak", bad[0], bad[1]]).is_err());
        }
    }
}
