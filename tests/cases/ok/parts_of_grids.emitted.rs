//! Parts of arrays of `ndarray` and matrices of `nalgebra`: tasks use rows, columns, planes and slices of them as
//! wholes, and run at the same time where these differ.
// features: ndarray, nalgebra

use nalgebra::DMatrix;
use ndarray::{Array1, Array2, Array3, ArrayView2, ArrayViewMut2, Axis, s};

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn rows(a: &mut Array2<f64>, b: &Array2<f64>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("rows", "tests/cases/ok/parts_of_grids.rs", 8));
    let (n, m) = (a.nrows(), a.ncols());
    // hp5: tests/cases/ok/parts_of_grids.rs:11 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw const a), &[4, 0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::grid::<2, _>(&raw const b), &[4, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows:11", "tests/cases/ok/parts_of_grids.rs", 11), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), hp5::rt::ALL]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
        let n = hp5::rt::cap_owned!(n);
        let m = hp5::rt::cap_owned!(m);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let m = hp5::rt::again(&m);
            let mut a = a;
            let b = b.within(&__s0_b);
            for i in __i_part.clone() {
                let mut r = a.row_mut(i);
                for j in 0..m {
                    r[j] = b[[i, j]] * 2.0 + i as f64;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_of_grids.rs:18 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw const a), &[4, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows:18", "tests/cases/ok/parts_of_grids.rs", 18), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), hp5::rt::ALL]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 1)]);
        let n = hp5::rt::cap_owned!(n);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut a = a;
            let mut __in_a = a.within(&__s0_a);
            for i in __i_part.clone() {
                __in_a[(i, 0)] += 1.0;
                for x in a.row_mut(i).iter_mut() {
                    *x += 0.5;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn rows_and_columns(a: &mut Array2<f64>, n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("rows_and_columns", "tests/cases/ok/parts_of_grids.rs", 26));
    // hp5: tests/cases/ok/parts_of_grids.rs:28 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw const a), &[4, 0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows_and_columns:28", "tests/cases/ok/parts_of_grids.rs", 28), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), hp5::rt::ALL]);
        let a = __v_a.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut a = a;
            for i in __i_part.clone() {
                a.row_mut(i).fill(i as f64);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_of_grids.rs:32 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw const a), &[4, 0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows_and_columns:32", "tests/cases/ok/parts_of_grids.rs", 32), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), hp5::rt::ALL]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), hp5::rt::ALL]);
        let a = __v_a.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut a = a;
            for i in __i_part.clone() {
                let s = a.row(i).sum();
                a.row_mut(i).mapv_inplace(|x| x + s);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_of_grids.rs:37 #[hp5::task_tile(j = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw const a), &[4, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows_and_columns:37", "tests/cases/ok/parts_of_grids.rs", 37), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.ncols(), 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__j_lo, __j_hi)]| [hp5::rt::ALL, (__j_lo, __j_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__j_part| {
            let mut a = a;
            for j in __j_part.clone() {
                let mut c = a.column_mut(j);
                c[0] += 3.0;
                let t: f64 = c.iter().sum();
                c[1] = t;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn blocks_of_rows(a: &mut Array2<f64>, b: &Array2<f64>, n: usize, bs: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("blocks_of_rows", "tests/cases/ok/parts_of_grids.rs", 45));
    let parts = n / bs;
    // hp5: tests/cases/ok/parts_of_grids.rs:48 #[hp5::task_tile(p = 1)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw const a), &[2, 0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::grid::<2, _>(&raw const b), &[0, 0]) };
        let bs = hp5::rt::cap!(bs);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("blocks_of_rows:48", "tests/cases/ok/parts_of_grids.rs", 48), hp5::rt::Order::Parallel, hp5::rt::chunks(0..parts, 1, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__p_lo, __p_hi)]| [(__p_lo * (bs as isize), __p_hi * (bs as isize)), hp5::rt::ALL]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__p_lo, __p_hi)]| [(__p_lo * (bs as isize), __p_hi * (bs as isize)), hp5::rt::ALL]);
        let parts = hp5::rt::cap_owned!(parts);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__p_part| {
            let parts = hp5::rt::again(&parts);
            let bs = hp5::rt::again(&bs);
            let mut a = a;
            let b = b;
            for p in __p_part.clone() {
                let (i0, i1) = (p * bs, (p + 1) * bs);
                a.slice_mut(s![i0..i1, ..]).assign(&b.slice(s![i0..i1, ..]));
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_of_grids.rs:53 #[hp5::task_tile(p = 1)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw const a), &[2, 0]) };
        let bs = hp5::rt::cap!(bs);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("blocks_of_rows:53", "tests/cases/ok/parts_of_grids.rs", 53), hp5::rt::Order::Parallel, hp5::rt::chunks(0..parts, 1, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__p_lo, __p_hi)]| [(__p_lo * (bs as isize), __p_hi * (bs as isize)), hp5::rt::ALL]);
        let parts = hp5::rt::cap_owned!(parts);
        let a = __v_a.view();
        let __body = __loop.body(move |__p_part| {
            let parts = hp5::rt::again(&parts);
            let bs = hp5::rt::again(&bs);
            let mut a = a;
            for p in __p_part.clone() {
                let mut part = a.slice_mut(s![p * bs..(p + 1) * bs, ..]);
                part += 1.5;
                for mut row in part.outer_iter_mut() {
                    row[1] *= 2.0;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_of_grids.rs:61 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw const a), &[2, 0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::grid::<2, _>(&raw const b), &[0, 0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("blocks_of_rows:61", "tests/cases/ok/parts_of_grids.rs", 61), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 2, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), hp5::rt::ALL]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1), hp5::rt::ALL]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut a = a;
            let b = b;
            for i in __i_part.clone() {
                let up = b.slice(s![i - 1..=i + 1, 1..-1]).sum();
                a.slice_mut(s![i, ..;2]).fill(up);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn planes(a: &mut Array3<f64>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("planes", "tests/cases/ok/parts_of_grids.rs", 67));
    let d = a.dim().0;
    // hp5: tests/cases/ok/parts_of_grids.rs:70 #[hp5::task_tile(k = 1)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<3, _>(&raw const a), &[1, 0, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("planes:70", "tests/cases/ok/parts_of_grids.rs", 70), hp5::rt::Order::Parallel, hp5::rt::chunks(0..d, 1, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), hp5::rt::ALL, hp5::rt::ALL]);
        let d = hp5::rt::cap_owned!(d);
        let a = __v_a.view();
        let __body = __loop.body(move |__k_part| {
            let d = hp5::rt::again(&d);
            let mut a = a;
            for k in __k_part.clone() {
                let mut plane = a.index_axis_mut(Axis(0), k);
                plane.fill(k as f64);
                plane.row_mut(1).fill(7.0);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_of_grids.rs:76 #[hp5::task_tile(k = 1)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<3, _>(&raw const a), &[1, 0, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("planes:76", "tests/cases/ok/parts_of_grids.rs", 76), hp5::rt::Order::Ordered, hp5::rt::chunks(1..d, 1, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), hp5::rt::ALL, hp5::rt::ALL]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__k_lo, __k_hi)]| [(__k_lo - 1, __k_hi - 1), hp5::rt::ALL, hp5::rt::ALL]);
        let d = hp5::rt::cap_owned!(d);
        let a = __v_a.view();
        let __body = __loop.body(move |__k_part| {
            let d = hp5::rt::again(&d);
            let mut a = a;
            for k in __k_part.clone() {
                // in order: plane after plane
                let before = a.index_axis(Axis(0), k - 1).to_owned();
                a.index_axis_mut(Axis(0), k)
                    .zip_mut_with(&before, |x, y| *x += 0.5 * y);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn parts_of_matrices(a: &mut DMatrix<f64>, b: &DMatrix<f64>, bs: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("parts_of_matrices", "tests/cases/ok/parts_of_grids.rs", 84));
    let (n, m) = a.shape();
    // hp5: tests/cases/ok/parts_of_grids.rs:87 #[hp5::task_tile(j = 2)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw const a), &[0, 2]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::grid::<2, _>(&raw const b), &[0, 2]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("parts_of_matrices:87", "tests/cases/ok/parts_of_grids.rs", 87), hp5::rt::Order::Parallel, hp5::rt::chunks(0..m, 2, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__j_lo, __j_hi)]| [hp5::rt::ALL, (__j_lo, __j_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__j_lo, __j_hi)]| [(0, (n as isize)), (__j_lo, __j_hi)]);
        let __s0_b = __loop.section(|[(__j_lo, __j_hi)]| [(0, (n as isize)), (__j_lo, __j_hi)]);
        let m = hp5::rt::cap_owned!(m);
        let n = hp5::rt::cap_owned!(n);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __j_part = __chunks;
            let m = hp5::rt::again(&m);
            let n = hp5::rt::again(&n);
            let mut a = a;
            let b = b.within(&__s0_b);
            for j in __j_part.clone() {
                let mut c = a.column_mut(j);
                for i in 0..n {
                    c[i] = b[(i, j)] + 1.0;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_of_grids.rs:94 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw const a), &[0, 2]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("parts_of_matrices:94", "tests/cases/ok/parts_of_grids.rs", 94), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 2, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), hp5::rt::ALL]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), hp5::rt::ALL]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 1)]);
        let n = hp5::rt::cap_owned!(n);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut a = a;
            let mut __in_a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a.row_mut(i).scale_mut(2.0);
                let t = a.row(i).sum();
                __in_a[(i, 0)] = t;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_of_grids.rs:100 #[hp5::task_tile(j = 2)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw const a), &[0, 2]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("parts_of_matrices:100", "tests/cases/ok/parts_of_grids.rs", 100), hp5::rt::Order::Ordered, hp5::rt::chunks(1..m, 2, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__j_lo, __j_hi)]| [hp5::rt::ALL, (__j_lo, __j_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__j_lo, __j_hi)]| [hp5::rt::ALL, (__j_lo - 1, __j_hi - 1)]);
        let m = hp5::rt::cap_owned!(m);
        let a = __v_a.view();
        let __body = __loop.body(move |__j_part| {
            let m = hp5::rt::again(&m);
            let mut a = a;
            for j in __j_part.clone() {
                let v = a.column(j - 1).into_owned();
                a.column_mut(j).axpy(0.5, &v, 1.0);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_of_grids.rs:105 #[hp5::task_tile(p = 1)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw const a), &[0, 2]) };
        let bs = hp5::rt::cap!(bs);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("parts_of_matrices:105", "tests/cases/ok/parts_of_grids.rs", 105), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n / bs, 1, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__p_lo, __p_hi)]| [(__p_lo * (bs as isize), __p_hi * (bs as isize)), hp5::rt::ALL]);
        let n = hp5::rt::cap_owned!(n);
        let a = __v_a.view();
        let __body = __loop.body(move |__p_part| {
            let n = hp5::rt::again(&n);
            let bs = hp5::rt::again(&bs);
            let mut a = a;
            for p in __p_part.clone() {
                a.rows_mut(p * bs, bs).add_scalar_mut(1.0);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_of_grids.rs:109 #[hp5::task_tile(p = 1)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw const a), &[0, 2]) };
        let bs = hp5::rt::cap!(bs);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("parts_of_matrices:109", "tests/cases/ok/parts_of_grids.rs", 109), hp5::rt::Order::Parallel, hp5::rt::chunks(0..m / bs, 1, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__p_lo, __p_hi)]| [hp5::rt::ALL, (__p_lo * (bs as isize), __p_hi * (bs as isize))]);
        let m = hp5::rt::cap_owned!(m);
        let a = __v_a.view();
        let __body = __loop.body(move |__p_part| {
            let m = hp5::rt::again(&m);
            let bs = hp5::rt::again(&bs);
            let mut a = a;
            for p in __p_part.clone() {
                a.columns_mut(p * bs, bs).fill_row(1, p as f64);
                a.view_mut((0, p * bs), (2, bs)).fill(0.25);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn views(x: &mut Array1<f64>, mut a: ArrayViewMut2<f64>, b: ArrayView2<f64>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("views", "tests/cases/ok/parts_of_grids.rs", 115));
    let n = x.len();
    // hp5: tests/cases/ok/parts_of_grids.rs:118 #[hp5::task_tile(i = 3)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::grid::<2, _>(&raw const b), &[3, 0]) };
        let __v_x = unsafe { __hp5.array("x", hp5::rt::grid::<1, _>(&raw const x), &[3]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw mut a), &[3, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("views:118", "tests/cases/ok/parts_of_grids.rs", 118), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 3, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), hp5::rt::ALL]);
        __loop.access(&__v_x, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), hp5::rt::ALL]);
        __loop.access(&__v_x, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_x = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let b = __v_b.view();
        let x = __v_x.view();
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_x = __s0_x.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let b = b;
            let mut x = x.within(&__s0_x);
            let mut a = a;
            for i in __i_part.clone() {
                x[i] = b.row(i).dot(&b.row(i));
                a.row_mut(i).fill(x[i]);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_of_grids.rs:123 #[hp5::task_tile(p = 1)], parallel
    {
        let __v_x = unsafe { __hp5.array("x", hp5::rt::grid::<1, _>(&raw const x), &[3]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("views:123", "tests/cases/ok/parts_of_grids.rs", 123), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n / 4, 1, 0));
        __loop.access(&__v_x, hp5::rt::Mode::InOut, |[(__p_lo, __p_hi)]| [(4 * __p_lo, 4 * __p_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let x = __v_x.view();
        let __body = __loop.body(move |__p_part| {
            let n = hp5::rt::again(&n);
            let mut x = x;
            for p in __p_part.clone() {
                x.slice_mut(s![p * 4..p * 4 + 4]).fill(p as f64);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn locals_and_indices_from_the_end(n: usize) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("locals_and_indices_from_the_end", "tests/cases/ok/parts_of_grids.rs", 128));
    let __hp5_value = {
    let mut a = Array2::<f64>::zeros((n, 8)); let __hp5_hold_3723 = __hp5.hold();
    // hp5: tests/cases/ok/parts_of_grids.rs:131 #[hp5::task_tile(i = 3)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw mut a), &[3, 0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("locals_and_indices_from_the_end:131", "tests/cases/ok/parts_of_grids.rs", 131), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 3, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), hp5::rt::ALL]);
        let a = __v_a.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut a = a;
            for i in __i_part.clone() {
                let mut r = a.row_mut(i);
                r.fill(1.0);
                if i % 3 == 0 {
                    continue;
                }
                r[2] = i as f64;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_of_grids.rs:140 #[hp5::task_tile(i = 3)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::grid::<2, _>(&raw mut a), &[3, 0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("locals_and_indices_from_the_end:140", "tests/cases/ok/parts_of_grids.rs", 140), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n as i32, 3, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL, hp5::rt::ALL]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 1)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut a = a;
            let mut __in_a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a.slice_mut(s![-1 - i, ..]).fill(i as f64); //~ HP5-W0101
                __in_a.slice_mut(s![i, 0]).fill(3.0);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.wait();
    a.iter().enumerate().map(|(k, v)| k as f64 * v).sum()
    };
    __hp5.end();
    __hp5_value
}
fn main() {
    let b = Array2::from_shape_fn((24, 9), |(i, j)| ((i * 7 + j * 3) % 11) as f64);
    let mut a = b.clone();
    let h = |w: &str, a: &mut dyn Iterator<Item = &f64>| {
        println!(
            "{w} {:x}",
            a.fold(0u64, |s, v| s.rotate_left(7)
                ^ v.to_bits().wrapping_mul(0x9E3779B97F4A7C15))
        )
    };
    rows(&mut a, &b);
    h("rows", &mut a.iter());
    rows_and_columns(&mut a, 24);
    h("rows_and_columns", &mut a.iter());
    blocks_of_rows(&mut a, &b, 24, 4);
    h("blocks_of_rows", &mut a.iter());
    let mut c = Array3::zeros((6, 4, 5));
    planes(&mut c);
    h("planes", &mut c.iter());
    let d = DMatrix::from_fn(12, 8, |i, j| ((i * 5 + j) % 13) as f64);
    let mut e = d.clone();
    parts_of_matrices(&mut e, &d, 4);
    h("parts_of_matrices", &mut e.iter());
    let mut x = Array1::zeros(24);
    let mut t = b.clone();
    t.invert_axis(Axis(0));
    views(&mut x, t.view_mut(), b.view());
    h("views", &mut t.iter());
    h("f6x", &mut x.iter());
    views(&mut x, a.slice_mut(s![..;-1, ..]), b.view());
    h("views", &mut a.iter());
    println!("{}", locals_and_indices_from_the_end(20));
}
