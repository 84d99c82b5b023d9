//! `hp5 doctor`: what a program started here really gets, what follows, and what to do.
//!
//! ```text
//! Probe (files below a root, environment)
//!   -> variables -> Settings
//!   -> processors, ranks, pools, memory, clock -> Findings -> text or JSON, exit status
//! ```
//! Nothing is changed and no program is run.

mod clock;
mod elf;
pub mod finding;
pub mod keeper;
mod memory;
mod pools;
pub mod probe;
mod processors;
mod ranks;
#[cfg(test)]
mod tests;
pub mod variables;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use crate::cli::quote::quoted;
use crate::cli::report::Colour;
use crate::cli::terminal;
use finding::{Finding, Level, status};
use probe::Probe;
use processors::Processors;
use ranks::Ranks;

/// Arguments of `hp5 doctor`.
#[derive(Debug, Clone, Args)]
#[command(after_help = "\
Run it as the program is run: in the same container, by the same launcher (`mpirun -n 4 hp5
doctor`), in the same batch script, with the same variables. Each finding has a level, what is
the case, what follows from it, and a command or variable that cures it. With a PROGRAM its
dynamic libraries are looked at as well; it is not run.

Exit status:
  0  all is well, or there are notes only
  1  warnings: slower than it could be
  2  errors: programs do not start, or not as they are meant to (also: wrong arguments)

Examples:
  hp5 doctor
  hp5 doctor -- ./solver --n 4000
  mpirun -n 4 hp5 doctor --quiet
  hp5 doctor --json | jq '.findings[] | select(.level != \"ok\")'
  hp5 doctor --quiet || exit 1")]
pub struct DoctorArgs {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Leave out what is well and what is only worth knowing
    #[arg(short, long)]
    pub quiet: bool,
    /// When to use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub color: Colour,
    /// Look at a copy of another machine's /proc and /sys
    #[arg(long, value_name = "DIR", hide = true)]
    pub root: Option<PathBuf>,
    /// A program whose libraries are to be looked at; its arguments are ignored
    #[arg(last = true, value_name = "PROGRAM")]
    pub program: Vec<OsString>,
}

/// Runs `hp5 doctor`; gives the exit status.
#[must_use]
pub fn run(args: &DoctorArgs) -> u8 {
    let probe = Probe::new(args.root.as_deref());
    let program = args.program.first().map(|name| name.to_string_lossy());
    let examined = examine(&probe, program.as_deref());
    let status = status(&examined.findings);
    let text = if args.json {
        examined.json(args.quiet)
    } else {
        examined.text(args.quiet, args.color.on_stdout())
    };
    // In one piece, so that ranks do not print into one another; a reader that has gone away
    // (`| head`) changes nothing about the findings.
    terminal::tell(&text);
    status
}

/// What was found.
#[derive(Debug, Clone)]
pub struct Examined {
    /// This rank among the ranks of this node, when there are several.
    pub rank: Option<(usize, usize)>,
    /// PPUs that the runtime will start.
    pub ppus: usize,
    /// All findings.
    pub findings: Vec<Finding>,
}

/// Asks `probe` everything.
#[must_use]
pub fn examine(probe: &Probe, program: Option<&str>) -> Examined {
    let (settings, variables) = variables::settings(probe);
    let found = Processors::find(probe, &settings);
    let ranks = Ranks::find(probe);
    let mut findings = processors::findings(probe, &found, ranks.as_ref());
    findings.extend(ranks::findings(ranks.as_ref(), &found));
    let linked = match program.map(|program| linked(probe, program)) {
        None => None,
        Some(Ok(names)) => Some(names),
        Some(Err(finding)) => {
            findings.push(finding);
            None
        }
    };
    let (ppus, processors) = (found.ppus(), found.machine.ppus().len());
    findings.extend(pools::findings(probe, linked.as_ref(), ppus, processors));
    findings.extend(memory::findings(probe));
    findings.extend(clock::findings(probe, &found.mask));
    findings.extend(variables);
    Examined {
        rank: ranks.map(|ranks| (ranks.rank, ranks.local)),
        ppus,
        findings,
    }
}

/// The libraries of a program, or why they cannot be seen.
fn linked(probe: &Probe, program: &str) -> Result<BTreeSet<String>, Finding> {
    let topic = "program";
    let error = match elf::linked(probe, program) {
        Ok(elf::Linked::Names(names)) => return Ok(names),
        Ok(elf::Linked::NotElf) => {
            let what = format!("`{program}` is a script or no program of this system");
            let so = "what it is linked with cannot be seen";
            let cure = "hp5 doctor -- the program that the script starts";
            return Err(Finding::new(Level::Note, topic, what).so(so).cure(cure));
        }
        Err(error) => error,
    };
    let (so, cure) = match &error {
        elf::ElfError::NotFound(_) => {
            let name = Path::new(program).file_name().unwrap_or_default();
            let name = quoted(&name.to_string_lossy());
            (
                "it does not start by this name, and what it is linked with cannot be seen",
                format!("find . -type f -perm -u+x -name {name}  # then: hp5 doctor -- that path"),
            )
        }
        elf::ElfError::Read { path, .. } => (
            "what it is linked with cannot be seen, so thread pools are looked for in variables only",
            format!("ls -lL {0}; chmod u+r {0}", quoted(&path.to_string_lossy())),
        ),
    };
    let finding = Finding::new(Level::Error, topic, error.to_string());
    Err(finding.so(so).cure(cure))
}

impl Examined {
    fn shown(&self, quiet: bool) -> impl Iterator<Item = &Finding> {
        let from = if quiet { Level::Warning } else { Level::Ok };
        self.findings.iter().filter(move |f| f.level() >= from)
    }

    /// For people.
    #[must_use]
    pub fn text(&self, quiet: bool, colour: bool) -> String {
        let mut text = String::new();
        if let (Some((rank, ranks)), true) = (self.rank, self.shown(quiet).next().is_some()) {
            let _ = writeln!(text, "rank {rank} of {ranks} on this node:");
        }
        for finding in self.shown(quiet) {
            text += &finding.text(colour);
        }
        if !quiet {
            let _ = writeln!(text, "\n{}", self.summary());
        }
        text
    }

    fn summary(&self) -> String {
        let count = |level| self.findings.iter().filter(|f| f.level() == level).count();
        let counts = [Level::Error, Level::Warning, Level::Note];
        let counts: Vec<String> = counts
            .into_iter()
            .filter(|&level| count(level) > 0)
            .map(|level| probe::many(count(level), level.name()))
            .collect();
        if counts.is_empty() {
            "all is well".to_owned()
        } else {
            counts.join(", ")
        }
    }

    /// For scripts.
    #[must_use]
    pub fn json(&self, quiet: bool) -> String {
        let findings: Vec<_> = self.shown(quiet).map(Finding::json).collect();
        let object = json!({
            "version": 1,
            "status": status(&self.findings),
            "rank": self.rank.map(|(rank, _)| rank),
            "ranks": self.rank.map(|(_, ranks)| ranks),
            "ppus": self.ppus,
            "findings": findings,
        });
        format!("{object:#}\n")
    }
}
