//! Elements that methods reach: `get`, `get_mut` and `swap` of slices, and of grids `get`, `row_mut(i)[k]` and
//! `column(j)[k]`. The loops are parallel, and nothing is said.
// features: ndarray, nalgebra

use nalgebra::DMatrix;
use ndarray::Array2;

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn slices(a: &mut [f64], b: &[f64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("slices", "tests/cases/ok/element_methods.rs", 8));
    // hp5: tests/cases/ok/element_methods.rs:10 #[hp5::task_tile(i = 100)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[100]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[100]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("slices:10", "tests/cases/ok/element_methods.rs", 10), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 100, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 1)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut a = a;
            let mut __in_a = a.within(&__s0_a);
            let b = b;
            for i in __i_part.clone() {
                if let Some(x) = (if (i) < a.len() { Some(&mut a[i]) } else { None }) {
                    *x += 1.0;
                }
                if let Some(x) = (if (i + 1) < b.len() { Some(&b[i + 1]) } else { None }) {
                    a[i] += x;
                }
                __in_a[i] += (if (i) < b.len() { Some(&b[i]) } else { None }).copied().unwrap_or(0.5);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/element_methods.rs:20 #[hp5::task_tile(i = 100)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[100]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("slices:20", "tests/cases/ok/element_methods.rs", 20), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n / 2, 100, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(2 * __i_lo, 2 * __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(2 * __i_lo, 2 * __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(2 * __i_lo, 2 * __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                (a[2 * i], a[2 * i + 1]) = (a[2 * i + 1], a[2 * i]);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn grids(a: &mut Array2<f64>, b: &Array2<f64>, n: usize, m: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("grids", "tests/cases/ok/element_methods.rs", 26));
    // hp5: tests/cases/ok/element_methods.rs:28 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::grid::<2, _>(&raw const b), &[4, 0]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw const a), &[4, 0]) };
        let n = hp5::rt::cap!(n);
        let m = hp5::rt::cap!(m);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("grids:28", "tests/cases/ok/element_methods.rs", 28), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 3)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, 2)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), ((m as isize), (m as isize) + 1)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, 2)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 1)]);
        let b = __v_b.view();
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let m = hp5::rt::again(&m);
            let b = b;
            let __in_b = b.within(&__s0_b);
            let mut a = a;
            let mut __in_a = a.within(&__s0_a);
            for i in __i_part.clone() {
                __in_a[(i, 0)] += __in_b[(i, 1)];
                if let Some(x) = (if (i) < a.nrows() && (1) < a.ncols() { Some(&mut a[(i, 1)]) } else { None }) {
                    *x += 1.0;
                }
                if let Some(x) = (if (i) < b.nrows() && (m) < b.ncols() { Some(&b[(i, m)]) } else { None }) {
                    a[[i, 2]] += x;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/element_methods.rs:38 #[hp5::task_tile(j = 4)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::grid::<2, _>(&raw const b), &[4, 0]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw const a), &[4, 0]) };
        let m = hp5::rt::cap!(m);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("grids:38", "tests/cases/ok/element_methods.rs", 38), hp5::rt::Order::Parallel, hp5::rt::chunks(0..m, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::Out, |[(__j_lo, __j_hi)]| [(3, 4), (__j_lo, __j_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__j_lo, __j_hi)]| [(2, 3), (__j_lo, __j_hi)]);
        let __s0_b = __loop.section(|[(__j_lo, __j_hi)]| [(2, 3), (__j_lo, __j_hi)]);
        let __s0_a = __loop.section(|[(__j_lo, __j_hi)]| [(3, 4), (__j_lo, __j_hi)]);
        let b = __v_b.view();
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __s0_a = __s0_a.of(&__chunks);
            let __j_part = __chunks;
            let m = hp5::rt::again(&m);
            let b = b.within(&__s0_b);
            let mut a = a.within(&__s0_a);
            for j in __j_part.clone() {
                a[(3, j)] = b[(2, j)] * 2.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn matrices(a: &mut DMatrix<f64>, b: &DMatrix<f64>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("matrices", "tests/cases/ok/element_methods.rs", 44));
    // hp5: tests/cases/ok/element_methods.rs:46 #[hp5::task_tile(j = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw const a), &[0, 4]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::grid::<2, _>(&raw const b), &[0, 4]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("matrices:46", "tests/cases/ok/element_methods.rs", 46), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.ncols(), 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__j_lo, __j_hi)]| [(0, 4), (__j_lo, __j_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__j_lo, __j_hi)]| [(2, 4), (__j_lo, __j_hi)]);
        let __s0_a = __loop.section(|[(__j_lo, __j_hi)]| [(0, 2), (__j_lo, __j_hi)]);
        let __s0_b = __loop.section(|[(__j_lo, __j_hi)]| [(2, 3), (__j_lo, __j_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __j_part = __chunks;
            let mut a = a;
            let mut __in_a = a.within(&__s0_a);
            let b = b;
            let __in_b = b.within(&__s0_b);
            for j in __j_part.clone() {
                __in_a[(0, j)] += 1.0;
                __in_a[(1, j)] += __in_b[(2, j)];
                if let Some(x) = (if (3) < b.nrows() && (j) < b.ncols() { Some(&b[(3, j)]) } else { None }) {
                    a[(3, j)] += x;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let b = Array2::from_shape_fn((20, 12), |(i, j)| (i * 12 + j) as f64);
    let mut a = b.clone();
    grids(&mut a, &b, 20, 12);
    let c = DMatrix::from_fn(20, 12, |i, j| (i * 12 + j) as f64);
    let mut d = c.clone();
    matrices(&mut d, &c);
    let mut v: Vec<f64> = (0..1000).map(|x| x as f64).collect();
    let w = v.clone();
    slices(&mut v, &w, 999);
    println!("{:?} {:?} {:?}", a.as_slice(), d.as_slice(), v);
}
