//! Rows of a line: where it is not known how far a task goes in one, it may be in others; every other element
//! from one of two is within its row.

const N: usize = 40;
const M: usize = 6;

/// How far a turn goes, which nobody sees.
fn end_of(m: usize, more: usize, longer: bool) -> usize {
    let mut end = m;
    while longer && end < m + more {
        end += 1;
    }
    end
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn rows(u: &mut [f64], v: &mut [f64], m: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("rows", "tests/cases/ok/overrun.rs", 16));
    // hp5: tests/cases/ok/overrun.rs:18 #[hp5::task_tile(i = 3)], ordered
    {
        let __v_u = unsafe { __hp5.array("u", hp5::rt::flat(&raw const u).rows((M as isize)), &[3, 0]) };
        let m = hp5::rt::cap!(m);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows:18", "tests/cases/ok/overrun.rs", 18), hp5::rt::Order::Ordered, hp5::rt::chunks(0..N - 3, 3, 0));
        __loop.access(&__v_u, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL, hp5::rt::ALL]);
        __loop.access(&__v_u, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 1)]);
        let __s0_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 1)]);
        let u = __v_u.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_u = __s0_u.of(&__chunks);
            let __i_part = __chunks;
            let m = hp5::rt::again(&m);
            let mut u = u;
            let mut __in_u = u.within(&__s0_u);
            for i in __i_part.clone() {
                let more = __in_u[i * M] > 2.0; //~ HP5-W0104 | u[i * M]
                let end = end_of(m, 4, more); //~ HP5-W0101 | end_of(m, 4, more)
                for j in 0..end {
                    u[i * M + j] *= 0.5;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/overrun.rs:26 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_u = unsafe { __hp5.array("u", hp5::rt::flat(&raw const u).rows((M as isize)), &[3, 0]) };
        let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[4]) };
        let m = hp5::rt::cap!(m);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows:26", "tests/cases/ok/overrun.rs", 26), hp5::rt::Order::Parallel, hp5::rt::chunks(0..N - 3, 4, 0));
        __loop.access(&__v_v, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_u, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL, hp5::rt::ALL]);
        let u = __v_u.view();
        let v = __v_v.view();
        let __body = __loop.body(move |__i_part| {
            let m = hp5::rt::again(&m);
            let u = u;
            let mut v = v;
            for i in __i_part.clone() {
                let end = end_of(m, 7, i % 3 == 0); //~ HP5-W0101 | end_of(m, 7, i % 3 == 0)
                for j in 0..end {
                    v[i] += u[i * M + j];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/overrun.rs:33 #[hp5::task_tile(i = 3)], parallel
    {
        let __v_u = unsafe { __hp5.array("u", hp5::rt::flat(&raw const u).rows((M as isize)), &[3, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows:33", "tests/cases/ok/overrun.rs", 33), hp5::rt::Order::Parallel, hp5::rt::chunks(0..N, 3, 0));
        __loop.access(&__v_u, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (M as isize))]);
        __loop.access(&__v_u, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (M as isize))]);
        let __s0_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (M as isize))]);
        let u = __v_u.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_u = __s0_u.of(&__chunks);
            let __i_part = __chunks;
            let mut u = u.within(&__s0_u);
            for i in __i_part.clone() {
                for j in 0..M {
                    u[i * M + j] = 0.75 * u[i * M + j] + 0.125 * i as f64;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn red_black(u: &mut [f64], n: usize, m: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("red_black", "tests/cases/ok/overrun.rs", 41));
    for c in __hp5.laps(1, 0..2) {
        // hp5: tests/cases/ok/overrun.rs:44 #[hp5::task_tile(i = 5)], ordered
        {
            let __v_u = unsafe { __hp5.array("u", hp5::rt::flat(&raw const u).rows((m as isize)), &[5, 0]) };
            let n = hp5::rt::cap!(n);
            let m = hp5::rt::cap!(m);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("red_black:44", "tests/cases/ok/overrun.rs", 44), hp5::rt::Order::Ordered, hp5::rt::chunks(1..n - 1, 5, 0));
            __loop.access(&__v_u, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (m as isize) - 1)]);
            __loop.access(&__v_u, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1), (0, (m as isize))]);
            let c = hp5::rt::cap_owned!(c);
            let u = __v_u.view();
            let __body = __loop.body(move |__i_part| {
                let n = hp5::rt::again(&n);
                let c = hp5::rt::again(&c);
                let m = hp5::rt::again(&m);
                let mut u = u;
                for i in __i_part.clone() {
                    for j in (1 + (i + c) % 2..m - 1).step_by(2) {
                        u[i * m + j] = 0.25
                            * (u[(i - 1) * m + j] + u[(i + 1) * m + j] + u[i * m + j - 1] + u[i * m + j + 1]);
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let mut u: Vec<f64> = (0..N * M).map(|k| (k % 11) as f64).collect();
    let mut v = vec![0.0; N];
    for _ in 0..6 {
        rows(&mut u, &mut v, M);
        red_black(&mut u, N, M);
    }
    let sum: f64 = u.iter().enumerate().map(|(k, x)| x * (k % 7 + 1) as f64).sum();
    let more: f64 = v.iter().enumerate().map(|(k, x)| x * (k % 5 + 1) as f64).sum();
    println!("{:?}", sum + more);
}
