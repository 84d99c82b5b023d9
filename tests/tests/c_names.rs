//! Memory that a task uses by one name and what comes after it by another one: each way to write it with each way to
//! use it, in code between tasks and in a second task. Each pair is a function of one program, which is translated,
//! run on disturbed schedules, and compared with the same program as it is, line by line.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use hp5_annotate::{Options, SourceFile, translate};
use hp5_tests::program::{command, run};
use hp5_tests::tools::{c_library_arguments, fresh};

const HEAD: &str = r#"
#include <stdio.h>
#include <string.h>
typedef struct in { int v; double w, x[4]; double *r; } in;
typedef struct out { struct out *next; in a, b[2]; in *c; int k; } out;
static double slow(double v) { for (int k = 0; k < 100000; k++) v = v * 0.5 + 1; return v; }
static in g[4];
static out o, *po = &o;
static double buf[8];
static void bump(in *p) { p->v = slow(p->v) + 5; p->w += p->v; }
static void deep(out *p) { p->a.v = slow(p->a.v) + 7; p->b[1].w += 3; p->c->v += 2; }
static int get(const in *p) { return p->v; }
static void put(in *p, int v) { p->v = v; }
static in *find(int k) { return &g[k]; }
static void begin(void) {
    for (int i = 0; i < 4; i++) { g[i] = (in){i, 2 * i, {0}, buf + i}; buf[i] = i; }
    o = (out){0};
    o.c = &g[2];
}
static void show(const char *name, double u, const in *one, const out *two) {
    printf("%s %.17g", name, u);
    for (int i = 0; i < 4; i++) printf(" %d %g %g %g", g[i].v, g[i].w, g[i].x[1], buf[i]);
    printf(" %d %g %d %g %d %g\n", one->v, one->w, o.a.v, o.b[1].w, two->a.v, two->b[1].w);
}
"#;

const TASK: &str = "#pragma hp5 task\n    ";

/// Ways to write elements of `g`: `@` stands for a task's directive.
const WRITES: &[&str] = &[
    "@bump(p);",
    "@{ p->v = slow(p->v) + 5; p->w = p->v; }",
    "@{ g[1].v = slow(g[1].v) + 5; g[1].w = g[1].v; }",
    "@{ g[k].v = slow(g[k].v) + 5; g[k].w = g[k].v; }",
    "@{ p->x[1] = slow(p->x[1]) + 5; p->v = p->x[1]; p->w = 1; }",
    "in *f = find(1);\n    @{ f->v = slow(f->v) + 5; f->w = f->v; }",
    "in *f = g + 1;\n    @{ f->r[0] = slow(f->r[0]) + 5; f->v = 3; }",
];

/// Ways to use them.
const USES: &[&str] = &[
    "u += h->v + h->w;",
    "u += g[1].v + g[1].w;",
    "u += g[k].v;",
    "u += get(h);",
    "u += get(&g[1]);",
    "put(h, 3);",
    "put(&g[1], 3);",
    "u += (*h).v;",
    "in c = *h; u += c.v + c.w;",
    "in c = g[1]; u += c.v;",
    "in c; memcpy(&c, h, sizeof c); u += c.v + c.w;",
    "h->v = 4;",
    "g[1].v = 4;",
    "*h = (in){9, 9, {9}, buf};",
    "g[1] = (in){9, 9, {9}, buf};",
    "u += find(1)->v;",
    "find(1)->v = 8;",
    "u += h->x[1] + *h->r;",
    "u += g[1].x[1] + buf[1];",
    "int m[8] = {0}; m[h->v & 7]++; u += m[5] + m[6] + m[7];",
    "if (h->v > 4) u += 100;",
    "for (int i = 0; i < h->v; i++) u += i;",
    "switch (g[1].v) { case 1: u += 1; break; default: u += 50; }",
    "h->v++;",
    "g[1].v += 3;",
    "memset(&h->w, 0, sizeof h->w);",
    "memset(g + 1, 0, sizeof *g);",
    "@u += h->v + slow(1);",
    "@u += g[1].v + g[1].w;",
    "@u += get(h);",
    "@{ in c = *h; u += c.v; }",
    "@u += find(1)->w + *h->r;",
];

/// The same of structs in structs, and behind their pointers.
const INNER_WRITES: &[&str] = &[
    "@{ t->a.v = slow(t->a.v) + 5; t->b[1].w = t->a.v; }",
    "@deep(t);",
    "@{ t->c->v = slow(t->c->v) + 5; t->c->w = t->c->v; }",
    "@{ two.a.v = slow(two.a.v) + 5; two.b[1].w = two.a.v; }",
    "@{ t->next->a.v = slow(t->next->a.v) + 5; t->next->b[1].w = 3; }",
    "in *f = &t->a;\n    @f->v = slow(f->v) + 5;",
    "@{ po->a.v = slow(po->a.v) + 5; po->b[1].w = po->a.v; }",
];

const INNER_USES: &[&str] = &[
    "u += t->a.v + t->b[1].w;",
    "u += two.a.v + two.b[1].w;",
    "u += o.a.v + o.b[1].w;",
    "u += po->a.v + po->b[1].w;",
    "u += q->v + q->w;",
    "u += one.v + one.w;",
    "u += t->c->v + two.c->w;",
    "u += t->next->a.v;",
    "o.a.v = 3;",
    "one.v = 3;",
    "two.a.v = 3;",
    "q->v = 3;",
    "u += get(&two.a) + get(&t->a) + get(t->c);",
    "put(&t->a, 2);",
    "put(t->c, 2);",
    "out c = two; u += c.a.v + c.b[1].w;",
    "out c = o; u += c.a.v;",
    "@u += two.a.v + t->c->v + o.a.v;",
    "@u += q->v + one.w;",
];

/// One function for each pair, and `main`.
fn program() -> String {
    let (mut text, mut calls) = (HEAD.to_owned(), String::new());
    let groups = [(WRITES, USES), (INNER_WRITES, INNER_USES)];
    for (n, (writes, uses)) in groups.into_iter().enumerate() {
        for (w, write) in writes.iter().enumerate() {
            for (k, used) in uses.iter().enumerate() {
                let name = format!("pair_{n}_{w}_{k}");
                let code = format!("{write}\n    {used}").replace('@', TASK);
                let _ = writeln!(
                    text,
                    "static void {name}(void) {{\n    begin();\n    in one = {{1, 2, {{3}}, buf}};\n    \
                     out two = {{0}};\n    two.c = &one;\n    two.next = &o;\n    \
                     in *p = &g[1], *h = p, *q = &one;\n    out *t = &two;\n    double u = 0;\n    int k = 1;\n    \
                     (void)h; (void)q; (void)t; (void)k;\n#pragma hp5 region begin\n    {code}\n\
                     #pragma hp5 region end\n    show(\"{name}\", u, &one, &two);\n}}"
                );
                let _ = writeln!(calls, "    {name}();");
            }
        }
    }
    let _ = writeln!(text, "int main(void) {{\n{calls}    return 0;\n}}");
    text
}

fn build(text: &str, name: &str, folder: &Path) -> PathBuf {
    let (written, executable) = (folder.join(format!("{name}.c")), folder.join(name));
    fs::write(&written, text).expect("a folder to write to");
    let mut gcc = command("gcc");
    gcc.args(["-std=gnu11", "-O1", "-Wno-unknown-pragmas", "-o"])
        .arg(&executable)
        .arg(&written)
        .args(c_library_arguments());
    run(gcc).success().unwrap_or_else(|why| panic!("{why}"));
    executable
}

#[test]
fn what_one_task_writes_others_see_by_each_name() {
    let folder = fresh("names");
    let text = program();
    let path = PathBuf::from("names.c");
    let output = translate(
        &[SourceFile {
            path,
            text: text.clone(),
        }],
        &Options::default(),
    );
    assert!(!output.has_errors(), "{:#?}", output.diagnostics);
    let serial = run(command(build(&text, "serial", &folder)));
    let wanted = serial.success().unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(
        wanted.lines().count(),
        WRITES.len() * USES.len() + INNER_WRITES.len() * INNER_USES.len()
    );
    let parallel = build(&output.files[0].text, "parallel", &folder);
    for (seed, ppus) in [(1, 1), (2, 2), (3, 2), (4, 8), (5, 2), (6, 1)] {
        let mut command = command(&parallel);
        command
            .env("HP5_QUIET", "1")
            .env("HP5_NUM_PPUS", ppus.to_string())
            .env("HP5_SEED", seed.to_string());
        let ended = run(command);
        let printed = ended.success().unwrap_or_else(|why| panic!("{why}"));
        let differ: Vec<(&str, &str)> = (wanted.lines().zip(printed.lines()))
            .filter(|(a, b)| a != b)
            .collect();
        assert!(
            differ.is_empty(),
            "seed {seed}, {ppus} PPUs (wanted, printed): {differ:#?}"
        );
    }
}
