//! Parts of an array that each turn works out for itself: by quotients, by choices, with the last one as long as
//! what is left. Their loops may have variables of any name.

use std::cmp::min;

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn quotients(c: &mut [f64], n: usize, parts: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("quotients", "tests/cases/ok/parts_by_turns.rs", 6));
    // hp5: tests/cases/ok/parts_by_turns.rs:8 #[hp5::task_tile(p = 1)], parallel
    {
        let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c), &[0]) };
        let parts = hp5::rt::cap!(parts);
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.task_loop(hp5::rt::site!("quotients:8", "tests/cases/ok/parts_by_turns.rs", 8), hp5::rt::Order::Parallel);
        for __p_part in hp5::rt::chunks(0..parts, 1, 0) {
            let (__p_lo, __p_hi) = hp5::rt::ends(&__p_part);
            let mut __t = __loop.task();
            let (__at0_lo, __at0_hi) = {
                let mut __ends = (isize::MAX, isize::MIN);
                for p in __p_part.clone() {
                    let (__first, __past): (isize, isize) = ((((n as i128) * (p as i128)).checked_div((parts as i128)).unwrap_or(0)) as isize, (((n as i128) + ((n as i128) * (p as i128))).checked_div((parts as i128)).unwrap_or(0)) as isize);
                    if __first < __past {
                        __ends = (__ends.0.min(__first), __ends.1.max(__past));
                    }
                }
                if __ends.0 < __ends.1 { __ends } else { (0, 0) }
            };
            __t.access(&__v_c, hp5::rt::Mode::Out, &[(__at0_lo, __at0_hi)]);
            __t.access(&__v_c, hp5::rt::Mode::In, &[(__at0_lo, __at0_hi)]);
            let __p_part = __p_part.clone();
            let c = __v_c.view();
            let __body = move || {
                let mut c = c;
                for p in __p_part.clone() {
                    let lo = p * n / parts;
                    let hi = (p + 1) * n / parts;
                    for k in lo..hi {
                        c[k] = c[k] * 0.5 + p as f64;
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __loop.finish();
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn the_last_takes_the_rest(c: &mut [f64], n: usize, parts: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("the_last_takes_the_rest", "tests/cases/ok/parts_by_turns.rs", 18));
    let per = n / parts;
    for _ in __hp5.rounds(1, 0..3) {
        // hp5: tests/cases/ok/parts_by_turns.rs:22 #[hp5::task_tile(p = 2)], parallel
        {
            let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c), &[0]) };
            let parts = hp5::rt::cap!(parts);
            let n = hp5::rt::cap!(n);
            let mut __loop = __hp5.task_loop(hp5::rt::site!("the_last_takes_the_rest:22", "tests/cases/ok/parts_by_turns.rs", 22), hp5::rt::Order::Parallel);
            for __p_part in hp5::rt::chunks(0..parts, 2, 0) {
                let (__p_lo, __p_hi) = hp5::rt::ends(&__p_part);
                let mut __t = __loop.task();
                let (__at0_lo, __at0_hi) = {
                    let mut __ends = (isize::MAX, isize::MIN);
                    for p in __p_part.clone() {
                        let (__first, __past): (isize, isize) = (((p as i128) * (per as i128)) as isize, ((if (p as i128) == ((parts as i128) - 1_i128) { (n as i128) } else { (((p as i128) * (per as i128)) + (per as i128)) })) as isize);
                        if __first < __past {
                            __ends = (__ends.0.min(__first), __ends.1.max(__past));
                        }
                    }
                    if __ends.0 < __ends.1 { __ends } else { (0, 0) }
                };
                __t.access(&__v_c, hp5::rt::Mode::Out, &[(__at0_lo, __at0_hi)]);
                __t.access(&__v_c, hp5::rt::Mode::In, &[(__at0_lo, __at0_hi)]);
                let per = hp5::rt::cap_owned!(per);
                let __p_part = __p_part.clone();
                let c = __v_c.view();
                let __body = move || {
                    let parts = hp5::rt::again(&parts);
                    let n = hp5::rt::again(&n);
                    let per = hp5::rt::again(&per);
                    let mut c = c;
                    for p in __p_part.clone() {
                        let hi = if p == parts - 1 { n } else { (p + 1) * per };
                        for k in p * per..hi {
                            c[k] = c[k] * 0.5 + p as f64;
                        }
                    }
                };
                unsafe { __t.spawn_repeat(__body) };
            }
            __loop.finish();
        }
        // hp5: tests/cases/ok/parts_by_turns.rs:29 #[hp5::task_tile(p = 1)], parallel
        {
            let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c), &[0]) };
            let parts = hp5::rt::cap!(parts);
            let n = hp5::rt::cap!(n);
            let mut __loop = __hp5.task_loop(hp5::rt::site!("the_last_takes_the_rest:29", "tests/cases/ok/parts_by_turns.rs", 29), hp5::rt::Order::Parallel);
            for __p_part in hp5::rt::chunks(0..parts, 1, 0) {
                let (__p_lo, __p_hi) = hp5::rt::ends(&__p_part);
                let mut __t = __loop.task();
                let (__at0_lo, __at0_hi) = {
                    let mut __ends = (isize::MAX, isize::MIN);
                    for p in __p_part.clone() {
                        let (__first, __past): (isize, isize) = (((p as i128) * (per as i128)) as isize, ((if ((p as i128) + 1_i128) < (parts as i128) { (((p as i128) * (per as i128)) + (per as i128)) } else { (n as i128) })) as isize);
                        if __first < __past {
                            __ends = (__ends.0.min(__first), __ends.1.max(__past));
                        }
                    }
                    if __ends.0 < __ends.1 { __ends } else { (0, 0) }
                };
                __t.access(&__v_c, hp5::rt::Mode::Out, &[(__at0_lo, __at0_hi)]);
                __t.access(&__v_c, hp5::rt::Mode::In, &[(__at0_lo, __at0_hi)]);
                let per = hp5::rt::cap_owned!(per);
                let __p_part = __p_part.clone();
                let c = __v_c.view();
                let __body = move || {
                    let parts = hp5::rt::again(&parts);
                    let per = hp5::rt::again(&per);
                    let n = hp5::rt::again(&n);
                    let mut c = c;
                    for p in __p_part.clone() {
                        let lo = p * per;
                        let hi = if p + 1 < parts { lo + per } else { n };
                        for k in lo..hi {
                            c[k] = c[k] * 0.5 + 1.0;
                        }
                    }
                };
                unsafe { __t.spawn_repeat(__body) };
            }
            __loop.finish();
        }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn clamped(c: &mut [f64], n: usize, parts: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("clamped", "tests/cases/ok/parts_by_turns.rs", 40));
    let per = n.div_ceil(parts);
    // hp5: tests/cases/ok/parts_by_turns.rs:43 #[hp5::task_tile(p = 1)], parallel
    {
        let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c), &[0]) };
        let parts = hp5::rt::cap!(parts);
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.task_loop(hp5::rt::site!("clamped:43", "tests/cases/ok/parts_by_turns.rs", 43), hp5::rt::Order::Parallel);
        for __p_part in hp5::rt::chunks(0..parts, 1, 0) {
            let (__p_lo, __p_hi) = hp5::rt::ends(&__p_part);
            let mut __t = __loop.task();
            let (__at0_lo, __at0_hi) = {
                let mut __ends = (isize::MAX, isize::MIN);
                for p in __p_part.clone() {
                    let (__first, __past): (isize, isize) = (((p as i128) * (per as i128)) as isize, ((if (((p as i128) * (per as i128)) + (per as i128)) > (n as i128) { (n as i128) } else { (((p as i128) * (per as i128)) + (per as i128)) })) as isize);
                    if __first < __past {
                        __ends = (__ends.0.min(__first), __ends.1.max(__past));
                    }
                }
                if __ends.0 < __ends.1 { __ends } else { (0, 0) }
            };
            __t.access(&__v_c, hp5::rt::Mode::InOut, &[(__at0_lo, __at0_hi)]);
            let per = hp5::rt::cap_owned!(per);
            let __p_part = __p_part.clone();
            let c = __v_c.view();
            let __body = move || {
                let mut c = c;
                for p in __p_part.clone() {
                    let lo = p * per;
                    let mut hi = lo + per;
                    if hi > n {
                        hi = n;
                    }
                    for k in lo..hi {
                        c[k] += 1.0;
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __loop.finish();
    }
    // hp5: tests/cases/ok/parts_by_turns.rs:54 #[hp5::task_tile(p = 1)], parallel
    {
        let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c), &[0]) };
        let parts = hp5::rt::cap!(parts);
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("clamped:54", "tests/cases/ok/parts_by_turns.rs", 54), hp5::rt::Order::Parallel, hp5::rt::chunks(0..parts, 1, 0));
        __loop.access(&__v_c, hp5::rt::Mode::InOut, |[(__p_lo, __p_hi)]| [(__p_lo * (per as isize), __p_hi * (per as isize))]);
        let per = hp5::rt::cap_owned!(per);
        let c = __v_c.view();
        let __body = __loop.body(move |__p_part| {
            let parts = hp5::rt::again(&parts);
            let per = hp5::rt::again(&per);
            let n = hp5::rt::again(&n);
            let mut c = c;
            for p in __p_part.clone() {
                for k in p * per..min((p + 1) * per, n) {
                    c[k] *= 0.75;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_by_turns.rs:60 #[hp5::task_tile(p = 1)], parallel
    {
        let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c), &[0]) };
        let parts = hp5::rt::cap!(parts);
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("clamped:60", "tests/cases/ok/parts_by_turns.rs", 60), hp5::rt::Order::Parallel, hp5::rt::chunks(0..parts, 1, 0));
        __loop.access(&__v_c, hp5::rt::Mode::InOut, |[(__p_lo, __p_hi)]| [(__p_lo * (per as isize), __p_hi * (per as isize))]);
        let per = hp5::rt::cap_owned!(per);
        let c = __v_c.view();
        let __body = __loop.body(move |__p_part| {
            let parts = hp5::rt::again(&parts);
            let per = hp5::rt::again(&per);
            let n = hp5::rt::again(&n);
            let mut c = c;
            for p in __p_part.clone() {
                for k in p * per..n.min((p + 1) * per) {
                    c[k] -= 0.5;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn blocks(g: &mut Vec<Vec<f64>>, rows: usize, columns: usize, size: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("blocks", "tests/cases/ok/parts_by_turns.rs", 68));
    // hp5: tests/cases/ok/parts_by_turns.rs:70 #[hp5::task_tile(t = 1)], parallel
    {
        let __v_g = unsafe { __hp5.array("g", hp5::rt::nested::<2, _>(&raw const g), &[0, 0]) };
        let rows = hp5::rt::cap!(rows);
        let columns = hp5::rt::cap!(columns);
        let size = hp5::rt::cap!(size);
        let mut __loop = __hp5.task_loop(hp5::rt::site!("blocks:70", "tests/cases/ok/parts_by_turns.rs", 70), hp5::rt::Order::Parallel);
        for __t_part in hp5::rt::chunks(0..rows * columns, 1, 0) {
            let (__t_lo, __t_hi) = hp5::rt::ends(&__t_part);
            let mut __t = __loop.task();
            let (__at0_lo, __at0_hi) = {
                let mut __ends = (isize::MAX, isize::MIN);
                for t in __t_part.clone() {
                    let (__first, __past): (isize, isize) = (((t as i128).checked_div((columns as i128)).unwrap_or(0) * (size as i128)) as isize, ((t as i128).checked_div((columns as i128)).unwrap_or(0) * (size as i128) + (size as i128)) as isize);
                    if __first < __past {
                        __ends = (__ends.0.min(__first), __ends.1.max(__past));
                    }
                }
                if __ends.0 < __ends.1 { __ends } else { (0, 0) }
            };
            let (__at1_lo, __at1_hi) = {
                let mut __ends = (isize::MAX, isize::MIN);
                for t in __t_part.clone() {
                    let (__first, __past): (isize, isize) = (((t as i128).checked_rem((columns as i128)).unwrap_or(0) * (size as i128)) as isize, ((t as i128).checked_rem((columns as i128)).unwrap_or(0) * (size as i128) + (size as i128)) as isize);
                    if __first < __past {
                        __ends = (__ends.0.min(__first), __ends.1.max(__past));
                    }
                }
                if __ends.0 < __ends.1 { __ends } else { (0, 0) }
            };
            __t.access(&__v_g, hp5::rt::Mode::Out, &[(__at0_lo, __at0_hi), (__at1_lo, __at1_hi)]);
            __t.access(&__v_g, hp5::rt::Mode::In, &[(__at0_lo, __at0_hi), (__at1_lo, __at1_hi)]);
            let __t_part = __t_part.clone();
            let g = __v_g.view();
            let __body = move || {
                let mut g = g;
                for t in __t_part.clone() {
                    let (row, column) = (t / columns, t % columns);
                    for i in row * size..(row + 1) * size {
                        for j in column * size..(column + 1) * size {
                            g[(i, j)] = g[(i, j)] * 0.5 + t as f64;
                        }
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __loop.finish();
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn without_parts(c: &mut [f64], n: usize, parts: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("without_parts", "tests/cases/ok/parts_by_turns.rs", 81));
    // hp5: tests/cases/ok/parts_by_turns.rs:83 #[hp5::task_tile(p = 1)], parallel
    {
        let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c), &[0]) };
        let parts = hp5::rt::cap!(parts);
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.task_loop(hp5::rt::site!("without_parts:83", "tests/cases/ok/parts_by_turns.rs", 83), hp5::rt::Order::Parallel);
        for __p_part in hp5::rt::chunks(0..4usize, 1, 0) {
            let (__p_lo, __p_hi) = hp5::rt::ends(&__p_part);
            let mut __t = __loop.task();
            let (__at0_lo, __at0_hi) = {
                let mut __ends = (isize::MAX, isize::MIN);
                for p in __p_part.clone() {
                    let (__first, __past): (isize, isize) = ((((n as i128) * (p as i128)).checked_div((parts as i128)).unwrap_or(0)) as isize, (((n as i128) + ((n as i128) * (p as i128))).checked_div((parts as i128)).unwrap_or(0).min((n as i128))) as isize);
                    if __first < __past {
                        __ends = (__ends.0.min(__first), __ends.1.max(__past));
                    }
                }
                if __ends.0 < __ends.1 { __ends } else { (0, 0) }
            };
            __t.access(&__v_c, hp5::rt::Mode::InOut, &[(__at0_lo, __at0_hi)]);
            let __p_part = __p_part.clone();
            let c = __v_c.view();
            let __body = move || {
                let mut c = c;
                for p in __p_part.clone() {
                    if parts > 0 {
                        let (lo, hi) = (p * n / parts, (p + 1) * n / parts);
                        for k in lo..min(hi, n) {
                            c[k] += 2.0;
                        }
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __loop.finish();
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn overlapping(c: &mut [f64], n: usize, parts: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("overlapping", "tests/cases/ok/parts_by_turns.rs", 94));
    let per = n / parts;
    // hp5: tests/cases/ok/parts_by_turns.rs:97 #[hp5::task_tile(p = 1)], ordered
    {
        let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c), &[0]) };
        let parts = hp5::rt::cap!(parts);
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.task_loop(hp5::rt::site!("overlapping:97", "tests/cases/ok/parts_by_turns.rs", 97), hp5::rt::Order::Ordered);
        for __p_part in hp5::rt::chunks(0..parts, 1, 0) {
            let (__p_lo, __p_hi) = hp5::rt::ends(&__p_part);
            let mut __t = __loop.task();
            let (__at0_lo, __at0_hi) = {
                let mut __ends = (isize::MAX, isize::MIN);
                for p in __p_part.clone() {
                    let (__first, __past): (isize, isize) = (((p as i128) * (per as i128)) as isize, ((if (p as i128) == 0_i128 { (n as i128) } else { (((p as i128) * (per as i128)) + (per as i128)) })) as isize);
                    if __first < __past {
                        __ends = (__ends.0.min(__first), __ends.1.max(__past));
                    }
                }
                if __ends.0 < __ends.1 { __ends } else { (0, 0) }
            };
            __t.access(&__v_c, hp5::rt::Mode::Out, &[(__at0_lo, __at0_hi)]);
            __t.access(&__v_c, hp5::rt::Mode::In, &[(__at0_lo, __at0_hi)]);
            let per = hp5::rt::cap_owned!(per);
            let __p_part = __p_part.clone();
            let c = __v_c.view();
            let __body = move || {
                let mut c = c;
                for p in __p_part.clone() {
                    let hi = if p == 0 { n } else { (p + 1) * per };
                    for k in p * per..hi {
                        c[k] = c[k] * 0.5 + p as f64; //~ HP5-N0202
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __loop.finish();
    }
    __hp5.end();
}

fn main() {
    for (n, parts) in [(40, 4), (41, 4), (47, 5), (3, 5), (0, 3), (17, 1)] {
        let mut c: Vec<f64> = (0..n).map(|k| (k * 7 % 11) as f64).collect();
        quotients(&mut c, n, parts);
        the_last_takes_the_rest(&mut c, n, parts);
        if n >= parts {
            clamped(&mut c, n, parts);
        }
        without_parts(&mut c, n, parts);
        without_parts(&mut c, n, 0);
        overlapping(&mut c, n, parts);
        println!("{n} in {parts}: {c:?}");
    }
    let mut g: Vec<Vec<f64>> = (0..12).map(|i| (0..8).map(|j| (i * j % 5) as f64).collect()).collect();
    blocks(&mut g, 3, 2, 4);
    println!("{g:?}");
}
