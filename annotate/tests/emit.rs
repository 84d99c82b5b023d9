//! Programs that are hard on generating code: aliases, closures, conditions, moves, ways out
//! of a scope. Each translates, and exactly the expected lines get a wait or a hold (W0102).

use std::path::Path;

use hp5_annotate::diag::Severity;
use hp5_annotate::syntax::rust::parse;
use hp5_annotate::{Options, SourceFile, translate};

fn waits_of(name: &str, checked: bool) -> Vec<usize> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/emit")
        .join(format!("{name}.rs"));
    let text = std::fs::read_to_string(&path).expect("the program is in the repository");
    let file = SourceFile {
        path: format!("{name}.rs").into(),
        text: text.clone(),
    };
    let output = translate(&[file], &Options::checked(checked));
    let findings: Vec<_> = output
        .diagnostics
        .iter()
        .flat_map(|(_, found)| &found.list)
        .collect();
    let errors: Vec<_> = findings
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{name}: {errors:?}");
    let emitted = &output.files[0].text;
    let tree = parse(&path, emitted.clone()).expect("the parser runs");
    assert!(
        !tree.tree.root_node().has_error(),
        "{name}: emitted text does not parse\n{emitted}"
    );
    let line = |at: usize| 1 + text[..at].matches('\n').count();
    let mut lines: Vec<usize> = findings
        .iter()
        .filter(|d| d.code == "HP5-W0102")
        .map(|d| line(d.primary.span.start))
        .collect();
    lines.sort_unstable();
    lines
}

#[test]
fn waits_are_put_where_they_are_needed_and_nowhere_else() {
    let expected: [(&str, &[usize]); 9] = [
        ("aliases", &[30, 33, 41, 44]),
        ("closures", &[9]),
        ("composites", &[]),
        ("conditions", &[5, 30, 52, 63, 66, 69, 81]),
        ("deferred", &[29]),
        ("failing", &[]),
        ("forms", &[]),
        ("methods", &[37]),
        ("shadow", &[]),
    ];
    for (name, lines) in expected {
        for checked in [false, true] {
            assert_eq!(waits_of(name, checked), lines, "{name}, checked {checked}");
        }
    }
}
