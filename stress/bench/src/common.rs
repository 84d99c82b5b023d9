//! What all benchmarks share on the command line, and what they know of the machine.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

/// Fewest repetitions of a run whose figures may be quoted.
const FEWEST_REPS: usize = 7;

/// Options of every subcommand.
#[derive(Args, Debug, Clone)]
pub struct Common {
    /// Repetitions: every system runs once per repetition, in another order each time.
    /// At least 7 unless --quick is given.
    #[arg(long, value_name = "N", default_value_t = FEWEST_REPS, global = true)]
    pub reps: usize,
    /// PPUs of HP5, threads or workers of the peers.
    #[arg(long, value_name = "N", default_value_t = 2, global = true)]
    pub ppus: usize,
    /// Writes all samples and figures to this file.
    #[arg(long, value_name = "FILE", global = true)]
    pub json: Option<PathBuf>,
    /// Writes a plot to this file.
    #[arg(long, value_name = "FILE", global = true)]
    pub svg: Option<PathBuf>,
    /// Where the peers' executables are.
    #[arg(long, value_name = "DIR", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/peers/build"), global = true)]
    pub peers: PathBuf,
    /// Only these systems, patterns, shapes or kernels, separated by commas; HP5 always runs.
    #[arg(long, value_name = "NAME,..", value_delimiter = ',', global = true)]
    pub only: Vec<String>,
    /// Tiny counts and one repetition: shows that everything runs; the figures mean nothing.
    #[arg(long, global = true)]
    pub quick: bool,
}

/// In which order `count` systems run in a repetition. Within `count` repetitions each is the first one once,
/// and follows each other one once (twice within twice as many, where their number is odd): a program that
/// keeps both processors busy leaves them in another state than one that does not. The first system is the
/// first in the first repetition. (Williams, "Experimental designs balanced for the estimation of residual
/// effects of treatments", 1949.)
#[must_use]
pub fn order(count: usize, rep: usize) -> Vec<usize> {
    // 0, 1, n - 1, 2, n - 2, ..: neighbours differ by another number each.
    let zigzag = |n: usize| {
        if n % 2 == 1 {
            n / 2 + 1
        } else {
            (count - n / 2) % count
        }
    };
    let turned = |n: usize| (zigzag(n) + rep) % count;
    let mut order: Vec<usize> = (0..count).map(turned).collect();
    if count % 2 == 1 && rep / count % 2 == 1 {
        order.reverse();
    }
    order
}

impl Common {
    /// Checks what clap cannot.
    ///
    /// # Errors
    /// What is wrong, and what to do about it.
    pub fn check(&mut self) -> Result<(), String> {
        if self.quick {
            self.reps = 1;
        } else if self.reps < FEWEST_REPS {
            return Err(format!(
                "--reps {}: best and median are quoted from at least {FEWEST_REPS} repetitions; \
                 give {FEWEST_REPS} or more, or --quick for a trial without meaning",
                self.reps
            ));
        }
        if !(1..=1024).contains(&self.ppus) {
            return Err(format!("--ppus {}: from 1 to 1024", self.ppus));
        }
        Ok(())
    }

    /// True when `--only` names one of `names` or none of `all` (names of that sort).
    #[must_use]
    pub fn wants(&self, name: &str, all: &[&str]) -> bool {
        let of_this_sort = || self.only.iter().any(|o| all.contains(&o.as_str()));
        self.only.iter().any(|o| o == name) || !of_this_sort()
    }

    /// Complains about names in `--only` that stand for nothing.
    ///
    /// # Errors
    /// The unknown name, and those that there are.
    pub fn check_only(&self, sorts: &[&[&str]]) -> Result<(), String> {
        for name in &self.only {
            if !sorts.iter().any(|sort| sort.contains(&name.as_str())) {
                return Err(format!(
                    "--only {name}: there is no such system or case here; there are {}",
                    sorts.concat().join(", ")
                ));
            }
        }
        Ok(())
    }
}

/// What the figures were taken on.
#[must_use]
pub fn machine() -> Value {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let cpu = read("/proc/cpuinfo")
        .lines()
        .find_map(|line| {
            line.strip_prefix("model name")
                .and_then(|rest| rest.split_once(':'))
                .map(|(_, name)| name.trim().to_owned())
        })
        .unwrap_or_else(|| "unknown".to_owned());
    json!({
        "cpu": cpu,
        "cpus": std::thread::available_parallelism().map_or(0, usize::from),
        "kernel": read("/proc/sys/kernel/osrelease").trim(),
        "load_before": read("/proc/loadavg").split_whitespace().take(3).collect::<Vec<_>>().join(" "),
        "unix_time": std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |d| d.as_secs()),
    })
}

/// A warning when the machine is busy with something else.
#[must_use]
pub fn busy_warning() -> Option<String> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    let load: f64 = text.split_whitespace().next()?.parse().ok()?;
    (load > 0.5).then(|| {
        format!(
            "the load average is {load}: something else runs here, and the figures will show it"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_system_comes_first_and_behind_each_other_one_as_often() {
        for count in 1..=9 {
            let (reps, times) = if count % 2 == 0 {
                (count, 1)
            } else {
                (2 * count, 2)
            };
            assert_eq!(order(count, 0)[0], 0);
            let mut first = vec![0; count];
            let mut behind = vec![vec![0; count]; count];
            for rep in 0..reps {
                let order = order(count, rep);
                first[order[0]] += 1;
                order
                    .windows(2)
                    .for_each(|pair| behind[pair[0]][pair[1]] += 1);
                let mut all = order;
                all.sort_unstable();
                assert!(all.into_iter().eq(0..count));
            }
            assert_eq!(first, vec![times; count], "{count} systems");
            for (a, row) in behind.iter().enumerate() {
                let times = |b| if a == b { 0 } else { times };
                assert!(
                    row.iter().enumerate().all(|(b, &n)| n == times(b)),
                    "{count}: {row:?}"
                );
            }
        }
    }
}
