//! Matrices and vectors.

use hp5_tests::highp5::interpret::{Array, Setting, Value};
use hp5_tests::highp5::reference::close;
use hp5_tests::highp5::reference::linear::{self, Sparse};

use super::{Example, numbers};

#[test]
fn matrix_multiply() {
    let example = Example::new("matrix-multiply");
    for (n, k, m) in [(1, 1, 1), (2, 3, 5), (7, 7, 7), (4, 1, 6), (1, 11, 2)] {
        let (a, b) = (numbers(n * k, 1), numbers(k * m, 2));
        let want = linear::matrix_multiply(&a, &b, (n, k, m));
        for (rows, columns, pieces) in [(1, 1, 1), (2, 3, 2), (20, 20, 20), (3, 1, 4)] {
            let setting = Setting::default()
                .input("input_file_1", Array::doubles(&[n, k], &a))
                .input("input_file_2", Array::doubles(&[k, m], &b))
                .argument("k", rows)
                .argument("l", columns)
                .argument("q", pieces)
                .outputs(&["output_file"]);
            let got = example.run(&setting).arrays["output_file"].reals().unwrap();
            assert_eq!(got, want, "{n} x {k} x {m} by {rows}, {columns}, {pieces}");
        }
    }
}

#[test]
fn matrix_vector() {
    let example = Example::new("matrix-vector");
    for (n, m) in [(1, 1), (5, 3), (2, 13), (7, 7)] {
        let single = |v: Vec<f64>| v.iter().map(|&v| v as f32).collect::<Vec<f32>>();
        let (a, x) = (single(numbers(n * m, 3)), single(numbers(m, 4)));
        let want = linear::matrix_vector(&a, &x, n);
        let values = |v: &[f32]| v.iter().map(|&v| Value::Single(v)).collect();
        for (parts, pieces) in [(1, 1), (3, 2), (11, 5), (2, 100)] {
            let setting = Setting::default()
                .input("matrix", Array::new(&[n, m], values(&a)))
                .input("vector", Array::new(&[m], values(&x)))
                .argument("p", parts)
                .argument("q", pieces)
                .outputs(&["output"]);
            let got = example.run(&setting).arrays["output"].reals().unwrap();
            let want: Vec<f64> = want.iter().map(|&v| f64::from(v)).collect();
            assert_eq!(got, want, "{n} x {m} by {parts}, {pieces}");
        }
    }
}

#[test]
fn block_lu() {
    let example = Example::new("block-lu");
    for n in [1, 2, 5, 8, 11] {
        let a = numbers(n * n, 5);
        for (block, ppus) in [(1, 1), (2, 2), (3, 8), (4, 3), (20, 2)] {
            let want = linear::block_lu(&a, n, block);
            let mut setting = Setting::default()
                .input("input_matrix_file", Array::doubles(&[n, n], &a))
                .argument("block_size", i32::try_from(block).unwrap())
                .outputs(&[
                    "upper_matrix_file",
                    "lower_matrix_file",
                    "pivot_matrix_file",
                ]);
            setting.ppus = ppus;
            let got = example.run(&setting);
            let place = format!("{n} by {block} on {ppus}");
            let reals = |name: &str| got.arrays[name].reals().unwrap();
            assert_eq!(reals("upper_matrix_file"), want.upper, "{place}");
            assert_eq!(reals("lower_matrix_file"), want.lower, "{place}");
            assert_eq!(
                got.arrays["pivot_matrix_file"].whole().unwrap(),
                want.pivots,
                "{place}"
            );
        }
    }
}

/// 4 on the diagonal, -1 for neighbours on a line and across.
fn matrix(n: usize) -> Sparse {
    let (mut rows, mut columns, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..n {
        for j in 0..n {
            let near = i.abs_diff(j) == 1 || i.abs_diff(j) == 3;
            if i == j || near {
                columns.push(i32::try_from(j).unwrap());
                values.push(if i == j { 4.5 } else { -1.0 });
            }
        }
        rows.push(i32::try_from(columns.len()).unwrap() - 1);
    }
    Sparse {
        rows,
        columns,
        values,
    }
}

#[test]
fn conjugate_gradient() {
    let example = Example::new("conjugate-gradient");
    for n in [1, 2, 7, 13] {
        let a = matrix(n);
        let (b, x) = (numbers(n, 6), vec![0.0; n]);
        for (rounds, precision) in [(1, 1e-30), (4, 1e-30), (50, 1e-3)] {
            let want = linear::conjugate_gradient(&a, &b, x.clone(), rounds, precision);
            for (rows, block) in [(1, 1), (3, 2), (5, 4), (100, 100)] {
                let setting = Setting::default()
                    .input(
                        "arg_matrix_cols",
                        Array::integers(&[a.columns.len()], &a.columns),
                    )
                    .input("arg_matrix_rows", Array::integers(&[n], &a.rows))
                    .input(
                        "arg_matrix_vals",
                        Array::doubles(&[a.values.len()], &a.values),
                    )
                    .input("known_vector", Array::doubles(&[n], &b))
                    .input("prediction_vector", Array::doubles(&[n], &x))
                    .argument("maxIterations", i32::try_from(rounds).unwrap())
                    .argument("precision", precision)
                    .argument("r", rows)
                    .argument("b", block)
                    .outputs(&["solution_vector"]);
                let got = example.run(&setting).arrays["solution_vector"]
                    .reals()
                    .unwrap();
                let same = got.len() == n && got.iter().zip(&want).all(|(g, w)| close(*g, *w));
                assert!(
                    same,
                    "{n}, {rounds} rounds by {rows}, {block}: {got:?}, not {want:?}"
                );
            }
        }
    }
}

#[test]
fn power_iteration() {
    let example = Example::new("power-iteration");
    for n in [1, 3, 7] {
        let mut m = numbers(n * n, 7);
        for i in 0..n {
            for j in 0..i {
                m[i * n + j] = m[j * n + i];
            }
            m[i * n + i] += 20.0 + i as f64;
        }
        let rounds = 5;
        let (x, value, largest) = linear::power_iteration(&m, n, rounds);
        for (parts, block) in [(1, 1), (2, 2), (9, 1), (3, 10)] {
            let setting = Setting::default()
                .input("matrix", Array::doubles(&[n, n], &m))
                .argument("rounds", i32::try_from(rounds).unwrap())
                .argument("k", parts)
                .argument("l", block)
                .outputs(&["vector", "value", "largest"]);
            let got = example.run(&setting);
            let vector = got.arrays["vector"].reals().unwrap();
            assert!(
                vector.iter().zip(&x).all(|(g, w)| close(*g, *w)),
                "{vector:?}, not {x:?}"
            );
            assert!(close(got.scalars["value"].real().unwrap(), value));
            assert_eq!(got.scalars["largest"].integer().unwrap(), largest);
        }
    }
}
