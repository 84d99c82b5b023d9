//! Numbers and arrays that each turn, or each task, writes before it reads them: private by themselves.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn of_one_declaration(a: &[f64], b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("of_one_declaration", "tests/cases/ok/private_by_itself.rs", 3));
    let (mut t, mut s): (f64, f64);
    // hp5: tests/cases/ok/private_by_itself.rs:6 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("of_one_declaration:6", "tests/cases/ok/private_by_itself.rs", 6), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            let mut t: f64;
            let mut s: f64;
            for i in __i_part.clone() {
                t = a[i] * 2.0;
                s = t + 1.0;
                b[i] = t * s;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn by_branches(a: &[f64], b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("by_branches", "tests/cases/ok/private_by_itself.rs", 14));
    let mut u: f64;
    let mut t: ();
    let k: usize;
    k = 3;
    let mut w: f64;
    // hp5: tests/cases/ok/private_by_itself.rs:21 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("by_branches:21", "tests/cases/ok/private_by_itself.rs", 21), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let k = hp5::rt::cap_owned!(k);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let k = hp5::rt::again(&k);
            let a = a;
            let __in_a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            let mut t;
            let mut u: f64;
            let mut w: f64;
            for i in __i_part.clone() {
                if __in_a[i] > 5.0 {
                    t = 1.0;
                } else {
                    t = a[i];
                }
                match i % 3 {
                    0 => u = t,
                    _ => u = 2.0,
                }
                (w, b[i]) = (t + u, 0.0);
                b[i] += t * u + w + k as f64;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn lines(a: &[f64], b: &mut [f64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("lines", "tests/cases/ok/private_by_itself.rs", 37));
    let mut line = vec![0.0; 16];
    let mut cell = [[0.0; 3]; 16];
    let mut all: Vec<f64> = vec![1.0; n];
    // hp5: tests/cases/ok/private_by_itself.rs:42 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("lines:42", "tests/cases/ok/private_by_itself.rs", 42), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, (n as isize))]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s1_a = __loop.section(|[(__i_lo, __i_hi)]| [(0, (n as isize))]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let line = hp5::rt::cap_owned!(line);
        let cell = hp5::rt::cap_owned!(cell);
        let all = hp5::rt::cap_owned!(all);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s1_a = __s1_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let line = hp5::rt::again(&line);
            let cell = hp5::rt::again(&cell);
            let all = hp5::rt::again(&all);
            let _ = a.within(&__s0_a);
            let _ = a.within(&__s1_a);
            let a = a.within(&hp5::rt::CHECKED);
            let mut b = b.within(&__s0_b);
            let mut line = line;
            let mut cell = cell;
            let mut all = all;
            for i in __i_part.clone() {
                for k in 0..16 {
                    line[k] = a[i] + k as f64;
                }
                for k in 0..16 {
                    cell[k][1] = line[k];
                    cell[k][2] = line[15 - k];
                }
                for k in 0..n {
                    all[k] = a[k] - line[k % 16];
                }
                let mut sum = 0.0;
                for k in 1..15 {
                    sum += cell[k][1] * cell[k - 1][2];
                }
                b[i] = sum + all.iter().sum::<f64>();
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn filled(a: &[f64], b: &mut [f64], n: usize, mut line: Vec<f64>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("filled", "tests/cases/ok/private_by_itself.rs", 62));
    // hp5: tests/cases/ok/private_by_itself.rs:64 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("filled:64", "tests/cases/ok/private_by_itself.rs", 64), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let line = hp5::rt::cap_owned!(line);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let line = hp5::rt::again(&line);
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            let mut line = line;
            for i in __i_part.clone() {
                line.fill(a[i]);
                line[i % 3] += 1.0;
                b[i] = line.iter().sum::<f64>();
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn between_tasks(a: &mut [f64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("between_tasks", "tests/cases/ok/private_by_itself.rs", 72));
    let mut t: f64;
    for lo in (0..n).step_by(10) {
        // hp5: tests/cases/ok/private_by_itself.rs:77 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[10]) };
            let n = hp5::rt::cap!(n);
            let mut __t = __hp5.task(hp5::rt::site!("between_tasks:77", "tests/cases/ok/private_by_itself.rs", 77));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((lo as isize), (((lo + 10).min(n)) as isize))]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[((lo as isize), (((lo + 10).min(n)) as isize))]);
            let __s0_a = [((lo as isize), (((lo + 10).min(n)) as isize))];
            let lo = hp5::rt::cap_owned!(lo);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                let mut t: f64;
                for i in lo..(lo + 10).min(n) {
                    t = a[i];
                    a[i] = t * t;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let n = 40;
    let a: Vec<f64> = (0..40).map(f64::from).collect();
    let mut b = vec![0.0; n];
    of_one_declaration(&a, &mut b);
    println!("{b:?}");
    by_branches(&a, &mut b);
    println!("{b:?}");
    lines(&a, &mut b, n);
    println!("{b:?}");
    filled(&a, &mut b, n, vec![1.0; 5]);
    println!("{b:?}");
    between_tasks(&mut b, n);
    println!("{b:?}");
}
