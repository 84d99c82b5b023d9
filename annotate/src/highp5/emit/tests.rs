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
    let checked = check(source, &mut found);
    let program = checked.unwrap_or_else(|| panic!("{source}\n{:?}", found.list));
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
fn a_return_of_embedded_code_leaves_that_code_alone() {
    let with = |language: &str, code: &str| {
        let code = format!("@Extern {{\n @Language \"{language}\"\n ${{ {code} }}$\n }}");
        let source = SCALE.replace(
            "do { x[i] = 2 * x[i] } for i in x",
            &format!("k = 1\n{code}\n do {{ x[i] = k * x[i] }} for i in x"),
        );
        let text = emitted(&source).expect("it can be translated");
        let program = check(&source, &mut Diagnostics::default()).expect("it is right");
        let files = super::foreign(&program).expect("they can be written");
        (text, files.first().map(|file| file.text.clone()))
    };
    let (text, c) = with("C", "if (k > 3) { k = 3; }");
    assert!(text.contains("unsafe extern \"C\""), "{text}");
    assert!(!c.expect("there is a file").contains("goto"));
    // What goes back stands behind the code.
    let (_, c) = with("C", "if (k > 3) { return; } k = 4;");
    let c = c.expect("there is a file");
    let places = ["#define return goto hp5_end", "hp5_end: ;", "*hp5_k = k;"].map(|t| c.find(t));
    assert!(
        places.iter().all(Option::is_some) && places.is_sorted(),
        "{c}"
    );
    let (text, _) = with("Rust", "if k > 3 { return; } k = 4;");
    assert!(text.contains("let _ = (|| {"), "{text}");
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
    // Elsewhere in the array that is written: order matters, unless that is never written.
    let apart =
        with("scale(x, y) { do { x[i][j] = x[i][j] + x[i][k] * y[k][j] } for i, j in x; k in y }");
    assert!(
        apart.contains("(hi1 + (0)) < (lo2 + (0)) || (hi2 + (0)) < (lo1 + (0))"),
        "{apart}"
    );
    let inside =
        with("scale(x, y) { do { do { x[i][j] = x[i][j] + y[k][j] } for k in y } for i, j in x }");
    assert!(inside.contains("run_by_vectors("));
    // A loop in order, with a bound, to elements with a subscript that is no index.
    let ordered = with(
        "scale(x, y) { k = 3\n do { do in sequence { x[i][k] = x[i][k] - x[i][j] * y[j][k] } for j in y.dimension1.range and j < k } for i in x }",
    );
    assert!(
        ordered.contains("Tiled {") && ordered.contains(".holds(1, (l"),
        "{ordered}"
    );
    // An Integer is divided: that may be a fault, which the turns before it come before.
    let kept = with(
        "scale(x, y) { do { do { x[i][j] = x[i][j] + y[k][j] * (i / k) } for k in y } for i, j in x }",
    );
    assert!(!kept.contains("Tiled {") && kept.contains("let mut value = unsafe"));
}

/// Tasks declare what their loops come to, as far as it is known when they are registered.
#[test]
fn tasks_declare_what_they_touch() {
    let text = SCALE.replace(
        "{ do { x[i] = 2 * x[i] } for i in x }",
        "{ k = 3\n do { x[i] = x[i + 1] } for i in x and i < 7 }",
    );
    let text = emitted(&text).expect("it can be translated");
    assert!(
        text.contains(".add([moved((lo1, hi1), 1)])") && text.contains("hi1 = hi1.min((7_i32)"),
        "{text}"
    );
    // What is made of a local is not known, and what is called with an array may touch all.
    let text = SCALE
        .replace(
            "{ do { x[i] = 2 * x[i] } for i in x }",
            "{ k = 3\n x[k] = first(x) }",
        )
        .replace(
            "Task \"Scale\"",
            "Function first(a) { return a[0] }\nTask \"Scale\"",
        );
    let text = emitted(&text).expect("it can be translated");
    assert!(
        text.contains(".add([WHOLE])") && text.contains(".add_all()"),
        "{text}"
    );
}

/// Loops in loops are a function of their own where they use and change numbers alone.
#[test]
fn loops_with_loops_stand_alone() {
    let with = |stage: &str| {
        let text = SCALE.replace("{ do { x[i] = 2 * x[i] } for i in x }", stage);
        emitted(&text).expect("it can be translated")
    };
    let nested =
        with("{ n = 0\n do { n = n + 1\n do { x[i] = x[i] + n } for j in x } for i in x }");
    assert!(
        nested.contains("(l0_n, ) = alone(move || {") && nested.contains("s0_1.bare();"),
        "{nested}"
    );
    // The innermost loop alone is nobody's else.
    assert!(!with("{ do { x[i] = 2 * x[i] } for i in x }").contains("alone("));
    let drawn = with("{ do { do { x[i] = x[i] + random() } for j in x } for i in x }");
    assert!(!drawn.contains("alone("), "{drawn}");
}

/// Values of Reals are folded lanes at a time where that is all that a loop does and nothing fails.
#[test]
fn sums_are_folded_in_lanes() {
    let with = |value: &str| {
        let text = SCALE
            .replace("a: link", "a: link\n        s: create")
            .replace(
                "a: 1d Array of Real double-precision",
                "a: 1d Array of Real double-precision\n        s: Real double-precision Reduction",
            )
            .replace("scale(x) {", "scale(s, x) {")
            .replace("x[i] = 2 * x[i]", &format!("reduce(s, \"sum\", {value})"))
            .replace("scale(a)", "scale(Space Root: s, a)");
        emitted(&text).expect("it can be translated")
    };
    assert!(with("x[i] * 2").contains(".take_all(lo"));
    assert!(!with("x[i] * (7 / i)").contains(".take_all(lo"));
}

/// A vector that is made in each round, and a sum of it.
const VECTORS: &str = r#"
Program (args) {
    first = new TaskEnvironment(name: "Add")
    second = new TaskEnvironment(name: "Add")
    bind_input(first, "u", args.input)
    round = 0
    do {
        execute(task: "Add"; environment: first; partition: args.k)
        norm = first.total
        second.u = first.w
        execute(task: "Add"; environment: second; partition: args.k)
        first.u = second.w
        round = round + 1
    } while round < 5 and norm < 100.0
    bind_output(second, "w", args.output)
}
Task "Add":
    Define:
        u, w: 1d Array of Real double-precision
        total: Real double-precision Reduction
    Environment:
        u: link
        w, total: create
    Initialize:
        w.dimension = u.dimension
    Stages:
        add(w, u) { do { w[i] = u[i] + 1 } for i in u }
        sum(total, u) { do { reduce(total, "sum", u[i]) } for i in u }
    Computation:
        Space A {
            add(w, u)
            sum(Space Root: total, u)
        }
    Partition (k):
        Space A <1d> { u, w: block_size(k) }
"#;

/// The text behind the first place of something, up to the end of the line.
fn behind<'t>(text: &'t str, what: &str) -> &'t str {
    let (_, rest) = text.split_once(what).expect("it is there");
    rest.split_once(";\n").map_or(rest, |(_, rest)| rest)
}

#[test]
fn a_local_waits_for_a_task_where_it_is_computed_with() {
    let text = emitted(VECTORS).expect("it can be translated");
    assert!(
        text.contains("l3_norm = l0_first.borrow().get_2()?;\n"),
        "{text}"
    );
    assert!(
        text.contains("(run.value(&l3_norm)? < (100.0_f64"),
        "{text}"
    );
    // What something else changes is a value at once.
    let changed = VECTORS
        .replace("norm = first.total", "norm = first.total\n grow(norm)")
        .replace(
            "Task \"Add\"",
            "Function grow(&a) { a = a + 1.0 }\nTask \"Add\"",
        );
    let text = emitted(&changed).expect("it can be translated");
    assert!(!text.contains("run.value(&l3_norm)"), "{text}");
}

#[test]
fn environments_let_go_what_nobody_reads_there_again() {
    let text = emitted(VECTORS).expect("it can be translated");
    let one = behind(&text, "execute_0(run, &l0_first");
    assert!(
        one.starts_with("l0_first.borrow_mut().f0 = None;\n"),
        "{one}"
    );
    assert!(
        text.contains(
            "l1_second.borrow_mut().f0 = Some(value); }\nl0_first.borrow_mut().f1 = None;\n"
        ),
        "{text}"
    );
    // The last round's is written to a file behind the loop.
    let kept = text.matches("l1_second.borrow_mut().f1 = None;").count();
    assert_eq!(kept, 1, "{text}");
    let [written, over] =
        ["run.output(", "l1_second.borrow_mut().f1 = None;"].map(|t| text.find(t));
    assert!(written < over, "{text}");
    // An environment that may be under two names lets nothing go.
    let shared = VECTORS.replace("    round = 0\n", "    third = second\n    round = 0\n");
    if let Some(text) = check(&shared, &mut Diagnostics::default())
        .and_then(|program| emit(&program, "scale.hp5", &shared).ok())
    {
        assert!(!text.contains("= None;"), "{text}");
    }
}

/// Where an array is only read its values may be known to be subscripts of another one; else each
/// is looked at.
#[test]
fn subscripts_that_are_values_are_looked_at_once() {
    let gather = SCALE
        .replace(
            "a: 1d Array of Real double-precision",
            "a, v: 1d Array of Real double-precision\n        c: 1d Array of Integer",
        )
        .replace("a: link", "a, v, c: link")
        .replace(
            "scale(x) { do { x[i] = 2 * x[i] } for i in x }",
            "scale(x, v, c) { do { x[i] = x[i] + v[c[i] - 1] } for i in x }",
        )
        .replace("scale(a)", "scale(a, v, c)")
        .replace(
            "a: block_size(k)",
            "a, c: block_size(k)\n            v: replicated",
        );
    let with = |text: &str| emitted(text).expect("it can be translated");
    let text = with(&gather);
    assert!(text.contains("s1_1.covers_values(0, s2_1, -1)"), "{text}");
    assert!(
        text.contains("run.extremes(\"c\", &x2)") && text.contains("with_values(ms2_1.get()?)"),
        "{text}"
    );
    assert!(text.contains("s1_1.within([i64::from({") && text.contains("s1_1.near("));
    let written = gather.replace("for i in x }", "for i in x\n do { c[i] = 1 } for i in c }");
    let text = with(&written);
    assert!(!text.contains("values("), "{text}");
}

/// A repeat is recorded and replayed where no turn can differ from another one but by versions.
#[test]
fn repeats_whose_turns_are_alike_are_found() {
    let with = |stage: &str, flow: &str| {
        let text = SCALE
            .replace("scale(x) {", "scale(x, n) {")
            .replace("x[i] = 2 * x[i]", stage)
            .replace("{ scale(a) }", &format!("{{\n{flow}\n}}"))
            .replace(
                "double-precision\n",
                "double-precision\n n: Integer Reduction\n",
            )
            .replace("a: link", "a: link\n n: create");
        let text = emitted(&text).expect("it can be translated");
        let again = text.contains("spawn_again(");
        assert_eq!(again, text.contains("in turns(&region"), "{text}");
        again
    };
    let double = "x[i] = 2 * x[i]";
    for (alike, stage, flow) in [
        (false, double, "scale(a, n)"),
        (true, double, "Repeat for t in [1...9] { scale(a, n) }"),
        (
            true,
            double,
            "Repeat for t in [1...9] { Repeat for s in [1...9] step 2 { scale(a, n) } }",
        ),
        // The repeat further in has turns that are alike, the one around has not.
        (
            true,
            double,
            "Repeat for t in [1...9] { Repeat for s in [1...t] { scale(a, n) } }",
        ),
        (
            false,
            double,
            "Repeat for t in [1...9] { Where t > 3 { scale(a, n) } }",
        ),
        (
            false,
            "x[i] = 2 * x[i] + n",
            "Repeat for t in [1...9] { scale(a, t) }",
        ),
        (
            false,
            "x[i] = random_integer(1, 6)",
            "Repeat for t in [1...9] { scale(a, n) }",
        ),
        (
            false,
            "reduce(n, \"max\", i)",
            "Repeat for t in [1...9] { scale(a, n) }",
        ),
        (false, double, "Repeat while n > 0 { scale(a, n) }"),
    ] {
        assert_eq!(with(stage, flow), alike, "{stage}: {flow}");
    }
}
