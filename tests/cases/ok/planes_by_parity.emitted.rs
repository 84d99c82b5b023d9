//! Planes of one array that change places by the number of the step: loops are parallel, and nothing is said.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn steps(u: &mut [Vec<Vec<f64>>], n: usize, m: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("steps", "tests/cases/ok/planes_by_parity.rs", 3));
    for t in 0..6 {
        let now = t % 2;
        let next = 1 - now;
        // hp5: tests/cases/ok/planes_by_parity.rs:8 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_u = unsafe { __hp5.array("u", hp5::rt::nested::<3, _>(&raw const u), &[0, 4, 0]) };
            let n = hp5::rt::cap!(n);
            let m = hp5::rt::cap!(m);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("steps:8", "tests/cases/ok/planes_by_parity.rs", 8), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 4, 0));
            __loop.access(&__v_u, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [((next as isize), (next as isize) + 1), (__i_lo, __i_hi), (0, (m as isize))]);
            __loop.access(&__v_u, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [((now as isize), (now as isize) + 1), (__i_lo - 1, __i_hi + 1), (0, (m as isize))]);
            let __s0_u = __loop.section(|[(__i_lo, __i_hi)]| [((now as isize), (now as isize) + 1), (__i_lo - 1, __i_hi - 1), (0, (m as isize))]);
            let __s1_u = __loop.section(|[(__i_lo, __i_hi)]| [((now as isize), (now as isize) + 1), (__i_lo + 1, __i_hi + 1), (0, (m as isize))]);
            let __s2_u = __loop.section(|[(__i_lo, __i_hi)]| [((next as isize), (next as isize) + 1), (__i_lo, __i_hi), (0, (m as isize))]);
            let next = hp5::rt::cap_owned!(next);
            let now = hp5::rt::cap_owned!(now);
            let u = __v_u.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_u = __s0_u.of(&__chunks);
                let __s1_u = __s1_u.of(&__chunks);
                let __s2_u = __s2_u.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let m = hp5::rt::again(&m);
                let next = hp5::rt::again(&next);
                let now = hp5::rt::again(&now);
                let mut u = u.within_all(&[&__s0_u, &__s1_u, &__s2_u]);
                for i in __i_part.clone() {
                    for j in 0..m {
                        u[(next, i, j)] = (u[(now, i - 1, j)] + u[(now, i + 1, j)]) / 2.0;
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    for t in 0..6 {
        let (now, next) = (t & 1, (t + 1) % 2);
        // hp5: tests/cases/ok/planes_by_parity.rs:17 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_u = unsafe { __hp5.array("u", hp5::rt::nested::<3, _>(&raw const u), &[0, 4, 0]) };
            let n = hp5::rt::cap!(n);
            let m = hp5::rt::cap!(m);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("steps:17", "tests/cases/ok/planes_by_parity.rs", 17), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 4, 0));
            __loop.access(&__v_u, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [((next as isize), (next as isize) + 1), (__i_lo, __i_hi), (0, (m as isize))]);
            __loop.access(&__v_u, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [((now as isize), (now as isize) + 1), (__i_lo - 1, __i_hi + 1), (0, (m as isize))]);
            let __s0_u = __loop.section(|[(__i_lo, __i_hi)]| [((now as isize), (now as isize) + 1), (__i_lo - 1, __i_hi - 1), (0, (m as isize))]);
            let __s1_u = __loop.section(|[(__i_lo, __i_hi)]| [((now as isize), (now as isize) + 1), (__i_lo + 1, __i_hi + 1), (0, (m as isize))]);
            let __s2_u = __loop.section(|[(__i_lo, __i_hi)]| [((next as isize), (next as isize) + 1), (__i_lo, __i_hi), (0, (m as isize))]);
            let next = hp5::rt::cap_owned!(next);
            let now = hp5::rt::cap_owned!(now);
            let u = __v_u.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_u = __s0_u.of(&__chunks);
                let __s1_u = __s1_u.of(&__chunks);
                let __s2_u = __s2_u.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let m = hp5::rt::again(&m);
                let next = hp5::rt::again(&next);
                let now = hp5::rt::again(&now);
                let mut u = u.within_all(&[&__s0_u, &__s1_u, &__s2_u]);
                for i in __i_part.clone() {
                    for j in 0..m {
                        u[(next, i, j)] = (u[(now, i - 1, j)] + u[(now, i + 1, j)]) / 2.0;
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/planes_by_parity.rs:23 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_u = unsafe { __hp5.array("u", hp5::rt::nested::<3, _>(&raw const u), &[0, 4, 0]) };
            let n = hp5::rt::cap!(n);
            let m = hp5::rt::cap!(m);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("steps:23", "tests/cases/ok/planes_by_parity.rs", 23), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 4, 0));
            __loop.access(&__v_u, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(((now ^ 1) as isize), ((now ^ 1) as isize) + 1), (__i_lo, __i_hi), (0, (m as isize))]);
            __loop.access(&__v_u, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [((now as isize), (now as isize) + 1), (__i_lo - 1, __i_hi - 1), (0, (m as isize))]);
            let __s0_u = __loop.section(|[(__i_lo, __i_hi)]| [((now as isize), (now as isize) + 1), (__i_lo - 1, __i_hi - 1), (0, (m as isize))]);
            let __s1_u = __loop.section(|[(__i_lo, __i_hi)]| [(((now ^ 1) as isize), ((now ^ 1) as isize) + 1), (__i_lo, __i_hi), (0, (m as isize))]);
            let now = hp5::rt::cap_owned!(now);
            let u = __v_u.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_u = __s0_u.of(&__chunks);
                let __s1_u = __s1_u.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let m = hp5::rt::again(&m);
                let now = hp5::rt::again(&now);
                let mut u = u.within_all(&[&__s0_u, &__s1_u]);
                for i in __i_part.clone() {
                    for j in 0..m {
                        u[(now ^ 1, i, j)] += u[(now, i - 1, j)];
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let plane = |p: usize| (0..20).map(|i| (0..10).map(|j| ((i * 7 + j * 3 + p) % 11) as f64).collect()).collect();
    let mut u: Vec<Vec<Vec<f64>>> = (0..2).map(plane).collect();
    steps(&mut u, 20, 10);
    println!("{u:?}");
}
