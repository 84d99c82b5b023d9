//! What is translated and what is refused.

use crate::diag::{Diagnostics, codes};
use crate::highp5::check;

use super::emit;

const SCALE: &str = r#"
Program (args) {
    env = new TaskEnvironment(name: "Scale")
    bind_input(env, "a", args.input)
    execute(task: "Scale"; environment: env; partition: args.k)
    bind_output(env, "a", args.output)
}
Task "Scale":
    Define:
        a: 1d Array of Real double-precision
    Environment:
        a: link
    Stages:
        scale(x) { do { x[i] = 2 * x[i] } for i in x }
    Computation:
        Space A { scale(a) }
    Partition (k):
        Space A <1d> { a: block_size(k) }
"#;

fn emitted(source: &str) -> Result<String, String> {
    let mut found = Diagnostics::default();
    let program = check(source, &mut found).expect("it is right");
    emit(&program, "scale.hp5", source).map_err(|d| {
        assert_eq!(d.code, codes::H_NOT_YET);
        format!("{}: {}", d.message, &source[d.primary.span.clone()])
    })
}

#[test]
fn what_lpus_write_is_theirs_or_a_copy() {
    let text = emitted(SCALE).expect("it can be translated");
    assert!(
        text.contains("Mode::InOut") && text.contains(".within("),
        "{text}"
    );
    let padded = SCALE.replace("block_size(k)", "block_size(k) padding(1)");
    let copied = |text: &str| text.contains("in_place(") && text.contains(".enter(run");
    assert!(!copied(&text), "{text}");
    let text = emitted(&padded).expect("it can be translated");
    assert!(copied(&text), "{text}");
}

#[test]
fn what_a_function_changes_settles_no_bound() {
    // The loop's limit is changed by a call in it, by reference.
    let text = SCALE
        .replace(
            "{ do { x[i] = 2 * x[i] } for i in x }",
            "{ limit = 3\n do { grow(limit) x[i] = limit } for i in x and i < limit }",
        )
        .replace(
            "Task \"Scale\"",
            "Function grow(&a) { a = a + 1 }\nTask \"Scale\"",
        )
        .replace("grow(limit) x", "grow(limit)\n x");
    let text = emitted(&text).expect("it can be translated");
    assert!(!text.contains("hi1 = hi1.min(l"), "{text}");
}

#[test]
fn embedded_code_that_would_be_wrong_is_refused() {
    let code = "@Extern {\n @Language \"C\"\n ${ if (k > 3) { k = 3; } }$\n }";
    let source = SCALE.replace(
        "do { x[i] = 2 * x[i] } for i in x",
        &format!("k = 1\n{code}\n do {{ x[i] = k * x[i] }} for i in x"),
    );
    let text = emitted(&source).expect("it can be translated");
    assert!(text.contains("unsafe extern \"C\""), "{text}");
    let why = emitted(&source.replace("k = 3;", "return;")).unwrap_err();
    assert!(why.contains("`return` in embedded C"), "{why}");
}

/// Loops that fold terms become tiles where nothing can fail and turns have nothing to do with
/// one another; else an element that all turns change stays in a register, or neither.
#[test]
fn folds_are_known() {
    let with = |stage: &str| {
        let text = SCALE
            .replace("a: 1d Array", "a, b: 2d Array")
            .replace("a: link", "a, b: link")
            .replace(
                "bind_input(env, \"a\", args.input)",
                "bind_input(env, \"a\", args.input)\n    bind_input(env, \"b\", args.other)",
            )
            .replace("scale(x) { do { x[i] = 2 * x[i] } for i in x }", stage)
            .replace("scale(a)", "scale(a, b)")
            .replace(
                "a: block_size(k)",
                "a: block_size(k)\n            b: replicated",
            );
        emitted(&text).expect("it can be translated")
    };
    let by_vectors =
        with("scale(x, y) { do { x[i][j] = x[i][j] + y[k][j] } for i, j in x; k in y }");
    assert!(by_vectors.contains("Tiled {") && by_vectors.contains("run_by_vectors("));
    let plain =
        with("scale(x, y) { do { x[i][j] = x[i][j] + sqrt(y[k][j]) } for i, j in x; k in y }");
    assert!(plain.contains("Tiled {") && !plain.contains("run_by_vectors("));
    // An index of the array that is written elsewhere: order matters.
    let ordered =
        with("scale(x, y) { do { x[i][j] = x[i][j] + x[i][k] * y[k][j] } for i, j in x; k in y }");
    assert!(!ordered.contains("Tiled {"));
    let kept =
        with("scale(x, y) { do { do { x[i][j] = x[i][j] + y[k][j] } for k in y } for i, j in x }");
    assert!(!kept.contains("Tiled {") && kept.contains("let mut value = unsafe"));
}
