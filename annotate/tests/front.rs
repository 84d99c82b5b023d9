//! Snippets through the whole front end: what the IR must say, which findings there must be.
//!
//! Each file under `front/` holds cases, `== name` and then source. In the source,
//! `//~ has TEXT` and `//~ lacks TEXT` speak of the IR's dump, `//~ error CODE TEXT` and
//! `//~ warning CODE TEXT` name every finding with the source text that it underlines. A
//! finding that no line names fails the case, as does a line that no finding answers.

use std::path::Path;

use hp5_annotate::diag::{Diagnostics, Severity};
use hp5_annotate::ir::{print, validate};
use hp5_annotate::syntax::rust::parse;
use hp5_annotate::{lower, passes};

struct Case {
    name: String,
    source: String,
}

fn cases(text: &str) -> Vec<Case> {
    let mut list: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("== ") {
            list.push(Case {
                name: name.to_owned(),
                source: String::new(),
            });
        } else if let Some(case) = list.last_mut() {
            case.source.push_str(line);
            case.source.push('\n');
        }
    }
    list
}

fn check(case: &Case) -> Result<(), String> {
    let src = parse(Path::new("case.rs"), case.source.clone()).ok_or("no tree")?;
    let mut diags = Diagnostics::default();
    let mut unit = lower::lower(&src, &mut diags);
    passes::run(&src, &mut unit, &mut diags);
    let dump = print::print(&unit);
    // A wrong program's IR goes no further.
    let mut wrong = if diags.has_errors() {
        Vec::new()
    } else {
        validate::check(&src.text, &unit)
    };
    let mut named = vec![false; diags.list.len()];
    for line in case.source.lines() {
        let Some((_, wanted)) = line.split_once("//~ ") else {
            continue;
        };
        let (kind, rest) = wanted.split_once(' ').unwrap_or((wanted, ""));
        match kind {
            "has" if !dump.contains(rest.trim()) => wrong.push(format!("the dump lacks `{rest}`")),
            "lacks" if dump.contains(rest.trim()) => wrong.push(format!("the dump has `{rest}`")),
            "has" | "lacks" => {}
            "error" | "warning" => {
                let (code, text) = rest.split_once(' ').unwrap_or((rest, ""));
                let fits = |(n, d): &(usize, &hp5_annotate::diag::Diagnostic)| {
                    let underlined = case.source.get(d.primary.span.clone()).unwrap_or("");
                    !named[*n] && d.code == code && underlined.starts_with(text.trim())
                };
                match diags.list.iter().enumerate().find(fits) {
                    Some((n, _)) => named[n] = true,
                    None => wrong.push(format!("no finding `{wanted}`")),
                }
            }
            other => wrong.push(format!("`//~ {other}` is no expectation")),
        }
    }
    for (d, _) in diags
        .list
        .iter()
        .zip(&named)
        .filter(|(d, named)| !**named && d.severity > Severity::Note)
    {
        let underlined = case.source.get(d.primary.span.clone()).unwrap_or("");
        wrong.push(format!(
            "not expected: {} {} at `{underlined}`",
            d.code, d.message
        ));
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "== {}\n  {}\n{dump}",
            case.name,
            wrong.join("\n  ")
        ))
    }
}

#[test]
fn snippets_are_understood() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/front");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the cases are there")
        .flatten()
        .map(|e| e.path())
        .collect();
    files.sort();
    let (mut count, mut failed) = (0, Vec::new());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a case file is text");
        for case in cases(&text) {
            count += 1;
            if let Err(why) = check(&case) {
                failed.push(format!("{}\n{why}", file.display()));
            }
        }
    }
    assert!(count > 20, "only {count} cases were found");
    assert!(
        failed.is_empty(),
        "{} of {count} cases:\n{}",
        failed.len(),
        failed.join("\n")
    );
}
