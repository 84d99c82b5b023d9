//! What the notes on the dialect decide, each on a program small enough to follow by hand.

use hp5_tests::highp5::interpret::{Array, Outputs, Setting, run};
use hp5_tests::highp5::reference::sampling::Draws;

use super::checked;

/// A task over `x` (Integers), which is linked, with more definitions, stages, flow and
/// spaces given; `x` is bound to `input` and given out as `output`.
fn task(definitions: &str, stages: &str, flow: &str, spaces: &str) -> String {
    format!(
        "Program (args) {{\n    env = new TaskEnvironment(name: \"T\")\n    \
         bind_input(env, \"x\", args.input)\n    \
         execute(task: \"T\"; environment: env; partition: args.b)\n    \
         bind_output(env, \"x\", args.output)\n}}\n\n\
         Task \"T\":\n    Define:\n        x: 1d Array of Integer\n{definitions}    \
         Environment:\n        x: link\n    Stages:\n{stages}    Computation:\n{flow}    \
         Partition (b):\n{spaces}"
    )
}

fn setting(x: &[i32], block: i32) -> Setting {
    Setting::default()
        .input("input", Array::integers(&[x.len()], x))
        .argument("b", block)
        .outputs(&["output"])
}

fn outputs(text: &str, setting: &Setting) -> Result<Outputs, String> {
    run(&checked("t.hp5", text), setting).map_err(|e| e.in_source(text))
}

fn result(text: &str, x: &[i32], block: i32) -> Vec<i32> {
    let outputs = outputs(text, &setting(x, block)).unwrap_or_else(|e| panic!("{e}\n{text}"));
    outputs.arrays["output"].whole().unwrap()
}

const TWICE: &str = "        sum(x) {
            r = x.local.dimension1.range
            do {
                x[i] at (current) = (x[i-1] + x[i] + x[i+1]) at (current - 1)
            } for i in x and i > r.min and i < r.max
        }
";

/// Sums of three neighbours, `rounds` times, the ends kept.
fn sums(x: &[i32], rounds: usize) -> Vec<i32> {
    let mut new = x.to_vec();
    for _ in 0..rounds {
        let old = new.clone();
        for i in 1..x.len() - 1 {
            new[i] = old[i - 1] + old[i] + old[i + 1];
        }
    }
    new
}

#[test]
fn padding_lasts_for_as_many_epochs_as_it_is_wide() {
    let padded = |width: usize| {
        task(
            "        t: Integer\n",
            TWICE,
            "        Space A {\n            Repeat for t in [1...2] {\n                \
             Epoch { sum(x) }\n            }\n        }\n",
            &format!("        Space A <1d> {{ x: block_size(b) padding({width}) }}\n"),
        )
    };
    let x = [1, 2, 3, 4, 5, 6, 7];
    assert_eq!(result(&padded(2), &x, 3), sums(&x, 2));
    assert_eq!(result(&padded(1), &x, 100), sums(&x, 2));
    // One element of padding for two epochs: the second one reads what the owner had on
    // entry, not what it has made since.
    let stale = result(&padded(1), &x, 3);
    // LPU 0 has 0..=3 (owns 0..=2): after one epoch [1 6 9 4], after two [1 16 19 4].
    assert_eq!(stale[..3], [1, 16, 19]);
    assert_ne!(stale[2], sums(&x, 2)[2]);
}

#[test]
fn versions_start_equal_and_advance_together() {
    let text = task(
        "        t: Integer\n",
        "        step(x) {
            do {
                x[i] at (current) = 10 * (x[i] at (current - 2)) + 1
            } for i in x and i > 0
        }
",
        "        Space A {\n            Repeat for t in [1...3] { Epoch { step(x) } }\n        }\n",
        "        Space A <1d> { x: block_size(b) }\n",
    );
    // Two versions back: 5 -> 51 (of 5), 51 (of 5), 511 (of 51); x[0] is never assigned.
    assert_eq!(result(&text, &[7, 5, 6], 2), [7, 511, 611]);
}

#[test]
fn two_lpus_that_leave_different_values_are_an_error() {
    let text = |guard: &str| {
        task(
            "        s: 1d Array of Integer\n",
            "        w(x, s) { do { s[i] = lpuId[0] } for i in s }
        r(x, s) { do { x[i] = s[i] } for i in x }\n",
            &format!(
                "        Space A {{ Where {guard} {{ w(x, s) }} }}\n        Space A {{ r(x, s) }}\n"
            ),
            "        Space A <1d> { x: block_size(b)\n            s: replicated }\n",
        )
        .replace(
            "    Stages:",
            "    Initialize:\n        s.dimension = x.dimension\n    Stages:",
        )
    };
    assert_eq!(result(&text("lpuId[0] == 1"), &[1, 1, 1], 1), [1, 1, 1]);
    assert_eq!(result(&text("lpuId[0] > 5"), &[1, 1, 1], 1), [0, 0, 0]);
    // Two LPUs with one value; then with two.
    let same = text("lpuId[0] >= 1").replace("= lpuId[0] }", "= lpuId[0] / 4 + 9 }");
    assert_eq!(result(&same, &[1, 1, 1], 1), [9, 9, 9]);
    let refused = outputs(&text("lpuId[0] >= 1"), &setting(&[1, 1, 1], 1)).unwrap_err();
    assert!(
        refused.contains("two LPUs leave different values in s[0]"),
        "{refused}"
    );
}

#[test]
fn elements_of_other_lpus_cannot_be_used() {
    let text = task(
        "",
        "        shift(x) { do { x[i] = x[i+1] } for i in x and i < x.dimension1.range.max }\n",
        "        Space A { shift(x) }\n",
        "        Space A <1d> { x: block_size(b) }\n",
    );
    assert_eq!(result(&text, &[1, 2, 3], 5), [2, 3, 3]);
    let refused = outputs(&text, &setting(&[1, 2, 3], 2)).unwrap_err();
    assert!(
        refused.contains("x[2] is not in the part of this LPU"),
        "{refused}"
    );
}

#[test]
fn guards_leave_lpus_out_and_empty_lpus_do_nothing() {
    let text = task(
        "        total: Integer Reduction\n",
        "        set(x) { do { x[i] = 100 * lpuId[0] } for i in x }
        add(total, x) { do { reduce(total, \"sum\", x[i]) } for i in x }
        keep(x, total) { x[0] = total }\n",
        "        Space B {
            Where 2 in x.local.dimension1.range { set(x) }
            add(Space A: total, x)
        }
        Space A { keep(x, total) }\n",
        "        Space A <un-partitioned> { x }
        Space B <1d> divides Space A partitions { x: block_count(b) }\n",
    );
    // Parts 0..=1, 2..=3, 4; then 5 parts of one, and two empty ones.
    assert_eq!(result(&text, &[1, 2, 3, 4, 5], 3), [208, 2, 100, 100, 5]);
    assert_eq!(result(&text, &[1, 2, 3, 4, 5], 7), [212, 2, 200, 4, 5]);
}

#[test]
fn strided_parts_are_sets() {
    let text = task(
        "        k: Integer\n",
        "        mark(x, k) { x[k] = 10 * lpuId[0] + x[k] }\n",
        "        Space A {
            Repeat for k in x.dimension1.range {
                Where k in x.local.dimension1.range { mark(x, k) }
            }
        }\n",
        "        Space A <1d> { x: block_stride(2, b) }\n",
    );
    assert_eq!(
        result(&text, &[1, 1, 1, 1, 1, 1, 1], 2),
        [1, 1, 11, 11, 1, 1, 11]
    );
}

#[test]
fn each_lpu_draws_its_own_numbers() {
    let text = task(
        "",
        "        draw(x) { do { x[i] = random_integer(1, 1000000) } for i in x }\n",
        "        Space A { draw(x) }\n        Space A { draw(x) }\n",
        "        Space A <1d> { x: block_size(b) }\n",
    )
    .replace(
        "    Stages:",
        "    Initialize:\n        init_rand(42)\n    Stages:",
    );
    let got = result(&text, &[0; 5], 2);
    let mut want = Vec::new();
    for (lpu, count) in [(0, 2), (1, 2), (2, 1)] {
        let mut draws = Draws::of(42, &[('A', lpu)]);
        // The second visit goes on where the first one stopped.
        let all: Vec<i32> = (0..2 * count)
            .map(|_| draws.integer(1, 1_000_000))
            .collect();
        want.extend_from_slice(&all[count..]);
    }
    assert_eq!(got, want);
}

#[test]
fn reductions_restart_and_equal_entries_give_the_least() {
    let text = task(
        "        place, none: Integer Reduction\n        t: Integer\n",
        "        find(place, none, x) {
            do { reduce(place, \"maxEntry\", x[i]) } for i in x
            do { reduce(none, \"minEntry\", x[i]) } for i in x and x[i] > 100
        }
        note(x, place, none) { x[place] = 0 - 10 + none }\n",
        "        Repeat for t in [1...2] {
            Space B { find(Space A: place, Space A: none, x) }
            Space A { note(x, place, none) }
        }\n",
        "        Space A <un-partitioned> { x }
        Space B <1d> divides Space A partitions { x: stride(b) }\n",
    );
    // 9 stands at 1 and 2: with a stride of 2 index 2 is in the first LPU, and 1 is found.
    assert_eq!(result(&text, &[3, 9, 9, 4], 2), [3, -11, -11, 4]);
}

#[test]
fn loops_over_an_array_visit_the_part_and_ranges_the_whole() {
    let text = task(
        "",
        "        fill(x) {
            whole = 0
            do in sequence { whole = whole + 1 } for i in x.dimension1.range
            own = 0
            do in sequence { own = own + 1 } for i in x.dimension1
            do { x[i] = 10 * whole + own } for i in x.dimension1
        }\n",
        "        Space A { fill(x) }\n",
        "        Space A <1d> { x: stride(b) }\n",
    );
    assert_eq!(result(&text, &[0, 0, 0, 0, 0], 2), [53, 52, 53, 52, 53]);
}

const AGES: &str =
    "        add(x) { do { x[i] at (current) = x[i] at (current - 1) + 10 } for i in x }
        old(x) { do { x[i] at (current) = x[i] at (current - 2) } for i in x }
        first(x) { do { x[i] at (current) = x[i] at (current - 1) + 100 } for i in x and i == 0 }
";

#[test]
fn versions_of_elements_that_nobody_assigns_to_advance_as_well() {
    let flow = "        Space A { Epoch { add(x) } }
        Space A { Epoch { first(x) } }
        Space A { Epoch { old(x) } }
";
    let text = task(
        "",
        AGES,
        flow,
        "        Space A <1d> { x: block_size(b) }\n",
    );
    // x[1]: 16 since the first epoch, and nothing older once the second one is over.
    assert_eq!(result(&text, &[5, 6], 1), [15, 16]);
}

#[test]
fn versions_advance_in_lpus_that_a_guard_keeps_out() {
    let flow = "        Space A { Epoch { add(x) } }
        Space A { Where lpuId[0] == 0 { Epoch { add(x) } } }
        Space A { Epoch { old(x) } }
";
    let text = task(
        "",
        AGES,
        flow,
        "        Space A <1d> { x: block_size(b) }\n",
    );
    assert_eq!(result(&text, &[5, 6], 1), [15, 16]);
}

#[test]
fn what_is_relative_to_a_space_further_out_sees_what_was_done_since() {
    let text = task(
        "        s: 1d Array of Integer\n",
        "        fill(s) { do { s[i] = i + 1 } for i in s }
        take(x, s) { do { x[i] = s[s.dimension1.range.max - i] } for i in x }\n",
        "        Space A {
            fill(s)
            Space B { take(x, s) }
        }\n",
        "        Space A <1d> { x, s: block_size(b) }
        Space B <1d> divides Space A partitions {
            x: block_size(1)
            s: replicated; relative to Space Root
        }\n",
    )
    .replace(
        "    Stages:",
        "    Initialize:\n        s.dimension = x.dimension\n    Stages:",
    );
    assert_eq!(result(&text, &[0, 0, 0, 0], 2), [4, 3, 2, 1]);
}
