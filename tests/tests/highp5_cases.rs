//! HighP5 programs, and what the checker says of them (`tests/cases/highp5/{ok,reject}`).
//!
//! Diagnostics stand beside each case in `NAME.stderr`; `HP5_BLESS=1` writes them anew. What a
//! case is about stands in its `//~ CODE` and `//~ CODE | text` remarks: every error has its
//! remark, on the line where its place begins, and every remark its diagnostic.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use hp5_annotate::diag::text::{render_all, sorted};
use hp5_annotate::diag::{Diagnostic, Diagnostics, Severity, codes};
use hp5_annotate::highp5;
use hp5_tests::case::{Case, folder};
use hp5_tests::expect::compare;

/// The programs of a folder, by name.
fn cases(kind: &'static str) -> Vec<(PathBuf, Case)> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder(kind))
        .expect("the folders of cases are in the repository")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "hp5"))
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let name = path
                .file_stem()
                .expect("it has one")
                .to_string_lossy()
                .into_owned();
            let source = fs::read_to_string(&path).expect("it can be read");
            (path, Case { name, source, kind })
        })
        .collect()
}

/// What the checker finds, in the order of the text.
fn check(case: &Case) -> (bool, Vec<Diagnostic>) {
    let mut found = Diagnostics::default();
    let accepted = highp5::check(&case.source, &mut found).is_some();
    let list: Vec<Diagnostic> = sorted(&found.list).into_iter().cloned().collect();
    (accepted, list)
}

fn shown(case: &Case, list: &[Diagnostic]) -> String {
    let path = format!("tests/cases/{}/{}.hp5", case.kind, case.name);
    render_all(&path, &case.source, list, false)
}

/// Remarks and findings are one to one.
fn differences(case: &Case, list: &[Diagnostic]) -> Vec<String> {
    let line = |d: &Diagnostic| case.source[..d.primary.span.start].matches('\n').count() + 1;
    let mut left: Vec<&Diagnostic> = list.iter().collect();
    let mut wrong = Vec::new();
    for remark in case.remarks() {
        let fits = |d: &&Diagnostic| {
            let place = &case.source[d.primary.span.clone()];
            line(d) == remark.line
                && d.code == remark.code
                && remark.text.as_ref().is_none_or(|text| text == place)
        };
        match left.iter().position(fits) {
            Some(at) => drop(left.remove(at)),
            None => wrong.push(format!("{}:{}: no {}", case.name, remark.line, remark.code)),
        }
    }
    wrong.extend(left.iter().map(|d| {
        format!(
            "{}:{}: not remarked: {} {}",
            case.name,
            line(d),
            d.code,
            d.message
        )
    }));
    wrong
}

fn hold(kind: &'static str, accepted: bool) {
    let mut wrong = Vec::new();
    let cases = cases(kind);
    assert!(cases.len() >= 3, "{kind}");
    for (path, case) in cases {
        let (is_accepted, list) = check(&case);
        if is_accepted != accepted {
            wrong.push(format!("{}: accepted: {is_accepted}", case.name));
        }
        wrong.extend(differences(&case, &list));
        wrong.extend(compare(&path.with_extension("stderr"), &shown(&case, &list)).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn accepted_programs_are_accepted() {
    hold("highp5/ok", true);
}

#[test]
fn rejected_programs_are_rejected_for_what_is_wrong_in_them() {
    hold("highp5/reject", false);
}

#[test]
fn every_diagnostic_of_highp5_has_a_case() {
    let mut seen = BTreeSet::new();
    for kind in ["highp5/ok", "highp5/reject"] {
        for (_, case) in cases(kind) {
            seen.extend(check(&case).1.iter().map(|d| d.code));
        }
    }
    let ours = codes::TABLE.iter().map(|row| row.0);
    let missing: Vec<&str> = ours
        .filter(|code| code.contains("-E03") || code.contains("-W03"))
        .filter(|code| !seen.contains(code))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn an_error_is_what_rejects() {
    for kind in ["highp5/ok", "highp5/reject"] {
        for (_, case) in cases(kind) {
            let (accepted, list) = check(&case);
            let wrong = list.iter().any(|d| d.severity == Severity::Error);
            assert_eq!(accepted, !wrong, "{}", case.name);
        }
    }
}
