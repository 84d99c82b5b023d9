//! Diagnostics for tools: one JSON object per line.
//!
//! ```json
//! {"type": "diagnostic", "severity": "error", "code": "HP5-E0009", "message": "..",
//!  "file": "src/main.rs",
//!  "spans": [{"primary": true, "label": "..", "byte_start": 10, "byte_end": 18,
//!             "line_start": 4, "column_start": 23, "line_end": 4, "column_end": 31,
//!             "text": "a[i - 1]"}],
//!  "notes": [".."], "help": [".."], "rendered": "error[HP5-E0009]: .."}
//! {"type": "summary", "errors": 1, "warnings": 0, "notes": 0, "files": 3, "changed": 1}
//! ```
//!
//! Lines and columns count from 1, columns in characters; ends are exclusive. The primary
//! span comes first. `rendered` is what `--message-format text` prints. New keys may be added;
//! these stay.

use std::ops::Range;

use serde_json::{Value, json};

use crate::diag::text::{Counts, render, shown};
use crate::diag::{Diagnostic, Label, Severity};

/// One finding, on one line without a newline.
#[must_use]
pub fn diagnostic(path: &str, text: &str, d: &Diagnostic) -> String {
    let mut spans = vec![span(text, &d.primary, true)];
    spans.extend(d.secondary.iter().map(|label| span(text, label, false)));
    json!({
        "type": "diagnostic",
        "severity": severity(d.severity),
        "code": d.code,
        "message": d.message,
        "file": path,
        "spans": spans,
        "notes": d.notes,
        "help": d.help,
        "rendered": render(path, text, d, false),
    })
    .to_string()
}

/// The last line: what was found and done.
#[must_use]
pub fn summary(counts: &Counts, files: usize, changed: usize) -> String {
    json!({
        "type": "summary",
        "errors": counts.errors,
        "warnings": counts.warnings,
        "notes": counts.notes,
        "files": files,
        "changed": changed,
    })
    .to_string()
}

/// A message that belongs to no place in a source file (a file that cannot be read, a
/// manifest that was adjusted, an internal error).
#[must_use]
pub fn message(severity: &str, text: &str) -> String {
    json!({ "type": "message", "severity": severity, "message": text }).to_string()
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

fn span(text: &str, label: &Label, primary: bool) -> Value {
    let range = shown(text, &label.span);
    let (line_start, column_start) = place(text, range.start);
    let (line_end, column_end) = place(text, range.end);
    json!({
        "primary": primary,
        "label": label.text,
        "byte_start": range.start,
        "byte_end": range.end,
        "line_start": line_start,
        "column_start": column_start,
        "line_end": line_end,
        "column_end": column_end,
        "text": first_line(text, &range),
    })
}

fn first_line<'t>(text: &'t str, range: &Range<usize>) -> &'t str {
    text[range.clone()].lines().next().unwrap_or("")
}

/// Line and column of a byte, both from 1, the column in characters.
fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = &text[..byte];
    let line = before.bytes().filter(|b| *b == b'\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |n| n + 1);
    (line, before[start..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_is_one_line_with_places() {
        let text = "ä\nlet öx = a[i];\n";
        let at = text.find("a[i]").unwrap();
        let d = Diagnostic::new(Severity::Error, "HP5-E0009", "say \"no\"\n", at..at + 4)
            .label("here")
            .also(0..2, "there")
            .help("do");
        let line = diagnostic("s.rs", text, &d);
        assert!(!line.contains('\n'));
        let value: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(value["spans"][0]["line_start"], 2);
        assert_eq!(value["spans"][0]["column_start"], 10);
        assert_eq!(value["spans"][0]["column_end"], 14);
        assert_eq!(value["spans"][0]["text"], "a[i]");
        assert_eq!(value["spans"][1]["primary"], false);
        assert_eq!(value["help"][0], "do");
        assert!(value["rendered"].as_str().unwrap().contains("s.rs:2:10"));
    }

    #[test]
    fn summary_and_messages_are_objects() {
        let counts = Counts {
            errors: 1,
            warnings: 2,
            notes: 0,
        };
        let value: Value = serde_json::from_str(&summary(&counts, 3, 1)).unwrap();
        assert_eq!(
            (&value["errors"], &value["changed"]),
            (&json!(1), &json!(1))
        );
        assert_eq!(
            message("note", "x"),
            r#"{"message":"x","severity":"note","type":"message"}"#
        );
    }
}
