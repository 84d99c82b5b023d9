//! Bounds are compared once per task with what its accesses reach: rows of different lengths, sections that
//! differ in two dimensions, loops without turns. What leaves an array panics as it does serially.

use std::panic::{AssertUnwindSafe, catch_unwind};

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn columns_of_two_rows(a: &mut Vec<f64>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("columns_of_two_rows", "tests/cases/ok/bounds_that_are_reached.rs", 6));
    // hp5: tests/cases/ok/bounds_that_are_reached.rs:9 #[hp5::task_tile(i = 9)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows(11), &[9, 7]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("columns_of_two_rows:9", "tests/cases/ok/bounds_that_are_reached.rs", 9), hp5::rt::Order::Ordered, hp5::rt::chunks(0..8, 9, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL, hp5::rt::ALL]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + 2), (0, 2)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + 1), (1, 2)]);
        let __s1_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo + 2, __i_hi + 2), (0, 1)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s1_a = __s1_a.of(&__chunks);
            let __i_part = __chunks;
            let mut a = a;
            let _ = a.within(&__s0_a);
            let _ = a.within(&__s1_a);
            let mut __in_a = a.within(&hp5::rt::CHECKED);
            for i in __i_part.clone() {
                let beside = 0.5 * __in_a[(i + 1) * 10 + i + 2] + 0.25 * __in_a[(i + 2) * 10 + i + 2]; //~ HP5-W0104
                a[(i + 1) * 10 + ((i * 2 + 7) % 10)] = beside; //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn corners(a: &Vec<f64>, b: &mut Vec<f64>, m: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("corners", "tests/cases/ok/bounds_that_are_reached.rs", 16));
    // hp5: tests/cases/ok/bounds_that_are_reached.rs:18 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((m as isize)), &[2, 0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[2]) };
        let m = hp5::rt::cap!(m);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("corners:18", "tests/cases/ok/bounds_that_are_reached.rs", 18), hp5::rt::Order::Parallel, hp5::rt::chunks(0..b.len(), 2, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 1), (0, (m as isize))]);
        let __c0_b = 1 < (m as isize) - 1;
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (2, (m as isize))]);
        let __s1_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + 1), (0, (m as isize) - 2)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s1_a = __s1_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let m = hp5::rt::again(&m);
            let _ = a.within(&__s0_a);
            let _ = a.within(&__s1_a);
            let a = a.within(&hp5::rt::CHECKED);
            if __c0_b { let _ = b.within(&__s0_b); }
            let mut b = b.within(&hp5::rt::CHECKED);
            for i in __i_part.clone() {
                for j in 1..m - 1 {
                    b[i] += a[i * m + j + 1] + a[(i + 1) * m + j - 1];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn stencil(a: &Vec<f64>, b: &mut Vec<f64>, n: usize, m: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("stencil", "tests/cases/ok/bounds_that_are_reached.rs", 26));
    // hp5: tests/cases/ok/bounds_that_are_reached.rs:28 #[hp5::task_tile(i = 3, j = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((m as isize)), &[3, 4]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows((m as isize)), &[3, 4]) };
        let n = hp5::rt::cap!(n);
        let m = hp5::rt::cap!(m);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("stencil:28", "tests/cases/ok/bounds_that_are_reached.rs", 28), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(1..n - 1, 3, 0),
            hp5::rt::chunks(1..m - 1, 4, 0),
        ));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo - 1, __i_hi + 1), (__j_lo - 1, __j_hi + 1)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo - 1, __i_hi + 1), (__j_lo, __j_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let (__i_part, __j_part) = __chunks;
            let n = hp5::rt::again(&n);
            let m = hp5::rt::again(&m);
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                for j in __j_part.clone() {
                    b[i * m + j] = a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn diagonal(a: &mut Vec<Vec<f64>>, n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("diagonal", "tests/cases/ok/bounds_that_are_reached.rs", 36));
    // hp5: tests/cases/ok/bounds_that_are_reached.rs:38 #[hp5::task_tile(i = 3)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<2, _>(&raw const a), &[3, 3]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("diagonal:38", "tests/cases/ok/bounds_that_are_reached.rs", 38), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 3, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (__i_lo, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut a = a;
            for i in __i_part.clone() {
                a[(i, i)] = a[(i, i)] * 0.5 + 1.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn three_rows(a: &mut Vec<Vec<f64>>, n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("three_rows", "tests/cases/ok/bounds_that_are_reached.rs", 44));
    // hp5: tests/cases/ok/bounds_that_are_reached.rs:46 #[hp5::task_tile(i = 3)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<2, _>(&raw const a), &[3, 0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("three_rows:46", "tests/cases/ok/bounds_that_are_reached.rs", 46), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 3, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 1)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 2), (0, 3)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + 1), (1, 2)]);
        let __s1_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo + 2, __i_hi + 2), (2, 3)]);
        let __s2_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 1)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s1_a = __s1_a.of(&__chunks);
            let __s2_a = __s2_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut a = a.within_all(&[&__s0_a, &__s1_a, &__s2_a]);
            for i in __i_part.clone() {
                a[(i, 0)] = a[(i, 0)] * 0.5 + a[(i + 1, 1)] + a[(i + 2, 2)];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn rows_apart(a: &Vec<Vec<f64>>, b: &mut Vec<f64>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("rows_apart", "tests/cases/ok/bounds_that_are_reached.rs", 52));
    // hp5: tests/cases/ok/bounds_that_are_reached.rs:54 #[hp5::task_tile(j = 3)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<2, _>(&raw const a), &[0, 3]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[3]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows_apart:54", "tests/cases/ok/bounds_that_are_reached.rs", 54), hp5::rt::Order::Parallel, hp5::rt::chunks(0..b.len(), 3, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__j_lo, __j_hi)]| [(__j_lo, __j_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__j_lo, __j_hi)]| [(0, 3), (__j_lo, __j_hi)]);
        let __s0_a = __loop.section(|[(__j_lo, __j_hi)]| [(0, 1), (__j_lo, __j_hi)]);
        let __s1_a = __loop.section(|[(__j_lo, __j_hi)]| [(2, 3), (__j_lo, __j_hi)]);
        let __s0_b = __loop.section(|[(__j_lo, __j_hi)]| [(__j_lo, __j_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s1_a = __s1_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __j_part = __chunks;
            let a = a.within_all(&[&__s0_a, &__s1_a]);
            let mut b = b.within(&__s0_b);
            for j in __j_part.clone() {
                b[j] += a[(0, j)] + a[(2, j)];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn neighbours(a: &Vec<Vec<f64>>, b: &mut Vec<Vec<f64>>, n: usize, m: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("neighbours", "tests/cases/ok/bounds_that_are_reached.rs", 60));
    // hp5: tests/cases/ok/bounds_that_are_reached.rs:62 #[hp5::task_tile(i = 3)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<2, _>(&raw const a), &[3, 0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::nested::<2, _>(&raw const b), &[3, 0]) };
        let n = hp5::rt::cap!(n);
        let m = hp5::rt::cap!(m);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("neighbours:62", "tests/cases/ok/bounds_that_are_reached.rs", 62), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 3, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (m as isize) - 1)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1), (0, (m as isize))]);
        let __c2_a = 1 < (m as isize) - 1;
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1), (1, (m as isize) - 1)]);
        let __s1_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + 1), (1, (m as isize) - 1)]);
        let __s2_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (m as isize) - 1)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s1_a = __s1_a.of(&__chunks);
            let __s2_a = __s2_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let m = hp5::rt::again(&m);
            let a = a.within_all(&[&__s0_a, &__s1_a, if __c2_a { &__s2_a } else { &hp5::rt::CHECKED }]);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                for j in 1..m - 1 {
                    b[(i, j)] = a[(i - 1, j)] + a[(i + 1, j)] + a[(i, j - 1)] + a[(i, j + 1)];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn without_turns(a: &Vec<f64>, b: &mut Vec<f64>, lo: usize, hi: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("without_turns", "tests/cases/ok/bounds_that_are_reached.rs", 70));
    // hp5: tests/cases/ok/bounds_that_are_reached.rs:72 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[2]) };
        let lo = hp5::rt::cap!(lo);
        let hi = hp5::rt::cap!(hi);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("without_turns:72", "tests/cases/ok/bounds_that_are_reached.rs", 72), hp5::rt::Order::Parallel, hp5::rt::chunks(0..4, 2, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [((lo as isize), (hi as isize) + 1)]);
        let __c0_a = (lo as isize) < (hi as isize);
        let __c0_b = (lo as isize) < (hi as isize);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [((lo as isize), (hi as isize) + 1)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let lo = hp5::rt::again(&lo);
            let hi = hp5::rt::again(&hi);
            if __c0_a { let _ = a.within(&__s0_a); }
            let a = a.within(&hp5::rt::CHECKED);
            if __c0_b { let _ = b.within(&__s0_b); }
            let mut b = b.within(&hp5::rt::CHECKED);
            for i in __i_part.clone() {
                for j in lo..hi {
                    b[i] += a[j] + a[j + 1];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn of_both_loops(a: &Vec<f64>, b: &mut Vec<f64>, lo: usize, hi: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("of_both_loops", "tests/cases/ok/bounds_that_are_reached.rs", 80));
    // hp5: tests/cases/ok/bounds_that_are_reached.rs:82 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[2]) };
        let lo = hp5::rt::cap!(lo);
        let hi = hp5::rt::cap!(hi);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("of_both_loops:82", "tests/cases/ok/bounds_that_are_reached.rs", 82), hp5::rt::Order::Parallel, hp5::rt::chunks(0..4, 2, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo + (lo as isize), __i_hi + (hi as isize) - 1)]);
        let __c0_a = (lo as isize) < (hi as isize);
        let __c0_b = (lo as isize) < (hi as isize);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo + (lo as isize), __i_hi + (hi as isize) - 1)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let lo = hp5::rt::again(&lo);
            let hi = hp5::rt::again(&hi);
            if __c0_a { let _ = a.within(&__s0_a); }
            let a = a.within(&hp5::rt::CHECKED);
            if __c0_b { let _ = b.within(&__s0_b); }
            let mut b = b.within(&hp5::rt::CHECKED);
            for i in __i_part.clone() {
                for j in lo..hi {
                    b[i] += a[i + j];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn under_another(a: &Vec<f64>, b: &mut Vec<f64>, turns: usize, hi: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("under_another", "tests/cases/ok/bounds_that_are_reached.rs", 90));
    // hp5: tests/cases/ok/bounds_that_are_reached.rs:92 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[2]) };
        let turns = hp5::rt::cap!(turns);
        let hi = hp5::rt::cap!(hi);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("under_another:92", "tests/cases/ok/bounds_that_are_reached.rs", 92), hp5::rt::Order::Parallel, hp5::rt::chunks(0..4, 2, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, (hi as isize))]);
        let __c0_a = 0 < (turns as isize);
        let __c0_b = 0 < (turns as isize) && 0 < (hi as isize);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(0, (hi as isize))]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let turns = hp5::rt::again(&turns);
            let hi = hp5::rt::again(&hi);
            if __c0_a { let _ = a.within(&__s0_a); }
            let a = a.within(&hp5::rt::CHECKED);
            if __c0_b { let _ = b.within(&__s0_b); }
            let mut b = b.within(&hp5::rt::CHECKED);
            for i in __i_part.clone() {
                for k in 0..turns {
                    for j in 0..hi {
                        b[i] += a[j] * k as f64;
                    }
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn start(n: usize) -> Vec<f64> {
    (0..n).map(|i| (i * 7 % 11) as f64).collect()
}

/// Rows of these lengths.
fn rows(lengths: &[usize]) -> Vec<Vec<f64>> {
    lengths.iter().map(|n| start(*n)).collect()
}

fn say(name: &str, call: impl FnOnce() -> Vec<f64>) {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(values) => println!("{name}: {values:?}"),
        Err(_) => println!("{name}: out of bounds"),
    }
}

fn main() {
    let with = |mut list: Vec<f64>, run: &dyn Fn(&mut Vec<f64>)| {
        run(&mut list);
        list
    };
    let in_rows = |mut list: Vec<Vec<f64>>, run: &dyn Fn(&mut Vec<Vec<f64>>)| {
        run(&mut list);
        list.concat()
    };
    for n in [100, 99, 98] {
        say("columns_of_two_rows", || with(start(n), &columns_of_two_rows));
    }
    for n in [17, 18, 19] {
        say("corners", || with(start(3), &|b| corners(&start(n), b, 5)));
        say("corners, no turns", || with(start(3), &|b| corners(&start(n), b, 2)));
    }
    for n in [62, 63, 64, 70] {
        say("stencil", || with(start(70), &|b| stencil(&start(n), b, 10, 7)));
    }
    say("diagonal", || in_rows(rows(&[1, 2, 3, 4, 5]), &|a| diagonal(a, 5)));
    say("diagonal", || in_rows(rows(&[1, 2, 3, 4, 4]), &|a| diagonal(a, 5)));
    say("three_rows", || in_rows(rows(&[1, 2, 3, 4, 5, 6]), &|a| three_rows(a, 4)));
    say("three_rows", || in_rows(rows(&[1, 2, 3, 4, 2, 6]), &|a| three_rows(a, 4)));
    for lengths in [[7, 0, 7], [7, 7, 6], [6, 7, 7]] {
        say("rows_apart", || with(start(7), &|b| rows_apart(&rows(&lengths), b)));
    }
    for lengths in [[4, 5, 5, 4], [4, 4, 5, 4], [3, 5, 5, 4], [4, 5, 5, 3], [9, 9, 9, 9]] {
        say("neighbours", || in_rows(rows(&[5; 4]), &|b| neighbours(&rows(&lengths), b, 4, 5)));
    }
    for (lo, hi) in [(10, 10), (11, 10), (40, 3), (1, 9), (1, 10), (9, 10)] {
        say("without_turns", || with(start(4), &|b| without_turns(&start(10), b, lo, hi)));
        say("of_both_loops", || with(start(4), &|b| of_both_loops(&start(10), b, lo, hi)));
    }
    for (turns, hi) in [(0, 11), (0, 10), (2, 0), (2, 10), (2, 11)] {
        say("under_another", || with(start(4), &|b| under_another(&start(10), b, turns, hi)));
    }
}
