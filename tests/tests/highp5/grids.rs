//! Sweeps over grids.

use hp5_tests::highp5::interpret::{Array, Setting};
use hp5_tests::highp5::reference::{close, grids};

use super::{Example, numbers, whole};

fn small(n: usize) -> i32 {
    i32::try_from(n).unwrap()
}

#[test]
fn stencil() {
    let example = Example::new("stencil");
    for (n, m) in [(1, 1), (3, 3), (7, 11), (2, 9), (13, 5)] {
        let plate = numbers(n * m, 1);
        for (k, l, inner, p1, p2) in [
            (1, 1, 1, 1, 1),
            (2, 3, 2, 4, 2),
            (3, 1, 4, 2, 1),
            (20, 2, 3, 3, 3),
        ] {
            let rounds = 5_usize;
            let sweeps = rounds.div_ceil(p1) * p1;
            let want = grids::stencil(&plate, (n, m), sweeps);
            let setting = Setting::default()
                .input("input_file", Array::doubles(&[n, m], &plate))
                .argument("iterations", small(rounds))
                .argument("k", k)
                .argument("l", l)
                .argument("m", inner)
                .argument("n", 2)
                .argument("p1", small(p1))
                .argument("p2", small(p2))
                .outputs(&["output_file"]);
            let got = example.run(&setting).arrays["output_file"].reals().unwrap();
            assert_eq!(
                got, want,
                "{n} x {m} by {k} x {l}, {inner}, padded {p1}, {p2}"
            );
        }
    }
}

#[test]
fn heat3d() {
    let example = Example::new("heat3d");
    for size in [[1, 1, 1], [3, 4, 5], [2, 7, 7], [5, 5, 5]] {
        let heat = numbers(size.iter().product(), 2);
        let want = grids::heat3d(&heat, size, 6, 0.1);
        for (k, l, m) in [(1, 1, 1), (2, 3, 4), (9, 9, 9)] {
            let setting = Setting::default()
                .input("input", Array::doubles(&size, &heat))
                .argument("rounds", 3)
                .argument("rate", 0.1)
                .argument("k", k)
                .argument("l", l)
                .argument("m", m)
                .outputs(&["output"]);
            let got = example.run(&setting).arrays["output"].reals().unwrap();
            assert_eq!(got, want, "{size:?} by {k}, {l}, {m}");
        }
    }
}

#[test]
fn advection() {
    let example = Example::new("advection");
    for n in [1, 2, 3, 11, 29] {
        let u = numbers(n, 3);
        let want = grids::advection(&u, 9, 0.25);
        for block in [1, 2, 5, 8, 50] {
            let setting = Setting::default()
                .input("input", Array::doubles(&[n], &u))
                .argument("steps", 8)
                .argument("courant", 0.25)
                .argument("b", block)
                .outputs(&["output"]);
            let got = example.run(&setting).arrays["output"].reals().unwrap();
            assert_eq!(got, want, "{n} by {block}");
        }
    }
}

#[test]
fn components() {
    let example = Example::new("components");
    for (n, m) in [(1, 1), (5, 7), (1, 13), (9, 4)] {
        let cells = whole(n * m, 5, 3);
        let (labels, rounds) = grids::components(&cells, (n, m));
        for (k, l) in [(1, 1), (2, 3), (20, 20), (3, 1)] {
            let setting = Setting::default()
                .input("input", Array::integers(&[n, m], &cells))
                .argument("k", k)
                .argument("l", l)
                .outputs(&["output", "rounds"]);
            let got = example.run(&setting);
            assert_eq!(
                got.arrays["output"].whole().unwrap(),
                labels,
                "{n} x {m} by {k} x {l}"
            );
            assert_eq!(
                got.scalars["rounds"].integer().unwrap(),
                small(rounds.try_into().unwrap())
            );
        }
    }
}

#[test]
fn lattice() {
    let example = Example::new("lattice");
    for size in [[1, 1, 1, 1], [3, 3, 3, 3], [4, 3, 5, 2], [4, 4, 3, 5]] {
        let field = numbers(size.iter().product(), 4);
        for (limit, rounds) in [(0.5, 10), (1e9, 3), (0.0, 2)] {
            let (want, product) = grids::lattice(&field, size, limit, rounds);
            for (p, q) in [(1, 1), (2, 3), (5, 2)] {
                let setting = Setting::default()
                    .input("input", Array::doubles(&size, &field))
                    .argument("limit", limit)
                    .argument("max_rounds", small(rounds))
                    .argument("p", p)
                    .argument("q", q)
                    .outputs(&["output", "product"]);
                let got = example.run(&setting);
                let place = format!("{size:?} to {limit} by {p}, {q}");
                assert_eq!(got.arrays["output"].reals().unwrap(), want, "{place}");
                assert!(
                    close(got.scalars["product"].real().unwrap(), product),
                    "{place}"
                );
            }
        }
    }
}

#[test]
fn mandelbrot() {
    let example = Example::new("mandelbrot");
    for (rows, columns) in [(1, 1), (13, 17), (40, 40)] {
        let want = grids::mandelbrot(rows, columns, 30);
        for (k, l) in [(1, 1), (3, 4), (50, 7)] {
            let setting = Setting::default()
                .argument("rows", rows)
                .argument("columns", columns)
                .argument("limit", 30)
                .argument("k", k)
                .argument("l", l)
                .outputs(&["output"]);
            let got = example.run(&setting).arrays["output"].whole().unwrap();
            assert_eq!(got, want, "{rows} x {columns} by {k} x {l}");
        }
    }
}
