//! A case: an annotated program with what is expected of it.
//!
//! `//~ CODE` at the end of a line expects a diagnostic with that code whose primary place
//! begins on that line; `//~ CODE | text` also expects that its place (or a secondary one)
//! is exactly `text`. These stand in the program, so that blessing cannot lose them.

use std::fs;
use std::path::PathBuf;

use crate::repository;

/// One program under `tests/cases`.
#[derive(Debug, Clone)]
pub struct Case {
    /// File name without `.rs`.
    pub name: String,
    /// Its text.
    pub source: String,
    /// Folder that it is in: `ok`, `reject`, `checked`.
    pub kind: &'static str,
}

/// A `//~` remark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// 1-based line that it stands on.
    pub line: usize,
    /// The first word.
    pub code: String,
    /// What follows ` | `.
    pub text: Option<String>,
}

impl Case {
    /// Reads a case.
    ///
    /// # Panics
    /// When there is none of that name.
    #[must_use]
    pub fn load(kind: &'static str, name: &str) -> Case {
        let path = folder(kind).join(format!("{name}.rs"));
        let source =
            fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        Case {
            name: name.to_owned(),
            source,
            kind,
        }
    }

    /// All cases of a folder, by name.
    ///
    /// # Panics
    /// When the folder cannot be read.
    #[must_use]
    pub fn all(kind: &'static str) -> Vec<Case> {
        let entries =
            fs::read_dir(folder(kind)).expect("the folders of cases are in the repository");
        let files = entries
            .flatten()
            .map(|e| e.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = files
            .filter_map(|f| {
                f.strip_suffix(".rs")
                    .filter(|n| !n.contains('.'))
                    .map(str::to_owned)
            })
            .collect();
        names.sort();
        names.iter().map(|name| Case::load(kind, name)).collect()
    }

    /// The path under which the translator sees it: the same on every machine.
    #[must_use]
    pub fn shown_path(&self) -> String {
        format!("tests/cases/{}/{}.rs", self.kind, self.name)
    }

    /// The file beside the case with another ending.
    #[must_use]
    pub fn beside(&self, ending: &str) -> PathBuf {
        folder(self.kind).join(format!("{}.{ending}", self.name))
    }

    /// Its `//~` remarks.
    #[must_use]
    pub fn remarks(&self) -> Vec<Remark> {
        let lines = self.source.lines().enumerate();
        lines
            .filter_map(|(n, line)| Some((n + 1, line.split_once("//~ ")?.1)))
            .map(remark)
            .collect()
    }
}

fn remark((line, text): (usize, &str)) -> Remark {
    let (code, text) = match text.split_once(" | ") {
        Some((code, text)) => (code, Some(text.trim().to_owned())),
        None => (text, None),
    };
    Remark {
        line,
        code: code.trim().to_owned(),
        text,
    }
}

/// Folder of the cases of a kind.
#[must_use]
pub fn folder(kind: &str) -> PathBuf {
    repository().join("tests/cases").join(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_read() {
        let source = "a\nb //~ HP5-E0009 | a[i + 1]\n//~ HP5-W0101\n".to_owned();
        let case = Case {
            name: "x".into(),
            source,
            kind: "ok",
        };
        let remarks = case.remarks();
        assert_eq!(remarks.len(), 2);
        assert_eq!(
            (remarks[0].line, remarks[0].text.as_deref()),
            (2, Some("a[i + 1]"))
        );
        assert_eq!(
            (remarks[1].line, remarks[1].code.as_str()),
            (3, "HP5-W0101")
        );
    }
}
