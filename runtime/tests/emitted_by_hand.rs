//! What the translator emits, written by hand: the registration API as its only caller
//! uses it.
#![allow(unused_mut, unused_parens, clippy::all)]

use hp5::Runtime;

fn jacobi_serial(a: &mut Vec<f64>, b: &mut Vec<f64>, n: usize, m: usize, sweeps: usize) {
    for _ in 0..sweeps {
        for i in 1..n - 1 {
            for j in 1..m - 1 {
                b[i * m + j] = 0.25
                    * (a[(i - 1) * m + j]
                        + a[(i + 1) * m + j]
                        + a[i * m + j - 1]
                        + a[i * m + j + 1]);
            }
        }
        std::mem::swap(a, b);
    }
}

fn jacobi(a: &mut Vec<f64>, b: &mut Vec<f64>, n: usize, m: usize, sweeps: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("jacobi", "src/main.rs", 12));
    for _ in 0..sweeps {
        {
            let __a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows(m), &[4, 0]) };
            let __b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows(m), &[4, 0]) };
            let n = hp5::rt::cap!(n);
            let m = hp5::rt::cap!(m);
            let mut __loop = __hp5.task_loop(
                hp5::rt::site!("jacobi:16", "src/main.rs", 16),
                hp5::rt::Order::Parallel,
            );
            for __i in hp5::rt::chunks(1..n - 1, 4, 0) {
                let (__i_lo, __i_hi) = hp5::rt::ends(&__i);
                let mut __t = __loop.task();
                __t.access(
                    &__b,
                    hp5::rt::Mode::Out,
                    &[(__i_lo, __i_hi), (1, (m as isize) - 1)],
                );
                __t.access(
                    &__a,
                    hp5::rt::Mode::In,
                    &[(__i_lo - 1, __i_hi + 1), hp5::rt::ALL],
                );
                let (a, mut b) = (__a.view(), __b.view());
                unsafe {
                    __t.spawn(move || {
                        let a = a.within(&[(__i_lo - 1, __i_hi + 1), (0, m as isize)]);
                        let mut b = b.within(&[(__i_lo, __i_hi), (1, m as isize - 1)]);
                        for i in __i {
                            for j in 1..m - 1 {
                                b[i * m + j] = 0.25
                                    * (a[(i - 1) * m + j]
                                        + a[(i + 1) * m + j]
                                        + a[i * m + j - 1]
                                        + a[i * m + j + 1]);
                            }
                        }
                    })
                };
            }
            __loop.finish();
        }
        std::mem::swap(a, b);
    }
    __hp5.end();
}

#[test]
fn jacobi_on_any_number_of_ppus() {
    let (n, m) = (33, 18);
    for ppus in [1, 2, 8] {
        for sweeps in [0, 1, 2, 25] {
            let start: Vec<f64> = (0..n * m).map(|k| ((k * k) % 101) as f64).collect();
            let (mut a, mut b) = (start.clone(), start.clone());
            let (mut sa, mut sb) = (start.clone(), start);
            jacobi_serial(&mut sa, &mut sb, n, m, sweeps);
            Runtime::builder()
                .ppus(ppus)
                .build()
                .unwrap()
                .install(|| jacobi(&mut a, &mut b, n, m, sweeps));
            assert_eq!((a, b), (sa, sb), "{ppus} PPUs, {sweeps} sweeps");
        }
    }
}

/// A section that leaves the array panics as the serial program would, with the task named.
#[test]
fn a_section_outside_the_array_ends_the_region() {
    let mut a = vec![0.0; 10];
    let region = hp5::rt::Region::begin(hp5::rt::site!("outside", "src/main.rs", 1));
    let array = unsafe { region.array("a", hp5::rt::flat(&raw const a), &[5]) };
    let mut task = region.task(hp5::rt::site!("outside:2", "src/main.rs", 2));
    task.access(&array, hp5::rt::Mode::Out, &[(5, 12)]);
    let view = array.view();
    unsafe {
        task.spawn(move || {
            let mut a = view.within(&[(5, 12)]);
            for i in 5..12 {
                a[i] = 1.0;
            }
        })
    };
    let error = region.try_end().unwrap_err();
    assert_eq!((error.task.as_str(), error.line), ("outside:2", 2));
    assert!(error.message.contains("out of bounds"), "{error}");
    a[0] += 1.0;
    assert_eq!(
        a,
        [[1.0, 0.0, 0.0, 0.0, 0.0], [0.0; 5]].concat(),
        "nothing was written"
    );
}

/// Composite bodies see views, which are storage again, by the same names.
#[test]
fn composites_over_views_of_views() {
    for ppus in [1, 2, 8] {
        let mut rows = vec![vec![1_i64; 12]; 8];
        let mut total = 0_i64;
        let run = || {
            if false {
                // What the closure captures.
                (rows, total) = (Vec::new(), 0);
                unreachable!();
            }
            let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("outer", "src/main.rs", 1));
            let __rows =
                unsafe { __hp5.array("rows", hp5::rt::nested::<2, _>(&raw const rows), &[2, 0]) };
            let mut __loop = __hp5.task_loop(
                hp5::rt::site!("outer:2", "src/main.rs", 2),
                hp5::rt::Order::Parallel,
            );
            for __i in hp5::rt::chunks(0..8_usize, 2, 0) {
                let (__i_lo, __i_hi) = hp5::rt::ends(&__i);
                let mut __t = __loop.task();
                __t.access(
                    &__rows,
                    hp5::rt::Mode::InOut,
                    &[(__i_lo, __i_hi), hp5::rt::ALL],
                );
                let rows = __rows.view();
                unsafe {
                    __t.spawn_nested(move |__hp5: &hp5::rt::Region| {
                        let __rows =
                            __hp5.array("rows", hp5::rt::nested::<2, _>(&raw const rows), &[1, 4]);
                        let mut __loop = __hp5.task_loop(
                            hp5::rt::site!("inner", "src/main.rs", 4),
                            hp5::rt::Order::Ordered,
                        );
                        for _ in 0..3 {
                            for __j in hp5::rt::chunks(0..12_usize, 4, 0) {
                                let (__j_lo, __j_hi) = hp5::rt::ends(&__j);
                                let mut __t = __loop.task();
                                let section = [(__i_lo, __i_hi), (__j_lo, __j_hi)];
                                __t.access(&__rows, hp5::rt::Mode::InOut, &section);
                                let (mut rows, __i) = (__rows.view(), hp5::rt::cap_owned!(__i));
                                __t.spawn(move || {
                                    let mut rows = rows.within(&section);
                                    for i in __i.clone() {
                                        for j in __j.clone() {
                                            rows[(i, j)] = rows[(i, j)] * 2 + j as i64;
                                        }
                                    }
                                });
                            }
                        }
                        __loop.finish();
                    })
                };
            }
            __loop.finish();
            let __total = unsafe { __hp5.array("total", hp5::rt::scalar(&raw const total), &[]) };
            let mut __t = __hp5.task(hp5::rt::site!("sum", "src/main.rs", 9));
            __t.access(&__total, hp5::rt::Mode::Out, &[]);
            __t.access(&__rows, hp5::rt::Mode::In, &[]);
            let (mut total, rows) = (__total.view(), __rows.view());
            unsafe {
                __t.spawn(move || {
                    *total = (0..rows.len())
                        .map(|i| rows.row(i).iter().sum::<i64>())
                        .sum()
                })
            };
            __hp5.end();
        };
        Runtime::builder().ppus(ppus).build().unwrap().install(run);
        // ((x * 2 + j) * 2 + j) * 2 + j = 8 x + 7 j
        let expected: Vec<i64> = (0..12).map(|j| 8 + 7 * j).collect();
        assert!(rows.iter().all(|row| *row == expected), "{rows:?}");
        assert_eq!(std::mem::take(&mut total), 8 * expected.iter().sum::<i64>());
        rows.clear();
    }
}
