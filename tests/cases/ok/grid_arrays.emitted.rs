//! `ndarray` and `nalgebra` arrays: `a[[i, j]]` and `a[(i, j)]`, read, written and updated.
// features: ndarray, nalgebra

use nalgebra::DMatrix;
use ndarray::{Array1, Array2};

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn jacobi(a: &Array2<f64>, b: &mut Array2<f64>, rows: usize, columns: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("jacobi", "tests/cases/ok/grid_arrays.rs", 7));
    // hp5: tests/cases/ok/grid_arrays.rs:10 #[hp5::task_tile(i = 6, j = 5)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw const a), &[6, 5]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::grid::<2, _>(&raw const b), &[6, 5]) };
        let rows = hp5::rt::cap!(rows);
        let columns = hp5::rt::cap!(columns);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("jacobi:10", "tests/cases/ok/grid_arrays.rs", 10), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(1..rows - 1, 6, 0),
            hp5::rt::chunks(1..columns - 1, 5, 0),
        ));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo - 1, __i_hi + 1), (__j_lo - 1, __j_hi + 1)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo - 1, __i_hi + 1), (__j_lo - 1, __j_hi + 1)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let (__i_part, __j_part) = __chunks;
            let rows = hp5::rt::again(&rows);
            let columns = hp5::rt::again(&columns);
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                for j in __j_part.clone() {
                    b[[i, j]] = 0.25 * (a[[i - 1, j]] + a[[i + 1, j]] + a[[i, j - 1]] + a[[i, j + 1]]);
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn product(a: &DMatrix<f64>, x: &Array1<f64>, y: &mut Array1<f64>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("product", "tests/cases/ok/grid_arrays.rs", 18));
    // hp5: tests/cases/ok/grid_arrays.rs:20 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw const a), &[4, 0]) };
        let __v_x = unsafe { __hp5.array("x", hp5::rt::flat(&raw const x), &[0]) };
        let __v_y = unsafe { __hp5.array("y", hp5::rt::flat(&raw const y), &[4]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("product:20", "tests/cases/ok/grid_arrays.rs", 20), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.nrows(), 4, 0));
        __loop.access(&__v_y, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, ((a.ncols()) as isize))]);
        __loop.access(&__v_x, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, ((a.ncols()) as isize))]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, ((a.ncols()) as isize))]);
        let __s0_x = __loop.section(|[(__i_lo, __i_hi)]| [(0, ((a.ncols()) as isize))]);
        let __s0_y = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let x = __v_x.view();
        let y = __v_y.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_x = __s0_x.of(&__chunks);
            let __s0_y = __s0_y.of(&__chunks);
            let __i_part = __chunks;
            let a = a.within(&__s0_a);
            let x = x.within(&__s0_x);
            let mut y = y.within(&__s0_y);
            for i in __i_part.clone() {
                let mut sum = 0.0;
                for j in 0..a.ncols() {
                    sum += a[(i, j)] * x[j];
                }
                y[i] = sum;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn sweep(a: &mut DMatrix<f64>, n: usize, m: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("sweep", "tests/cases/ok/grid_arrays.rs", 30));
    // hp5: tests/cases/ok/grid_arrays.rs:32 #[hp5::task_tile(i = 4)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw const a), &[4, 0]) };
        let n = hp5::rt::cap!(n);
        let m = hp5::rt::cap!(m);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("sweep:32", "tests/cases/ok/grid_arrays.rs", 32), hp5::rt::Order::Ordered, hp5::rt::chunks(1..n, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1), (0, (m as isize))]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi), (0, (m as isize))]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let m = hp5::rt::again(&m);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                for j in 0..m {
                    a[(i, j)] += 0.5 * a[(i - 1, j)];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let a = Array2::from_shape_fn((23, 19), |(i, j)| ((i * 7 + j * 3) % 11) as f64);
    let mut b = a.clone();
    jacobi(&a, &mut b, 23, 19);
    let mut c = DMatrix::from_fn(14, 9, |i, j| ((i * 5 + j) % 13) as f64);
    sweep(&mut c, 14, 9);
    let x = Array1::from_shape_fn(9, |j| j as f64 + 0.25);
    let mut y = Array1::zeros(14);
    product(&c, &x, &mut y);
    let (b, y) = (b.iter().fold(0.0, |s, v| s + v), y.iter().fold(0.0, |s, v| s + v));
    println!("{:016x} {:016x}", b.to_bits(), y.to_bits());
}
