//! No text makes the front end panic, hang, or point outside of the source: every prefix of
//! every case, random mutations of them, and texts that are nested absurdly deep.

use std::path::Path;
use std::slice;
use std::time::{Duration, Instant};

use hp5_annotate::diag::Diagnostics;
use hp5_annotate::ir::validate;
use hp5_annotate::syntax::rust::parse;
use hp5_annotate::{Options, SourceFile, lower, passes, translate};

/// Runs the front end; all spans that it gives must be pieces of the text.
fn front(text: &str) {
    let Some(src) = parse(Path::new("robust.rs"), text.to_owned()) else {
        return;
    };
    let mut diags = Diagnostics::default();
    let mut unit = lower::lower(&src, &mut diags);
    passes::run(&src, &mut unit, &mut diags);
    for d in &diags.list {
        for label in d.secondary.iter().chain([&d.primary]) {
            assert!(
                text.get(label.span.clone()).is_some(),
                "{} at {:?} of\n{text}",
                d.code,
                label.span
            );
        }
    }
    if !diags.has_errors() {
        let breaches = validate::check(&src.text, &unit);
        assert!(breaches.is_empty(), "{breaches:?}\n{text}");
    }
}

/// The sources of all cases.
fn sources() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/front");
    let files = std::fs::read_dir(&folder)
        .expect("the cases are there")
        .flatten();
    let text: Vec<String> = files
        .map(|f| std::fs::read_to_string(f.path()).expect("text"))
        .collect();
    let list: Vec<String> = text
        .iter()
        .flat_map(|t| t.split("\n== ").map(str::to_owned))
        .collect();
    assert!(list.len() > 50);
    list
}

#[test]
fn prefixes() {
    for source in sources() {
        for (end, _) in source.char_indices().step_by(7) {
            front(&source[..end]);
        }
    }
}

/// Every directive of C, in a program that needs them.
const C: &str = "\
#define AT(i, j) ((i) * m + (j))
void sweeps(int n, int m, double *a, double b[n][m], int count) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(4, *) dim(n, m) arrvar(a) if(n > 8)
#pragma acemesh array_tile default
    double sum = 0, most;
    for (int t = 0; t < count; t++) {
#pragma hp5 do tasktile(4, 8) in(a[0:n][1:m - 1]) out(b(0:n - 1:2, *)) \\
    priority(-t) name(\"sweep é\")
        for (int i = 0; i < n; i++)
            for (int j = 1; j < m; j++)
                b[i][j] = a[AT(i, j - 1)];
#pragma hp5 task_tile(i = 4) reduction(+: sum) private(most)
        for (int i = 0; i < n; i++) {
            most = a[AT(i, 0)];
            sum += most;
        }
    }
#pragma hp5 task_wait
#pragma hp5 (
#pragma hp5 task nested map(cpu)
    a[0] = sum;
#pragma hp5 region end
}
#pragma hp5";

#[test]
fn prefixes_of_c() {
    for (end, _) in C.char_indices().chain([(C.len(), ' ')]) {
        let file = SourceFile {
            path: "robust.c".into(),
            text: C[..end].to_owned(),
        };
        let output = translate(slice::from_ref(&file), &Options::default());
        let found = output.diagnostics.iter().flat_map(|(_, found)| &found.list);
        for label in found.flat_map(|d| d.secondary.iter().chain([&d.primary])) {
            let inside = file.text.get(label.span.clone()).is_some();
            assert!(inside, "{:?} of\n{}", label.span, file.text);
        }
    }
}

#[test]
fn mutations() {
    const PIECES: [&str; 26] = [
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "#[hp5::task]",
        "#[hp5::region]",
        "#[hp5::task_tile(i = 4)]",
        ",",
        "..",
        "..=",
        "=",
        "for i in 0..n",
        "let",
        "mut",
        "&mut ",
        "self",
        "self.u",
        "* m +",
        "é",
        "\u{1F600}",
        "\"",
        "//",
        "i",
        "- 1",
    ];
    let programs: u64 = std::env::var("HP5_FRONT_MUTATIONS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(2500);
    let sources = sources();
    let mut state = 0x5EED_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    };
    for _ in 0..programs {
        let mut text = sources[random(sources.len())].clone();
        for _ in 0..1 + random(4) {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            if places.is_empty() {
                break;
            }
            let from = places[random(places.len())];
            let to = places[random(places.len())];
            match random(3) {
                0 => text.insert_str(from, PIECES[random(PIECES.len())]),
                1 => {
                    let to = from + (to.abs_diff(from) % 12);
                    let to = (to..=text.len())
                        .find(|at| text.is_char_boundary(*at))
                        .unwrap_or(text.len());
                    text.replace_range(from..to, "");
                }
                _ => {
                    let end = (from + 30).min(text.len());
                    let end = (end..=text.len())
                        .find(|at| text.is_char_boundary(*at))
                        .unwrap_or(text.len());
                    let piece = text[from..end].to_owned();
                    text.insert_str(to, &piece);
                }
            }
        }
        front(&text);
    }
}

#[test]
fn deep_nesting() {
    let inside = |body: &str| {
        format!(
            "#[hp5::region]\nfn f(a: &mut [f64], n: usize) {{\n#[hp5::task_tile(i = 4)]\nfor i in 0..n {{\n{body}\n}}\n}}\n"
        )
    };
    let deep = |open: &str, close: &str, inner: &str, count: usize| {
        format!("{}{inner}{}", open.repeat(count), close.repeat(count))
    };
    let many = 20_000;
    for body in [
        format!("a[{}] = 1.0;", deep("(", ")", "i", many)),
        format!("a[i] = {};", deep("a[", "]", "0", many)),
        format!("a[i] = 1.0{};", " + 1.0".repeat(many)),
        format!("a[{}] = 1.0;", deep("-", "", "i", many)),
        format!("a[i] = x{};", ".y".repeat(many)),
        format!("a[i] = self{};", ".y".repeat(many)),
        format!("for j in (0..n){} {{ a[j] = 1.0; }}", ".rev()".repeat(many)),
        format!("a[i] = f{};", "(1)".repeat(many)),
        deep("{", "}", "a[i] = 1.0;", many),
        deep("if x { ", "}", "a[i] = 1.0;", many),
        format!("let x = {};", deep("|x| ", "", "a[i]", many)),
        format!("println!({});", deep("(", ")", "a", many)),
        format!("let {} = b;", deep("(", ")", "x", many)),
    ] {
        let text = inside(&body);
        let start = Instant::now();
        std::thread::Builder::new()
            .stack_size(2 << 20)
            .spawn(move || front(&text))
            .expect("a thread")
            .join()
            .expect("no panic");
        assert!(
            start.elapsed() < Duration::from_secs(100),
            "too slow: {}",
            &body[..40]
        );
    }
}

#[test]
fn long_files_take_time_in_proportion() {
    let one = "#[hp5::region]\nfn f(a: &mut [f64], n: usize) {\n    #[hp5::task_tile(i = 4)]\n    for i in 0..n {\n        a[i] = 1.0;\n    }\n}\n";
    let time = |count: usize| {
        let text = one.repeat(count);
        let start = Instant::now();
        front(&text);
        start.elapsed()
    };
    time(10);
    let (short, long) = (time(200), time(1600));
    // Eight times the text: linear is 8, quadratic 64.
    assert!(
        long < short * 30 + Duration::from_millis(500),
        "{short:?} for 200, {long:?} for 1600"
    );
}

#[test]
fn long_bodies_of_c_take_time_in_proportion() {
    let one = "            b[i][j] += 0.5 * a[i - 1][j] + k;\n";
    let time = |count: usize| {
        let text = format!(
            "double a[64][64], b[64][64], k;\nvoid f(int n) {{\n#pragma hp5 region\n    {{\n\
             #pragma hp5 do tasktile(8)\n    for (int i = 1; i < n; i++)\n        \
             for (int j = 1; j < n; j++) {{\n{}        }}\n    }}\n}}\n",
            one.repeat(count)
        );
        let file = SourceFile {
            path: "robust.c".into(),
            text,
        };
        let start = Instant::now();
        let output = translate(&[file], &Options::default());
        assert!(!output.has_errors());
        start.elapsed()
    };
    time(4);
    let (short, long) = (time(40), time(320));
    // Eight times the text: linear is 8, quadratic 64.
    assert!(
        long < short * 30 + Duration::from_millis(500),
        "{short:?} for 40, {long:?} for 320"
    );
}

/// A sum of many terms is a deep tree: what stands around each of them is found in one walk.
#[test]
fn long_sums_of_c_take_less_than_cubic_time() {
    let time = |count: usize| {
        let sum = vec!["a[i]"; count].join(" + ");
        let text = format!(
            "void f(int n, double *a, double *b) {{\n#pragma hp5 region\n    {{\n#pragma hp5 do tasktile(8)\n    \
             for (int i = 1; i < n; i++)\n        b[i] = {sum};\n    }}\n}}\n"
        );
        let path = "sum.c".into();
        let start = Instant::now();
        let output = translate(&[SourceFile { path, text }], &Options::default());
        assert!(!output.has_errors());
        start.elapsed()
    };
    time(4);
    let (short, long) = (time(30), time(240));
    // Eight times the text: quadratic is 64, cubic 512.
    assert!(
        long < short * 100 + Duration::from_millis(500),
        "{short:?} for 30 terms, {long:?} for 240"
    );
}

/// Functions that all call one another are looked into once each, not once for each way to them.
#[test]
fn functions_of_c_that_call_one_another_are_looked_into_once() {
    const COUNT: usize = 12;
    let head = |n: usize| format!("static int f{n}(struct s *v, int n)");
    let prototypes = (0..COUNT).map(|n| head(n) + ";\n");
    let calls = (1..=COUNT).map(|n| format!("f{}(v, n - {n})", n - 1));
    let calls = calls.collect::<Vec<_>>().join(" + ");
    let bodies = (0..COUNT).map(|n| head(n) + " { return n < 1 ? v->n : " + &calls + "; }\n");
    let text = "struct s { double *p; int n; };\n".to_owned()
        + &prototypes.chain(bodies).collect::<String>()
        + "void g(double *a) {\n    struct s v = {a, 100};\n#pragma hp5 region begin\n    int k = f0(&v, 2);\n\
           #pragma hp5 do tasktile(10)\n    for (int i = 0; i < 100; i++)\n        a[i] += k;\n#pragma hp5 region end\n}\n";
    let path = "calls.c".into();
    let output = translate(&[SourceFile { path, text }], &Options::default());
    assert!(!output.has_errors(), "{:#?}", output.diagnostics);
}
