//! `docs/environment.md` against the sources: every variable that is read stands in one of its
//! tables, and no others do.

use std::collections::BTreeSet;

use hp5_tests::tree::{File, files, sources};

/// How the sources read a variable.
const READERS: [&str; 13] = [
    "var(",
    "var_os(",
    "setting(",
    "number(",
    "path(",
    "get(",
    "is_set(",
    "flag(",
    "flag_variable(",
    "file(",
    "file_variable(",
    "parsed(",
    "variable_of(",
];

fn page(name: &str) -> String {
    let pages = files(&["md"]);
    let page = pages.into_iter().find(|page| page.path == name);
    page.unwrap_or_else(|| panic!("no {name}")).text
}

/// The rows of the tables under headings that `wanted` takes: their cells.
fn rows(page: &str, wanted: impl Fn(&str) -> bool) -> Vec<Vec<String>> {
    let mut heading = "";
    let mut rows = Vec::new();
    for line in page.lines() {
        if let Some(text) = line.strip_prefix("## ") {
            heading = text;
        }
        if wanted(heading) && line.starts_with("| `HP5") {
            let line = line.trim_matches('|');
            rows.push(
                line.split(" | ")
                    .map(|cell| cell.trim().to_owned())
                    .collect(),
            );
        }
    }
    rows
}

fn names(rows: &[Vec<String>]) -> BTreeSet<String> {
    rows.iter()
        .map(|row| row[0].trim_matches('`').to_owned())
        .collect()
}

/// Variables that a file reads: names in quotes behind one of the readers.
fn read_in(file: &File) -> impl Iterator<Item = String> {
    let text: String = file.text.split_whitespace().collect();
    let mut found = Vec::new();
    for (at, _) in text.match_indices("\"HP5") {
        let name = &text[at + 1..];
        let end = name.find('"').unwrap_or(name.len());
        let is_name = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
        if READERS.iter().any(|reader| text[..at].ends_with(reader))
            && name[..end].bytes().all(is_name)
        {
            found.push(name[..end].to_owned());
        }
    }
    found.into_iter()
}

#[test]
fn the_page_names_what_programs_and_tools_read() {
    let page = page("docs/environment.md");
    let mut named = names(&rows(&page, |heading| {
        heading != "Of the tests of this repository"
    }));
    // What `hp5cc` reads, when programs are built, is no concern of the doctor's.
    named.retain(|name| name.starts_with("HP5_"));
    // The doctor's list is held against the sources elsewhere (`verify`).
    let known = hp5_annotate::cli::doctor::variables::KNOWN;
    let known: BTreeSet<String> = known.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(named, known, "on the page (left) and known to the doctor");
}

#[test]
fn the_page_names_what_tests_read() {
    let page = page("docs/environment.md");
    let all = names(&rows(&page, |_| true));
    let of_tests = names(&rows(&page, |heading| {
        heading == "Of the tests of this repository"
    }));
    // The doctor's own tests invent names.
    let ours = |file: &File| !file.path.contains("/doctor/");
    let read: BTreeSet<String> = sources()
        .iter()
        .filter(|file| ours(file))
        .flat_map(read_in)
        .collect();
    assert!(read.len() > 15, "{read:?}");
    assert!(read.contains("HP5CC_CPP"), "{read:?}");
    let missing: Vec<&String> = read.difference(&all).collect();
    assert!(
        missing.is_empty(),
        "read by the sources, and not on the page: {missing:?}"
    );
    let gone: Vec<&String> = of_tests.difference(&read).collect();
    assert!(gone.is_empty(), "on the page, and read by nobody: {gone:?}");
}

#[test]
fn every_row_says_everything() {
    let page = page("docs/environment.md");
    for row in rows(&page, |_| true) {
        assert_eq!(row.len(), 5, "{row:?}");
        assert!(row.iter().all(|cell| !cell.is_empty()), "{row:?}");
        let name = row[0].trim_matches('`');
        assert!(
            row[4].contains(&format!("{name}=")),
            "the example of {name}: {}",
            row[4]
        );
    }
}

#[test]
fn the_readme_leads_there() {
    assert!(page("README.md").contains("docs/environment.md"));
}
