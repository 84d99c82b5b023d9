//! Diagnostics as text for people, in the manner of rustc.
//!
//! The drawing is done by `annotate-snippets` (the compiler's own): source lines, underlines,
//! several labels, spans over many lines, tabs, wide characters, colours. What is ours is the
//! care that no span can be outside of the text or inside a character.

use std::fmt::Write as _;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::diag::{Diagnostic, Severity, codes};

/// Renders one finding in `text`, the contents of the file named `path`.
///
/// Ends without a newline. Spans outside of the text are moved to its end. A summary is a line for each
/// of its places, without source.
#[must_use]
pub fn render(path: &str, text: &str, diagnostic: &Diagnostic, colour: bool) -> String {
    if diagnostic.code == codes::SUMMARY {
        return lines(path, text, diagnostic);
    }
    let level = level(diagnostic.severity);
    let mut snippet = Snippet::source(text).path(path).annotation(
        AnnotationKind::Primary
            .span(shown(text, &diagnostic.primary.span))
            .label(label(&diagnostic.primary.text)),
    );
    for other in &diagnostic.secondary {
        let context = AnnotationKind::Context.span(shown(text, &other.span));
        snippet = snippet.annotation(context.label(label(&other.text)));
    }
    let mut group = Group::with_title(
        level
            .primary_title(diagnostic.message.as_str())
            .id(diagnostic.code),
    )
    .element(snippet);
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if colour {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    renderer.render(&[group])
}

/// `sweep.c:12: region ..`, and its other places below it.
fn lines(path: &str, text: &str, diagnostic: &Diagnostic) -> String {
    let line = |span: &Range<usize>| {
        let before = &text.as_bytes()[..inside(text, span).start];
        before.iter().filter(|byte| **byte == b'\n').count() + 1
    };
    let mut out = format!(
        "{path}:{}: {}",
        line(&diagnostic.primary.span),
        diagnostic.message
    );
    for other in &diagnostic.secondary {
        let _ = write!(out, "\n  {path}:{}: {}", line(&other.span), other.text);
    }
    out
}

/// Renders all findings of a file, worst first, then by place; empty when there are none.
#[must_use]
pub fn render_all(path: &str, text: &str, list: &[Diagnostic], colour: bool) -> String {
    let mut out = String::new();
    for diagnostic in sorted(list) {
        let _ = writeln!(out, "{}\n", render(path, text, diagnostic, colour));
    }
    out
}

/// The findings with errors first, each kind in the order of the source, and summaries last.
#[must_use]
pub fn sorted(list: &[Diagnostic]) -> Vec<&Diagnostic> {
    let mut list: Vec<&Diagnostic> = list.iter().collect();
    let summary = |d: &Diagnostic| d.code == codes::SUMMARY;
    list.sort_by_key(|d| {
        (
            std::cmp::Reverse(d.severity),
            summary(d),
            d.primary.span.start,
        )
    });
    list
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    }
}

fn label(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// The span, moved into the text and onto character boundaries.
#[must_use]
pub fn inside(text: &str, span: &Range<usize>) -> Range<usize> {
    let down = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = down(span.start);
    let end = down(span.end).max(start);
    start..end
}

/// The span as findings show it: inside the text, and without the end of its last line, which a
/// directive has.
#[must_use]
pub fn shown(text: &str, span: &Range<usize>) -> Range<usize> {
    let span = inside(text, span);
    span.start..span.start + text[span].trim_end_matches(['\n', '\r']).len()
}

/// How many findings there are of each severity.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Notes.
    pub notes: usize,
}

impl Counts {
    /// Counts one finding.
    pub fn add(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => self.notes += 1,
        }
    }

    /// `2 errors, 1 warning`; `None` when there is nothing to count.
    #[must_use]
    pub fn summary(&self) -> Option<String> {
        let parts: Vec<String> = [
            (self.errors, "error"),
            (self.warnings, "warning"),
            (self.notes, "note"),
        ]
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, word)| format!("{n} {word}{}", if *n == 1 { "" } else { "s" }))
        .collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "fn f() {\n\t#[hp5::task_tile(i = 64, in(a[i]))]\n\tfor i in 1..n {\n\t\tlet ä = \"…\"; b[i] = a[i - 1];\n\t}\n}\n";

    fn finding() -> Diagnostic {
        let clause = SOURCE.find("a[i]").unwrap();
        let access = SOURCE.find("a[i - 1]").unwrap();
        let nest = SOURCE.find("for").unwrap()..SOURCE.rfind("}\n}").unwrap() + 1;
        Diagnostic::new(
            Severity::Error,
            "HP5-E0009",
            "the clause `in(a[i])` does not cover this access",
            access..access + 8,
        )
        .label("reads a[i - 1]")
        .also(clause..clause + 4, "declared here")
        .also(nest, "in this loop")
        .note("a task that writes a[i - 1] may run at the same time")
        .help("write `in(a[i-1..=i])`")
    }

    #[test]
    fn looks_like_rustc() {
        let text = render("src/main.rs", SOURCE, &finding(), false);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "error[HP5-E0009]: the clause `in(a[i])` does not cover this access"
        );
        assert!(lines[1].ends_with("--> src/main.rs:4:23"), "{text}");
        for part in [
            "^^^^^^^^ reads a[i - 1]",
            "---- declared here",
            "in this loop",
            "= note: a task that writes",
            "= help: write `in(a[i-1..=i])`",
        ] {
            assert!(text.contains(part), "no `{part}` in\n{text}");
        }
        // The underline stands under the access, tabs and wide characters counted.
        let code = lines
            .iter()
            .position(|l| l.contains("b[i] = a[i - 1]"))
            .unwrap();
        let width = |line: &str, to: &str| line[..line.find(to).unwrap()].chars().count();
        assert_eq!(
            width(lines[code], "a[i - 1]"),
            width(lines[code + 1], "^^^^"),
            "{text}"
        );
    }

    #[test]
    fn colours_only_when_asked() {
        assert!(!render("a.rs", SOURCE, &finding(), false).contains('\x1b'));
        assert!(render("a.rs", SOURCE, &finding(), true).contains('\x1b'));
    }

    #[test]
    fn the_end_of_the_line_is_not_shown() {
        let source = "#pragma hp5 taks\r\nint x;\n";
        let whole = Diagnostic::new(Severity::Error, "HP5-E0001", "no directive", 0..18);
        assert_eq!(
            (inside(source, &(0..18)), shown(source, &(0..18))),
            (0..18, 0..16)
        );
        let text = render("main.c", source, &whole, false);
        assert!(!text.contains("int x"), "{text}");
    }

    #[test]
    fn spans_outside_of_the_text_or_inside_a_character_do_no_harm() {
        for (text, span) in [
            ("", 0..0),
            ("", 5..9),
            ("ä", 1..2),
            ("a\n", 1..2),
            ("a\nb", 2..99),
            ("a\r\nb\r\n", 0..6),
            ("\0\t\u{202e}x", 0..4),
        ] {
            let d = Diagnostic::new(Severity::Warning, "HP5-W0101", "m", span.clone())
                .also(span.end..span.start, "reversed");
            assert!(render("a.rs", text, &d, false).starts_with("warning[HP5-W0101]: m"));
        }
    }

    #[test]
    fn errors_come_first_and_are_counted() {
        let w = Diagnostic::new(Severity::Warning, "HP5-W0101", "later", 0..1);
        let text = render_all("a.rs", SOURCE, &[w.clone(), finding()], false);
        assert!(text.find("error[").unwrap() < text.find("warning[").unwrap());
        let mut counts = Counts::default();
        assert_eq!(counts.summary(), None);
        counts.add(Severity::Error);
        counts.add(Severity::Error);
        counts.add(w.severity);
        assert_eq!(counts.summary().unwrap(), "2 errors, 1 warning");
    }
}
