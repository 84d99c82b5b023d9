//! Nests that take up terms: by way of a local, from elements that stay in registers, over rows
//! with holes. Answers are those of plain loops bit for bit.

use std::sync::LazyLock;

use super::{BUILT, execute, file, numbers, read};

/// Rows are dealt in twos, so parts have holes there, and columns are cut in blocks.
pub(crate) const FOLDS: &str = r#"
Program (args) {
    env = new TaskEnvironment(name: "Folds")
    bind_input(env, "a", args.a)
    bind_input(env, "b", args.b)
    bind_input(env, "v", args.v)
    execute(task: "Folds"; environment: env; partition: args.p, args.q)
    bind_output(env, "c", args.output)
}
Task "Folds":
    Define:
        a, b, c: 2d Array of Real double-precision
        v: 1d Array of Real double-precision
    Environment:
        a, b, v: link
        c: create
    Initialize:
        c.dimension1 = a.dimension1
        c.dimension2 = b.dimension2
    Stages:
        byLocal(c, a, b) {
            do {
                total = 0.5
                do { total = total - a[i][k] * b[k][j] / 3.0 } for k in a
                c[i][j] = 2.0 * total - b[0][j]
            } for i, j in c
        }
        byElement(c, v) {
            do {
                do { c[i][j] = c[i][j] * 0.75 + v[m] } for m in v and m > 0
            } for i, j in c
        }
        byRows(c, a) {
            do { c[i][j] = c[i][j] + a[i][k] * 0.1 } for i, j in c; k in a
        }
    Computation:
        Space A {
            byLocal(c, a, b)
            byElement(c, v)
            byRows(c, a)
        }
    Partition (p, q):
        Space A <2d> {
            c: block_stride(2, p), block_size(q)
            a: block_stride(2, p), replicated
            b: replicated, block_size(q)
            v: replicated
        }
"#;

#[test]
fn terms_are_taken_up_in_their_order() {
    LazyLock::force(&BUILT);
    for (rows, inner, columns, p, q) in [(1, 1, 1, 1, 1), (23, 7, 29, 2, 11), (40, 13, 37, 1, 37)] {
        let (a, b) = (numbers(rows * inner, 11), numbers(inner * columns, 12));
        let v = numbers(5, 13);
        let mut want = vec![0.0; rows * columns];
        for (n, value) in want.iter_mut().enumerate() {
            let (i, j) = (n / columns, n % columns);
            let mut total = 0.5;
            for k in 0..inner {
                total -= a[i * inner + k] * b[k * columns + j] / 3.0;
            }
            *value = 2.0 * total - b[j];
            for more in &v[1..] {
                *value = *value * 0.75 + more;
            }
            for k in 0..inner {
                *value += a[i * inner + k] * 0.1;
            }
        }
        let case = format!("{rows}-{inner}-{columns}");
        let arguments = [
            format!("a={}", file(&format!("f-a-{case}.npy"), &[rows, inner], &a)),
            format!(
                "b={}",
                file(&format!("f-b-{case}.npy"), &[inner, columns], &b)
            ),
            format!("v={}", file("f-v.npy", &[5], &v)),
            format!("p={p}"),
            format!("q={q}"),
        ];
        for ppus in [1, 2, 8] {
            let out =
                execute("folds", &case, ppus, &arguments).unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(read::<f64>(&out, 2), want, "{case} on {ppus}");
        }
    }
}
