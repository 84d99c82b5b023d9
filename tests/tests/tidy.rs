//! The tree itself: what the architecture says of it is held here, because only what a
//! test reads stays true.

use std::collections::BTreeMap;

use hp5_tests::lex::{Parts, line_of, parts, words};
use hp5_tests::tree::{File, sources};
use hp5_tests::{repository, tree};

#[path = "tidy/allowed.rs"]
mod allowed;
#[path = "tidy/layers.rs"]
mod layers;

use allowed::{FIXTURES, LAYERS, LONG, SYNCHRONISATION, UNSAFE};

/// Most lines of a file: one subject fits.
const LONGEST: usize = 600;

fn all() -> Vec<(File, Parts)> {
    sources()
        .into_iter()
        .map(|file| (parts(&file.text), file))
        .map(|(parts, file)| (file, parts))
        .collect()
}

/// True for files of tests: their threads and locks are no protocol, and what makes their
/// unsafe calls sound is the test itself, a few lines long.
fn is_test(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("/tests.rs")
}

fn report(rule: &str, broken: &[String]) {
    assert!(broken.is_empty(), "{rule}\n  {}", broken.join("\n  "));
}

#[test]
fn manifests_point_one_way() {
    let ours = [
        "pcubes",
        "hp5-arrays",
        "hp5-program",
        "hp5",
        "hp5-macros",
        "hp5-annotate",
        "hp5-tests",
        "hp5-stress",
    ];
    let mut broken = Vec::new();
    for (folder, allowed) in LAYERS {
        let path = repository().join(folder).join("Cargo.toml");
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let manifest: toml::Table = text
            .parse()
            .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let Some(table) = manifest.get(section).and_then(|t| t.as_table()) else {
                continue;
            };
            let bad = table
                .keys()
                .filter(|k| ours.contains(&k.as_str()) && !allowed.contains(&k.as_str()));
            broken.extend(bad.map(|k| format!("{folder}: [{section}] {k}")));
        }
    }
    report("a crate never reaches back (DESIGN, the house):", &broken);
}

#[test]
fn only_sync_names_synchronisation() {
    let named = [
        "std::sync",
        "core::sync",
        "crossbeam_",
        "loom::",
        "parking_lot",
    ];
    let mut broken = Vec::new();
    for (file, parts) in all() {
        let excepted = SYNCHRONISATION
            .iter()
            .any(|(path, _)| file.path.starts_with(path));
        if !file.path.starts_with("runtime/src/") || excepted || is_test(&file.path) {
            continue;
        }
        for name in named {
            // What a lock's result is made of is no synchronisation.
            let harmless = |at: &usize| parts.code[*at..].starts_with("std::sync::PoisonError");
            let places = parts
                .code
                .match_indices(name)
                .filter(|(at, _)| !harmless(at));
            broken.extend(
                places.map(|(at, _)| format!("{}:{}: {name}", file.path, line_of(&parts.code, at))),
            );
        }
    }
    report(
        "only runtime/src/sync.rs names std::sync, crossbeam or loom:",
        &broken,
    );
}

#[test]
fn unsafe_stands_where_it_is_listed() {
    let mut broken = Vec::new();
    for (file, parts) in all() {
        let listed = UNSAFE.iter().any(|(path, _)| file.path.starts_with(path));
        if let Some(&at) = words(&parts.code, "unsafe").first().filter(|_| !listed) {
            broken.push(format!("{}:{}", file.path, line_of(&parts.code, at)));
        }
    }
    report(
        "files with `unsafe` are listed in tests/tests/tidy/allowed.rs:",
        &broken,
    );
}

#[test]
fn unsafe_is_argued() {
    let mut broken = Vec::new();
    for (file, parts) in all().into_iter().filter(|(file, _)| !is_test(&file.path)) {
        let (code, comments): (Vec<&str>, Vec<&str>) = (
            parts.code.lines().collect(),
            parts.comments.lines().collect(),
        );
        let tests = parts.code.find("#[cfg(test)]").unwrap_or(parts.code.len());
        for at in words(&parts.code, "unsafe")
            .into_iter()
            .filter(|&at| at < tests)
        {
            let rest = after_abi(&parts.code[at + "unsafe".len()..]);
            let is_type = rest
                .strip_prefix("fn")
                .is_some_and(|r| r.trim_start().starts_with('('));
            let line = line_of(&parts.code, at);
            if exports_a_name_of_ours(rest) {
                continue;
            }
            let is_function = rest.starts_with("fn");
            let wanted = if is_function || rest.starts_with("trait") {
                "# Safety"
            } else {
                "SAFETY:"
            };
            let inherited = is_function && in_trait_impl(&code, line - 1);
            if !is_type && !inherited && !argued(&code, &comments, line - 1, wanted) {
                broken.push(format!("{}:{line}: no `{wanted}`", file.path));
            }
        }
    }
    report(
        "each unsafe block and impl has its SAFETY line, each unsafe fn its `# Safety`:",
        &broken,
    );
}

/// True for `unsafe(no_mangle)` of a function that begins with `hp5_`, so that it takes the place of
/// nobody else's.
fn exports_a_name_of_ours(rest: &str) -> bool {
    let function = rest
        .strip_prefix("(no_mangle)")
        .and_then(|r| r.split_once("fn "));
    function.is_some_and(|(before, name)| before.len() < 40 && name.starts_with("hp5_"))
}

/// What follows `unsafe`, an ABI left out (its string is blank here).
fn after_abi(rest: &str) -> &str {
    let rest = rest.trim_start();
    let abi = rest.strip_prefix("extern").map(str::trim_start);
    abi.filter(|more| more.starts_with("fn")).unwrap_or(rest)
}

/// True for a function of a trait's implementation: the trait says what its callers owe.
fn in_trait_impl(code: &[&str], at: usize) -> bool {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let own = indent(code[at]);
    let header = code[..at].iter().rposition(|line| {
        !line.trim().is_empty() && indent(line) < own && !line.trim().starts_with(['}', ')', '{'])
    });
    let Some(mut line) = header else { return false };
    // The header may have several lines.
    while line > 0
        && !code[line].trim_start().starts_with("impl")
        && !code[line].trim_start().starts_with("unsafe impl")
    {
        if code[line].trim().is_empty() || code[line].contains('}') {
            return false;
        }
        line -= 1;
    }
    code[line].contains(" for ") || code[line..at].iter().take(4).any(|l| l.contains(" for "))
}

/// True when `wanted` (or a SAFETY line) stands at the statement that line `at` is part of.
fn argued(code: &[&str], comments: &[&str], at: usize, wanted: &str) -> bool {
    let says = |line: usize| comments[line].contains(wanted) || comments[line].contains("SAFETY:");
    if says(at) {
        return true;
    }
    for line in (0..at).rev() {
        if says(line) {
            return true;
        }
        let text = code[line].trim();
        let blank = text.is_empty() && comments[line].trim().is_empty();
        // Pairs such as Send and Sync share one argument.
        let sibling = text.starts_with("unsafe impl");
        let attribute = text.starts_with("#[");
        let ends_before = text.ends_with([';', '{', '}', ',']) && !sibling && !attribute;
        if blank || ends_before {
            return false;
        }
    }
    false
}

#[test]
fn modules_say_what_they_are_for() {
    let silent = |f: &File| {
        f.text
            .lines()
            .find(|l| !l.trim().is_empty())
            .is_none_or(|l| !l.starts_with("//!"))
    };
    let broken: Vec<String> = sources()
        .iter()
        .filter(|f| silent(f) && !f.path.starts_with(FIXTURES))
        .map(|f| f.path.clone())
        .collect();
    report("every file of Rust opens with `//!`:", &broken);
    let unfinished = |f: &&File| f.text.starts_with("//! (being written)");
    let broken: Vec<String> = sources()
        .iter()
        .filter(unfinished)
        .map(|f| f.path.clone())
        .collect();
    report("these are not written yet:", &broken);
}

#[test]
fn files_fit_one_subject() {
    let lines = |f: &File| f.text.lines().count();
    let excepted = |f: &File| LONG.iter().any(|(path, _)| *path == f.path);
    let long = sources()
        .into_iter()
        .filter(|f| lines(f) > LONGEST && !excepted(f));
    let broken: Vec<String> = long
        .map(|f| format!("{}: {} lines", f.path, lines(&f)))
        .collect();
    report("no file of more than 600 lines:", &broken);
}

#[test]
fn nothing_is_left_to_do() {
    let mut broken = Vec::new();
    for (file, parts) in all() {
        for name in ["todo", "unimplemented", "dbg"] {
            let places = words(&parts.code, name).into_iter();
            let macros = places.filter(|&at| parts.code[at + name.len()..].starts_with('!'));
            broken.extend(
                macros.map(|at| format!("{}:{}: {name}!", file.path, line_of(&parts.code, at))),
            );
        }
    }
    report("no placeholders:", &broken);
}

#[test]
fn links_lead_somewhere() {
    let pages = tree::files(&["md"]);
    let mut broken = Vec::new();
    for page in &pages {
        let folder = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (line, target) in links(&page.text) {
            let (file, heading) = target.split_once('#').unwrap_or((&target, ""));
            let path = if file.is_empty() {
                page.path.clone()
            } else {
                resolve(folder, file)
            };
            let found = repository().join(&path).exists();
            let linked = pages.iter().find(|p| p.path == path);
            let headed = heading.is_empty()
                || linked.is_some_and(|p| anchors(&p.text).contains(&heading.to_owned()));
            if !found || !headed {
                broken.push(format!("{}:{line}: {target}", page.path));
            }
        }
    }
    report("links in pages lead to files and headings:", &broken);
}

/// Local link targets of a page, code left out.
fn links(page: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in prose(page) {
        let mut rest = line;
        while let Some(at) = rest.find("](") {
            rest = &rest[at + 2..];
            let Some(end) = rest.find(')') else { break };
            let target = rest[..end].split_whitespace().next().unwrap_or("");
            if !target.contains("://") && !target.starts_with("mailto:") && !target.is_empty() {
                found.push((number, target.to_owned()));
            }
        }
    }
    found
}

/// Lines outside code blocks, numbered from 1.
fn prose(page: &str) -> Vec<(usize, &str)> {
    let mut fenced = false;
    let mut list = Vec::new();
    for (n, line) in page.lines().enumerate() {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        if !fenced && !fence {
            list.push((n + 1, line));
        }
    }
    list
}

/// The anchors that headings get.
fn anchors(page: &str) -> Vec<String> {
    let mut seen = BTreeMap::<String, usize>::new();
    let headings = prose(page)
        .into_iter()
        .filter(|(_, line)| line.starts_with('#'));
    headings
        .map(|(_, line)| {
            let kept = line.trim_start_matches('#').trim().to_lowercase();
            let kept = kept
                .chars()
                .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
            let anchor: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
            let times = seen.entry(anchor.clone()).or_default();
            *times += 1;
            if *times == 1 {
                anchor
            } else {
                format!("{anchor}-{}", *times - 1)
            }
        })
        .collect()
}

/// `file` as seen from `folder`, `..` taken out.
fn resolve(folder: &str, file: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|p| !p.is_empty()).collect();
    for part in file.split('/') {
        match part {
            ".." => {
                parts.pop();
            }
            "." | "" => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[test]
fn protocol_steps_name_models_that_exist() {
    let models: String = sources()
        .into_iter()
        .filter(|f| f.path.starts_with("stress/"))
        .map(|f| f.text)
        .collect();
    let mut broken = Vec::new();
    let mut named = 0;
    for page in ["runtime/src/sched/README.md", "runtime/src/graph/README.md"] {
        let text = std::fs::read_to_string(repository().join(page))
            .unwrap_or_else(|e| panic!("{page}: {e}"));
        for (line, text) in prose(&text) {
            let lower = text.to_lowercase();
            // Not in a file's name.
            let mut words = lower.match_indices("model").map(|(at, _)| at);
            let Some(at) = words.find(|&at| !lower[..at].ends_with('_')) else {
                continue;
            };
            for name in text[at..].split('`').skip(1).step_by(2) {
                named += 1;
                let is_path = name.contains('/');
                let function = name
                    .rsplit("::")
                    .next()
                    .unwrap_or(name)
                    .trim_end_matches("()");
                let exists = if is_path {
                    repository()
                        .join(name.split("::").next().unwrap_or(name))
                        .exists()
                } else {
                    models.contains(&format!("fn {function}("))
                        || models.contains(&format!("mod {function}"))
                };
                if !exists {
                    broken.push(format!("{page}:{line}: `{name}`"));
                }
            }
        }
    }
    report(
        "models that the protocol pages name exist in stress/:",
        &broken,
    );
    assert!(named > 0, "the protocol pages name no model");
}

/// A table that another one was written over, or a model that nobody told of.
#[test]
fn models_are_in_the_tables() {
    let mut missing = Vec::new();
    for folder in ["stress/loom/tests/", "stress/shuttle/tests/"] {
        let page = folder.replace("tests/", "README.md");
        let text = std::fs::read_to_string(repository().join(&page))
            .unwrap_or_else(|e| panic!("{page}: {e}"));
        let files = sources()
            .into_iter()
            .filter_map(|f| Some(f.path.strip_prefix(folder)?.to_owned()));
        let mut count = 0;
        for file in files.inspect(|_| count += 1) {
            let is_row = |line: &str| line.starts_with("| ") && line.contains(&format!("`{file}`"));
            if !text.lines().any(is_row) {
                missing.push(format!("{folder}{file}"));
            }
        }
        assert!(count > 5, "{folder}: {count} files");
    }
    report("the table beside the models has each of them:", &missing);
}

#[test]
fn emitted_names_exist_in_the_runtime() {
    let path = "annotate/src/emit/runtime_names.rs";
    let text =
        std::fs::read_to_string(repository().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"));
    let runtime: String = all()
        .into_iter()
        .filter(|(f, _)| f.path.starts_with("runtime/src/"))
        .map(|(_, parts)| parts.code)
        .collect();
    let mut broken = Vec::new();
    let mut checked = 0;
    for literal in parts(&text).strings {
        let is_path = literal
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '!'));
        if !is_path || literal.is_empty() || literal.starts_with("__") {
            continue;
        }
        checked += 1;
        for name in literal
            .trim_end_matches('!')
            .split("::")
            .filter(|part| !part.is_empty() && *part != "hp5")
        {
            let kinds = [
                "fn", "struct", "enum", "const", "mod", "trait", "type", "as",
            ];
            let variant = words(&runtime, name).iter().any(|&at| {
                runtime[at + name.len()..].starts_with([',', '('])
                    && runtime[..at].ends_with("    ")
            });
            if !variant
                && !kinds
                    .iter()
                    .any(|kind| !words(&runtime, &format!("{kind} {name}")).is_empty())
            {
                broken.push(format!("{path}: `{literal}`"));
            }
        }
    }
    report(
        "names that the emitters write exist in the runtime:",
        &broken,
    );
    assert!(
        checked > 10,
        "{path} lists the names that emitted code uses, as strings"
    );
}

#[test]
fn every_case_is_complete_and_run() {
    let mut broken = Vec::new();
    for kind in ["ok", "reject", "checked"] {
        let run = ["cases.rs", "run_cases.rs"].iter().any(|file| {
            let path = repository().join("tests/tests").join(file);
            std::fs::read_to_string(path)
                .unwrap_or_default()
                .contains(&format!("\"/{kind}.rs\""))
        });
        if !run {
            broken.push(format!("no test includes the cases of {kind}"));
        }
        let folder = format!("tests/cases/{kind}/");
        let files: Vec<String> = tree::files(&["rs", "stderr"])
            .into_iter()
            .map(|f| f.path)
            .collect();
        for file in files.iter().filter_map(|path| path.strip_prefix(&folder)) {
            let name = file.split('.').next().unwrap_or(file);
            if !files.contains(&format!("{folder}{name}.rs")) {
                broken.push(format!("{folder}{file} has no case"));
            }
            if kind == "ok" && !files.contains(&format!("{folder}{name}.emitted.rs")) {
                broken.push(format!("{folder}{name}.rs has no expected text"));
            }
        }
    }
    report("cases are complete:", &broken);
    let count = |kind| hp5_tests::case::Case::all(kind).len();
    assert!(
        count("ok") >= 30 && count("reject") >= 30,
        "{} ok, {} reject",
        count("ok"),
        count("reject")
    );
}

#[test]
fn every_example_is_run() {
    let path = repository().join("tests/tests/examples.rs");
    let test = std::fs::read_to_string(path).expect("the test is beside this one");
    let folders =
        std::fs::read_dir(repository().join("examples/rust")).expect("the examples are there");
    let mut names: Vec<String> = folders
        .flatten()
        .filter(|e| e.path().is_dir())
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert!(names.len() >= 9, "{names:?}");
    let broken: Vec<String> = names
        .into_iter()
        .filter(|name| !test.contains(&format!("\"{name}\"")))
        .collect();
    report(
        "every example has its small sizes in tests/tests/examples.rs:",
        &broken,
    );
}
