//! `--summary`: how the tasks of each region run, and where it waits.

use std::path::PathBuf;

use hp5_annotate::diag::text::render;
use hp5_annotate::{Options, SourceFile, translate};

/// The lines about the regions of a file.
fn summary(name: &str, text: &str) -> Vec<String> {
    let file = SourceFile {
        path: PathBuf::from(name),
        text: text.to_owned(),
    };
    let options = Options {
        summary: true,
        ..Options::default()
    };
    let output = translate(&[file], &options);
    let found = output.diagnostics.iter().flat_map(|(_, list)| &list.list);
    let notes = found.filter(|d| d.code == "HP5-N0207");
    let lines = notes.map(|d| render(name, text, d, false));
    lines
        .flat_map(|note| note.lines().map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

const SWEEPS: &str = "\
#define N 1000
double a[N][N], b[N][N], s;
int at[N];
void f(int n)
{
#pragma hp5 region
    {
#pragma hp5 do tasktile(64)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) a[i][j] = b[i - 1][j] + b[i + 1][j];
#pragma hp5 do tasktile(64)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) a[i][j] = a[i - 1][j] + b[i + 1][j];
#pragma hp5 do tasktile(64, 64)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) a[i][j] = a[i - 1][j] + a[i][j - 1];
#pragma hp5 do tasktile(64)
        for (int i = 0; i < n; i++) a[at[i]][3] = 2;
#pragma hp5 do tasktile(64)
        for (int i = 0; i < n; i++) s += a[i][i];
        s = a[3][3];
#pragma hp5 task
        b[0][0] = s;
#pragma hp5 task_wait
        b[0][1] = b[0][0];
    }
}
";

#[test]
fn a_region_of_c_is_a_line_with_its_causes_below() {
    let expected = [
        "s.c:7: region `f`: 1 loop in parallel, 4 loops in order, 1 task; 1 wait written, 1 wait put in",
        "  s.c:11: one after the other: iterations meet in `a`",
        "  s.c:14: in the order of its tiles: iterations meet in `a`",
        "  s.c:17: one after the other: the task is taken to touch the whole dimension 0 of `a` (HP5-W0101)",
        "  s.c:19: the tasks of this loop run one after the other because each writes `s` (HP5-W0103)",
        "  s.c:21: the program waits here for tasks that use `s`",
    ];
    assert_eq!(summary("s.c", SWEEPS), expected);
}

#[test]
fn regions_of_rust_and_what_is_inside_of_tasks_have_lines_of_their_own() {
    let text = "\
#[hp5::region]
fn outer(a: &mut [f64], n: usize) {
    #[hp5::task(nested, inout(a[0..n]))]
    {
        #[hp5::task_tile(i = 64)]
        for i in 0..n {
            a[i] += 1.0;
        }
    }
}
#[hp5::region]
fn plain(a: &mut [f64], n: usize) {
    #[hp5::task_tile(i = 64)]
    for i in 70..n {
        a[i] = a[i - 70];
    }
    println!(\"{}\", a[0]);
}
";
    let expected = [
        "r.rs:2: region `outer`: 1 task, 1 of them with a region of its own; no waits inside",
        "r.rs:4: code of `task:3`: 1 loop in parallel; no waits inside",
        "r.rs:12: region `plain`: 1 loop in order; 1 wait put in",
        "  r.rs:13: in the order of its tiles: iterations meet in `a`",
        "  r.rs:17: a wait is put in: generating code reads `a`, which pending tasks use",
    ];
    assert_eq!(summary("r.rs", text), expected);
}

#[test]
fn nothing_is_said_where_nobody_asks() {
    let file = SourceFile {
        path: PathBuf::from("s.c"),
        text: SWEEPS.to_owned(),
    };
    let output = translate(&[file], &Options::default());
    let found = output.diagnostics.iter().flat_map(|(_, list)| &list.list);
    assert!(found.clone().count() > 0 && found.into_iter().all(|d| d.code != "HP5-N0207"));
}

#[test]
fn tasks_that_all_use_what_one_of_them_writes_are_no_chain() {
    let text = "\
#[hp5::region]
fn floyd(d: &mut [Vec<u32>], n: usize) {
    for k in 0..n {
        #[hp5::task_tile(i = 16)]
        for i in 0..n {
            for j in 0..n {
                d[i][j] = d[i][j].min(d[i][k] + d[k][j]);
            }
        }
    }
}
#[hp5::region]
fn last(a: &mut [u32], b: &[u32], n: usize) {
    #[hp5::task_tile(i = 16)]
    for i in 0..n {
        a[3] = a[3].max(b[i]);
    }
}
";
    let expected = [
        "r.rs:2: region `floyd`: 1 loop in order; no waits inside",
        "  r.rs:4: in the order of its tiles: iterations meet in `d`",
        "r.rs:13: region `last`: 1 loop in order; no waits inside",
        "  r.rs:14: one after the other: iterations meet in `a`",
    ];
    assert_eq!(summary("r.rs", text), expected);
}
