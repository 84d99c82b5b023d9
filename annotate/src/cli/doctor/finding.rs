//! What the doctor finds: how bad, what, what follows from it, and what to do.

use std::fmt::Write as _;

use serde_json::{Value, json};

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// As it should be.
    Ok,
    /// Worth knowing.
    Note,
    /// Slower than it could be.
    Warning,
    /// The program does not start, or not as it was meant to by far.
    Error,
}

impl Level {
    /// Its name in the output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Ok => "ok",
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }

    fn colour(self) -> &'static str {
        match self {
            Level::Ok => "\x1b[32m",
            Level::Note => "\x1b[36m",
            Level::Warning => "\x1b[33m",
            Level::Error => "\x1b[31m",
        }
    }
}

/// One finding: either that all is well, or a level with what follows and what helps. There is no
/// third kind: who begins one by [`Finding::new`] has none before both are said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    topic: &'static str,
    what: String,
    trouble: Option<Trouble>,
}

/// What makes a finding more than a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Trouble {
    level: Level,
    consequence: String,
    cure: String,
}

/// A finding of which only the case is known; [`Begun::so`] goes on.
#[must_use = "it is no finding yet"]
pub struct Begun {
    level: Level,
    topic: &'static str,
    what: String,
}

/// A finding that lacks its cure; [`Reasoned::cure`] completes it.
#[must_use = "it is no finding yet"]
pub struct Reasoned {
    begun: Begun,
    consequence: String,
}

impl Finding {
    /// Begins a finding that is worse than [`Level::Ok`].
    #[cfg_attr(test, track_caller)]
    #[allow(clippy::new_ret_no_self)] // no finding before it is complete
    pub fn new(level: Level, topic: &'static str, what: impl Into<String>) -> Begun {
        debug_assert!(level > Level::Ok, "{topic}: `Finding::ok` needs no cure");
        #[cfg(test)]
        begun::note(std::panic::Location::caller());
        let what = what.into();
        Begun { level, topic, what }
    }

    /// All is well with `topic`.
    #[must_use]
    pub fn ok(topic: &'static str, what: impl Into<String>) -> Finding {
        Finding {
            topic,
            what: what.into(),
            trouble: None,
        }
    }

    /// How bad.
    #[must_use]
    pub fn level(&self) -> Level {
        self.trouble.as_ref().map_or(Level::Ok, |t| t.level)
    }

    /// What it is about, a word or two: scripts may go by it.
    #[must_use]
    pub fn topic(&self) -> &'static str {
        self.topic
    }

    /// What is the case.
    #[must_use]
    pub fn what(&self) -> &str {
        &self.what
    }

    /// What follows from it; `None` when all is well, and only then.
    #[must_use]
    pub fn consequence(&self) -> Option<&str> {
        Some(&self.trouble.as_ref()?.consequence)
    }

    /// A command to run, a variable to set, or what else to do; `None` when all is well, and
    /// only then.
    #[must_use]
    pub fn cure(&self) -> Option<&str> {
        Some(&self.trouble.as_ref()?.cure)
    }

    /// As an object of `--json`.
    #[must_use]
    pub fn json(&self) -> Value {
        json!({
            "level": self.level().name(),
            "topic": self.topic,
            "what": self.what,
            "consequence": self.consequence(),
            "cure": self.cure(),
        })
    }

    /// As lines for people.
    #[must_use]
    pub fn text(&self, colour: bool) -> String {
        let (on, off) = if colour {
            (self.level().colour(), "\x1b[0m")
        } else {
            ("", "")
        };
        let mut text = format!("{on}{:<8}{off} {:<14} ", self.level().name(), self.topic);
        wrap(&mut text, &self.what, 24);
        if let Some(trouble) = &self.trouble {
            let _ = write!(text, "{:24}so: ", "");
            wrap(&mut text, &trouble.consequence, 28);
            // To be copied, so never broken.
            let _ = writeln!(text, "{:24}cure: {}", "", trouble.cure);
        }
        text
    }
}

impl Begun {
    /// With what follows from it.
    pub fn so(self, consequence: impl Into<String>) -> Reasoned {
        let consequence = consequence.into();
        debug_assert!(!consequence.trim().is_empty(), "{}", self.what);
        Reasoned {
            begun: self,
            consequence,
        }
    }
}

impl Reasoned {
    /// With what to do: the finding.
    #[must_use]
    pub fn cure(self, cure: impl Into<String>) -> Finding {
        let Begun { level, topic, what } = self.begun;
        let cure = cure.into();
        debug_assert!(!cure.trim().is_empty(), "{what}");
        let trouble = Trouble {
            level,
            consequence: self.consequence,
            cure,
        };
        Finding {
            topic,
            what,
            trouble: Some(trouble),
        }
    }
}

/// Where in the sources this thread began findings, so that a test can tell which it never made.
#[cfg(test)]
pub(super) mod begun {
    use std::cell::RefCell;
    use std::collections::BTreeSet;
    use std::panic::Location;

    thread_local! {
        static PLACES: RefCell<BTreeSet<(&'static str, u32)>> = const { RefCell::new(BTreeSet::new()) };
    }

    pub(super) fn note(place: &'static Location<'static>) {
        PLACES.with_borrow_mut(|places| places.insert((place.file(), place.line())));
    }

    /// Files and lines so far.
    pub fn places() -> BTreeSet<(&'static str, u32)> {
        PLACES.with_borrow(BTreeSet::clone)
    }
}

/// Columns of the text.
const WIDTH: usize = 100;

/// Adds `words` and a line's end to `text`, whose last line has `indent` columns.
fn wrap(text: &mut String, words: &str, indent: usize) {
    let mut column = indent;
    for word in words.split_whitespace() {
        let length = word.chars().count();
        if column > indent && column + 1 + length > WIDTH {
            let _ = write!(text, "\n{:indent$}", "");
            column = indent;
        }
        if column > indent {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
}

/// The exit status that a list of findings stands for.
#[must_use]
pub fn status(findings: &[Finding]) -> u8 {
    match findings.iter().map(Finding::level).max() {
        Some(Level::Error) => 2,
        Some(Level::Warning) => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_finding_is_the_status() {
        let list = |levels: &[Level]| {
            let finding = |&level| match level {
                Level::Ok => Finding::ok("t", "w"),
                _ => Finding::new(level, "t", "w").so("s").cure("c"),
            };
            status(&levels.iter().map(finding).collect::<Vec<_>>())
        };
        assert_eq!(list(&[]), 0);
        assert_eq!(list(&[Level::Note, Level::Ok]), 0);
        assert_eq!(list(&[Level::Warning, Level::Note]), 1);
        assert_eq!(list(&[Level::Error, Level::Warning]), 2);
    }

    #[test]
    fn text_is_wrapped_and_cures_are_not() {
        let cure = "command ".repeat(20);
        let finding = Finding::new(Level::Note, "topic", "word ".repeat(40))
            .so("then")
            .cure(cure.trim_end());
        let text = finding.text(false);
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines[0].starts_with("note     topic          word word"),
            "{text}"
        );
        assert!(
            lines.iter().rev().skip(1).all(|l| l.len() <= WIDTH),
            "{text}"
        );
        assert!(lines[lines.len() - 2].ends_with("so: then"), "{text}");
        assert!(lines[lines.len() - 1].ends_with(cure.trim_end()), "{text}");
        assert_eq!(
            finding
                .text(true)
                .replace("\x1b[36m", "")
                .replace("\x1b[0m", ""),
            text
        );
    }
}
