//! Findings in preprocessed text, said of the files that people wrote.

use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::c::parse::line_markers::Markers;
use crate::cli::encoding;
use crate::diag::{Diagnostic, Diagnostics, Label};

/// Lines of a file that cannot be read beyond which none is shown.
const LINES: usize = 1_000_000;

/// The findings in one file.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) path: PathBuf,
    /// Its text as it was written; of a file that cannot be read, what the text at hand has of its lines.
    pub(crate) text: String,
    pub(crate) findings: Diagnostics,
}

/// Findings by the files that their lines are from.
pub(crate) fn in_sources(
    source: &Path,
    text: &str,
    list: Option<(PathBuf, Diagnostics)>,
) -> Vec<Found> {
    let mut places = Places {
        source,
        text,
        markers: Markers::of(text),
        files: HashMap::new(),
    };
    let mut found: Vec<Found> = Vec::new();
    for finding in list.into_iter().flat_map(|(_, list)| list.list) {
        let (path, finding) = places.said(finding);
        let n = found.iter().position(|f| f.path == path);
        let n = n.unwrap_or_else(|| {
            let text = places.written(&path).to_owned();
            found.push(Found {
                path,
                text,
                findings: Diagnostics::default(),
            });
            found.len() - 1
        });
        // What a header says is said once for each time that it is included.
        if !found[n].findings.list.contains(&finding) {
            found[n].findings.push(finding);
        }
    }
    found
}

/// Findings in text that another program may have made, by the files that it says its lines are from.
pub(crate) fn in_made(path: &Path, text: &str, findings: &Diagnostics) -> Vec<Found> {
    let is_made = Markers::of(text).spans().next().is_some();
    let list = || Some((path.to_owned(), findings.clone()));
    let found = is_made.then(|| in_sources(path, text, list()));
    let known = found.filter(|found| found.iter().all(|f| !f.text.is_empty()));
    known.unwrap_or_else(|| {
        vec![Found {
            path: path.to_owned(),
            text: text.to_owned(),
            findings: findings.clone(),
        }]
    })
}

struct Places<'a> {
    source: &'a Path,
    text: &'a str,
    markers: Markers,
    files: HashMap<PathBuf, String>,
}

impl Places<'_> {
    fn written(&mut self, path: &Path) -> &str {
        if !self.files.contains_key(path) {
            let read = fs::read(path).map(encoding::decode);
            let text = read.unwrap_or_else(|_| self.lines_of(path));
            self.files.insert(path.to_owned(), text);
        }
        &self.files[path]
    }

    /// A file's lines as far as they are in the text; others are empty.
    fn lines_of(&self, path: &Path) -> String {
        let mut lines: Vec<&str> = Vec::new();
        for (n, line) in self.text.lines().enumerate() {
            let (file, number) = self.markers.place(n + 1);
            let is_it = file.map_or(self.source, Path::new) == path;
            if is_it && (1..=LINES).contains(&number) {
                lines.resize(lines.len().max(number), "");
                lines[number - 1] = line;
            }
        }
        lines.join("\n")
    }

    /// A finding with its places in the file of its first one; others become notes.
    fn said(&mut self, finding: Diagnostic) -> (PathBuf, Diagnostic) {
        let mut said = finding.clone();
        let (path, span) = self.place(&finding.primary.span);
        said.primary.span = span;
        said.secondary.clear();
        for label in finding.secondary {
            let (other, span) = self.place(&label.span);
            if other == path {
                said.secondary.push(Label {
                    span,
                    text: label.text,
                });
            } else {
                let line = self.line_of(label.span.start).1;
                said.notes
                    .push(format!("{}:{line}: {}", other.display(), label.text));
            }
        }
        (path, said)
    }

    fn line_of(&self, at: usize) -> (PathBuf, usize) {
        let before = self.text.get(..at).unwrap_or(self.text);
        let (file, line) = self.markers.place(before.matches('\n').count() + 1);
        (
            file.map_or_else(|| self.source.to_owned(), PathBuf::from),
            line,
        )
    }

    /// The same words on the line that was written, or all of the line.
    fn place(&mut self, span: &Range<usize>) -> (PathBuf, Range<usize>) {
        let (path, line) = self.line_of(span.start);
        let words = self.text.get(span.clone()).unwrap_or_default();
        let words = words.lines().next().unwrap_or_default().trim().to_owned();
        let text = self.written(&path);
        let mut at = 0;
        for (n, written) in text.split_inclusive('\n').enumerate() {
            if n + 1 == line {
                let trimmed = written.trim();
                let lead = written.len() - written.trim_start().len();
                let (from, length) = match written.find(&words).filter(|_| !words.is_empty()) {
                    Some(found) => (found, words.len()),
                    None => (lead, trimmed.len()),
                };
                return (path, at + from..at + from + length);
            }
            at += written.len();
        }
        (path, 0..0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{Severity, codes};

    #[test]
    fn findings_are_said_of_the_line_that_was_written() {
        let folder = std::env::temp_dir().join(format!("hp5-places-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("x.c");
        fs::write(&path, "int a;\n  SET(b[i], 1);\n").expect("a file");
        let name = path.display();
        let text = format!("# 0 \"{name}\"\n# 1 \"{name}\"\nint a;\n  b[i] = 1;\n");
        let at = text.find("b[i]").expect("it is there");
        let finding = |span| Diagnostic::new(Severity::Error, codes::PLACE, "wrong", span);
        let mut list = Diagnostics::default();
        list.push(finding(at..at + 4));
        list.push(finding(at..at + 8));
        let found = in_sources(&path, &text, Some((path.clone(), list)));
        fs::remove_dir_all(&folder).expect("it is there");
        let spans: Vec<&str> = (found[0].findings.list.iter())
            .map(|d| &found[0].text[d.primary.span.clone()])
            .collect();
        assert_eq!(spans, ["b[i]", "SET(b[i], 1);"]);
    }

    #[test]
    fn lines_of_a_file_that_is_not_there_are_those_of_the_text() {
        let text = "int a;\n#line 300 \"rules.y\"\nint b;\nb[i] = 1;\n#line 2147483647\nint c;\n";
        let at = text.find("b[i]").expect("it is there");
        let mut list = Diagnostics::default();
        list.push(Diagnostic::new(
            Severity::Error,
            codes::PLACE,
            "wrong",
            at..at + 4,
        ));
        let found = in_made(Path::new("x.c"), text, &list);
        assert_eq!(found[0].path, Path::new("rules.y"));
        let span = found[0].findings.list[0].primary.span.clone();
        assert_eq!(&found[0].text[span.clone()], "b[i]");
        assert_eq!(found[0].text[..span.start].matches('\n').count(), 300);
    }
}
