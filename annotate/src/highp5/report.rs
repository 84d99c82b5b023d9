//! Making diagnostics of HighP5 programs.

use crate::diag::{Diagnostic, Severity};
use crate::highp5::ast::Span;

/// An error at a place.
pub(crate) fn error(code: &'static str, message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::new(Severity::Error, code, message, span.into())
}

/// A warning at a place.
pub(crate) fn warning(code: &'static str, message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::new(Severity::Warning, code, message, span.into())
}

/// A note at a place.
pub(crate) fn note(code: &'static str, message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::new(Severity::Note, code, message, span.into())
}

/// `one`, `one or two`, `one, two or three`.
pub(crate) fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// `1 argument`, `2 arguments`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    match number {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        n => format!("{n} {noun}s"),
    }
}

/// The name in `names` that was probably meant by `wrong`, as a help text.
pub(crate) fn meant<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let most = wrong.len() / 3 + 1;
    names
        .into_iter()
        .map(|name| (distance(wrong, name), name))
        .filter(|&(d, name)| d <= most && d < name.len())
        .min()
        .map(|(_, name)| format!("is `{name}` meant?"))
}

/// Letters to insert, delete or change, letter case apart.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let diagonal = before + usize::from(x != y);
            before = row[j + 1];
            row[j + 1] = diagonal.min(row[j] + 1).min(before + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_edits() {
        for (a, b, d) in [
            ("abc", "abc", 0),
            ("abc", "ABD", 1),
            ("", "xy", 2),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!((distance(a, b), distance(b, a)), (d, d), "{a} {b}");
        }
        assert_eq!(
            meant("plat", ["plate", "u"]),
            Some("is `plate` meant?".into())
        );
        assert_eq!(meant("x", ["y"]), None);
    }
}
