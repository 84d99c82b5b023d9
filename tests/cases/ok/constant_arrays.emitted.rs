//! Constants and statics that bodies read; guards and branches beside tasks.

use std::sync::atomic::{AtomicUsize, Ordering};

const WEIGHTS: [f64; 3] = [0.25, 0.5, 0.25];
static ORDER: [usize; 4] = [3, 2, 1, 0];
static COUNTS: [AtomicUsize; 2] = [AtomicUsize::new(0), AtomicUsize::new(0)];

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn smooth(a: &mut [f64], b: &mut [f64], n: usize) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("smooth", "tests/cases/ok/constant_arrays.rs", 9));
    let __hp5_value = {
    for t in 0..4 {
        // hp5: tests/cases/ok/constant_arrays.rs:12 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
            let n = hp5::rt::cap!(n);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("smooth:12", "tests/cases/ok/constant_arrays.rs", 12), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 4, 0));
            __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, ((WEIGHTS.len()) as isize) + __i_hi - 2)]);
            __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __c0_a = 0 < ((WEIGHTS.len()) as isize);
            let __c0_b = 0 < ((WEIGHTS.len()) as isize);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, ((WEIGHTS.len()) as isize) + __i_hi - 2)]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s1_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s0_b = __s0_b.of(&__chunks);
                let __s1_b = __s1_b.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                if __c0_a { let _ = a.within(&__s0_a); }
                let a = a.within(&hp5::rt::CHECKED);
                if __c0_b { let _ = b.within(&__s0_b); }
                let _ = b.within(&__s1_b);
                let mut b = b.within(&hp5::rt::CHECKED);
                for i in __i_part.clone() {
                    for k in 0..WEIGHTS.len() {
                        b[i] += WEIGHTS[k] * a[i + k - 1];
                    }
                    (b[i], _) = (b[i] + ORDER[i % 4] as f64 + WEIGHTS.iter().sum::<f64>(), 1);
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        match t {
            0 => {
                // hp5: tests/cases/ok/constant_arrays.rs:21 #[hp5::task]
                {
                    let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
                    let __w_b = hp5::rt::whole(&raw const (*b));
                    let mut __t = __hp5.task(hp5::rt::site!("smooth:21", "tests/cases/ok/constant_arrays.rs", 21));
                    __t.access(&__v_b, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
                    let __body = move || {
                        let mut b = unsafe { __w_b.get_mut() };
                        b.reverse();
                    };
                    unsafe { __t.spawn(__body) };
                }
            }
            1 | 2 if b[t] > 0.5 => { //~ HP5-W0102 | b
                // hp5: tests/cases/ok/constant_arrays.rs:25 #[hp5::task]
                {
                    let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
                    let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
                    let n = hp5::rt::cap!(n);
                    let mut __t = __hp5.task(hp5::rt::site!("smooth:25", "tests/cases/ok/constant_arrays.rs", 25));
                    __t.access(&__v_a, hp5::rt::Mode::InOut, &[((t as isize), (t as isize) + 1)]);
                    __t.access(&__v_b, hp5::rt::Mode::In, &[((n as isize) - 1, (n as isize))]);
                    let __s0_a = [((t as isize), (t as isize) + 1)];
                    let __s0_b = [((n as isize) - 1, (n as isize))];
                    let t = hp5::rt::cap_owned!(t);
                    let a = __v_a.view();
                    let b = __v_b.view();
                    let __body = move || {
                        let mut a = a.within(&__s0_a);
                        let b = b.within(&__s0_b);
                        {
                            a[t] += b[n - 1];
                        }
                    };
                    unsafe { __t.spawn(__body) };
                }
            }
            _ => {}
        }
        // hp5: tests/cases/ok/constant_arrays.rs:32 #[hp5::task_tile(i = 3)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
            let n = hp5::rt::cap!(n);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("smooth:32", "tests/cases/ok/constant_arrays.rs", 32), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 3, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize))]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize))]);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s0_b = __s0_b.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let mut a = a.within(&__s0_a);
                let b = b.within(&__s0_b);
                for i in __i_part.clone() {
                    a[i] += b[n - 1 - i] * 0.5;
                    COUNTS[i % 2].fetch_add(1, Ordering::Relaxed);
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    0.0
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let mut a: Vec<f64> = (0..27).map(f64::from).collect();
    let mut b = vec![0.0; 27];
    smooth(&mut a, &mut b, 27);
    println!("{a:?}\n{b:?} {COUNTS:?}");
}
