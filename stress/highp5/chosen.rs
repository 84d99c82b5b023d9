//! Programs written for what random ones seldom have, run like them: versions whose epochs
//! write different elements, paddings that are too narrow, guards that leave LPUs out.

use hp5_tests::highp5::interpret::{Array, Value};

use super::Generated;

/// A task over `u`, a line of 23 Reals, and `v`, a plate of 9 x 11, between their files.
/// Partition arguments are `p0`, `p1`, ..; `define` begins with a line of more variables.
fn around(text: &str, partitions: &[&[i32]]) -> Generated {
    let partition: Vec<String> = (0..partitions[0].len()).map(|n| format!("p{n}")).collect();
    let arguments: Vec<String> = partition.iter().map(|p| format!("args.{p}")).collect();
    let (define, rest) = text.split_once('\n').unwrap_or((text, ""));
    let (flow, spaces) = rest.split_once("PARTITION").unwrap_or((rest, ""));
    let text = format!(
        "Program (args) {{\n    env = new TaskEnvironment(name: \"T\")\n    bind_input(env, \"u\", args.in_u)\n    \
         bind_input(env, \"v\", args.in_v)\n    execute(task: \"T\"; environment: env; partition: {})\n    \
         bind_output(env, \"u\", args.out_u)\n    bind_output(env, \"v\", args.out_v)\n}}\n\nTask \"T\":\n    \
         Define:\n        u: 1d Array of Real double-precision\n        v: 2d Array of Real double-precision\n        \
         {define}\n    Environment:\n        u, v: link\n{flow}\n    Partition ({}):\n{spaces}",
        arguments.join(", "),
        partition.join(", "),
    );
    let reals = |sizes: &[usize], from: usize| {
        let count: usize = sizes.iter().product();
        let at = |n: usize| Value::Double(((n + from) * 7919 % 101) as f64 / 8.0 - 6.0);
        Array::new(sizes, (0..count).map(at).collect())
    };
    Generated {
        seed: 0,
        text,
        inputs: vec![
            ("in_u".to_owned(), reals(&[23], 1)),
            ("in_v".to_owned(), reals(&[9, 11], 2)),
        ],
        partitions: partitions.iter().map(|p| p.to_vec()).collect(),
        outputs: vec!["out_u".to_owned(), "out_v".to_owned()],
        stale: true,
    }
}

/// All of them, with their names.
#[must_use]
pub fn chosen() -> Vec<(&'static str, Generated)> {
    let lines: [&[i32]; 4] = [&[1], &[4], &[7], &[30]];
    let mut list = Vec::new();
    for (name, text) in LINES {
        list.push((*name, around(text, &lines)));
    }
    for (name, text) in PLATES {
        list.push((*name, around(text, &[&[1, 1], &[2, 3], &[4, 2], &[9, 20]])));
    }
    list
}

const LINES: &[(&str, &str)] = &[(
    "epochs-that-write-differently",
    "s: Integer
    Stages:
        step(u) { do { u[i] at (current) = u[i] at (current - 1) * 0.5 + u[i] at (current - 2) } for i in u and i > 2 }
        odd(u, s) { do { u[i] = u[i] + s } for i in u and i % 3 == 0 }
    Computation:
        Repeat for s in [1...5] {
            Space A {
                Epoch { step(u) }
                odd(u, s)
                Epoch { Epoch { step(u) } }
            }
        }
PARTITION
        Space A <1d> { u: block_size(p0) }
        Space B <1d> { u: stride(p0) }
",
)];

const PLATES: &[(&str, &str)] = &[(
    "versions-in-two-spaces",
    "s: Integer
    Stages:
        mix(v) {
            do { v[i][j] at (current) = v[i][j] at (current - 1) + v[i][j] at (current - 3) } for i, j in v and i > j
        }
        whole(v, u) {
            do { v[i][j] at (current) = v[j % 9][i] at (current - 1) } for i, j in v and j < 9
            do { u[i] = u[i] + v[0][0] at (current - 2) } for i in u
        }
    Computation:
        Repeat for s in [1...3] {
            Space A { Epoch { mix(v) } }
            Epoch { Space B { whole(v, u) } }
        }
PARTITION
        Space A <2d> { v: block_count(p0), stride(p1) }
        Space B <un-partitioned> { v, u }
",
)];
