//! The translator's time grows with the source, and no faster: twice as many accesses, arrays, tasks, functions or
//! statements take about twice as long. Measured is the time that this thread computes, on sources made here; of
//! several attempts the best counts, since other programs take caches from one another.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use hp5_annotate::{Options, SourceFile, translate};

/// The nanoseconds that this thread has been on a processor.
fn computed() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").expect("Linux counts them");
    let first = text.split_whitespace().next().and_then(|n| n.parse().ok());
    Duration::from_nanos(first.expect("a number"))
}

fn time(name: &str, text: String) -> Duration {
    let path = PathBuf::from(name);
    let file = SourceFile { path, text };
    let begin = computed();
    let output = translate(&[file], &Options::default());
    let taken = computed() - begin;
    assert!(!output.has_errors(), "{:?}", output.diagnostics);
    taken
}

/// Twice the source takes no more than three times as long, in one of some attempts.
fn grows_with_the_source(name: &str, size: usize, source: impl Fn(usize) -> String) {
    let ratios = (0..5).map(|_| {
        let (one, two) = (time(name, source(size)), time(name, source(2 * size)));
        two.as_secs_f64() / one.as_secs_f64()
    });
    let mut seen = Vec::new();
    for ratio in ratios {
        if ratio <= 3.0 {
            return;
        }
        seen.push(ratio);
    }
    panic!("{name}: twice the source of {size} takes {seen:.1?} times as long");
}

/// So many pieces, by their numbers.
fn pieces(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut all, n| {
        let _ = writeln!(all, "{}", piece(n));
        all
    })
}

fn in_c(before: &str, code: &str) -> String {
    format!(
        "static double a[1000000], b[1000000];\n{before}\nvoid f(int n, int k) {{\n#pragma hp5 region\n{{\n{code}\n}}\n}}\n"
    )
}

fn loop_in_c(code: &str) -> String {
    format!("#pragma hp5 do tasktile(8)\nfor (int i = 0; i < n; i++) {{\n{code}\n}}")
}

#[test]
fn accesses_in_c() {
    grows_with_the_source("accesses.c", 500, |n| {
        let reads = pieces(n, |k| format!("s += a[i + {k}];"));
        in_c(
            "",
            &loop_in_c(&format!("double s = 0;\n{reads}\na[i] = s;")),
        )
    });
    grows_with_the_source("writes.c", 400, |n| {
        let writes = pieces(n, |k| format!("a[{n} * i + {k}] = b[i + {k}];"));
        in_c("", &loop_in_c(&writes))
    });
}

#[test]
fn arrays_in_c() {
    grows_with_the_source("arrays.c", 200, |n| {
        let before = pieces(n, |k| format!("static double a{k}[1000];"));
        let code = pieces(n, |k| format!("a{k}[i] = a{}[i] + {k};", (k * 7 + 1) % n));
        in_c(&before, &loop_in_c(&code))
    });
}

#[test]
fn private_arrays_in_c() {
    grows_with_the_source("private.c", 60, |n| {
        let arrays = pieces(n, |k| format!("double v{k}[8];"));
        let code = pieces(n, |k| {
            format!("for (int j = 0; j < 8; j++) v{k}[j] = b[i] + {k};\na[i] += v{k}[3];")
        });
        in_c("", &format!("{arrays}\n{}", loop_in_c(&code)))
    });
}

#[test]
fn variables_of_the_file_in_c() {
    grows_with_the_source("globals.c", 300, |n| {
        let before = pieces(n, |k| format!("static int g{k};"));
        let task = |k| format!("#pragma hp5 task\n{{ g{k} += g{}; }}", k * 3 % n);
        in_c(&before, &pieces(n, task))
    });
}

#[test]
fn comments_in_c() {
    grows_with_the_source("comments.c", 3_000, |n| {
        in_c(
            &pieces(n, |k| format!("/* {k} */")),
            &loop_in_c("a[i] += 1;"),
        )
    });
}

/// A sum that is too long to be analysed takes no time that doubles by each of its parts.
#[test]
fn sums_in_indices() {
    let values = pieces(100, |k| format!("int v{k} = n + {k};"));
    let sum: String = (0..100).map(|k| format!("v{k} + ")).collect();
    let code = format!("{values}\n{}", loop_in_c(&format!("a[{sum}i] += 1;")));
    assert!(time("sums.c", in_c("", &code)) < Duration::from_secs(2));
}

#[test]
fn tasks_in_c() {
    grows_with_the_source("tasks.c", 300, |n| {
        let code = pieces(n, |k| {
            format!(
                "#pragma hp5 task\n{{ a[{k}] = b[{k}] + a[{}]; }}",
                k * 3 % n
            )
        });
        in_c("", &code)
    });
    grows_with_the_source("loops.c", 150, |n| {
        let code = pieces(n, |k| loop_in_c(&format!("a[i] += b[i + {k}];")));
        in_c("", &code)
    });
}

#[test]
fn functions_in_c() {
    grows_with_the_source("functions.c", 1_000, |n| {
        let before = pieces(n, |k| {
            format!(
                "int g{k}(int x, int y) {{ int z = x * {k} + y; if (z > 3) z -= a[z] > 0; return z; }}"
            )
        });
        in_c(&before, &loop_in_c("a[i] += 1;"))
    });
}

#[test]
fn assignments_in_c() {
    grows_with_the_source("assignments.c", 300, |n| {
        let code = pieces(n, |k| format!("int v{} = v{k} + 1;", k + 1));
        in_c(
            "",
            &loop_in_c(&format!("int v0 = i;\n{code}\na[v{n}] = 1;")),
        )
    });
}

/// Products that grow by each statement are given up.
#[test]
fn squarings() {
    let c = pieces(40, |k| format!("int x{} = x{k} * x{k};", k + 1));
    let c = in_c(
        "",
        &loop_in_c(&format!("int x0 = n;\n{c}\na[x40 + i] += 1;")),
    );
    assert!(time("squarings.c", c) < Duration::from_secs(1));
    let rust = pieces(40, |k| format!("let x{} = x{k} * x{k};", k + 1));
    let rust = in_rust(&loop_in_rust(&format!(
        "let x0 = n;\n{rust}\na[x40 + i] += 1.0;"
    )));
    assert!(time("squarings.rs", rust) < Duration::from_secs(1));
}

/// What is changed twice is no C, but has a tree.
#[test]
fn decrements() {
    let signs = "--".repeat(60);
    let c = in_c(
        "",
        &format!("#pragma hp5 task\n*({signs}b) = {signs}a[n];\n"),
    );
    assert!(time("decrements.c", c) < Duration::from_secs(1));
}

fn in_rust(code: &str) -> String {
    format!(
        "#[hp5::annotated]\nfn f(a: &mut [f64], b: &[f64], n: usize) {{\n#[hp5::region]\n{{\n{code}\n}}\n}}\nfn main() {{}}\n"
    )
}

fn loop_in_rust(code: &str) -> String {
    format!("#[hp5::task_tile(i = 8)]\nfor i in 0..n {{\n{code}\n}}")
}

#[test]
fn accesses_in_rust() {
    grows_with_the_source("accesses.rs", 400, |n| {
        let reads = pieces(n, |k| format!("s += a[i + {k}];"));
        in_rust(&loop_in_rust(&format!(
            "let mut s = 0.0;\n{reads}\na[i] = s;"
        )))
    });
}

#[test]
fn functions_with_regions() {
    grows_with_the_source("regions.c", 300, |n| {
        pieces(n, |k| {
            format!(
                "static void f{k}(double *a, int n) {{\n#pragma hp5 region\n{{\n{}\n}}\n}}",
                loop_in_c(&format!("a[i] += {k};"))
            )
        })
    });
    grows_with_the_source("regions.rs", 300, |n| {
        pieces(n, |k| {
            let body = format!("#[hp5::task_tile(i = 8)]\nfor i in 0..n {{ a[i] += {k} as f64; }}");
            format!("#[hp5::region]\nfn f{k}(a: &mut [f64], n: usize) {{\n{body}\n}}")
        })
    });
}
