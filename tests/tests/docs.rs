//! The programs in the documentation: every Rust block whose first line is `// run: NAME`
//! is translated, built, and prints the same serially and on several PPUs.

use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;

use hp5_tests::program::run_on;
use hp5_tests::repository;
use hp5_tests::translate::translate;
use hp5_tests::workspace::{Built, Workspace};

static PROGRAMS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let mut pages: Vec<_> = fs::read_dir(repository().join("docs"))
        .into_iter()
        .flatten()
        .flatten()
        .map(|e| e.path())
        .collect();
    pages.push(repository().join("README.md"));
    let mut programs = BTreeMap::new();
    for page in pages
        .iter()
        .filter(|p| p.extension().is_some_and(|e| e == "md"))
    {
        let text = fs::read_to_string(page).unwrap_or_default();
        for (name, source) in blocks(&text) {
            let before = programs.insert(name.clone(), source);
            assert!(
                before.is_none(),
                "two documented programs are called `{name}`"
            );
        }
    }
    programs
});

static BUILT: LazyLock<Built> = LazyLock::new(|| {
    let mut workspace = Workspace::default();
    for (name, source) in PROGRAMS.iter() {
        workspace.need_features_of(source);
        workspace.add(format!("{name}_serial"), source.clone());
        if let Some(text) = translate(&format!("docs/{name}.rs"), source, false).text {
            workspace.add(format!("{name}_emitted"), text);
        }
    }
    workspace.build("docs")
});

/// The `// run: NAME` blocks of a page.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if !line.trim_start().starts_with("```rust") {
            continue;
        }
        let body: Vec<&str> = lines
            .by_ref()
            .take_while(|l| !l.trim_start().starts_with("```"))
            .collect();
        let name = body
            .first()
            .and_then(|first| first.trim().strip_prefix("// run: "));
        if let Some(name) = name {
            found.push((name.trim().to_owned(), body.join("\n") + "\n"));
        }
    }
    found
}

fn check(name: &str) {
    let source = &PROGRAMS[name];
    assert!(source.contains("fn main"), "`{name}` is no whole program");
    let translated = translate(&format!("docs/{name}.rs"), source, false);
    assert!(translated.text.is_some(), "{}", translated.stderr);
    let output = |variant: &str, ppus| {
        let executable = BUILT
            .executable(&format!("{name}_{variant}"))
            .unwrap_or_else(|why| panic!("{why}"));
        run_on(executable, ppus)
            .success()
            .unwrap_or_else(|why| panic!("{variant} on {ppus} PPUs: {why}"))
    };
    let serial = output("serial", 1);
    for ppus in [1, 2, 8] {
        assert_eq!(
            serial,
            output("emitted", ppus),
            "{ppus} PPUs (serial left, emitted right)"
        );
    }
}

include!(concat!(env!("OUT_DIR"), "/docs.rs"));

#[test]
fn blocks_are_found() {
    let page = "text\n```rust\n// run: one\nfn main() {}\n```\n```rust\nlet x = 1;\n```\n";
    assert_eq!(
        blocks(page),
        [("one".to_owned(), "// run: one\nfn main() {}\n".to_owned())]
    );
}
