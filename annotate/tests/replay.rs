//! Which loops are taken for ones whose turns register the same tasks, and which are not.

use std::path::PathBuf;

use hp5_annotate::{Options, Output, SourceFile, translate};

fn translated(body: &str, checked: bool) -> Output {
    let text = format!(
        "#[hp5::region]\nfn f(a: &mut Vec<f64>, b: &mut Vec<f64>, c: &Vec<f64>, n: usize, mut m: usize, sweeps: usize) {{\n{body}\n}}\n"
    );
    let file = SourceFile {
        path: PathBuf::from("t.rs"),
        text,
    };
    translate(&[file], &Options::checked(checked))
}

/// The calls that the emitted loops have, such as `rounds(2, laps(1, `, and why others have none.
fn found(body: &str) -> (String, Vec<String>) {
    let output = translated(body, false);
    let text = &output.files[0].text;
    assert!(!output.has_errors(), "{body}\n{:?}", output.diagnostics);
    let calls = text.match_indices("__hp5.").filter_map(|(at, dot)| {
        let rest = &text[at + dot.len()..];
        let call = &rest[..rest.find(',')?.min(10) + 1];
        (call.starts_with("rounds(") || call.starts_with("laps(")).then_some(call)
    });
    let calls: Vec<&str> = calls.collect();
    let notes = output.diagnostics.iter().flat_map(|(_, list)| &list.list);
    let notes = notes.filter(|d| d.code == "HP5-N0203");
    let why = notes.map(|d| d.secondary[0].text.clone()).collect();
    (calls.concat(), why)
}

/// A loop around a task loop with the usual accesses.
fn around(head: &str, clauses: &str, before: &str, inner: &str, after: &str) -> String {
    format!(
        "for {head} {{ {before}\n #[hp5::task_tile(i = 8{clauses})]\n for i in 1..n - 1 {{ {inner} }}\n {after} }}"
    )
}

const STEP: &str = "b[i] = a[i - 1] + a[i + 1];";
const SWAP: &str = "std::mem::swap(a, b);";

#[track_caller]
fn expect(body: &str, calls: &str) {
    let (got, why) = found(body);
    assert_eq!(got, calls, "{body}\n{why:?}");
}

/// Not replayed; `reason` is in the note, or nothing is said if it is empty.
#[track_caller]
fn refuse(body: &str, reason: &str) {
    let (got, why) = found(body);
    assert_eq!(got, "", "{body}");
    match reason {
        "" => assert!(why.is_empty(), "{body}\n{why:?}"),
        reason => assert!(why.iter().any(|w| w.contains(reason)), "{body}\n{why:?}"),
    }
}

#[test]
fn loops_that_do_nothing_else_are_replayed() {
    expect(&around("_ in 0..sweeps", "", "", STEP, ""), "rounds(1,");
    expect(&around("_ in 0..sweeps", "", "", STEP, SWAP), "rounds(2,");
    expect(
        &around("_ in (1..=sweeps).rev().step_by(2)", "", "", STEP, ""),
        "rounds(1,",
    );
    expect(
        &around(
            "t in 0..sweeps",
            "",
            "let k = n / 2;",
            "b[i] = a[i] + k as f64 * c[3];",
            "",
        ),
        "rounds(1,",
    );
    expect(
        &around(
            "t in 0..sweeps",
            ", priority(n % 3), name(\"some\"), if(n > 9)",
            "",
            STEP,
            "",
        ),
        "rounds(1,",
    );
    let branch = "if n > m { #[hp5::task(inout(b))] { b[0] = 1.0; } } else { #[hp5::task(inout(b))] { b[0] = 2.0; } }";
    expect(
        &around("_ in 0..sweeps", "", branch, STEP, SWAP),
        "rounds(2,",
    );
    let inner =
        "for part in 0..3 { #[hp5::task_tile(i = 4)] for i in part..n { a[i] += part as f64; } }";
    // The inner loop's tasks depend on its variable; the outer one's do not.
    expect(&format!("for _ in 0..sweeps {{ {inner} }}"), "rounds(1,");
}

#[test]
fn bodies_that_know_the_turn_are_handed_in() {
    expect(
        &around("t in 0..sweeps", "", "", "b[i] = a[i] + t as f64;", SWAP),
        "laps(2,",
    );
    let chain = "let k = t * 2; let l = k + n;";
    expect(
        &around("t in 0..sweeps", "", chain, "b[i] = a[i] + l as f64;", ""),
        "laps(1,",
    );
    expect(
        &around(
            "t in 0..sweeps",
            ", name(format!(\"sweep {t}\"))",
            "",
            STEP,
            "",
        ),
        "laps(1,",
    );
    expect(
        &around(
            "_ in 0..sweeps",
            "",
            "m = m * 3 + 1;",
            "b[i] = a[i] + m as f64;",
            "",
        ),
        "laps(1,",
    );
    // It changes something, though no task knows.
    expect(
        &around("_ in 0..sweeps", "", "", STEP, "m += 1;"),
        "laps(1,",
    );
    expect(
        &around(
            "t in 0..sweeps",
            ", private(m)",
            "m = t;",
            "m = i + m; b[i] = a[i] + m as f64;",
            "",
        ),
        "laps(1,",
    );
    let composite = "for t in 0..sweeps { #[hp5::task(nested, in(a), out(b))] { #[hp5::task_tile(i = 8)] for i in 0..n { b[i] = a[i]; } } }";
    expect(composite, "laps(1,");
}

#[test]
fn tasks_that_depend_on_the_turn_are_registered_and_nothing_is_said() {
    for (clauses, before) in [
        (", priority(t)", ""),
        (", if(t % 2 == 0)", ""),
        ("", "let n = n - t;"),
        ("", "let (n, k) = (t + 2, 3);"),
        ("", "let k = m; let n = k + t;"),
        (", priority(m)", "m = m + 1;"),
    ] {
        refuse(&around("t in 0..sweeps", clauses, before, STEP, ""), "");
    }
    refuse(
        "for t in 0..sweeps { #[hp5::task_tile(i = t + 1)] for i in 0..n { b[i] = a[i]; } }",
        "",
    );
    refuse(
        "for t in 0..sweeps { #[hp5::task_tile(i = 8)] for i in t..n { b[i] = a[i]; } }",
        "",
    );
    refuse(
        "for t in 0..sweeps { #[hp5::task_tile(i = 8)] for i in 0..n - t { b[i] = a[i + t]; } }",
        "",
    );
    refuse(
        &around(
            "t in 0..sweeps",
            "",
            "if t > 3 { #[hp5::task(inout(b))] { b[0] = 1.0; } }",
            STEP,
            "",
        ),
        "",
    );
    // The inner loop has turns of one shape, how many of them there may be.
    expect(
        "for t in 0..sweeps { for part in 0..t { #[hp5::task(inout(b))] { b[0] += 1.0; } } }",
        "rounds(1,",
    );
    refuse(
        "for t in 0..sweeps { #[hp5::array_tile(b: [t + 2])] #[hp5::task_tile(i = 8)] for i in 0..n { b[i] = a[i]; } }",
        "",
    );
}

#[test]
fn code_with_other_effects_says_why_it_is_not_replayed() {
    let effects = "may have effects";
    for after in [
        "tick();",
        "println!(\"turn\");",
        "if n == 3 { break; }",
        "if n == 3 { return; }",
        "if n == 3 { continue; }",
        "unsafe { COUNT += 1; }",
        "let k = next();",
        "let k = ITEMS.next();",
        "let v = vec![0; 3];",
        "let f = |x: usize| x + 1;",
        "match n { 0 => {} _ => {} }",
        "std::mem::swap(&mut m, &mut tick());",
        "if n > 3 { std::mem::swap(a, b); }",
        "let Some(k) = n.checked_sub(1) else { return };",
    ] {
        refuse(&around("t in 0..sweeps", "", "", STEP, after), effects);
    }
    refuse(
        &around("t in 0..sweeps", "", "", STEP, &format!("{SWAP} {SWAP}")),
        "exchanged more than once",
    );
    let waits = "generating code waits here";
    refuse(
        &around("t in 0..sweeps", "", "", STEP, "#[hp5::task_wait] {}"),
        waits,
    );
    refuse(
        &around("t in 0..sweeps", "", "", STEP, "m = b[1] as usize;"),
        waits,
    );
    refuse(
        "for t in 0..sweeps { #[hp5::task(inout(b), if(n > 3))] { b[0] = 1.0; } }",
        "if the condition",
    );
    let ranges = "only loops over ranges";
    refuse(&around("t in [1, 2, 3]", "", "", STEP, ""), ranges);
    refuse(&around("t in 0..next()", "", "", STEP, ""), ranges);
    refuse(&around("t in 0..", "", "", STEP, ""), ranges);
    let turns =
        "while m < sweeps { #[hp5::task_tile(i = 8)] for i in 0..n { b[i] = a[i]; } m += 1; }";
    refuse(turns, "how often it runs");
    let own = "for t in 0..sweeps { let mut w = vec![0.0; 9]; #[hp5::task_tile(i = 8)] for i in 0..9 { w[i] = a[i]; } \
               #[hp5::task_tile(i = 8)] for i in 0..9 { b[i] = w[i]; } }";
    refuse(own, "each turn has its own `w`");
    let sum = "let mut s = 0.0; for t in 0..sweeps { #[hp5::task_tile(i = 8, reduction(+: s))] for i in 0..n { s += a[i]; } }";
    refuse(sum, "new partial results");
    expect(&sum.replace("+: s", "ordered +: s"), "rounds(1,");
}

#[test]
fn exchanged_arrays_are_cut_alike() {
    let cut = |b: usize| {
        format!(
            "#[hp5::array_tile(a: [8], b: [{b}])]\n{}",
            around("_ in 0..sweeps", "", "", STEP, SWAP)
        )
    };
    expect(&cut(8), "rounds(2,");
    refuse(&cut(4), "cut differently");
}

#[test]
fn the_instrumented_variant_registers_every_turn() {
    let output = translated(&around("_ in 0..sweeps", "", "", STEP, SWAP), true);
    let text = &output.files[0].text;
    assert!(
        text.contains("__hp5") && !text.contains("rounds("),
        "{text}"
    );
    assert!(!text.contains("spawn_repeat"), "{text}");
}

#[test]
fn regions_in_loops_are_recorded_from_turn_to_turn() {
    let of = |around: &str, inside: &str| {
        let text = format!(
            "#[hp5::annotated]\nfn f(a: &mut Vec<f64>, n: usize) {{ let mut v = Vec::new(); {} }}\n",
            around.replace("@@", &format!("#[hp5::region] {{ {inside} }}"))
        );
        let file = SourceFile {
            path: PathBuf::from("t.rs"),
            text,
        };
        let output = translate(&[file], &Options::default());
        assert!(!output.has_errors(), "{:?}", output.diagnostics);
        output.files[0].text.contains("hp5::rt::Recording::new(")
    };
    let task = "#[hp5::task_tile(i = 8)] for i in 0..n { a[i] += 1.0; }";
    assert!(of("for t in 0_usize.min(9)..=9 { @@ v.push(a[0]); }", task));
    assert!(of(
        "'x: while v.len() < 9 { @@ v.push(a[0]); if v[0] > 3.0 { break 'x; } }",
        task
    ));
    assert!(of("#[allow(unused)] loop { @@ a[3] = 1.0; }", task));
    assert!(!of("for t in 1_usize..=9 { @@ a.push(1.0); }", task));
    assert!(!of(
        "for t in 1_usize..=9 { @@ }",
        "#[hp5::task_tile(i = 8)] for i in t..n { a[i] += 1.0; }"
    ));
    assert!(!of("for t in 1_usize..=9 { let n = t * 2; @@ }", task));
    assert!(!of(
        "for t in 1_usize..=9 { @@ }",
        &format!("{task} #[hp5::task_wait] {{}}")
    ));
    assert!(!of("if n > 3 { @@ }", task));
    assert!(!of("for t in 0..9 { let f = || { @@ }; f(); }", task));
}
