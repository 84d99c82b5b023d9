//! Indices that run along with a loop: `at += w` once in each turn stands for what it begins with and so many steps.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn columns(from: &[u32], to: &mut [u32], w: usize, h: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("columns", "tests/cases/ok/running_indices.rs", 3));
    // hp5: tests/cases/ok/running_indices.rs:5 #[hp5::task_tile(x = 8)], parallel
    {
        let __v_from = unsafe { __hp5.array("from", hp5::rt::flat(&raw const from).rows((w as isize)), &[0, 8]) };
        let __v_to = unsafe { __hp5.array("to", hp5::rt::flat(&raw const to).rows((w as isize)), &[0, 8]) };
        let w = hp5::rt::cap!(w);
        let h = hp5::rt::cap!(h);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("columns:5", "tests/cases/ok/running_indices.rs", 5), hp5::rt::Order::Parallel, hp5::rt::chunks(0..w, 8, 0));
        __loop.access(&__v_to, hp5::rt::Mode::Out, |[(__x_lo, __x_hi)]| [(0, (h as isize)), (__x_lo, __x_hi)]);
        __loop.access(&__v_from, hp5::rt::Mode::In, |[(__x_lo, __x_hi)]| [(0, (h as isize)), (__x_lo, __x_hi)]);
        let __s0_from = __loop.section(|[(__x_lo, __x_hi)]| [(0, (h as isize)), (__x_lo, __x_hi)]);
        let __s0_to = __loop.section(|[(__x_lo, __x_hi)]| [(0, (h as isize)), (__x_lo, __x_hi)]);
        let from = __v_from.view();
        let to = __v_to.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_from = __s0_from.of(&__chunks);
            let __s0_to = __s0_to.of(&__chunks);
            let __x_part = __chunks;
            let w = hp5::rt::again(&w);
            let h = hp5::rt::again(&h);
            let from = from.within(&__s0_from);
            let mut to = to.within(&__s0_to);
            for x in __x_part.clone() {
                let mut at = x;
                let mut sum = 0;
                for _ in 0..h {
                    sum = sum / 2 + from[at];
                    to[at] = sum;
                    at += w;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn rows(a: &mut [u32], w: usize, h: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("rows", "tests/cases/ok/running_indices.rs", 17));
    // hp5: tests/cases/ok/running_indices.rs:19 #[hp5::task_tile(y = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((w as isize)), &[4, 0]) };
        let h = hp5::rt::cap!(h);
        let w = hp5::rt::cap!(w);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows:19", "tests/cases/ok/running_indices.rs", 19), hp5::rt::Order::Parallel, hp5::rt::chunks(0..h, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, (w as isize))]);
        let __s0_a = __loop.section(|[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, (w as isize))]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __y_part = __chunks;
            let h = hp5::rt::again(&h);
            let w = hp5::rt::again(&w);
            let mut a = a.within(&__s0_a);
            for y in __y_part.clone() {
                let mut at = y * w;
                for x in 0..w {
                    a[at] += x as u32;
                    at = at + 1;
                    a[at - 1] ^= 5;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn backwards(a: &[u32], last: &mut [u32], w: usize, h: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("backwards", "tests/cases/ok/running_indices.rs", 30));
    // hp5: tests/cases/ok/running_indices.rs:32 #[hp5::task_tile(y = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((w as isize)), &[4, 0]) };
        let __v_last = unsafe { __hp5.array("last", hp5::rt::flat(&raw const last), &[4]) };
        let h = hp5::rt::cap!(h);
        let w = hp5::rt::cap!(w);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("backwards:32", "tests/cases/ok/running_indices.rs", 32), hp5::rt::Order::Parallel, hp5::rt::chunks(0..h, 4, 0));
        __loop.access(&__v_last, hp5::rt::Mode::Out, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__y_lo, __y_hi)]| [(__y_lo + 1, __y_hi + 1), (-(w as isize), 0)]);
        let a = __v_a.view();
        let last = __v_last.view();
        let __body = __loop.body(move |__y_part| {
            let h = hp5::rt::again(&h);
            let w = hp5::rt::again(&w);
            let a = a;
            let mut last = last;
            for y in __y_part.clone() {
                let mut at = y * w + w;
                for _ in 0..w {
                    at -= 1;
                    if a[at] % 7 == 3 {
                        last[y] = at as u32;
                        break;
                    }
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn every_third(a: &mut [u32], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("every_third", "tests/cases/ok/running_indices.rs", 45));
    // hp5: tests/cases/ok/running_indices.rs:47 #[hp5::task_tile(b = 2)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("every_third:47", "tests/cases/ok/running_indices.rs", 47), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n / 30, 2, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__b_lo, __b_hi)]| [(30 * __b_lo, 30 * __b_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__b_lo, __b_hi)]| [(30 * __b_lo, 30 * __b_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__b_part| {
            let n = hp5::rt::again(&n);
            let mut a = a;
            for b in __b_part.clone() {
                let mut at = 30 * b;
                while at < 30 * b + 30 {
                    a[at] = a[at].wrapping_mul(3) + 1;
                    at += 3;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn skipped(a: &mut [u32], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("skipped", "tests/cases/ok/running_indices.rs", 57));
    // hp5: tests/cases/ok/running_indices.rs:59 #[hp5::task_tile(b = 2)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("skipped:59", "tests/cases/ok/running_indices.rs", 59), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n / 10, 2, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__b_lo, __b_hi)]| [hp5::rt::ALL]);
        let a = __v_a.view();
        let __body = __loop.body(move |__b_part| {
            let n = hp5::rt::again(&n);
            let mut a = a;
            for b in __b_part.clone() {
                let mut at = 10 * b; //~ HP5-W0101
                for k in 0..9 {
                    if k % 2 == 0 {
                        continue;
                    }
                    a[at] += 1;
                    at += 2;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn growing(a: &mut [u32], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("growing", "tests/cases/ok/running_indices.rs", 72));
    // hp5: tests/cases/ok/running_indices.rs:74 #[hp5::task_tile(b = 2)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("growing:74", "tests/cases/ok/running_indices.rs", 74), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n / 100, 2, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__b_lo, __b_hi)]| [hp5::rt::ALL]);
        let a = __v_a.view();
        let __body = __loop.body(move |__b_part| {
            let n = hp5::rt::again(&n);
            let mut a = a;
            for b in __b_part.clone() {
                let mut at = 100 * b; //~ HP5-W0101
                let mut by = 1;
                for _ in 0..9 {
                    a[at] += 3;
                    at += by;
                    by += 1;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let (w, h) = (30, 21);
    let from: Vec<u32> = (0..w * h).map(|k| (k * 31 % 251) as u32).collect();
    let mut to = vec![0; from.len()];
    columns(&from, &mut to, w, h);
    rows(&mut to, w, h);
    let mut last = vec![0; h];
    backwards(&to, &mut last, w, h);
    every_third(&mut to, w * h);
    skipped(&mut to, w * h);
    growing(&mut to, w * h);
    println!("{to:?} {last:?}");
}
