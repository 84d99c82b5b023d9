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

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How bad.
    pub level: Level,
    /// What it is about, a word or two: scripts may go by it.
    pub topic: &'static str,
    /// What is the case.
    pub what: String,
    /// What follows from it.
    pub consequence: Option<String>,
    /// A command to run or a variable to set.
    pub cure: Option<String>,
}

impl Finding {
    /// A finding of this level.
    #[must_use]
    pub fn new(level: Level, topic: &'static str, what: impl Into<String>) -> Finding {
        Finding {
            level,
            topic,
            what: what.into(),
            consequence: None,
            cure: None,
        }
    }

    /// All is well with `topic`.
    #[must_use]
    pub fn ok(topic: &'static str, what: impl Into<String>) -> Finding {
        Finding::new(Level::Ok, topic, what)
    }

    /// With what follows from it.
    #[must_use]
    pub fn so(mut self, consequence: impl Into<String>) -> Finding {
        self.consequence = Some(consequence.into());
        self
    }

    /// With what to do.
    #[must_use]
    pub fn cure(mut self, cure: impl Into<String>) -> Finding {
        self.cure = Some(cure.into());
        self
    }

    /// As an object of `--json`.
    #[must_use]
    pub fn json(&self) -> Value {
        json!({
            "level": self.level.name(),
            "topic": self.topic,
            "what": self.what,
            "consequence": self.consequence,
            "cure": self.cure,
        })
    }

    /// As lines for people.
    #[must_use]
    pub fn text(&self, colour: bool) -> String {
        let (on, off) = if colour {
            (self.level.colour(), "\x1b[0m")
        } else {
            ("", "")
        };
        let mut text = format!("{on}{:<8}{off} {:<14} ", self.level.name(), self.topic);
        wrap(&mut text, &self.what, 24);
        if let Some(consequence) = &self.consequence {
            let _ = write!(text, "{:24}so: ", "");
            wrap(&mut text, consequence, 28);
        }
        // To be copied, so never broken.
        if let Some(cure) = &self.cure {
            let _ = writeln!(text, "{:24}cure: {cure}", "");
        }
        text
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
    match findings.iter().map(|f| f.level).max() {
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
            let finding = |&level| Finding::new(level, "t", "w");
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
