//! What is said of a run that differs: how, the command that repeats it, and what to look at.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::cli::CliError;

use super::compare::Difference;
use super::execute::{End, Ran};
use super::schedule::{OURS, Order, Schedule};
use super::{Reference, SERIAL, Verify, VerifyArgs};

/// Repeats of a run that is the same each time, and of one that is not.
const REPEATS: (usize, usize) = (2, 9);

/// No repeat begins later than this.
const REPEATING: Duration = Duration::from_secs(30);

/// Lines of standard error that are shown.
const LINES: usize = 12;

/// Lines of a watchdog's report that are shown.
const WATCHDOG_LINES: usize = 40;

/// How a run ended that should have ended otherwise.
pub fn ended(ran: &Ran) -> Difference {
    let mut text = vec![format!("this run {}", ran.end.words())];
    let said = String::from_utf8_lossy(&ran.error);
    let lines: Vec<&str> = said.lines().collect();
    let skipped = lines.len().saturating_sub(LINES);
    if skipped > 0 {
        text.push(format!("  .. {skipped} lines of standard error"));
    }
    text.extend(lines[skipped..].iter().map(|line| format!("  {line}")));
    text
}

/// Why there is nothing to compare with.
pub fn failed_first(ran: &Ran, what: &str, args: &VerifyArgs) -> String {
    let mut text = ended(ran).join("\n").replacen("this run", what, 1);
    text += match ran.end {
        End::Hang(_) => {
            "\n  help: --timeout gives it more time; smaller sizes make verifying quicker"
        }
        End::Exit(_) if args.args.is_empty() => {
            "\n  help: the program's arguments stand behind --; --status N if N is meant"
        }
        _ => "\n  help: --status N if exit status N is meant",
    };
    text
}

impl Verify<'_> {
    /// The report on a run that differs from `reference`.
    pub fn report(
        &self,
        schedule: Schedule,
        ran: &Ran,
        reference: &Reference,
        difference: &Difference,
    ) -> Result<String, CliError> {
        let mut text = format!("different: {}\n", schedule.name());
        for line in difference {
            let _ = writeln!(text, "  {line}");
        }
        let set = |name: &&&str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
        let outside = OURS
            .iter()
            .filter(|name| !matches!(**name, "HP5_QUIET" | "HP5_SERIAL"));
        let inherited: Vec<&str> = outside.filter(set).copied().collect();
        let program = short(&self.programs.parallel);
        let command = schedule.command(&program, &self.args.args, &inherited);
        let _ = writeln!(text, "  replay: {command}");
        let (repeats, watchdog) = self.repeats(schedule, ran, reference)?;
        let _ = writeln!(text, "          {repeats}");
        for line in &watchdog {
            let _ = writeln!(text, "  {line}");
        }
        if let Some((expected, found)) = self.keep(ran, reference) {
            let (expected, found) = (short(&expected), short(&found));
            let _ = writeln!(
                text,
                "  outputs: diff {} {}",
                expected.display(),
                found.display()
            );
        }
        let _ = writeln!(
            text,
            "  help: {}",
            self.help(schedule, ran, reference, !watchdog.is_empty())?
        );
        Ok(text)
    }

    /// Runs it again: does it fail each time? A run that did not end is watched when it is
    /// run again: what the watchdog says.
    fn repeats(
        &self,
        schedule: Schedule,
        ran: &Ran,
        reference: &Reference,
    ) -> Result<(String, Vec<String>), CliError> {
        let hang = matches!(ran.end, End::Hang(_));
        let most = match (schedule.is_exact(), hang) {
            (_, true) => 1,
            (true, _) => REPEATS.0,
            (false, _) => REPEATS.1,
        };
        let started = Instant::now();
        let (mut again, mut times) = (0, 0);
        let mut watchdog = Vec::new();
        while times < most && started.elapsed() < REPEATING {
            let ran = match hang {
                true => {
                    let program = &self.programs.parallel;
                    self.runner.run_watched(program, schedule, self.limit)?
                }
                false => self.run(schedule)?,
            };
            watchdog = said_by_watchdog(&ran);
            let slack = self.slack(reference);
            again += usize::from(self.difference(&ran, reference, slack).is_some());
            times += 1;
        }
        let repeats = format!("failed again in {again} of {times} repeats");
        Ok((repeats, watchdog))
    }

    /// What may differ from `reference`: from the serial run, what was asked for.
    fn slack(&self, reference: &Reference) -> Option<f64> {
        self.args.tolerance.filter(|_| reference.name == SERIAL)
    }

    /// Both outputs as files, for a closer look.
    fn keep(&self, ran: &Ran, reference: &Reference) -> Option<(PathBuf, PathBuf)> {
        let (expected, found) = (
            self.programs.keep.join("expected.txt"),
            self.programs.keep.join("found.txt"),
        );
        fs::create_dir_all(&self.programs.keep).ok()?;
        fs::write(&expected, &reference.output).ok()?;
        fs::write(&found, &ran.output).ok()?;
        Some((expected, found))
    }

    fn help(
        &self,
        schedule: Schedule,
        ran: &Ran,
        reference: &Reference,
        watched: bool,
    ) -> Result<String, CliError> {
        if matches!(ran.end, End::Hang(_)) {
            return Ok(match watched {
                true => "HP5_WATCHDOG=5 in that command says what is said above, for your debugger",
                false => "HP5_WATCHDOG=5 in that command names the tasks that wait, and for what",
            }
            .into());
        }
        let same_each_time = reference.name == SERIAL
            && matches!(ran.end, End::Exit(_))
            && self.same_elsewhere(schedule, ran, reference)?;
        if same_each_time {
            return Ok(
                "other schedules give this run's result as well. Reductions round sums in \
                       another order than the serial program: --tolerance or --no-serial, if that \
                       is all. If not, the parallel program is wrong under each schedule"
                    .into(),
            );
        }
        let checked = if self.args.checked {
            "unsafe code, shared variables and `unchecked` clauses are where to look"
        } else {
            "--checked finds accesses outside of the clauses; unsafe code and shared variables are \
             for you to look at"
        };
        Ok(format!(
            "the result depends on the order of tasks: some task uses what its clauses do not \
             name; {checked}"
        ))
    }

    /// True when undisturbed runs, and one more, give what `ran` gave.
    fn same_elsewhere(
        &self,
        schedule: Schedule,
        ran: &Ran,
        reference: &Reference,
    ) -> Result<bool, CliError> {
        let lines = reference.selection.lines(&ran.output);
        let last = self.args.ppus.iter().max().copied().unwrap_or(1);
        let orders = [
            Order::Plain,
            Order::Seed(self.args.first_seed + 1),
            Order::Chaos(1),
        ];
        for order in orders {
            for ppus in [self.args.ppus[0], last] {
                let other = Schedule { order, ppus };
                if other == schedule {
                    continue;
                }
                let other = self.run(other)?;
                if other.end != ran.end
                    || reference.selection.lines(&other.output) != lines
                    || other.files != ran.files
                {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// The first lines of the watchdog's last report, if there is one.
fn said_by_watchdog(ran: &Ran) -> Vec<String> {
    let said = String::from_utf8_lossy(&ran.error);
    let Some(at) = said.rfind("hp5: watchdog: ") else {
        return Vec::new();
    };
    let mut lines = said[at..].lines();
    let first = lines.next().map(str::to_owned);
    let rest = lines
        .take_while(|line| line.starts_with("  "))
        .map(str::to_owned);
    let mut report: Vec<String> = first.into_iter().chain(rest).collect();
    if report.len() > WATCHDOG_LINES {
        let more = report.len() - WATCHDOG_LINES;
        report.truncate(WATCHDOG_LINES);
        report.push(format!("  .. {more} more lines"));
    }
    report
}

/// A path as seen from here.
fn short(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    match path.strip_prefix(&here) {
        // A shell looks for a bare name elsewhere.
        Ok(rest) if rest.components().count() > 1 => rest.to_owned(),
        Ok(rest) => Path::new(".").join(rest),
        Err(_) => path.to_owned(),
    }
}
