//! C as people write it: one text per seed, of steps that are drawn from what public programs do.
//!
//! Subscripts of all integer types, with and without wrap-around, by division, modulo and choice; whole
//! structs that are copied; functions called through pointers; variables of the file declared in blocks;
//! pointers that are kept in variables and derived from one another; macros that change something; images,
//! running indices, blocks that the program cuts itself, scratch arrays, planes that change places.

use crate::random::rng::Rng;

/// What stands in front of every program.
const HEAD: &str = r#"#include "random.h"
#include <string.h>
static int a[64], b[64], c[64], w[3][64];
static unsigned char img[8 * 8 * 3];
static long g = 3;
struct all { int n; int u[64]; };
static struct all s1, s2, many[3];
static union { int u[64]; unsigned char bytes[256]; } both;
static int *kept = a;
static const int starts[4] = {0, 16, 32, 48};
#define NEXT (g += 3)
#define LAST (b[63])
#define MIN(x, y) ((x) < (y) ? (x) : (y))
#define SET(v, x) do { (v) = (x); } while (0)
static int reads(int k) { return a[k & 63] + b[k & 63]; }
static int writes(int k) { a[k & 63] += k; return k; }
static int at(int i, int j) { return i * 8 + j; }
static void row(int m[][64], const int *from, int i) { for (int j = 0; j < 64; j++) m[i][j] += from[(j + i) & 63]; }
static struct all made(int k) { struct all x; x.n = k; for (int i = 0; i < 64; i++) x.u[i] = i * k; return x; }
static void taken(struct all x) { b[5] += x.u[7] + x.n; }
static void filled(struct all *x) { x->u[9] += 4; x->n++; }
static int (*table[2])(int) = {reads, writes};
static struct { int (*f)(int); } holder = {reads};
static int (*pick(int k))(int) { return k & 1 ? writes : reads; }
"#;

/// Types of loop variables.
const TYPES: [&str; 9] = [
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "size_t",
    "short",
    "unsigned short",
    "unsigned char",
    "signed char",
];

/// The steps of a seed's program, as number `number` of a batch.
#[must_use]
pub fn steps(seed: u64, number: usize) -> Vec<String> {
    let mut rng = Rng::new(seed);
    let count = rng.range(3, 7);
    (0..count).map(|_| step(&mut rng, number)).collect()
}

/// A program of these steps.
#[must_use]
pub fn program(steps: &[String], number: usize) -> String {
    let mut text = HEAD.to_owned();
    text += &format!("int outer_{number} = 2;\n");
    text += &format!(
        "static void beside(int i) {{ extern int outer_{number}; outer_{number} += i & 3; }}\n"
    );
    text += "static void region(int n, unsigned m, int parts, int k) {\n    \
             int line[64] = {0};\n    int t = 0, q = 0, *low = a, *high = low + 32;\n    \
             (void)t; (void)line; (void)high; (void)n; (void)m; (void)parts; (void)k;\n\
             #pragma hp5 region\n    {\n";
    text += &steps.concat();
    text += "    }\n    c[1] += q;\n}\n";
    let names = ["a", "b", "c", "w", "img", "s1", "s2", "many", "both", "g"];
    let outer = format!("outer_{number}");
    let digests = names.iter().copied().chain([&*outer]);
    let digests: String = digests
        .map(|name| format!("    DIGEST({name});\n"))
        .collect();
    text + &format!(
        "#define FILL(x) for (size_t i_ = 0; i_ < sizeof(x) / sizeof((x)[0]); i_++) (x)[i_] = (i_ * 37 + 11) % 101\n\
             #define DIGEST(x) for (size_t i_ = 0; i_ < sizeof(x); i_++) h = digest_one(h, ((const unsigned char *)&(x))[i_])\n\
             uint64_t program_{number}(void) {{\n    uint64_t h = 1;\n    \
             FILL(a); FILL(b); FILL(c); FILL(img); FILL(s1.u); FILL(s2.u); FILL(both.u); FILL(many[1].u);\n    \
             memset(w, 0, sizeof w); s1.n = s2.n = many[1].n = 1; g = 3; kept = a; {outer} = 2;\n    \
             region(64, 64, 4, 2);\n{digests}    return h;\n}}\n"
    )
}

fn array(rng: &mut Rng) -> &'static str {
    let names = [
        "a",
        "b",
        "c",
        "s1.u",
        "s2.u",
        "many[1].u",
        "both.u",
        "w[1]",
        "a",
    ];
    names[rng.below(names.len())]
}

/// A subscript that is from 0 to 63 for all `i` from 1 to 62.
fn subscript(rng: &mut Rng, ty: &str) -> String {
    let k = rng.range(1, 40);
    let wraps = match ty {
        "unsigned" => format!("i + {}u + {}", 4_294_967_296 - k, k),
        "unsigned long" | "size_t" => format!("i + (0ul - {k}) + {k}"),
        "unsigned char" => "(unsigned char)(i + 200) - 200 + (i > 55 ? 256 : 0)".to_owned(),
        "unsigned short" => format!("(unsigned short)(i - {k}) + {k} - (i < {k} ? 65536 : 0)"),
        _ => format!("i + {k} - {k}"),
    };
    let list = [
        "i".to_owned(),
        "i".to_owned(),
        "i - 1".to_owned(),
        "i + 1".to_owned(),
        "63 - i".to_owned(),
        "i / 2".to_owned(),
        format!("(i * 5 + {k}) % 64"),
        format!("(i + {k}) & 63"),
        "i ^ 1".to_owned(),
        "i == 1 ? 0 : i - 1".to_owned(),
        "MIN(i + 3, 63)".to_owned(),
        format!("(unsigned char)(i * {k}) % 64"),
        "(i & 15) * 4 + 1".to_owned(),
        wraps,
    ];
    rng.pick(&list).clone()
}

/// A task loop over subscripts of some type.
fn nest(rng: &mut Rng) -> String {
    let ty = *rng.pick(&TYPES);
    let (to, from) = (array(rng), array(rng));
    let (x, y) = (subscript(rng, ty), subscript(rng, ty));
    let tile = rng.pick(&[1, 3, 4, 16]);
    let operator = rng.pick(&["=", "+=", "^="]);
    let body = match rng.below(8) {
        0 => format!("{{ int v = {from}[{y}]; v = v * 3 + 1; {to}[{x}] {operator} v; }}"),
        1 => format!("{{ int p = {x}; {to}[p] {operator} {from}[{y}] + (int)i; }}"),
        2 => format!("{{ if ({from}[{y}] & 1) {to}[{x}] {operator} 5; else {to}[{x}] += 2; }}"),
        3 => format!("{{ t = {from}[{y}]; {to}[{x}] {operator} t * 2; }}"),
        // Such a program goes through the preprocessor first.
        4 if rng.percent(30) => format!("{{ {to}[{x}] {operator} (int)NEXT; }}"),
        5 => format!("{{ int *p = &{to}[0]; p[{x}] {operator} {from}[{y}]; }}"),
        6 => format!("*({to} + ({x})) {operator} {from}[{y}] * 3;"),
        _ => format!("{to}[{x}] {operator} {from}[{y}] + 1;"),
    };
    format!("#pragma hp5 do tasktile({tile})\n        for ({ty} i = 1; i < 63; i++) {body}\n")
}

/// Tasks of other shapes.
fn shaped(rng: &mut Rng, number: usize) -> String {
    let (x, y) = (array(rng), array(rng));
    match rng.below(12) {
        0 => "#pragma hp5 do tasktile(2)\n        for (int y = 0; y < 8; y++) for (int x = 0; x < 8; x++) \
              for (int ch = 0; ch < 3; ch++) img[(y * 8 + x) * 3 + ch] = 255 - img[(y * 8 + x) * 3 + ch];\n"
            .to_owned(),
        1 => format!(
            "#pragma hp5 do tasktile(1)\n        for (int x = 0; x < 8; x++) {{ int run = x; \
             for (int j = 0; j < 8; j++) {{ {y}[run] += j; run += 8; }} }}\n"
        ),
        2 => format!(
            "#pragma hp5 do tasktile(1)\n        for (int p = 0; p < parts; p++) {{ int lo = p * n / parts, \
             hi = (p + 1) * n / parts; for (int i = lo; i < hi; i++) {x}[i] += {y}[i] & 7; }}\n"
        ),
        3 => format!(
            "#pragma hp5 do tasktile(1)\n        for (int r = 0; r < 4; r++) {{ for (int j = 0; j < 16; j++) \
             line[j] = {y}[r * 16 + j]; for (int j = 1; j < 15; j++) {x}[r * 16 + j] += line[j - 1] + line[j + 1]; }}\n"
        ),
        4 => "#pragma hp5 do tasktile(1)\n        for (int i = 0; i < 3; i++) row(w, b, i);\n".to_owned(),
        5 => "        for (int r = 0; r < 3; r++) {\n            int src = r % 2, dst = 1 - src;\n\
              #pragma hp5 do tasktile(16)\n            for (int i = 1; i < 63; i++) w[dst][i] = (w[src][i - 1] + w[src][i + 1]) / 2 + a[i];\n        }\n"
            .to_owned(),
        6 => format!(
            "#pragma hp5 do tasktile(8)\n        for (int i = 0; i < 64; i++) {{ extern int outer_{number}; \
             {x}[i] += outer_{number}; }}\n"
        ),
        7 => "#pragma hp5 do tasktile(8)\n        for (int i = 0; i < 16; i++) beside(i);\n".to_owned(),
        8 => "#pragma hp5 task inout(low[0:32])\n        for (int i = 0; i < 32; i++) low[i] = low[i] * 2 + 1;\n\
              #pragma hp5 task inout(high[0:32])\n        for (int i = 0; i < 32; i++) high[i] += 3;\n"
            .to_owned(),
        9 => format!(
            "#pragma hp5 do tasktile(1) inout({x}[starts[p]:16])\n        for (int p = 0; p < 4; p++) \
             for (int i = 0; i < 16; i++) {x}[starts[p] + i] += i;\n"
        ),
        10 => format!(
            "#pragma hp5 do tasktile(2)\n        for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) \
             {x}[at(i, j)] += {y}[at(i, j)] & 15;\n"
        ),
        _ => format!("#pragma hp5 task\n        {{ struct all x = s2; {x}[3] += x.u[4]; s1.n += x.n; }}\n"),
    }
}

/// Parts that each turn works out for itself, some of which meet.
fn shares(rng: &mut Rng) -> String {
    let (x, y) = (array(rng), array(rng));
    let count = rng.pick(&["parts", "3", "5", "7"]);
    let per = rng.pick(&["n / COUNT", "(n + COUNT - 1) / COUNT"]);
    let ends = [
        "int hi = lo + per; if (p == COUNT - 1) hi = n;",
        "int hi = p + 1 < COUNT ? lo + per : n;",
        "int hi = n; if (p != COUNT - 1) hi = (p + 1) * per;",
        "int hi = lo + per; if (hi > n) hi = n;",
        "int hi; if (lo + per < n) { hi = lo + per; } else { hi = n; }",
        "int hi = MIN((p + 1) * per, n);",
        "int hi = lo + per > n ? n : lo + per;",
        "int hi = lo + per; if (p == 0 || hi > n) hi = n;",
        "int hi = MIN(lo + per + 1, n);",
        "int hi = lo + per; if (p == COUNT - 2 || hi > n) hi = n;",
        "int hi = (p + 1) * n / COUNT; lo = p * n / COUNT;",
        "int hi = MIN((p + 1) * n / COUNT + 1, n); lo = p * n / COUNT;",
        "int at = lo, hi = lo; if (at++ < n) hi = at + per - 1; if (hi > n) hi = n;",
    ];
    let bodies = [
        "for (int i = lo; i < hi; i++) X[i] = X[i] * 3 ^ p;",
        "for (int i = lo; i < hi; i++) X[i] += Y[63 - i] & 7;",
        "for (int i = lo; i < hi; i++) X[63 - i] ^= Y[(i * 5 + 3) % 64];",
        "int at_ = lo; while (at_ < hi) X[at_++] ^= 5;",
        "if (lo < n) X[lo] ^= Y[hi - 1];",
    ];
    let (end, body) = (rng.pick(&ends), rng.pick(&bodies));
    let tile = rng.pick(&[1, 1, 2]);
    let text = format!(
        "        {{ int per = {per};\n#pragma hp5 do tasktile({tile})\n        \
         for (int p = 0; p < COUNT; p++) {{ int lo = p * per; {end} {body} }} }}\n"
    );
    text.replace("COUNT", count).replace('X', x).replace('Y', y)
}

/// Code between tasks.
fn between(rng: &mut Rng, number: usize) -> String {
    let (x, i) = (array(rng), rng.range(0, 63));
    let list = [
        "s1 = s2;".to_owned(),
        "many[1] = s1;".to_owned(),
        "{ struct all loc = s1; s2 = k ? loc : many[1]; }".to_owned(),
        "{ struct all loc = many[1], *p = &loc; *p = s2; s1 = *p; }".to_owned(),
        "memcpy(&s2, &many[1], sizeof s2);".to_owned(),
        "memcpy(c, a, sizeof a);".to_owned(),
        "s1 = made(3);".to_owned(),
        "taken(s2);".to_owned(),
        "filled(&s1);".to_owned(),
        "s2 = (struct all){ .n = a[3], .u = { [2] = b[4] } };".to_owned(),
        "q += (*reads)(9);".to_owned(),
        "q += holder.f(11) + table[0](3);".to_owned(),
        "q += table[1](7);".to_owned(),
        "q += pick(k)(5);".to_owned(),
        "q += pick(1)(5);".to_owned(),
        "{ int (*f)(int) = k ? writes : reads; q += f(13); }".to_owned(),
        format!("{{ extern int outer_{number}; outer_{number} += {x}[{i}]; }}"),
        format!("{x}[{i}] += LAST;"),
        format!("SET({x}[{i}], q);"),
        format!("((int *[]){{a, b}})[k & 1][{i}] += 1;"),
        format!("kept = &{x}[{i}]; *kept += 2;"),
        "kept = k ? a : b; kept[8]++;".to_owned(),
        format!("both.bytes[{i}] ^= 3;"),
        format!("__asm__ volatile(\"\" : \"+m\"({x}[{i}]));"),
        format!("for (int i = 0; i < 4; i++) {x}[i] += q;"),
        format!("q += ({{ int z = {x}[{i}]; z; }});"),
        "g += a[5], q += b[6];".to_owned(),
        "if (a[7] & 1) b[9] = 1; else switch (b[2] & 3) { case 1: c[1]++; break; default: c[2] += a[1]; }".to_owned(),
        "#pragma hp5 task_wait\n        q += a[1];".to_owned(),
    ];
    if rng.percent(1) {
        return "        q = (int)NEXT;\n".to_owned();
    }
    format!("        {}\n", rng.pick(&list)).replace("        #", "#")
}

fn step(rng: &mut Rng, number: usize) -> String {
    match rng.below(10) {
        0..4 => nest(rng),
        4..6 => shaped(rng, number),
        6 => shares(rng),
        _ => between(rng, number),
    }
}
