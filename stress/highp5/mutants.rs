//! Damaged programs: what the checker accepts of them has a meaning.
//!
//! Random programs are damaged token by token and line by line. The front end must neither
//! panic nor hang on them; and where it accepts one, a run may end with an error that only a
//! run can find (an index outside of a part, a division by zero), but not in a clash of types
//! or names, which the checker is there to refuse.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use hp5_annotate::diag::Diagnostics;
use hp5_annotate::highp5::check;
use hp5_tests::highp5::interpret::run;

use super::generate::{Generated, program};
use crate::random::rng::Rng;

/// What became of damaged programs.
#[derive(Debug, Default)]
pub struct Damage {
    /// Programs.
    pub programs: usize,
    /// Those that the checker accepted.
    pub accepted: usize,
    /// Those of them that ran to their end.
    pub ran: usize,
    /// Seeds, what is wrong, and the text.
    pub failures: Vec<(u64, String)>,
}

impl Damage {
    /// True when nothing is wrong, and of many programs some were accepted and some not.
    #[must_use]
    pub fn is_good(&self) -> bool {
        let mixed = self.accepted > 0 && self.accepted < self.programs && self.ran > 0;
        self.failures.is_empty() && (self.programs < 100 || mixed)
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seed, what) in self.failures.iter().take(5) {
            writeln!(f, "seed {seed}: {what}")?;
        }
        write!(
            f,
            "{} damaged programs, {} accepted, {} of them ran, {} failures",
            self.programs,
            self.accepted,
            self.ran,
            self.failures.len()
        )
    }
}

/// Damages and runs the programs of seeds `seed`, `seed + 1`, ..
#[must_use]
pub fn damage(count: usize, seed: u64) -> Damage {
    let mut report = Damage {
        programs: count,
        ..Damage::default()
    };
    for seed in (seed..).take(count) {
        let mut generated = program(seed);
        generated.text = damaged(&generated.text, seed);
        let ended = catch_unwind(AssertUnwindSafe(|| outcome(&generated)));
        match ended {
            Ok(Ok(None)) => {}
            Ok(Ok(Some(ran))) => {
                report.accepted += 1;
                report.ran += usize::from(ran);
            }
            Ok(Err(what)) => report
                .failures
                .push((seed, format!("{what}\n{}", generated.text))),
            Err(_) => report
                .failures
                .push((seed, format!("a panic\n{}", generated.text))),
        }
    }
    report
}

/// Whether the program was accepted, and then whether it ran to its end.
fn outcome(generated: &Generated) -> Result<Option<bool>, String> {
    let mut found = Diagnostics::default();
    let Some(program) = check(&generated.text, &mut found) else {
        return if found.has_errors() {
            Ok(None)
        } else {
            Err("refused without an error".into())
        };
    };
    let mut setting = generated.setting(&generated.partitions[1], 2);
    setting.steps = 200_000;
    match run(&program, &setting) {
        Ok(_) => Ok(Some(true)),
        Err(e) if e.unsound => Err(format!("accepted, but {}", e.in_source(&generated.text))),
        Err(_) => Ok(Some(false)),
    }
}

/// The text with one to three changes, which the seed says.
#[must_use]
pub fn damaged(text: &str, seed: u64) -> String {
    let rng = &mut Rng::new(!seed);
    let mut text = text.to_owned();
    for _ in 0..*rng.pick(&[1, 1, 1, 2, 3]) {
        text = if rng.percent(20) {
            by_line(&text, rng)
        } else {
            by_token(&text, rng)
        };
    }
    text
}

fn by_line(text: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let (a, b) = (rng.below(lines.len()), rng.below(lines.len()));
    match rng.below(3) {
        0 => {
            lines.remove(a);
        }
        1 => lines.insert(b, lines[a]),
        _ => lines.swap(a, b),
    }
    lines.join("\n") + "\n"
}

/// Words, numbers, and single other characters; blanks go with what they follow.
fn tokens(text: &str) -> Vec<&str> {
    let kind = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut list = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let same = rest.find(|c: char| !kind(c)).unwrap_or(rest.len());
        let end = if kind(first) { same } else { first.len_utf8() };
        let blanks = rest[end..].len() - rest[end..].trim_start_matches(' ').len();
        list.push(&rest[..end + blanks]);
        rest = &rest[end + blanks..];
    }
    list
}

/// What a token is, by its first character.
fn class(first: char) -> u8 {
    match first {
        '0'..='9' => 0,
        'a'..='z' => 1,
        'A'..='Z' => 2,
        '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^' | '<' | '>' => 3,
        _ => 4,
    }
}

fn by_token(text: &str, rng: &mut Rng) -> String {
    let mut list = tokens(text);
    if list.is_empty() {
        return text.to_owned();
    }
    let (at, other) = (rng.below(list.len()), rng.below(list.len()));
    match rng.below(12) {
        0 => {
            list.remove(at);
        }
        1 => list.insert(at, list[other]),
        2 => {
            list[at] = *rng.pick(&[
                "0 ", "1 ", "- ", "0.5 ", "TRUE ", "x ", "count ", "g0 ", "A ",
            ])
        }
        _ => {
            // Another one of its kind, which is accepted more often.
            let kind = |t: &str| t.chars().next().map(class);
            let same: Vec<&str> = list
                .iter()
                .copied()
                .filter(|t| kind(t) == kind(list[at]))
                .collect();
            list[at] = *rng.pick(&same);
        }
    }
    list.concat()
}
