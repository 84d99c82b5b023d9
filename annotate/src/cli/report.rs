//! Showing findings and messages, as text or JSON.
//!
//! Text goes to stderr. JSON goes to stdout, one object per line, unless stdout carries a
//! program or a diff; then to stderr. The format is described in [`crate::diag::json`].

use std::io::{IsTerminal, Write as _};

use clap::ValueEnum;

use crate::cli::{encoding, terminal};
use crate::diag::text::{Counts, sorted};
use crate::diag::{Diagnostic, Diagnostics, Severity, codes, json, text};

/// `--message-format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Format {
    /// Like rustc.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

/// `--color`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Colour {
    /// When stderr is a terminal and `NO_COLOR` is not set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Colour {
    /// Whether to colour what goes to stderr.
    #[must_use]
    pub fn on_stderr(self) -> bool {
        self.decide(std::io::stderr().is_terminal())
    }

    /// Whether to colour what goes to stdout.
    #[must_use]
    pub fn on_stdout(self) -> bool {
        self.decide(std::io::stdout().is_terminal())
    }

    fn decide(self, terminal: bool) -> bool {
        match self {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
        }
    }
}

/// Prints findings and counts them.
#[derive(Debug)]
pub struct Reporter {
    format: Format,
    colour: bool,
    /// Only errors.
    quiet: bool,
    /// stdout is taken by a program or a diff.
    stdout_taken: bool,
    /// What was printed so far.
    pub counts: Counts,
}

impl Reporter {
    /// A reporter; `stdout_taken` keeps JSON off stdout.
    #[must_use]
    pub fn new(format: Format, colour: Colour, quiet: bool, stdout_taken: bool) -> Self {
        let colour = colour.on_stderr();
        Reporter {
            format,
            colour,
            quiet,
            stdout_taken,
            counts: Counts::default(),
        }
    }

    /// Shows the findings of one file.
    pub fn findings(&mut self, path: &str, source: &str, findings: &Diagnostics) {
        let source = &*encoding::shown(source);
        for finding in sorted(&findings.list) {
            self.finding(path, source, finding);
        }
    }

    fn finding(&mut self, path: &str, source: &str, finding: &Diagnostic) {
        let summary = finding.code == codes::SUMMARY;
        if !summary {
            self.counts.add(finding.severity);
        }
        if self.quiet && finding.severity != Severity::Error && !summary {
            return;
        }
        match self.format {
            Format::Text if summary => eprintln!("{}", text::render(path, source, finding, false)),
            Format::Text => eprintln!("{}\n", text::render(path, source, finding, self.colour)),
            Format::Json => self.json(&json::diagnostic(path, source, finding)),
        }
    }

    /// A note about the work itself (a file that was skipped, a manifest that was changed).
    pub fn note(&self, message: &str) {
        if !self.quiet {
            self.message("note", message);
        }
    }

    /// A warning about the work itself.
    pub fn warning(&self, message: &str) {
        if !self.quiet {
            self.message("warning", message);
        }
    }

    /// An error that belongs to no place in a source file.
    pub fn error(&self, message: &str) {
        self.message("error", message);
    }

    fn message(&self, severity: &str, message: &str) {
        match self.format {
            Format::Text => eprintln!("{severity}: {message}"),
            Format::Json => self.json(&json::message(severity, message)),
        }
    }

    /// The last line.
    pub fn summary(&self, files: usize, changed: usize) {
        match (self.format, self.counts.summary()) {
            (Format::Json, _) => self.json(&json::summary(&self.counts, files, changed)),
            (Format::Text, Some(summary)) if !self.quiet || self.counts.errors > 0 => {
                eprintln!("hp5-annotate: {summary}");
            }
            _ => {}
        }
    }

    fn json(&self, line: &str) {
        match self.stdout_taken {
            // A reader that has gone away is no reason to fail.
            true => drop(writeln!(std::io::stderr(), "{line}")),
            false => terminal::tell(&format!("{line}\n")),
        }
    }
}
