//! Line markers: what lines of a text are lines of, where a program has written it.
//!
//! `# 12 "x.h" 1 3` is what `cc -E` writes, `#line 12 "grammar.y"` what makers of C write. Findings,
//! and positions in emitted text, speak of the files that people wrote.

use std::collections::HashSet;

use crate::ir::Span;

/// A marker: the line behind it has this number in this file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Marker {
    /// Its line.
    pub(crate) span: Span,
    line: usize,
    /// `None`: the file that the text is named after.
    file: Option<String>,
    /// What follows is of a header of the system.
    system: bool,
    /// The physical line behind it, from 1.
    physical: usize,
}

/// The markers of a text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Markers {
    list: Vec<Marker>,
    /// A preprocessor made the text.
    pub(crate) preprocessed: bool,
}

impl Markers {
    /// The markers of a text, in order.
    pub(crate) fn of(text: &str) -> Markers {
        let mut found = Markers::default();
        let mut at = 0;
        let mut file = None;
        for (n, line) in text.split_inclusive('\n').enumerate() {
            let span = at..at + line.len();
            at = span.end;
            let Some(words) = line.trim_start().strip_prefix('#') else {
                continue;
            };
            let words = words.trim_start();
            let bare = words.starts_with(|c: char| c.is_ascii_digit());
            let words = words.strip_prefix("line").unwrap_or(words).trim_start();
            let digits = words.len() - words.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let Ok(number) = words[..digits].parse() else {
                continue;
            };
            found.preprocessed |= n == 0 && bare;
            let rest = words[digits..].trim();
            let (name, flags) = named(rest);
            if let Some(name) = name {
                file = Some(name);
            }
            found.list.push(Marker {
                span,
                line: number,
                file: file.clone(),
                system: flags.split_whitespace().any(|f| f == "3"),
                physical: n + 2,
            });
        }
        found
    }

    /// Where the lines with markers are.
    pub(crate) fn spans(&self) -> impl Iterator<Item = &Span> {
        self.list.iter().map(|m| &m.span)
    }

    /// A marker is in the span.
    pub(crate) fn within(&self, span: &Span) -> bool {
        let next = self.list.partition_point(|m| m.span.start < span.start);
        self.list.get(next).is_some_and(|m| m.span.end <= span.end)
    }

    /// The file (`None`: what the text is named after) and the line that a physical line is.
    pub(crate) fn place(&self, physical: usize) -> (Option<&str>, usize) {
        let n = self.list.partition_point(|m| m.physical <= physical);
        match n.checked_sub(1).map(|n| &self.list[n]) {
            Some(marker) => (
                marker.file.as_deref(),
                marker.line + (physical - marker.physical),
            ),
            None => (None, physical),
        }
    }

    /// What is from headers of the system: the parts that begin where a file is one of those.
    pub(crate) fn system(&self, length: usize) -> Vec<Span> {
        let own: HashSet<&Option<String>> = self
            .list
            .iter()
            .filter(|m| !m.system)
            .map(|m| &m.file)
            .collect();
        let ends = self.list.iter().skip(1).map(|m| m.span.start);
        let parts = self.list.iter().zip(ends.chain([length]));
        // What a macro of a header stands for is marked too, in the file that names it.
        let parts = parts.filter(|(m, _)| m.system && !own.contains(&m.file));
        parts.map(|(m, end)| m.span.end..end).collect()
    }
}

/// The name in quotes that a text begins with, and what follows it.
fn named(text: &str) -> (Option<String>, &str) {
    let Some(inside) = text.strip_prefix('"') else {
        return (None, text);
    };
    let mut name = String::new();
    let mut letters = inside.char_indices();
    while let Some((at, c)) = letters.next() {
        match c {
            '"' => return (Some(name), &inside[at + 1..]),
            '\\' => name.extend(letters.next().map(|(_, c)| c)),
            c => name.push(c),
        }
    }
    (Some(name), "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_lines_of_what_the_markers_say() {
        let text = "# 0 \"x.c\"\nint a;\n# 7 \"dir \\\"a\\\"/x.h\" 1\nint b;\nint c;\n# 3 \"std.h\" 1 3 4\nint d;\n# 4 \"x.c\" 3\nint e;\n#line 20\nint f;\n";
        let markers = Markers::of(text);
        assert!(markers.preprocessed);
        let place = |line| markers.place(line);
        assert_eq!(place(2), (Some("x.c"), 0));
        assert_eq!(place(5), (Some("dir \"a\"/x.h"), 8));
        assert_eq!(place(9), (Some("x.c"), 4));
        assert_eq!(place(11), (Some("x.c"), 20));
        let system = markers.system(text.len());
        assert_eq!(system.len(), 1);
        assert_eq!(&text[system[0].clone()], "int d;\n");
        assert!(markers.within(&(0..text.len())) && !markers.within(&(text.len() - 5..text.len())));
        let plain = Markers::of("#define x 3\n# define\nint a;\n");
        assert!(!plain.preprocessed && plain.place(3) == (None, 3));
    }
}
