//! Programs written for what random ones seldom have, run like them: versions whose epochs
//! write different elements, paddings that are too narrow, guards that leave LPUs out.

use hp5_tests::highp5::interpret::{Array, Value};

use super::Generated;

mod apart;

/// A task over `u`, a line of 23 Reals, and `v`, a plate of 9 x 11, between their files.
/// Partition arguments are `p0`, `p1`, ..; the text begins with lines of more variables.
fn around(text: &str, partitions: &[&[i32]]) -> Generated {
    let partition: Vec<String> = (0..partitions[0].len()).map(|n| format!("p{n}")).collect();
    let arguments: Vec<String> = partition.iter().map(|p| format!("args.{p}")).collect();
    let sections = ["\n    Initialize", "\n    Stages:"];
    let found = sections.iter().filter_map(|section| text.find(section));
    let end = found.min().map_or(text.len(), |at| at + 1);
    let (define, rest) = (text[..end].trim_end(), &text[end..]);
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
    for (name, text) in PLATES.iter().chain(apart::PLATES) {
        list.push((*name, around(text, &[&[1, 1], &[2, 3], &[4, 2], &[9, 20]])));
    }
    let levels: [&[i32]; 5] = [
        &[2, 2, 2, 1],
        &[3, 2, 1, 1],
        &[1, 4, 2, 2],
        &[5, 3, 4, 2],
        &[2, 9, 0, 3],
    ];
    for (name, text) in LEVELS {
        list.push((*name, around(text, &levels)));
    }
    list
}

const LINES: &[(&str, &str)] = &[
    (
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
    ),
    (
        "elements-with-fixed-subscripts",
        "k: Integer
    Stages:
        before(v, k) {
            do {
                do in sequence { v[i][k] = v[i][k] - v[i][j] * 0.25 } for j in v.dimension2.range and j < k
            } for i in v and i > k - 3
        }
        shift(u, v, k) { do { v[i][j] = v[i][k] * u[j + k - 2] } for i, j in v and j > k + 1 }
        onto(v, k) {
            do {
                do in sequence { v[i][k] = v[i][k] - v[i][j] * 0.5 } for j in v.dimension2.range and j <= k
            } for i in v and i <= k
        }
        guarded(v, k) { do { if k > 0 { v[i][j] = v[i][j] + v[i][k - 1] } } for i, j in v and j > k }
        carry(u, k) {
            first = k + 2
            do in sequence { u[k + j] = u[first - 1] * 0.5 - u[j] } for j in u.dimension1.range and j < 5
        }
    Computation:
        Space A {
            Repeat for k in v.dimension2.range {
                Space B { before(v, k) shift(u, v, k) }
                Space C { onto(v, k) guarded(v, k) }
                carry(u, k)
            }
        }
PARTITION
        Space A <un-partitioned> { u, v }
        Space B <1d> divides Space A partitions { v<dim1>: block_stride(2, p0) u: replicated }
        Space C <1d> divides Space A partitions { v<dim1>: stride(p0) }
",
    ),
];

/// Two levels of blocks, and paddings: enough for the epochs of a visit or not.
const LEVELS: &[(&str, &str)] = &[
    (
        "sweeps-on-two-levels",
        "s, t, r: Integer
    Stages:
        sweep(v) {
            rows = v.local.dimension1.range
            first = v.local.dimension2.range.min
            do {
                v[i][j] at (current) = 0.25 * (v[i-1][j] + v[i+1][j] + v[i][j-1]) at (current - 1)
            } for i, j in v and i > rows.min and rows.max > i and j >= first + 1
        }
    Computation:
        Repeat for s in [1...2] {
            Space A {
                Repeat for t in [1...2] {
                    Space B { Repeat for r in [1...2] { Epoch { sweep(v) } } }
                }
            }
        }
PARTITION
        Space A <2d> { v: block_count(p0) padding(p2), block_size(p1) padding(p2, 0) }
        Space B <1d> divides Space A partitions { v: block_size(p0) padding(p3) }
",
    ),
    (
        "element-by-element-beside-sweeps",
        "s: Integer
    Stages:
        scale(v) { do { v[i][j] = 2.0 * v[i][j] + i - j } for i, j in v and v[i][j] > 0 - 3 }
        sweep(v) {
            rows = v.local.dimension1.range
            do {
                v[i][j] at (current) = v[i-1][j] at (current - 1) - v[i+1][j] at (current - 2)
            } for i, j in v and i > rows.min and i < rows.max
        }
        uneven(v) { do { v[i][j] = v[i][j] + lpuId[0] } for i, j in v }
    Computation:
        Repeat for s in [1...2] {
            Space A {
                scale(v)
                Epoch { sweep(v) }
                Where s == 2 { Epoch { sweep(v) } scale(v) }
                Space B { scale(v) }
            }
            Space A { uneven(v) }
            Space A { uneven(v) Epoch { sweep(v) } }
        }
PARTITION
        Space A <1d> { v: block_size(p0) padding(p2, p3) }
        Space B <1d> divides Space A partitions { v<dim2>: block_size(p1) }
",
    ),
    (
        "some-lpus-and-all-of-a-line",
        "s, k: Integer
    Stages:
        row(v, k) { do { v[k][j] = v[k][j] * 0.5 + k } for j in v }
        take(u, v, k) { do { u[j] = v[k][j] + 1 } for j in v }
        give(u, v) { do { v[i][j] = v[i][j] + u[j] } for i, j in v and i % 2 == 0 }
        sweep(v) {
            rows = v.local.dimension1.range
            do { v[i][j] at (current) = v[i-1][j] at (current - 1) } for i, j in v and i > rows.min
        }
    Computation:
        Repeat for k in v.dimension1.range {
            Space A {
                Where k in v.local.dimension1.range { row(v, k) }
                Epoch { sweep(v) }
            }
            Space B { Where k in v.local.dimension1.range { take(u, v, k) } }
            Space B {
                give(u, v)
                Where k in v.local.dimension1.range and k % 3 == 0 { take(u, v, k) }
            }
            Space B { give(u, v) }
        }
PARTITION
        Space A <1d> { v: block_size(p0) padding(p2, p3) }
        Space B <1d> {
            v: stride(p1)
            u: replicated
        }
",
    ),
];

/// Cells of blocks: random numbers, reductions to three spaces and repeats, where the inner space
/// divides a block as it is said.
macro_rules! cells_of {
    ($partition:literal) => {
        concat!(
            "s, n: Integer
        own, whole: Real double-precision Reduction
        found: Integer Reduction
    Stages:
        scatter(v, s) { do { v[i][j] = v[i][j] + random() * s } for i, j in v }
        gather(result, all, v) {
            do { reduce(result, \"sum\", v[i][j] / 3.0) } for i, j in v
            do { reduce(all, \"sum\", v[i][j] * random()) } for i, j in v
        }
        find(found, v) { do { reduce(found, \"maxEntry\", v[i][0]) } for i in v.dimension1 }
        spread(v, own, s) { do { v[i][j] = v[i][j] * 0.5 + own - lpuId[0] + s * lpuId[1] } for i, j in v }
        keep(u, whole, found) { do { u[i] = u[i] + whole - found } for i in u }
    Computation:
        Space A {
            Space B {
                Repeat for s in [1...3] {
                    Space C {
                        Where s != 2 { scatter(v, s) }
                        Repeat for n in [0...s] { gather(Space B: own, Space A: whole, v) }
                    }
                    spread(v, own, s)
                    If own > 4.0 { Space C { spread(v, s, s) gather(Space B: own, Space A: whole, v) } }
                }
            }
            Space D { find(Space A: found, v) }
            keep(u, whole, found)
        }
PARTITION
        Space A <un-partitioned> { u, v }
        Space B <2d> divides Space A partitions { v: block_size(p0, p1) }
        Space C <2d> divides Space B partitions { v: ",
            $partition,
            " }
        Space D <1d> divides Space A partitions { v<dim1>: block_size(p0) }
"
        )
    };
}

const PLATES: &[(&str, &str)] = &[
    (
        "cells-in-blocks",
        cells_of!("block_size(1, 2)"),
    ),
    (
        "strides-in-blocks",
        cells_of!("stride(2), block_count(4)"),
    ),
    (
        "spaces-in-pieces-and-relative-to-root",
        "s: Integer
    Stages:
        gather(u, v) { do { u[i] = u[i] * 0.5 + v[i][j] } for i, j in v }
        spread(v, u) { do { v[i][j] = v[i][j] - u[i] * u[0] } for i, j in v }
        edge(v) {
            first = v.local.dimension2.range.min
            do { v[i][first] = v[i][first] + lpuId[0] } for i in v
        }
    Computation:
        Repeat for s in [1...2] {
            Space A {
                Repeat foreach sub-partition {
                    edge(v)
                    Space B { gather(u, v) }
                }
                Space D { spread(v, u) }
            }
            Space C { Repeat foreach sub-partition { Space E { gather(u, v) } } }
        }
PARTITION
        Space A <1d> {
            v<dim1>: block_size(p0)
            u: block_size(p0)
            Sub-partition <1d> <ordered> { v<dim2>: block_size(p1) descends }
        }
        Space B <1d> divides Space A sub-partitions { v<dim1>, u: block_size(2) }
        Space C <un-partitioned> {
            v, u
            Sub-partition <1d> <ordered> { v<dim2>: block_size(p1) ascends }
        }
        Space D <1d> divides Space A partitions {
            v<dim1>: stride(p1)
            u: replicated; relative to Space Root
        }
        Space E <1d> divides Space C sub-partitions { v<dim1>, u: block_stride(2) }
",
    ),
(
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
