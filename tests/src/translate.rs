//! The translator as the tests see it: text in, text and findings out. The only file here
//! that names its library interface.

use hp5_annotate::diag::text::{render_all, sorted};
use hp5_annotate::diag::{Diagnostic, Severity};
use hp5_annotate::{Options, SourceFile};

/// One finding, as far as tests care.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// `HP5-E0009`.
    pub code: String,
    /// 1-based line on which its primary place begins.
    pub line: usize,
    /// Texts of its places, the primary one first.
    pub places: Vec<String>,
}

/// A translated program.
#[derive(Debug, Clone)]
pub struct Translated {
    /// The emitted program; `None` when there was an error.
    pub text: Option<String>,
    /// What the tool would print of its findings.
    pub stderr: String,
    /// The findings.
    pub found: Vec<Found>,
}

/// Translates one file.
#[must_use]
pub fn translate(path: &str, source: &str, checked: bool) -> Translated {
    let file = SourceFile {
        path: path.into(),
        text: source.to_owned(),
    };
    let options = Options::checked(checked);
    let output = hp5_annotate::translate(&[file], &options);
    let list: Vec<Diagnostic> = output
        .diagnostics
        .iter()
        .flat_map(|(_, d)| d.list.clone())
        .collect();
    let failed = list.iter().any(|d| d.severity == Severity::Error);
    let text = output
        .files
        .into_iter()
        .next()
        .map(|emitted| emitted.text)
        .filter(|_| !failed);
    let found = sorted(&list)
        .into_iter()
        .map(|d| finding(source, d))
        .collect();
    Translated {
        text,
        stderr: render_all(path, source, &list, false),
        found,
    }
}

fn finding(source: &str, d: &Diagnostic) -> Found {
    let places = std::iter::once(&d.primary).chain(&d.secondary);
    let start = d.primary.span.start.min(source.len());
    Found {
        code: d.code.to_owned(),
        line: 1 + source.as_bytes()[..start]
            .iter()
            .filter(|&&b| b == b'\n')
            .count(),
        places: places
            .map(|l| source.get(l.span.clone()).unwrap_or("").to_owned())
            .collect(),
    }
}
