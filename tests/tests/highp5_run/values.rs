//! Programs of `examples/highp5` with functions, scalars, reductions, repeats and conditions on
//! data, user types, random numbers and embedded code: everything that they write is what the
//! interpreter gives, bit for bit. (That this is right `tests/tests/highp5.rs` holds against
//! the programs' references in plain Rust.)

use std::fs;
use std::rc::Rc;
use std::sync::LazyLock;

use hp5_annotate::diag::Diagnostics;
use hp5_annotate::highp5::check;
use hp5_tests::highp5::files::{load, save};
use hp5_tests::highp5::interpret::{Array, Setting, Value, run as interpret};
use hp5_tests::program::{command, run};

use hp5_tests::highp5::reference::lists;

use super::{BUILT, folder, numbers, source, ways};

/// Runs a translated program and the interpreter.
pub(super) fn same(name: &str, case: &str, setting: &Setting) {
    LazyLock::force(&BUILT);
    let text = source(name);
    let program = check(&text, &mut Diagnostics::default()).expect("it is accepted");
    for way in [1, 2, 8].into_iter().flat_map(ways) {
        let ppus = way.ppus;
        let setting = Setting {
            ppus,
            ..setting.clone()
        };
        let want =
            interpret(&program, &setting).unwrap_or_else(|e| panic!("{}", e.in_source(&text)));
        let place = folder().join(format!("{name}-{case}-{ppus}"));
        fs::create_dir_all(&place).expect("a folder for files");
        let file = |name: &str| place.join(format!("{name}.npy")).display().to_string();
        let executable = BUILT.executable(name).unwrap_or_else(|why| panic!("{why}"));
        let mut command = command(executable);
        command.envs(way.variables(name));
        for (argument, value) in &setting.arguments {
            let given = match value {
                Value::Text(text) if setting.inputs.contains_key(&**text) => {
                    save(&file(text), &setting.inputs[&**text]);
                    file(text)
                }
                Value::Text(text) if **text == **argument => {
                    let _ = fs::remove_file(file(text));
                    file(text)
                }
                value => shown(value),
            };
            command.arg(format!("{argument}={given}"));
        }
        let what = format!("{name}, {case}, {way}");
        run(command)
            .success()
            .unwrap_or_else(|why| panic!("{what}: {why}"));
        assert!(!want.arrays.is_empty() || !want.scalars.is_empty());
        for (output, array) in &want.arrays {
            let got = load(&file(output), array);
            let equal = got.iter().zip(&array.data).all(|(a, b)| a.same(b));
            assert!(
                equal && got.len() == array.data.len(),
                "{what}: {output}: {got:?} instead of {:?}",
                array.data
            );
        }
        for (output, value) in &want.scalars {
            let got = fs::read_to_string(file(output)).unwrap_or_default();
            assert_eq!(got.trim_end(), shown(value), "{what}: {output}");
        }
    }
}

/// As it is written.
fn shown(value: &Value) -> String {
    match value {
        Value::Integer(v) => v.to_string(),
        Value::Single(v) => v.to_string(),
        Value::Double(v) => v.to_string(),
        Value::Boolean(v) => v.to_string(),
        Value::Character(v) => char::from(*v).to_string(),
        Value::Text(v) => v.to_string(),
        other => panic!("{other:?} in a file"),
    }
}

/// Whole numbers from 0 to `below`, without it.
fn whole(count: usize, seed: usize, below: usize) -> Vec<i32> {
    let at = |i: usize| ((i + seed) * 7919 + (i + seed) * (i + 3) / 5) % below;
    (0..count).map(|i| at(i) as i32).collect()
}

#[test]
fn each_row_has_its_reductions() {
    for (n, m, values, b) in [(1, 1, 1, 3), (3, 41, 4, 1), (7, 2, 6, 50)] {
        let setting = Setting::default()
            .input(
                "image",
                Array::integers(&[n, m], &whole(n * m, 1, values + 1)),
            )
            .argument("values", values as i32)
            .argument("b", b)
            .outputs(&["histogram", "peak"]);
        same("row-histogram", &format!("{n}-{m}"), &setting);
    }
}

#[test]
fn conditions_on_data_leave_lpus_out() {
    for (rows, columns, k, l) in [(1, 1, 2, 2), (13, 17, 3, 4), (20, 30, 20, 30)] {
        let setting = Setting::default()
            .argument("rows", rows)
            .argument("columns", columns)
            .argument("limit", 40)
            .argument("k", k)
            .argument("l", l)
            .outputs(&["output"]);
        same("mandelbrot", &format!("{rows}-{columns}"), &setting);
    }
}

#[test]
fn the_coordinator_uses_results() {
    for (n, mode, b) in [
        (1, "mean", 2),
        (17, "unit", 4),
        (300, "mean", 1),
        (50, "none", 7),
    ] {
        let setting = Setting::default()
            .input("input", Array::doubles(&[n], &numbers(n, 5)))
            .argument("mode", mode)
            .argument("limit", 0.25)
            .argument("count", n as i32)
            .argument("b", b)
            .outputs(&["output", "marks", "any_marked", "all_marked"]);
        same("pipeline", &format!("{n}-{mode}"), &setting);
    }
}

#[test]
fn gradients() {
    for (n, b, r) in [(1, 3, 2), (7, 2, 3), (40, 1, 5)] {
        // 2 on the diagonal, -1 beside it.
        let (mut rows, mut columns, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for i in 0..n as i32 {
            for j in [i - 1, i, i + 1] {
                if (0..n as i32).contains(&j) {
                    columns.push(j);
                    values.push(if i == j { 2.0 } else { -1.0 });
                }
            }
            rows.push(columns.len() as i32 - 1);
        }
        let setting = Setting::default()
            .input("arg_matrix_rows", Array::integers(&[n], &rows))
            .input(
                "arg_matrix_cols",
                Array::integers(&[columns.len()], &columns),
            )
            .input("arg_matrix_vals", Array::doubles(&[values.len()], &values))
            .input("known_vector", Array::doubles(&[n], &numbers(n, 1)))
            .input("prediction_vector", Array::doubles(&[n], &numbers(n, 2)))
            .argument("maxIterations", 9)
            .argument("precision", 1e-9)
            .argument("b", b)
            .argument("r", r)
            .outputs(&["solution_vector"]);
        same("conjugate-gradient", &format!("{n}"), &setting);
    }
}

#[test]
fn functions_lists_and_characters() {
    for (limit, b) in [(2, 3), (53, 7), (400, 1)] {
        let setting = Setting::default()
            .argument("limit", limit)
            .argument("b", b)
            .outputs(&["output", "count"]);
        same("sieve", &format!("{limit}"), &setting);
    }
    for (at, (text, b)) in [
        ("e", 2),
        ("one two  three-four E", 1),
        ("The tree, Eels!", 5),
    ]
    .into_iter()
    .enumerate()
    {
        let letters: Vec<Value> = text.bytes().map(Value::Character).collect();
        let setting = Setting::default()
            .input("input", Array::new(&[text.len()], letters))
            .argument("b", b)
            .outputs(&["output", "words", "letters", "common", "present"]);
        same("text", &format!("{at}"), &setting);
    }
}

#[test]
fn user_types_and_static_arrays() {
    for (n, b) in [(1, 3), (13, 4), (40, 1)] {
        let masses: Vec<f64> = numbers(n, 3).iter().map(|m| m.abs() + 0.5).collect();
        let setting = Setting::default()
            .input("positions", Array::doubles(&[n, 3], &numbers(3 * n, 1)))
            .input("velocities", Array::doubles(&[n, 3], &numbers(3 * n, 2)))
            .input("masses", Array::doubles(&[n], &masses))
            .argument("steps", 3)
            .argument("dt", 0.01)
            .argument("b", b)
            .outputs(&["output", "energy"]);
        same("n-body", &format!("{n}"), &setting);
    }
}

#[test]
fn rounds_until_nothing_changes() {
    for (n, k, d, b) in [(1, 1, 1, 1), (23, 2, 3, 4), (40, 7, 2, 1)] {
        let setting = Setting::default()
            .input("points", Array::doubles(&[n, d], &numbers(n * d, 4)))
            .input("centers", Array::doubles(&[k, d], &numbers(k * d, 9)))
            .argument("max_rounds", 20)
            .argument("b", b)
            .outputs(&["labels", "output"]);
        same("k-means", &format!("{n}-{k}"), &setting);
    }
}

#[test]
fn random_numbers_are_those_of_the_lpu() {
    for (grid, b, points) in [(1, 1, 5), (5, 2, 7), (7, 10, 3), (9, 1, 2)] {
        let setting = Setting::default()
            .argument("precision", 0.5)
            .argument("max_rounds", 6)
            .argument("cell_length", 9)
            .argument("grid_dim", grid)
            .argument("points_per_cell", points)
            .argument("b", b)
            .outputs(&["output_file"]);
        same("monte-carlo", &format!("{grid}-{b}"), &setting);
    }
}

#[test]
fn code_of_other_languages() {
    for (n, block) in [(1, 3), (9, 4), (13, 1)] {
        let (a, b) = (whole(n, 6, 40), whole(n, 7, 40));
        let mut setting = Setting::default()
            .input("a", Array::integers(&[n], &a))
            .input("b", Array::integers(&[n], &b))
            .argument("block", block)
            .outputs(&["length", "value", "divisor"]);
        // The interpreter is told what the code of other languages gives.
        type Result = fn((f64, f64, i32)) -> Value;
        let stand_ins: [(&str, &str, &str, Result); 3] = [
            ("hypotenuse", "a", "b", |r| Value::Double(r.0)),
            ("polynomial", "x", "x", |r| Value::Double(r.1)),
            ("greatest_common_divisor", "a", "b", |r| Value::Integer(r.2)),
        ];
        for (function, one, other, result) in stand_ins {
            let stand_in = move |v: &std::collections::BTreeMap<String, Value>| {
                let of = |name: &str| v[name].integer().expect("an Integer");
                vec![(
                    "result".to_owned(),
                    result(lists::foreign(of(one), of(other))),
                )]
            };
            setting
                .foreign
                .insert(function.to_owned(), Rc::new(stand_in));
        }
        same("extern", &format!("{n}-{block}"), &setting);
    }
}

#[test]
fn variables_of_units() {
    for (n, b, c, limit) in [(1, 1, 1, 3), (7, 2, 3, 1), (60, 1, 2, 3), (61, 50, 20, 4)] {
        let setting = Setting::default()
            .input("input", Array::integers(&[n], &whole(n, 8, 50)))
            .argument("limit", limit)
            .argument("b", b)
            .argument("c", c)
            .outputs(&["output", "total", "seen", "last", "again", "seen_again"]);
        same("walk", &format!("{n}-{b}"), &setting);
    }
}

#[test]
fn values_of_all_kinds() {
    for (n, b, seed) in [(1, 1, 3), (13, 4, -5), (40, 3, 0)] {
        let setting = Setting::default()
            .input("input", Array::integers(&[n], &whole(n, 8, 50)))
            .argument("most", 20)
            .argument("seed", seed)
            .argument("b", b)
            .outputs(&["output", "best", "drawn"]);
        same("kinds", &format!("{n}-{b}"), &setting);
    }
}

#[test]
fn copies_of_replicated_data() {
    for (n, b, c) in [(1, 1, 1), (9, 4, 2), (23, 5, 7)] {
        let setting = Setting::default()
            .input("input", Array::integers(&[n], &whole(n, 8, 50)))
            .argument("b", b)
            .argument("c", c)
            .outputs(&["output", "shared", "versions"]);
        same("agree", &format!("{n}-{b}"), &setting);
    }
}
