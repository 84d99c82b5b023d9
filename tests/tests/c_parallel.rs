//! Loops and tasks of C that run at the same time, and what is said of those that do not.

use std::fs;
use std::path::PathBuf;

use hp5_annotate::diag::Severity;
use hp5_annotate::{Options, Output, SourceFile, translate};
use hp5_tests::repository;

fn translated(text: &str) -> Output {
    let file = SourceFile {
        path: PathBuf::from("text.c"),
        text: text.to_owned(),
    };
    let output = translate(&[file], &Options::default());
    assert!(!output.has_errors(), "{:#?}", output.diagnostics);
    output
}

fn case(name: &str) -> (String, Output) {
    let path = repository().join("tests/cases/c/ok").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let output = translated(&text);
    (text, output)
}

/// Lines that something is said of, with its codes.
fn said(text: &str, output: &Output) -> Vec<(usize, &'static str)> {
    let line_of = |byte: usize| text[..byte].matches('\n').count() + 1;
    let list = output.diagnostics.iter().flat_map(|(_, list)| &list.list);
    let mut found: Vec<_> = list
        .map(|d| (line_of(d.primary.span.start), d.code))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// In order are the loops of which the case says so, and of each of them something is said.
fn in_order(name: &str) {
    let (text, output) = case(name);
    let ir = &output.files[0].ir;
    let loops = text.matches("#pragma hp5 do").count();
    let parallel = ir.matches("parallel loop").count();
    let marked: Vec<usize> = (text.lines().enumerate())
        .filter(|(_, line)| line.contains("// in order"))
        .map(|(n, _)| n + 1)
        .collect();
    let found = said(&text, &output);
    let near = |(line, _): &(usize, &str)| marked.iter().any(|m| m.abs_diff(*line) <= 3);
    assert!(found.iter().all(near), "{name}: {found:?}\n{ir}");
    let told = |line: &&usize| found.iter().any(|(at, _)| at.abs_diff(**line) <= 3);
    assert_eq!(
        marked.iter().filter(told).count(),
        marked.len(),
        "{found:?}"
    );
    let ordered = ir.matches("ordered loop").count();
    assert_eq!(parallel + ordered, loops, "{ir}");
    let tasks = text.lines().collect::<Vec<_>>();
    let single = marked.iter().filter(|m| {
        let before = &tasks[m.saturating_sub(4)..**m];
        !before.iter().any(|line| line.contains("hp5 do"))
    });
    assert_eq!(ordered, marked.len() - single.count(), "{name}: {ir}");
}

#[test]
fn rows_that_functions_are_given_are_apart() {
    in_order("rows.c");
    let (_, output) = case("rows.c");
    let text = &output.files[0].text;
    // Rows of arrays, parts of lines, and blocks behind pointers have places of their own.
    assert!(text.contains(".tile = (size_t[]){1, 0}"), "{text}");
    assert!(text.contains("hp5_key((const char *)(rows["), "{text}");
    assert!(text.contains("(const char *)(line) +"), "{text}");
}

#[test]
fn numbers_show_iterations_to_be_apart() {
    in_order("numbers.c");
}

#[test]
fn members_have_the_lengths_of_their_struct() {
    let (_, output) = case("kinds.c");
    assert!(output.diagnostics.is_empty(), "{:#?}", output.diagnostics);
    // The sum that is folded in order.
    assert_eq!(output.files[0].ir.matches("ordered loop").count(), 1);
}

#[test]
fn enumerators_are_no_data() {
    in_order("enumerations.c");
}

#[test]
fn pointers_of_a_task_s_code_are_what_they_are_set_to() {
    in_order("own_pointers.c");
}

/// What lets a tiling be whose functions are handed rows: a clause, and neither `reduction` nor `private`.
#[test]
fn rows_that_functions_are_handed_want_a_clause() {
    let said = |array: &str, row: &str| {
        let text = format!(
            "double {array};\nvoid fft(double *, int);\nvoid f(void) {{\n#pragma hp5 region begin\n\
             #pragma hp5 task_tile(k = 2, j = 4)\n    for (int k = 0; k < 8; k++)\n        \
             for (int j = 0; j < 8; j++)\n            fft({row}, 8);\n#pragma hp5 region end\n}}\n"
        );
        let path = PathBuf::from("text.c");
        let output = translate(&[SourceFile { path, text }], &Options::default());
        let list = output.diagnostics.iter().flat_map(|(_, list)| &list.list);
        let found: Vec<_> = list.map(|d| (d.code, d.help.join("; "))).collect();
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0, "HP5-E0008");
        found[0].1.clone()
    };
    let clause = |part: &str| format!("a clause says what a task uses, such as `inout({part})`");
    assert_eq!(said("u[8][8][8]", "u[k][j]"), clause("u[k][j][0:m]"));
    assert_eq!(said("u[8][8][8]", "&u[k][j][2]"), clause("u[k][j][2:m]"));
    assert_eq!(said("u[512]", "&u[8 * k + j]"), clause("u[8 * k + j:m]"));
    assert_eq!(said("u[512]", "u + 8 * k + j"), clause("u[i * m:m]"));
}

/// Tasks by themselves wait by their bytes where it is known of all how far they reach: what is in the way is named.
#[test]
fn unknown_reaches_are_named() {
    let said = |clause: &str| {
        let output = translated(&format!(
            "void f(double *w, int *t, int *k, int n) {{\n#pragma hp5 region begin\n\
             #pragma hp5 task out(t[0:n])\n    for (int i = 0; i < n; i++)\n        t[i] = i;\n\
             for (int p = 0; p < n; p++) {{\n#pragma hp5 task inout(w[p * n:n]) in({clause})\n\
             for (int i = 0; i < n; i++)\n            w[p * n + i] += t[k[i]];\n    }}\n\
             #pragma hp5 region end\n}}\n"
        ));
        let list = output.diagnostics.iter().flat_map(|(_, list)| &list.list);
        let found = list.filter(|d| d.code == "HP5-W0107");
        found.map(|d| d.help.join("; ")).collect::<Vec<_>>()
    };
    assert_eq!(said("t[0:n]"), Vec::<String>::new());
    let help = said("t");
    assert!(help.iter().any(|h| h.contains("in(t[0:n])")), "{help:?}");
}

/// What a function of another file is handed may be what it sets pointers to.
#[test]
fn functions_elsewhere_set_pointers_of_what_they_are_handed() {
    let said = |call: &str| {
        let output = translated(&format!(
            "struct row {{ double *first; }};\nstatic struct row table[11];\nstatic double cells[88];\n\
             void fill(void *to, void *from);\nvoid show(double *from);\n\
             void f(double *a) {{\n#pragma hp5 region begin\n#pragma hp5 task_tile(i = 8)\n\
             for (int i = 1; i < 10; i++)\n        a[i * 8] += table[i + 1].first[0];\n\
             #pragma hp5 region end\n}}\nint main(void) {{\n    {call};\n    f(cells);\n}}\n"
        ));
        let list = output.diagnostics.iter().flat_map(|(_, list)| &list.list);
        list.filter(|d| d.code == "HP5-W0101").count()
    };
    assert_eq!(said("show(cells)"), 0);
    for call in [
        "fill(table, cells)",
        "fill(&table[2], cells)",
        "fill(&table[2].first, cells + 8)",
    ] {
        assert!(said(call) > 0, "{call}");
    }
}

/// Elements of a table may lead to the same memory, if a function of another file was handed that beside the table.
#[test]
fn functions_elsewhere_let_elements_of_a_table_lead_to_the_same() {
    let said = |call: &str| {
        let output = translated(&format!(
            "struct row {{ double *first; }};\nstruct size {{ int rows; }};\nstatic struct row table[11];\n\
             static double cells[88];\nstatic struct size size;\n\
             void fill(void *to, const void *from);\nvoid show(struct row *to, int n);\n\
             void f(int n) {{\n#pragma hp5 region begin\n#pragma hp5 task_tile(i = 8)\n\
             for (int i = 0; i < 10; i++)\n        for (int j = 0; j < n; j++)\n            \
             table[i].first[j] += 1.0;\n#pragma hp5 region end\n}}\n\
             int main(void) {{\n    {call};\n    f(3);\n}}\n"
        ));
        let list = output.diagnostics.iter().flat_map(|(_, list)| &list.list);
        list.filter(|d| d.code == "HP5-W0101").count()
    };
    for call in [
        "show(table, 11)",
        "fill(table, \"name\")",
        "fill(table, &size)",
        "fill(&table[1], 0)",
    ] {
        assert_eq!(said(call), 0, "{call}");
    }
    for call in [
        "fill(table, cells)",
        "fill(&table[2], cells)",
        "for (int i = 0; i < 11; i++) fill(&table[i].first, cells)",
        "for (int i = 0; i < 11; i++) fill(&table[i], &table[0])",
    ] {
        assert!(said(call) > 0, "{call}");
    }
}

/// Each block by the pointer that leads to it, where no task sets such pointers.
#[test]
fn blocks_are_known_by_their_pointers() {
    let (_, output) = case("blocks.c");
    let text = &output.files[0].text;
    let count = |part: &str| text.matches(part).count();
    assert!(count("hp5_key((const void *)(A[") > 15, "{text}");
    assert_eq!(count("hp5_key((const void *)((same ? same["), 1, "{text}");
    assert!(!text.contains(".name = \"A\""), "{text}");
}

/// Rows may have parts in common: of each the elements are known that a task uses, or a clause says that
/// they are blocks.
#[test]
fn rows_that_begin_anywhere_are_known_by_their_elements() {
    let (source, output) = case("windows.c");
    let text = &output.files[0].text;
    let count = |part: &str| text.matches(part).count();
    assert_eq!(count("hp5_key((const void *)(rows["), 1, "{text}");
    assert!(count("hp5_key((const char *)(rows[") >= 3, "{text}");
    // The tasks of which nothing is known wait for one another, and are told how not to.
    let line = source
        .lines()
        .position(|l| l.contains("while_small(rows[i], i);"));
    let found = said(&source, &output);
    assert!(
        found.iter().any(|(at, _)| Some(*at) == line.map(|n| n + 1)),
        "{found:?}"
    );
}

const LATTICE: &str = "#define N 64
struct lattice { double f[N][N]; double g[N][N]; int steps; };
static void row(const struct lattice *a, struct lattice *b, int y)
{
    int x;
    for (x = 0; x < N; x++)
        b->f[y][x] = a->f[y][x] + 1.0;
    OTHER
}
void step(struct lattice *a, struct lattice *b)
{
    int y;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(4, *) dim(N, N) arrvar(a->f, b->f)
#pragma hp5 do tasktile(4) in(a->f[y:1][0:N]) out(b->f[y:1][0:N])
    for (y = 0; y < N; y++)
        row(a, b, y);
#pragma hp5 region end
}
";

/// Of a struct that a function is given, clauses say what it writes: where that is all, tasks need not wait
/// for one another.
#[test]
fn arrays_in_structs_are_what_clauses_say() {
    let ir = |other: &str| {
        translated(&LATTICE.replace("OTHER", other)).files[0]
            .ir
            .clone()
    };
    let all_said = ir("");
    assert!(all_said.contains("parallel loop y"), "{all_said}");
    assert!(!all_said.contains("b[]"), "{all_said}");
    for other in ["b->steps++;", "b->g[y][0] = 0.0;"] {
        let more = ir(other);
        assert!(more.contains("inout b[]"), "{other}: {more}");
    }
}

/// The examples show what runs at the same time: nothing in them waits for a reason that is warned of.
#[test]
fn examples_run_in_parallel() {
    let folder = repository().join("examples/c");
    let mut regions = 0;
    for example in fs::read_dir(&folder).expect("the examples").flatten() {
        let files = fs::read_dir(example.path()).into_iter().flatten().flatten();
        for path in files.map(|f| f.path()) {
            if path.extension().is_none_or(|e| e != "c") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("an example");
            let output = translate(&[SourceFile { path, text }], &Options::default());
            let warns = output.diagnostics.iter().flat_map(|(_, list)| &list.list);
            let warns: Vec<_> = warns.filter(|d| d.severity != Severity::Note).collect();
            assert!(warns.is_empty(), "{warns:#?}");
            regions += output.files[0].ir.matches("region ").count();
        }
    }
    assert!(regions > 12, "{regions} regions");
}

/// `b[k]` of an array of rows is an address; what is in it is read by `b[k][i]` and `*b[k]`.
#[test]
fn pointers_to_rows_are_set_without_a_wait() {
    let waits = |set: &str| {
        let text = format!(
            "static double b[2][64];\ndouble f(int n) {{\n    double s = 0;\n#pragma hp5 region begin\n    \
             for (int t = 0; t < n; t++) {{\n        double *x = b[t & 1], *y = b[(t + 1) & 1];\n        {set};\n\
             #pragma hp5 do tasktile(8)\n        for (int i = 1; i < 63; i++) y[i] = x[i - 1] + x[i + 1];\n    \
             }}\n#pragma hp5 region end\n    return s + b[0][3];\n}}\n"
        );
        let output = translated(&text);
        assert!(output.files[0].changed, "{:#?}", output.diagnostics);
        output.files[0].text.matches("hp5_wait(").count()
    };
    assert_eq!(waits("x = (b[t & 1])"), 0);
    for read in [
        "s += b[0][1]",
        "s += *b[1]",
        "s += *(b[1] + 2)",
        "s += x[2]",
    ] {
        assert_eq!(waits(read), 1, "{read}");
    }
}

#[test]
fn functions_of_the_file_show_what_they_only_read() {
    in_order("readers.c");
    in_order("writers.c");
    in_order("unhindered.c");
}

#[test]
fn functions_of_the_file_use_elements_of_its_arrays() {
    in_order("called_elements.c");
    in_order("called_structs.c");
}

#[test]
fn functions_of_the_library_use_the_rows_that_they_are_given() {
    in_order("copied.c");
}

/// Tasks set no pointers there: whether a block is there, and where a grid's arrays lie, is read without a wait.
#[test]
fn pointers_that_stay_are_read_without_a_wait() {
    let waits = |write: &str, read: &str| {
        let text = format!(
            "typedef struct {{ double *u; int n; }} grid;\nvoid up(double *d);\nvoid set(double **row);\n\
             void f(double *b[8][8], grid *g, int n) {{\n#pragma hp5 region begin\n    \
             for (int i = 0; i < n; i++) {{\n        double *u = g->u;\n        if ({read}) {{\n#pragma hp5 task\n        \
             {write};\n#pragma hp5 task inout(u[0:n])\n        up(u);\n        }}\n    }}\n#pragma hp5 region end\n}}\n"
        );
        let output = translated(&text);
        assert!(output.files[0].changed, "{:#?}", output.diagnostics);
        output.files[0].text.matches("hp5_wait(").count()
    };
    for write in ["b[i][0][1] += 2", "up(b[i][1])"] {
        assert_eq!(waits(write, "b[i][1] != NULL && !b[0][0]"), 0, "{write}");
        assert_eq!(waits(write, "b[i][1][0] != 0"), 1, "{write}");
    }
    for write in ["b[i][0] = u", "set(b[i])", "g->u = b[0][1]"] {
        assert_ne!(waits(write, "b[i][1] != NULL"), 0, "{write}");
    }
}

/// What is a pointer is called one, and help is of what can hold.
#[test]
fn findings_say_what_can_hold() {
    let said = |code: &str, text: &str| {
        let path = PathBuf::from("text.c");
        let text = text.to_owned();
        let output = translate(&[SourceFile { path, text }], &Options::default());
        let list = output.diagnostics.iter().flat_map(|(_, list)| &list.list);
        let found = list.filter(|d| d.code == code);
        found
            .map(|d| format!("{}; {}", d.message, d.help.join("; ")))
            .collect::<String>()
    };
    let path = repository().join("tests/cases/c/reject/set_pointers.c");
    let pointers = said("HP5-E0003", &fs::read_to_string(path).expect("the case"));
    for part in [
        "sets the pointer `p`",
        "counts by an integer, `p` is a pointer",
    ] {
        assert!(pointers.contains(part), "{pointers}");
    }
    let scalar = |declared: &str, turn: &str| {
        said(
            "HP5-W0103",
            &format!(
                "struct s {{ int x; }};\nstatic int a[64], b[64];\n{declared}\nvoid f(void) {{\n#pragma hp5 region begin\n\
             #pragma hp5 do tasktile(4)\n    for (int i = 0; i < 64; i++) {{ {turn} }}\n#pragma hp5 region end\n}}\n"
            ),
        )
    };
    let number = scalar("int last;", "if (a[i] > a[last]) last = i;");
    assert!(number.contains("if each turn only adds to it") && number.contains("`private(last)`"));
    let called = scalar(
        "int n; static int next(void) { return n++; }",
        "b[i] = next();",
    );
    assert!(
        called.contains("`next` sets `n`") && !called.contains("private("),
        "{called}"
    );
    let of_struct = scalar("struct s w, z;", "if (a[i]) w = z; b[i] = w.x;");
    assert!(
        of_struct.contains("`private(w)`") && !of_struct.contains("reduction"),
        "{of_struct}"
    );
}

/// Whatever their types are, subscripts that wrap around in no sane program keep loops parallel.
#[test]
fn indices_without_a_sign_are_apart() {
    in_order("unsigned_indices.c");
}

/// Of an index that is one of two it is known which elements it may be of.
#[test]
fn chosen_indices_are_apart() {
    in_order("chosen_indices.c");
}

/// `t % 2` and `(t + 1) % 2` are never equal.
#[test]
fn planes_that_change_places_are_apart() {
    in_order("planes_by_parity.c");
}

/// Tasks that go from struct to struct run alone where others use one of these; no others do.
#[test]
fn tasks_that_go_through_lists_run_alone_beside_others() {
    let (text, output) = case("linked_structs.c");
    let list = output.diagnostics.iter().flat_map(|(_, list)| &list.list);
    let alone = list.filter(|d| d.message.contains("it goes on by"));
    let line_of = |byte: usize| text[..byte].matches('\n').count() + 1;
    let mut found: Vec<usize> = alone.map(|d| line_of(d.primary.span.start)).collect();
    found.sort_unstable();
    let marked = text
        .lines()
        .enumerate()
        .filter(|(_, l)| l.contains("// waits"));
    let marked: Vec<usize> = marked.map(|(n, _)| n + 1).collect();
    assert_eq!(found, marked);
}

#[test]
fn blocks_are_set_and_given_back_beside_tasks_on_others() {
    let (text, output) = case("given_blocks.c");
    let marked = text.lines().enumerate();
    let marked = marked.filter(|(_, line)| line.contains("// waits"));
    let marked: Vec<_> = marked.map(|(n, _)| (n + 1, "HP5-W0102")).collect();
    let found = said(&text, &output).into_iter();
    let waits: Vec<_> = found.filter(|(_, code)| *code == "HP5-W0102").collect();
    assert_eq!(waits, marked);
}

#[test]
fn arrays_that_each_turn_sets_first_are_its_own() {
    in_order("scratch_arrays.c");
}

/// Functions that name what is declared behind them stand behind that, and are declared where they stood.
#[test]
fn functions_move_behind_what_they_name() {
    let (_, output) = case("late_declarations.c");
    let text = &output.files[0].text;
    let place = |what: &str| text.find(what).expect(what);
    assert!(place("static void tasks_and_loops(int n);") < place("static void both(int n) {"));
    assert!(place("\nint count;") < place("static void tasks_and_loops(int n) {"));
    assert_eq!(text.matches("hp5_spawn_loop(").count(), 2, "{text}");
}

/// Nothing is said of pointers whose tasks' bounds are known, and their loops are parallel.
#[test]
fn pointers_are_as_long_as_tasks_go() {
    let (text, output) = case("unknown_lengths.c");
    let said = said(&text, &output);
    assert!(
        said.iter().all(|(_, code)| *code == "HP5-N0202"),
        "{said:?}"
    );
    let ir = &output.files[0].ir;
    // What a tile has of the row in front of it, and what a turn sets that another one reads.
    assert_eq!(ir.matches("ordered loop").count(), said.len(), "{ir}");
    assert!(
        !output.files[0].text.contains("hp5_bytes_"),
        "{}",
        output.files[0].text
    );
    let text = "void f(int n, int *a, int *b, const int *at) {\n#pragma hp5 region\n{\n#pragma hp5 do tasktile(4)\n\
                for (int i = 0; i < n; i++) a[at[i]] = b[at[i]] + a[i] + b[i];\n#pragma hp5 do tasktile(4)\n\
                for (int i = 0; i < n; i++) a[at[i]] = i;\n}\n}\n";
    let output = translated(text);
    let list = output.diagnostics.iter().flat_map(|(_, list)| &list.list);
    let uncut: Vec<_> = list.filter(|d| d.code == "HP5-W0107").collect();
    assert_eq!(uncut.len(), 1, "once for an array: {uncut:#?}");
}

#[test]
fn quotients_keep_turns_apart() {
    in_order("quotients.c");
    let (_, output) = case("quotients.c");
    let text = &output.files[0].text;
    // Each task says the bytes of its block.
    assert!(
        text.contains("hp5_key((const char *)(b) + (hp5_at"),
        "{text}"
    );
}

#[test]
fn elements_of_constants_are_numbers() {
    in_order("constant_elements.c");
}

/// Of several scratch variables of a loop, one finding names all.
#[test]
fn scratch_variables_are_named_in_one_clause() {
    let text = "struct p { int x, y; };\nvoid f(int n, int m, int w, int a[n][m]) {\n    int line[8], t, other[8]; struct p p;\n\
                #pragma hp5 region\n{\n#pragma hp5 do tasktile(1)\n    for (int i = 0; i < n; i++) {\n\
                for (int k = 0; k < w; k++) { line[k] = a[i][k]; t = k; p.x = k; other[k] = t; }\n\
                a[i][0] = line[1] + t + p.x + p.y + other[2];\n}\n}\n}\n";
    let output = translated(text);
    let list: Vec<_> = (output.diagnostics.iter())
        .flat_map(|(_, list)| &list.list)
        .collect();
    assert_eq!(list.len(), 1, "{list:#?}");
    assert_eq!(list[0].code, "HP5-W0103");
    assert!(
        list[0]
            .help
            .iter()
            .any(|h| h.contains("`private(line, other, p, t)`")),
        "{list:#?}"
    );
}

/// How a thread computes is told to no other; a task that sets it back is its own affair.
#[test]
fn rounding_that_a_task_sets_is_told() {
    let text = "#include <fenv.h>\ndouble x, y;\nstatic void up(void) { fesetround(FE_UPWARD); }\n\
                static double above(double a) { fesetround(FE_UPWARD); a /= 3; fesetround(FE_TONEAREST); return a; }\n\
                void f(void) {\n#pragma hp5 region\n{\n\
                #pragma hp5 task\n    fesetround(FE_UPWARD);\n\
                #pragma hp5 task\n    up();\n\
                #pragma hp5 task\n    x = above(x);\n\
                #pragma hp5 task\n    y = fetestexcept(FE_INEXACT);\n\
                #pragma hp5 task\n    { feclearexcept(FE_ALL_EXCEPT); y /= 3; y += fetestexcept(FE_INEXACT); }\n}\n}\n";
    let found = said(text, &translated(text));
    let told: Vec<usize> = (found.iter())
        .filter(|(_, code)| *code == "HP5-W0501")
        .map(|(line, _)| *line)
        .collect();
    assert_eq!(told, [9, 10, 15], "{found:?}");
}
