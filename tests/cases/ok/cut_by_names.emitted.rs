//! Bounds of tiled loops by names that stand between the loops, and by lengths of rows.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn between(a: &mut [Vec<i64>], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("between", "tests/cases/ok/cut_by_names.rs", 3));
    let m = n / 2;
    // hp5: tests/cases/ok/cut_by_names.rs:7 #[hp5::task_tile(i = 2, j = 3)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<2, _>(&raw const a), &[2, 3]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("between:7", "tests/cases/ok/cut_by_names.rs", 7), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(0..n, 2, 0),
            hp5::rt::bounded(move |[(__i_lo, __i_hi)]| hp5::rt::chunks(0..(n as isize) - 1, 3, 0)),
        ));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |(__i_part, __j_part)| {
            let n = hp5::rt::again(&n);
            let mut a = a;
            for i in __i_part.clone() {
                let m = n - 1;
                for j in hp5::rt::clip(0..m, &__j_part) {
                    a[(i, j)] += (i * 10 + j + m) as i64;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/cut_by_names.rs:14 #[hp5::task_tile(i = 2, j = 3)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<2, _>(&raw const a), &[2, 3]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("between:14", "tests/cases/ok/cut_by_names.rs", 14), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(0..m, 2, 0),
            hp5::rt::bounded(move |[(__i_lo, __i_hi)]| hp5::rt::chunks(__i_lo + 1..(n as isize), 3, 0)),
        ));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        let m = hp5::rt::cap_owned!(m);
        let a = __v_a.view();
        let __body = __loop.body(move |(__i_part, __j_part)| {
            let m = hp5::rt::again(&m);
            let n = hp5::rt::again(&n);
            let mut a = a;
            for i in __i_part.clone() {
                let from = i + 1;
                let to = n;
                for j in hp5::rt::clip(from..to, &__j_part) {
                    a[(i, j)] += (from * to + j) as i64;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn corner(a: &mut [Vec<Vec<i64>>]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("corner", "tests/cases/ok/cut_by_names.rs", 24));
    // hp5: tests/cases/ok/cut_by_names.rs:27 #[hp5::task_tile(i = 2, j = 2, priority(9 - i))], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<3, _>(&raw const a), &[2, 2, 0]) };
        let mut __loop = __hp5.task_loop(hp5::rt::site!("corner:27", "tests/cases/ok/cut_by_names.rs", 27), hp5::rt::Order::Parallel);
        for __i_part in hp5::rt::chunks(0..a.len(), 2, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            for __j_part in hp5::rt::chunks(__i_lo..((a[0].len()) as isize), 2, 0) {
                let (__j_lo, __j_hi) = hp5::rt::ends(&__j_part);
                let mut __t = __loop.task();
                __t.access(&__v_a, hp5::rt::Mode::InOut, &[(__i_lo, __i_hi), (__j_lo, __j_hi), (__j_lo, ((a[0][0].len()) as isize))]);
                { let i = __i_part.start; let j = __j_part.start; __t.priority((9 - i) as i32); }
                let __i_part = __i_part.clone();
                let __j_part = __j_part.clone();
                let a = __v_a.view();
                let __body = move || {
                    let mut a = a;
                    for i in __i_part.clone() {
                        for j in hp5::rt::clip(i..a.plane(0).len(), &__j_part) {
                            for k in j..a.plane(0).row(0).len() {
                                a[(i, j, k)] += (i * 100 + j * 10 + k) as i64;
                            }
                        }
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
        __loop.finish();
    }
    // hp5: tests/cases/ok/cut_by_names.rs:35 #[hp5::task_tile(i = 3, j = 2, k = 3)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<3, _>(&raw const a), &[2, 2, 0]) };
        let mut __loop = __hp5.task_loop(hp5::rt::site!("corner:35", "tests/cases/ok/cut_by_names.rs", 35), hp5::rt::Order::Parallel);
        for __i_part in hp5::rt::chunks(0..a.len(), 3, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            for __j_part in hp5::rt::chunks(__i_lo..((a[0].len()) as isize), 2, 0) {
                let (__j_lo, __j_hi) = hp5::rt::ends(&__j_part);
                for __k_part in hp5::rt::chunks(__j_lo..((a[0][0].len()) as isize), 3, 0) {
                    let (__k_lo, __k_hi) = hp5::rt::ends(&__k_part);
                    let mut __t = __loop.task();
                    __t.access(&__v_a, hp5::rt::Mode::InOut, &[(__i_lo, __i_hi), (__j_lo, __j_hi), (__k_lo, __k_hi)]);
                    let __i_part = __i_part.clone();
                    let __j_part = __j_part.clone();
                    let __k_part = __k_part.clone();
                    let a = __v_a.view();
                    let __body = move || {
                        let mut a = a;
                        for i in __i_part.clone() {
                            for j in hp5::rt::clip(i..a.plane(0).len(), &__j_part) {
                                for k in hp5::rt::clip(j..a.plane(0).row(0).len(), &__k_part) {
                                    a[(i, j, k)] *= 1 + (i * j + k) as i64;
                                }
                            }
                        }
                    };
                    unsafe { __t.spawn(__body) };
                }
            }
        }
        __loop.finish();
    }
    __hp5.end();
}

fn main() {
    for n in [1, 2, 7, 10] {
        let mut a = vec![vec![1; n]; n];
        between(&mut a, n);
        println!("{n}: {a:?}");
        let mut a = vec![vec![vec![1; n]; n]; n];
        corner(&mut a);
        let sums: Vec<i64> = a.iter().map(|p| p.iter().flatten().sum()).collect();
        println!("{n}: {sums:?}");
    }
}
