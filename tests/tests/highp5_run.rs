//! HighP5 programs, translated, built and run on 1, 2 and 8 PPUs: their answers are those of the
//! same in plain Rust, bit for bit. What is not translated yet is refused with its own code.

#[path = "highp5_run/command.rs"]
mod command;
#[path = "highp5_run/environments.rs"]
mod environments;
#[path = "highp5_run/executions.rs"]
mod executions;
#[path = "highp5_run/folds.rs"]
mod folds;
#[path = "highp5_run/inputs.rs"]
mod inputs;
#[path = "highp5_run/records.rs"]
mod records;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use hp5_annotate::diag::{Diagnostics, codes};
use hp5_annotate::highp5::{check, emit};
use hp5_tests::highp5::reference::lists::{prefix_sums, radix_sort};
use hp5_tests::program::{command, run};
use hp5_tests::workspace::{Built, adopt_lock, cargo_build, write};
use hp5_tests::{repository, scratch};

#[path = "highp5_run/grids.rs"]
mod grids;
#[path = "highp5_run/values.rs"]
mod values;
#[path = "highp5_run/ways.rs"]
mod ways;

use ways::ways;

/// Programs of `examples/highp5` that are translated.
const TRANSLATED: &[&str] = &[
    "advection",
    "block-lu",
    "components",
    "conjugate-gradient",
    "extern",
    "heat3d",
    "k-means",
    "lattice",
    "mandelbrot",
    "matrix-multiply",
    "matrix-vector",
    "monte-carlo",
    "n-body",
    "pipeline",
    "power-iteration",
    "prefix-sums",
    "radix-sort",
    "row-histogram",
    "sieve",
    "smoothing",
    "stencil",
    "text",
    "transpose",
];

/// Programs beside this file, for what no example has.
const PROGRAMS: &[&str] = &["agree", "dialect", "kinds", "walk"];

fn source(name: &str) -> String {
    let path = repository().join(match PROGRAMS.contains(&name) {
        true => format!("tests/tests/highp5_run/programs/{name}.hp5"),
        false => format!("examples/highp5/{name}/{name}.hp5"),
    });
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn translated(name: &str, text: &str) -> Result<String, String> {
    let program = check(text, &mut Diagnostics::default()).expect("it is accepted");
    // A mapping that the program has with it.
    let map = (name == "relay").then_some(("relay.map", executions::MAP));
    emit::emit_mapped(&program, &format!("{name}.hp5"), text, map).map_err(|refused| {
        assert_eq!(refused.code, codes::H_NOT_YET, "{name}");
        refused.message
    })
}

fn folder() -> PathBuf {
    scratch().join("highp5")
}

/// Programs of the tests' own.
const OWN: [(&str, &str); 10] = [
    ("count", environments::COUNT),
    ("differ", records::DIFFER),
    ("folds", folds::FOLDS),
    ("gather", executions::GATHER),
    ("grains", executions::GRAINS),
    ("late", inputs::LATE),
    ("records", records::RECORDS),
    ("relay", executions::RELAY),
    ("rounds", executions::ROUNDS),
    ("shared", records::SHARED),
];

/// All of them in one package.
static BUILT: LazyLock<Built> = LazyLock::new(|| {
    let folder = folder();
    let mut manifest = format!(
        "[package]\nname = \"hp5-e2e-highp5\"\nversion = \"0.0.0\"\nedition = \"2024\"\nautobins = false\n\n\
         [workspace]\n\n[dependencies]\nhp5-program = {{ path = {:?} }}\n\n\
         [build-dependencies]\ncc = \"1\"\n",
        repository().join("program")
    );
    let examples = TRANSLATED.iter().chain(PROGRAMS);
    let examples = examples.map(|&name| (name, source(name)));
    let own = OWN.map(|(name, text)| (name, text.to_owned()));
    let mut foreign = Vec::new();
    for (name, text) in examples.chain(own) {
        let program = check(&text, &mut Diagnostics::default()).expect("it is accepted");
        foreign.extend(emit::foreign(&program).unwrap_or_else(|why| panic!("{}", why.message)));
        let text = translated(name, &text).unwrap_or_else(|why| panic!("{name}: {why}"));
        write(&folder.join(format!("src/{name}.rs")), &text);
        manifest += &format!("\n[[bin]]\nname = {name:?}\npath = \"src/{name}.rs\"\n");
    }
    for file in &foreign {
        write(&folder.join(&file.path), &file.text);
    }
    write(
        &folder.join("build.rs"),
        &emit::build_script(&foreign, None),
    );
    write(&folder.join("Cargo.toml"), &manifest);
    adopt_lock(&folder);
    cargo_build(&folder, &["--keep-going"])
});

/// Runs a program on so many PPUs in all ways, in a folder of its own; what it says when it fails.
fn execute(name: &str, case: &str, ppus: usize, arguments: &[String]) -> Result<PathBuf, String> {
    let executable = BUILT.executable(name).unwrap_or_else(|why| panic!("{why}"));
    let place = folder().join(format!("{name}-{case}-{ppus}"));
    fs::create_dir_all(&place).expect("a folder for files");
    let out = place.join("out.npy");
    let mut first: Option<Vec<u8>> = None;
    for way in ways(ppus) {
        let mut command = command(executable);
        command
            .current_dir(folder())
            .envs(way.variables(name))
            .args(arguments)
            .arg(format!("{}={}", output_of(name), out.display()));
        run(command)
            .success()
            .map_err(|why| format!("{way}: {why}"))?;
        let written = fs::read(&out).map_err(|e| format!("{way}: {}: {e}", out.display()))?;
        assert!(
            *first.get_or_insert_with(|| written.clone()) == written,
            "{name}, {case}: {way} gives something else"
        );
    }
    Ok(out)
}

fn output_of(name: &str) -> &'static str {
    match name {
        "matrix-multiply" => "output_file",
        _ => "output",
    }
}

fn file<T: hp5_arrays::Element>(name: &str, sizes: &[usize], data: &[T]) -> String {
    let path = folder().join(name);
    let path = path.to_string_lossy().into_owned();
    hp5_arrays::write(&path, sizes, data).unwrap_or_else(|e| panic!("{e}"));
    path
}

fn read<T: hp5_arrays::Element>(path: &Path, rank: usize) -> Vec<T> {
    let array = hp5_arrays::read::<T>(&path.to_string_lossy(), rank);
    array.unwrap_or_else(|e| panic!("{e}")).data
}

/// Numbers that look random, between -5 and 5.
fn numbers(count: usize, seed: usize) -> Vec<f64> {
    let at = |i: usize| (((i + seed) * 7919 + seed * 31 + 13) % 1009) as f64 / 100.0 - 5.0;
    (0..count).map(at).collect()
}

#[test]
fn matrices_are_multiplied() {
    LazyLock::force(&BUILT);
    for (rows, inner, columns, k, l, q) in [
        (1, 1, 1, 4, 4, 4),
        (7, 5, 11, 2, 3, 2),
        (64, 48, 33, 16, 8, 48),
    ] {
        let (a, b) = (numbers(rows * inner, 1), numbers(inner * columns, 2));
        let mut want = vec![0.0; rows * columns];
        for i in 0..rows {
            for j in 0..columns {
                for k in 0..inner {
                    want[i * columns + j] += a[i * inner + k] * b[k * columns + j];
                }
            }
        }
        let case = format!("{rows}-{inner}-{columns}");
        let arguments = [
            format!(
                "input_file_1={}",
                file(&format!("a-{case}.npy"), &[rows, inner], &a)
            ),
            format!(
                "input_file_2={}",
                file(&format!("b-{case}.npy"), &[inner, columns], &b)
            ),
            format!("k={k}"),
            format!("l={l}"),
            format!("q={q}"),
        ];
        for ppus in [1, 2, 8] {
            let out = execute("matrix-multiply", &case, ppus, &arguments)
                .unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(read::<f64>(&out, 2), want, "{case} on {ppus}");
        }
    }
}

/// What older programs write: each row's greatest value, times four, and where it is.
#[test]
fn older_spellings_mean_the_same() {
    let _built = LazyLock::force(&BUILT);
    let n = 7;
    let m = numbers(n * n, 5);
    let input = format!("input={}", file("dialect.npy", &[n, n], &m));
    let row = |i: usize| -> f64 {
        let at = |j: usize| if i == j { 1.0 } else { m[i * n + j] };
        let best = (0..n).fold(0, |best, j| if at(j) > at(best) { j } else { best });
        at(best) * 4.0 + best as f64
    };
    let want: Vec<f64> = (0..n).map(row).collect();
    for ppus in [1, 2, 8] {
        let arguments = [input.clone(), "side=2".into(), "b=1".into()];
        let out =
            execute("dialect", "rows", ppus, &arguments).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(read::<f64>(&out, 1), want);
    }
}

#[test]
fn a_matrix_times_a_vector_in_single_precision() {
    LazyLock::force(&BUILT);
    for (rows, columns, p, q) in [(1, 1, 3, 2), (13, 17, 4, 5), (3, 40, 8, 7)] {
        let single = |list: Vec<f64>| list.into_iter().map(|v| v as f32).collect::<Vec<f32>>();
        let (a, x) = (
            single(numbers(rows * columns, 3)),
            single(numbers(columns, 4)),
        );
        let row = |i: usize| (0..columns).fold(0.0_f32, |sum, j| sum + a[i * columns + j] * x[j]);
        let want: Vec<f32> = (0..rows).map(row).collect();
        let case = format!("{rows}-{columns}");
        let arguments = [
            format!(
                "matrix={}",
                file(&format!("m-{case}.npy"), &[rows, columns], &a)
            ),
            format!("vector={}", file(&format!("x-{case}.npy"), &[columns], &x)),
            format!("p={p}"),
            format!("q={q}"),
        ];
        for ppus in [1, 2, 8] {
            let out = execute("matrix-vector", &case, ppus, &arguments)
                .unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(read::<f32>(&out, 1), want, "{case} on {ppus}");
        }
    }
}

#[test]
fn strided_parts_are_transposed() {
    LazyLock::force(&BUILT);
    for (rows, columns, p, q) in [(1, 1, 2, 2), (7, 13, 3, 2), (20, 9, 4, 5)] {
        let a = numbers(rows * columns, 5);
        let at = |n: usize| a[n % rows * columns + n / rows];
        let want: Vec<f64> = (0..rows * columns).map(at).collect();
        let case = format!("{rows}-{columns}");
        let arguments = [
            format!(
                "input={}",
                file(&format!("t-{case}.npy"), &[rows, columns], &a)
            ),
            format!("p={p}"),
            format!("q={q}"),
        ];
        for ppus in [1, 2, 8] {
            let out =
                execute("transpose", &case, ppus, &arguments).unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(read::<f64>(&out, 2), want, "{case} on {ppus}");
        }
    }
}

#[test]
fn wrong_inputs_are_said() {
    LazyLock::force(&BUILT);
    let a = file("wrong-a.npy", &[2, 3], &numbers(6, 1));
    let with = |p: i32, input: &str| [format!("input={input}"), format!("p={p}"), "q=1".to_owned()];
    for (arguments, says) in [
        (
            with(0, &a),
            "partition argument p of task \"Transpose\" is 0",
        ),
        (with(1, "no-such-file.npy"), "no-such-file.npy"),
    ] {
        let why = execute("transpose", "wrong", 2, &arguments).unwrap_err();
        assert!(why.contains(says) && !why.contains("panicked"), "{why}");
    }
}

#[test]
fn sums_of_all_before_pass_through_a_space_of_one_lpu() {
    LazyLock::force(&BUILT);
    for (count, b) in [(1, 4), (13, 3), (40, 1)] {
        let x: Vec<i32> = (0..count).map(|i| (i * 7919 % 101) as i32 - 50).collect();
        let case = format!("{count}");
        let arguments = [
            format!("input={}", file(&format!("p-{case}.npy"), &[count], &x)),
            format!("b={b}"),
        ];
        for ppus in [1, 2, 8] {
            let out = execute("prefix-sums", &case, ppus, &arguments)
                .unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(read::<i32>(&out, 1), prefix_sums(&x), "{case} on {ppus}");
        }
    }
}

#[test]
fn versions_of_keys_take_turns() {
    LazyLock::force(&BUILT);
    for (count, b, bits) in [(1, 4, 1), (13, 3, 7), (100, 9, 7)] {
        let keys = (0..count).map(|i| (i * 7919 % 101) as i32 & ((1 << bits) - 1));
        let keys: Vec<i32> = keys.collect();
        let arguments = [
            format!("input={}", file(&format!("r-{count}.npy"), &[count], &keys)),
            format!("b={b}"),
            format!("bits={bits}"),
        ];
        for ppus in [1, 2, 8] {
            let out = execute("radix-sort", &count.to_string(), ppus, &arguments)
                .unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(read::<i32>(&out, 1), radix_sort(&keys), "{count} on {ppus}");
        }
    }
}

#[test]
fn what_is_not_translated_is_refused() {
    let mut made = Vec::new();
    let folders = fs::read_dir(repository().join("examples/highp5")).expect("they are there");
    for entry in folders.flatten().filter(|entry| entry.path().is_dir()) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if translated(&name, &source(&name)).is_ok() {
            made.push(name);
        }
    }
    made.sort();
    assert_eq!(made, TRANSLATED);
}
