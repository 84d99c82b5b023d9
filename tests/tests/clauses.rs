//! Clauses held against accesses: what covers is taken in silence, what does not is an error at the access,
//! and where neither shows a warning says so.

use std::path::PathBuf;

use hp5_annotate::{Options, Output, SourceFile, translate};

fn translated(name: &str, text: &str) -> Output {
    let file = SourceFile {
        path: PathBuf::from(name),
        text: text.to_owned(),
    };
    translate(&[file], &Options::default())
}

const SILENT: &str = "";
const ERROR: &str = "HP5-E0009";
const READ_ONLY: &str = "HP5-E0010";
const WARNING: &str = "HP5-W0110";

/// Checks what is found in a text: nothing, or one finding.
fn holds(name: &str, text: &str, wanted: &str) {
    let output = translated(name, text);
    let found: Vec<&str> = (output.diagnostics.iter())
        .flat_map(|(_, list)| &list.list)
        .filter(|d| !d.code.starts_with("HP5-N"))
        .map(|d| d.code)
        .collect();
    let wanted: Vec<&str> = wanted.split_whitespace().collect();
    assert_eq!(found, wanted, "{text}\n{:#?}", output.diagnostics);
}

#[test]
fn sections_of_c_that_do_not_cover_an_access_are_errors() {
    let cases = [
        ("out(a[i]) in(b[i])", "a[i] = b[i];", SILENT),
        ("out(a[i]) in(b[i])", "a[i] = b[2 * i];", ERROR),
        ("out(a[i]) in(b[i])", "a[2 * i] = b[i];", ERROR),
        ("out(a[i]) in(b[i])", "a[n - 1 - i] = b[i];", ERROR),
        ("out(a[i]) in(b[i])", "a[i + n] = b[i];", ERROR),
        ("out(a[i]) in(b[i])", "a[i] = b[i * m];", ERROR),
        ("out(a[i]) in(b[i])", "a[i] = b[i + m];", ERROR),
        ("out(a[i]) in(b[i])", "a[i] = b[0];", ERROR),
        ("out(a[i]) in(b[i])", "a[i] = b[m];", ERROR),
        ("out(a[i]) in(b[i])", "a[i] = b[m - i];", ERROR),
        (
            "out(a[i]) in(b[i])",
            "for (int k = 0; k < m; k++) a[i] = b[k];",
            ERROR,
        ),
        (
            "out(a[i]) in(b[i])",
            "for (int k = 0; k < m; k++) a[i] = b[i + k];",
            ERROR,
        ),
        (
            "out(a[i]) in(b[i:m])",
            "for (int k = 0; k < m; k++) a[i] = b[i + k];",
            SILENT,
        ),
        (
            "out(a[i]) in(b[0:m])",
            "for (int k = 0; k < m; k++) a[i] = b[k];",
            SILENT,
        ),
        (
            "out(a[i]) in(b[0:m])",
            "for (int k = 0; k < n; k++) a[i] = b[k];",
            WARNING,
        ),
        ("out(a[i]) in(b[0:n])", "a[i] = b[i];", SILENT),
        ("out(a[i]) in(b[0:n])", "a[i] = b[m];", WARNING),
        ("out(a[i]) in(b[0:4 * n])", "a[i] = b[m];", SILENT),
        (
            "out(a[i]) in(b[0:n], b[n:n])",
            "a[i] = b[i] + b[i + n];",
            SILENT,
        ),
        (
            "out(a[i]) in(b[i], b[i + 1])",
            "a[i] = b[i] + b[i + 2];",
            ERROR,
        ),
        (
            "out(a[2 * i:2]) in(b[i])",
            "a[2 * i] = b[i]; a[2 * i + 1] = b[i];",
            SILENT,
        ),
        (
            "out(a[i]) in(b[i])",
            "a[i] = 0; if (i == 0) a[i] = b[0];",
            SILENT,
        ),
        (
            "out(a[i]) in(b[i:2])",
            "a[i] = b[i]; if (i + 1 < n) a[i] += b[i + 1];",
            SILENT,
        ),
        (
            "out(a[i]) in(b[i])",
            "a[i] = 0; if (c[i] > 0) a[i] = b[2 * i];",
            WARNING,
        ),
        ("in(a[i], b[i])", "a[i] = b[i];", READ_ONLY),
    ];
    for tile in [1, 8] {
        for (clauses, body, wanted) in cases {
            let text = format!(
                "void f(int n, int m, double *a, const double *b, const double *c) {{\n\
                 #pragma hp5 region\n    {{\n#pragma hp5 array_tile dim(4 * n) dimtile({tile}) arrvar(a, b)\n\
                 #pragma hp5 do tasktile({tile}) {clauses}\n        \
                 for (int i = 0; i < n; i++) {{ {body} }}\n    }}\n}}\n"
            );
            holds("text.c", &text, wanted);
        }
    }
}

#[test]
fn other_rows_and_columns_are_errors_in_c() {
    let cases = [
        ("out(g[i])", "g[i][j] = 1;", SILENT),
        ("out(g[i][0:n])", "g[i][j] = 1;", SILENT),
        ("out(g[i])", "g[0][j] = 1;", ERROR),
        ("out(g[i][0:n])", "g[2 * i][j] = 1;", ERROR),
        ("out(g[i][0:n])", "g[i][2 * j] = 1;", ERROR),
        ("out(g[i][0:n])", "g[j][i] = 1;", ERROR),
        ("out(g[i][0:i + 1])", "if (j <= i) g[i][j] = 1;", SILENT),
        ("out(g[i][0:m])", "g[i][j] = 1;", WARNING),
    ];
    for (tile, (clauses, body, wanted)) in [1, 8].into_iter().flat_map(|t| cases.map(|c| (t, c))) {
        let text = format!(
            "void f(int n, int m, double g[2 * n][2 * n]) {{\n#pragma hp5 region\n    {{\n\
             #pragma hp5 do tasktile({tile}) {clauses}\n        for (int i = 0; i < n; i++) \
             for (int j = 0; j < n; j++) {{ {body} }}\n    }}\n}}\n"
        );
        holds("text.c", &text, wanted);
    }
}

#[test]
fn sections_of_tasks_by_themselves_are_held_too() {
    let parts = "in(b[i * n / m:(i + 1) * n / m - i * n / m]) out(a[i * n / m:(i + 1) * n / m - i * n / m])";
    let cases = [
        ("in(b[i]) out(a[i])", "a[i] = b[i];", SILENT),
        ("in(b[i]) out(a[i])", "a[i] = b[2 * i];", ERROR),
        ("in(b[i]) out(a[i])", "a[i] = b[0];", ERROR),
        (
            "in(b[i * m:m]) out(a[i * m:m])",
            "for (int k = i * m; k < (i + 1) * m; k++) a[k] = b[k];",
            SILENT,
        ),
        (
            "in(b[i * m:m]) out(a[i * m:m])",
            "for (int k = 0; k < m; k++) a[i * m + k] = b[k];",
            ERROR,
        ),
        (
            parts,
            "int lo = i * n / m, hi = (i + 1) * n / m; for (int k = lo; k < hi; k++) a[k] = b[k];",
            SILENT,
        ),
        (
            parts,
            "int lo = i * n / m, hi = (i + 1) * n / m; for (int k = lo; k <= hi; k++) a[k] = b[k];",
            "HP5-E0009 HP5-E0009",
        ),
        (
            "in(b[0:n]) out(a[0:n / 2])",
            "for (int k = 0; k < n / 2; k++) a[k] = b[k];",
            SILENT,
        ),
        (
            "in(b[0:n]) out(a[0:n / 2])",
            "for (int k = 0; k < n; k++) a[k] = b[k];",
            ERROR,
        ),
    ];
    for (clauses, body, wanted) in cases {
        let text = format!(
            "void f(int n, int m, double *a, const double *b) {{\n#pragma hp5 region\n    {{\n\
             #pragma hp5 array_tile dim(4 * n) dimtile(8) arrvar(a, b)\n        \
             for (int i = 0; i < m; i++) {{\n#pragma hp5 task {clauses}\n            \
             {{ {body} }}\n        }}\n    }}\n}}\n"
        );
        holds("text.c", &text, wanted);
    }
}

#[test]
fn sections_of_rust_that_do_not_cover_an_access_are_errors() {
    let cases = [
        ("out(a[i]), in(b[i])", "a[i] = b[i];", SILENT),
        ("out(a[i]), in(b[i])", "a[i] = b[2 * i];", ERROR),
        ("out(a[i]), in(b[i])", "a[2 * i] = b[i];", ERROR),
        ("out(a[i]), in(b[i])", "a[n - 1 - i] = b[i];", ERROR),
        ("out(a[i]), in(b[i])", "a[i + n] = b[i];", ERROR),
        ("out(a[i]), in(b[i])", "a[i] = b[i * m];", ERROR),
        ("out(a[i]), in(b[i])", "a[i] = b[i + m];", ERROR),
        ("out(a[i]), in(b[i])", "a[i] = b[0];", ERROR),
        (
            "out(a[i]), in(b[i])",
            "let k = 2 * i + 1; a[i] = b[k];",
            ERROR,
        ),
        (
            "out(a[i]), in(b[i])",
            "a[i] = 0.0; for k in 0..m { a[i] += b[k]; }",
            ERROR,
        ),
        (
            "out(a[i]), in(b[i])",
            "a[i] = b[i..i + m].iter().sum::<f64>();",
            ERROR,
        ),
        (
            "out(a[i]), in(b[i..i + m])",
            "a[i] = b[i..i + m].iter().sum::<f64>();",
            SILENT,
        ),
        (
            "out(a[i]), in(b[0..m])",
            "a[i] = 0.0; for k in 0..n { a[i] += b[k]; }",
            WARNING,
        ),
        ("out(a[i]), in(b[0..n])", "a[i] = b[m];", WARNING),
        ("out(a[i]), in(b[0..b.len()])", "a[i] = b[m];", SILENT),
        (
            "out(a[i]), in(b[i..=i + 1])",
            "a[i] = b[i]; if i + 1 < n { a[i] += b[i + 1]; }",
            SILENT,
        ),
        (
            "out(a[i]), in(b[i])",
            "a[i] = 0.0; if i == 0 { a[i] = b[0]; }",
            SILENT,
        ),
        (
            "out(a[i]), in(b[i])",
            "a[i] = match i { 0 => b[0], _ => b[i] };",
            WARNING,
        ),
        (
            "out(a[i]), in(b[0..=i])",
            "for k in 0..n { if k > i { break; } a[i] += b[k]; }",
            WARNING,
        ),
        ("out(a[i]), in(b[i])", "a[i] = b[at[i]];", WARNING),
        ("out(a[i]), in(b[0..n])", "a[i] = b[at[i]];", SILENT),
        ("inout(a[i])", "let p = &mut a[i..]; p[n] += 1.0;", WARNING),
        ("inout(a[i..])", "let p = &mut a[i..]; p[n] += 1.0;", SILENT),
        (
            "inout(a[i])",
            "for k in (i..).step_by(7).take(3) { a[k] += 1.0; }",
            WARNING,
        ),
        ("out(a[i]), in(b)", "a[i] = b[at[i]];", SILENT),
        ("in(a[i], b[i])", "a[i] = b[i];", READ_ONLY),
        ("out(g[i, ..])", "for j in 0..m { g[i][j] = 1.0; }", SILENT),
        ("out(g[i, ..])", "for j in 0..m { g[0][j] = 1.0; }", ERROR),
        (
            "out(g[i, ..])",
            "for j in 0..m { g[2 * i][j] = 1.0; }",
            ERROR,
        ),
        (
            "out(g[i, 0..m])",
            "for j in 0..m { g[i][2 * j] = 1.0; }",
            ERROR,
        ),
        (
            "out(a[i, ..])",
            "for j in 0..m { a[i * m + j] = 1.0; }",
            SILENT,
        ),
        // Pixels of three colours: rows of `3 * m` elements.
        (
            "out(a[i, ..])",
            "for x in 0..m { for c in 0..3 { a[(i * m + x) * 3 + c] = 1.0; } }",
            SILENT,
        ),
    ];
    for (tile, (clauses, body, wanted)) in [1, 8].into_iter().flat_map(|t| cases.map(|c| (t, c))) {
        let text = format!(
            "#[hp5::region]\npub fn f(n: usize, m: usize, a: &mut [f64], b: &[f64], at: &[usize], g: &mut [Vec<f64>]) {{\n    \
             #[hp5::task_tile(i = {tile}, {clauses})]\n    for i in 0..n {{ {body} }}\n}}\n"
        );
        holds("text.rs", &text, wanted);
    }
}

/// Several tiled loops come to elements in another order than the program: where a call hides what is written,
/// the sections say whether that counts.
/// Indices that analysis does not follow are doubtful, whether the code shows them or they are looked up.
#[test]
fn clauses_of_indices_that_are_not_followed_are_warned_of() {
    let in_c = [
        ("int q = i; c[q++] = a[i]; c[q] = 2;", WARNING),
        ("int q = i; while (q < n) { c[q] = a[i]; q++; }", WARNING),
        (
            "int q = i; while (q < n) { c[q] = a[i]; q = q + 2; }",
            WARNING,
        ),
        ("int q = i; do c[q] = a[i]; while (++q < n);", WARNING),
        (
            "int q = 0; for (int k = 0; k < i; k++) if (n > 2 * k) q++; c[q] = a[i];",
            WARNING,
        ),
        ("c[abs(n - i) ^ 1] = a[i];", WARNING),
        ("c[at[i]] = a[i];", WARNING),
        ("c[*(at + i)] = a[i];", WARNING),
        ("c[w->first + i] = a[i];", ERROR),
        ("int q = at[i]; c[q] = a[i];", WARNING),
        (
            "int q = at[i]; while (q < n) { c[q] = a[i]; q = q + 2; }",
            WARNING,
        ),
        (
            "for (int k = at[i]; k < at[i + 1]; k++) c[k] = a[i];",
            WARNING,
        ),
        ("for (int k = 0; k < at[i]; k++) c[k + i] = a[i];", WARNING),
        (
            "int q = i; while (q < at[i]) { c[q] = a[i]; q++; }",
            WARNING,
        ),
        ("c[other(i)] = a[i];", WARNING),
        ("int q; set(&q); c[q] = a[i];", WARNING),
        ("c[LOOKED_UP(i)] = a[i];", WARNING),
    ];
    for (body, wanted) in in_c {
        let text = format!(
            "#include <stdlib.h>\n#define LOOKED_UP(i) at[i]\n\
             struct w {{ int first; }};\nint other(int);\nvoid set(int *);\n\
             void f(int n, double *restrict a, double *restrict c, const int *restrict at, const struct w *w) {{\n\
             #pragma hp5 region\n    {{\n#pragma hp5 task_tile(i = 4) in(a[i]) out(c[i])\n        \
             for (int i = 0; i < n; i++) {{ {body} }}\n    }}\n}}\n"
        );
        holds("text.c", &text, wanted);
    }
    let in_rust = [
        (
            "let mut q = i; while q < n { c[q] = a[i]; q += 1; }",
            WARNING,
        ),
        (
            "let mut q = i; while q < n { c[q] = a[i]; q = q * 2 + 1; }",
            WARNING,
        ),
        (
            "let mut q = i; loop { c[q] = a[i]; q += 1; if q == n { break; } }",
            WARNING,
        ),
        (
            "let mut q = 0; for k in 0..i { if n > 2 * k { q += 1; } } c[q] = a[i];",
            WARNING,
        ),
        ("c[i.wrapping_mul(3)] = a[i];", WARNING),
        ("c[i.pow(2)] = a[i];", WARNING),
        ("c[(i as f64 * 1.5) as usize] = a[i];", WARNING),
        ("c[at[i]] = a[i];", WARNING),
        ("let q = at[i]; c[q] = a[i];", WARNING),
        (
            "let mut q = at[i]; while q < n { c[q] = a[i]; q += 2; }",
            WARNING,
        ),
        ("for k in at[i]..at[i + 1] { c[k] = a[i]; }", WARNING),
        (
            "let mut q = i; while q < at[i] { c[q] = a[i]; q += 1; }",
            WARNING,
        ),
        ("c[at.iter().max().copied().unwrap_or(i)] = a[i];", WARNING),
        ("if let Some(q) = other(i) { c[q] = a[i]; }", WARNING),
        ("let mut q = i; set(&mut q); c[q] = a[i];", WARNING),
        ("for k in at { c[*k] = a[i]; }", WARNING),
        (
            "let mut q = i; for _ in (0..n).rev().step_by(2) { c[q] = a[i]; q += 2 * q; }",
            WARNING,
        ),
    ];
    for (body, wanted) in in_rust {
        let text = format!(
            "#[hp5::region]\nfn f(n: usize, a: &Vec<f64>, c: &mut Vec<f64>, at: &Vec<usize>) {{\n    \
             #[hp5::task_tile(i = 4, in(a[i]), out(c[i]))]\n    \
             for i in 0..n {{ {body} }}\n}}\n"
        );
        holds("text.rs", &text, wanted);
    }
}

#[test]
fn sections_of_calls_decide_whether_several_loops_may_be_cut() {
    const ORDER: &str = "HP5-E0008";
    let cases = [
        ("inout(c[i][j])", SILENT),
        ("inout(c[i][j]) in(c[i - 1][j], c[i][j - 1])", SILENT),
        ("inout(c[i][j]) in(c[i - 1][j - 1])", SILENT),
        ("inout(c[i][j]) in(c[i - 1][j + 1])", ORDER),
        ("inout(c[i - 1:3][j - 1:3])", ORDER),
        ("inout(c(*, *))", ORDER),
        ("inout(c[i][0:m])", SILENT),
    ];
    for (clauses, wanted) in cases {
        let text = format!(
            "void kernel(double *c, int i, int j);\nvoid f(int n, int m, double c[2 * n][2 * m]) {{\n\
             #pragma hp5 region\n    {{\n#pragma hp5 do tasktile(4, 4) {clauses}\n        \
             for (int i = 1; i < n - 1; i++) for (int j = 1; j < m - 1; j++) kernel(&c[0][0], i, j);\n    }}\n}}\n"
        );
        holds("text.c", &text, wanted);
    }
    let through = "void f(int n, int m, double a[n][m]) {\n#pragma hp5 region\n    {\n\
        #pragma hp5 do tasktile(7, 4) inout(a(*, *))\n        for (int i = 1; i < n; i++) for (int j = 1; j < m; j++) {\n\
            double *p;\n            p = &a[i][m - j];\n            *p = a[i - 1][j];\n        }\n    }\n}\n";
    holds("text.c", through, ORDER);
}

/// What a loop reads at places that are found in each turn is registered where a task by itself writes it.
#[test]
fn reads_that_are_found_in_turns_are_registered_beside_writes_by_name() {
    let text = "static long b[256], h[32][32];\nvoid f(int n, int parts) {\n#pragma hp5 region\n    {\n\
        #pragma hp5 do tasktile(3) in(b[i * n / parts:n]) inout(h[i][0:n])\n        \
        for (int i = 0; i < parts; i++) for (int j = 0; j < n; j++) h[i][j] += b[i * n / parts + j];\n\
        #pragma hp5 task inout(b[1:n])\n        for (int j = 0; j < n; j++) b[1 + j] += 1;\n    }\n}\n";
    let output = translated("text.c", text);
    let emitted = &output.files[0].text;
    let read = emitted.contains("{.array = hp5_array_b, .mode = HP5_IN,");
    assert!(read, "{emitted}");
}

/// What functions of the file do with what they are given is held as what stands in the task.
#[test]
fn functions_of_the_file_are_held_against_clauses() {
    let cases = [
        ("inout(a[i])", "one(a, i);", SILENT),
        ("inout(a[i])", "before(a, i);", ERROR),
        ("inout(a[i - 1:2])", "before(a, i);", SILENT),
        ("inout(a[i])", "deep(a, i);", ERROR),
        ("inout(a[i])", "perhaps(a, i, m);", SILENT),
        ("inout(a[i])", "one(a, at[i]);", SILENT),
        ("inout(a[0:N])", "one(a, at[i]);", SILENT),
        ("in(a[i])", "one(a, i);", READ_ONLY),
        ("inout(a[i:2])", "some(a + i, 4);", ERROR),
        ("inout(a[i:4])", "some(a + i, 4);", SILENT),
        ("inout(a[i:2])", "some(&a[i], m);", SILENT),
        ("inout(a[i])", "seen(a, i);", SILENT),
        ("out(g[i]) in(h[i])", "row(g[i], h[i]);", SILENT),
        ("out(g[i]) in(h[i])", "row(g[i], h[N - 1 - i]);", WARNING),
        ("inout(o.v[0:4])", "counts(&o);", "HP5-W0103"),
    ];
    for (clauses, body, wanted) in cases {
        let text = format!(
            "enum {{ N = 64 }};\nstatic double a[N], g[N][8], h[N][8];\nstatic int at[N], m;\n\
             static struct s {{ long v[4]; int n; }} o;\n\
             static void one(double *v, int k) {{ v[k] += 1; }}\n\
             static void before(double *v, int k) {{ v[k] += v[k - 1]; }}\n\
             static void perhaps(double *v, int k, int n) {{ v[k] += 1; if (n > 3) v[k] += v[k - 1]; }}\n\
             static void deep(double *v, int k) {{ before(v, k + 1); }}\n\
             static void some(double *v, int n) {{ for (int k = 0; k < n; k++) v[k] += 1; }}\n\
             static void row(double *d, const double *s) {{ for (int j = 0; j < 8; j++) d[j] = s[j]; }}\n\
             static void counts(struct s *p) {{ p->v[1] += 2; p->n++; }}\n\
             void seen(double *, int);\n\
             void f(void) {{\n#pragma hp5 region\n    {{\n#pragma hp5 do tasktile(4) {clauses}\n        \
             for (int i = 4; i < 60; i++) {{ {body} }}\n    }}\n}}\n"
        );
        holds("text.c", &text, wanted);
    }
}
