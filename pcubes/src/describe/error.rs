//! Errors in description files, shown where they are.

use std::fmt;
use std::ops::Range;

use thiserror::Error;

/// What is wrong with a description, where, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct DescribeError {
    /// The file, or whatever stands for it.
    pub file: String,
    /// Line, from 1; 0 when the file as a whole is meant (it cannot be read).
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Characters that are meant, on that line; at least 1.
    pub width: usize,
    /// The line itself.
    pub source_line: String,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl DescribeError {
    /// An error at the bytes `span` of `text`.
    pub(crate) fn at(
        file: &str,
        text: &str,
        span: Range<usize>,
        message: String,
        help: Option<String>,
    ) -> Self {
        let boundary = |mut at: usize| {
            at = at.min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = boundary(span.start);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let end = boundary(span.end).clamp(start, line_end);
        DescribeError {
            file: file.to_owned(),
            line: text[..line_start].matches('\n').count() + 1,
            column: text[line_start..start].chars().count() + 1,
            width: text[start..end].chars().count().max(1),
            source_line: text[line_start..line_end]
                .trim_end_matches('\r')
                .replace('\t', " "),
            message,
            help,
        }
    }

    /// An error that has no place in the file.
    pub(crate) fn whole(file: &str, message: String, help: Option<String>) -> Self {
        DescribeError {
            file: file.to_owned(),
            line: 0,
            column: 0,
            width: 1,
            source_line: String::new(),
            message,
            help,
        }
    }
}

impl fmt::Display for DescribeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        let gutter = " ".repeat(self.line.to_string().len());
        if self.line == 0 {
            write!(f, "\n --> {}", self.file)?;
        } else {
            writeln!(
                f,
                "\n{gutter}--> {}:{}:{}",
                self.file, self.line, self.column
            )?;
            writeln!(f, "{gutter} |")?;
            writeln!(f, "{} | {}", self.line, self.source_line)?;
            write!(
                f,
                "{gutter} | {}{}",
                " ".repeat(self.column - 1),
                "^".repeat(self.width)
            )?;
        }
        if let Some(help) = &self.help {
            write!(f, "\n{gutter} = help: {help}")?;
        }
        Ok(())
    }
}

/// The one of `known` that `word` is most like, when it is near.
pub(crate) fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let close = |candidate: &str| {
        let distance = edit_distance(&word.to_lowercase(), &candidate.to_lowercase());
        (distance <= 2.max(candidate.len() / 3) && distance < candidate.len()).then_some(distance)
    };
    known
        .into_iter()
        .filter_map(|k| Some((close(k)?, k)))
        .min_by_key(|entry| entry.0)
        .map(|entry| entry.1)
}

/// Insertions, deletions and replacements that make `b` of `a`; long words are far from all.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) =
        (a.chars().take(65).collect(), b.chars().take(65).collect());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_shown() {
        let text = "one\ntwo ä three\nfour";
        let at = text.find("three").unwrap();
        let error = DescribeError::at(
            "f.toml",
            text,
            at..at + 5,
            "wrong".into(),
            Some("do".into()),
        );
        assert_eq!((error.line, error.column), (2, 7));
        let wanted = "wrong\n --> f.toml:2:7\n  |\n2 | two ä three\n  |       ^^^^^\n  = help: do";
        assert_eq!(error.to_string(), wanted);
    }

    #[test]
    fn spans_beyond_the_text_are_cut() {
        let error = DescribeError::at("f", "ä", 1..99, "m".into(), None);
        assert_eq!((error.line, error.column, error.width), (1, 1, 1));
        assert_eq!(DescribeError::at("f", "", 0..0, "m".into(), None).column, 1);
        assert_eq!(
            DescribeError::at("f", "a\nb", 0..3, "m".into(), None).width,
            1
        );
    }

    #[test]
    fn slips_of_the_pen_are_recognised() {
        let keys = ["name", "count", "memory", "movement"];
        assert_eq!(nearest("cuont", keys), Some("count"));
        assert_eq!(nearest("Memory", keys), Some("memory"));
        assert_eq!(nearest("frobnicate", keys), None);
    }
}
