//! Indices of which the ends are known: `hi - 1` with `hi = (lo + 8).min(n)`, `i.saturating_sub(1)`,
//! `(i + 1).min(n - 1)`; names that one `let` binds together; sections with a step.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn blocks(v: &mut [i64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("blocks", "tests/cases/ok/ends_by_min_and_max.rs", 4));
    // hp5: tests/cases/ok/ends_by_min_and_max.rs:6 #[hp5::task_tile(lo = 1)], parallel
    {
        let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[1]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("blocks:6", "tests/cases/ok/ends_by_min_and_max.rs", 6), hp5::rt::Order::Parallel, hp5::rt::chunks_step(0..n, 8, 1, 0));
        __loop.access(&__v_v, hp5::rt::Mode::InOut, |[(__lo_lo, __lo_hi)]| [(__lo_lo, __lo_hi + 7)]);
        let v = __v_v.view();
        let __body = __loop.body(move |__lo_part| {
            let n = hp5::rt::again(&n);
            let mut v = v;
            for lo in __lo_part.clone().step_by(8) {
                let hi = (lo + 8).min(n);
                for k in lo..hi {
                    v[k] += 1;
                }
                v[hi - 1] *= 2;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn clamped(v: &mut [i64], w: &mut [i64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("clamped", "tests/cases/ok/ends_by_min_and_max.rs", 16));
    for _ in __hp5.rounds(1, 0..3) {
        // hp5: tests/cases/ok/ends_by_min_and_max.rs:19 #[hp5::task_tile(i = 8)], parallel
        {
            let __v_w = unsafe { __hp5.array("w", hp5::rt::flat(&raw const w), &[8]) };
            let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[8]) };
            let n = hp5::rt::cap!(n);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("clamped:19", "tests/cases/ok/ends_by_min_and_max.rs", 19), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 8, 0));
            __loop.access(&__v_v, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_w, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
            let __s0_v = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let w = __v_w.view();
            let v = __v_v.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_v = __s0_v.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let w = w;
                let mut v = v.within(&__s0_v);
                for i in __i_part.clone() {
                    v[i] = w[i.saturating_sub(1)] + w[(i + 1).min(n - 1)] + w[i.max(1) - 1];
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/ends_by_min_and_max.rs:23 #[hp5::task_tile(i = 8)], parallel
        {
            let __v_w = unsafe { __hp5.array("w", hp5::rt::flat(&raw const w), &[8]) };
            let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[8]) };
            let n = hp5::rt::cap!(n);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("clamped:23", "tests/cases/ok/ends_by_min_and_max.rs", 23), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 8, 0));
            __loop.access(&__v_w, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_v, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 2, __i_hi + 2)]);
            let __s0_w = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_v = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let w = __v_w.view();
            let v = __v_v.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_w = __s0_w.of(&__chunks);
                let __s0_v = __s0_v.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let mut w = w.within(&__s0_w);
                let v = v;
                let __in_v = v.within(&__s0_v);
                for i in __i_part.clone() {
                    let (left, right) = (i.max(2) - 2, (i + 2).min(n - 1));
                    w[i] = v[left] - v[right] + __in_v[i];
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn together(v: &mut [i64], parts: usize, size: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("together", "tests/cases/ok/ends_by_min_and_max.rs", 31));
    // hp5: tests/cases/ok/ends_by_min_and_max.rs:33 #[hp5::task_tile(p = 1)], parallel
    {
        let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[0]) };
        let parts = hp5::rt::cap!(parts);
        let size = hp5::rt::cap!(size);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("together:33", "tests/cases/ok/ends_by_min_and_max.rs", 33), hp5::rt::Order::Parallel, hp5::rt::chunks(0..parts, 1, 0));
        __loop.access(&__v_v, hp5::rt::Mode::InOut, |[(__p_lo, __p_hi)]| [(__p_lo * (size as isize), __p_hi * (size as isize))]);
        let v = __v_v.view();
        let __body = __loop.body(move |__p_part| {
            let parts = hp5::rt::again(&parts);
            let size = hp5::rt::again(&size);
            let mut v = v;
            for p in __p_part.clone() {
                let (lo, hi) = (p * size, (p + 1) * size);
                for k in lo..hi {
                    v[k] += k as i64;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn in_steps(v: &mut [i64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("in_steps", "tests/cases/ok/ends_by_min_and_max.rs", 42));
    // hp5: tests/cases/ok/ends_by_min_and_max.rs:44 #[hp5::task_tile(i = 8, inout(v[2 * i..2 * i + 2; 2]))], parallel
    {
        let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[16]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("in_steps:44", "tests/cases/ok/ends_by_min_and_max.rs", 44), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n / 2, 8, 0));
        __loop.access(&__v_v, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(2 * __i_lo, 2 * __i_hi)]);
        let __s0_v = __loop.section(|[(__i_lo, __i_hi)]| [(2 * __i_lo, 2 * __i_hi - 1)]);
        let v = __v_v.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_v = __s0_v.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut v = v.within(&__s0_v);
            for i in __i_part.clone() {
                v[2 * i] *= 3;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/ends_by_min_and_max.rs:48 #[hp5::task_tile(i = 8, inout(v[(2 * i..=2 * i + 1).step_by(2)]))], parallel
    {
        let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[16]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("in_steps:48", "tests/cases/ok/ends_by_min_and_max.rs", 48), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n / 2, 8, 0));
        __loop.access(&__v_v, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(2 * __i_lo, 2 * __i_hi)]);
        let __s0_v = __loop.section(|[(__i_lo, __i_hi)]| [(2 * __i_lo, 2 * __i_hi - 1)]);
        let v = __v_v.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_v = __s0_v.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut v = v.within(&__s0_v);
            for i in __i_part.clone() {
                v[2 * i] -= 1;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut v: Vec<i64> = (0..61).collect();
    let mut w: Vec<i64> = (0..61).map(|k| k * k % 17).collect();
    blocks(&mut v, 61);
    clamped(&mut v, &mut w, 61);
    together(&mut v, 10, 6);
    in_steps(&mut v, 61);
    println!("{v:?} {w:?}");
}
