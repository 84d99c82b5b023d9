//! Variables of tasks that are set again: where code runs straight on they are what they were set to last, behind
//! an `if` one of two. What loops, closures, arms of a `match` and references set is not known, and all indices
//! that are made of it are one finding.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn set_again(a: &mut [f64], b: &mut [f64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("set_again", "tests/cases/ok/set_again.rs", 5));
    // hp5: tests/cases/ok/set_again.rs:7 #[hp5::task_tile(i = 10)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[10]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[10]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("set_again:7", "tests/cases/ok/set_again.rs", 7), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 10, 9));
        __loop.access(&__v_a, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + 1)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + 1)]);
        let b = __v_b.view();
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let b = b.within(&__s0_b);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                let mut k = i;
                k += 1;
                a[k] = b[i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/set_again.rs:13 #[hp5::task_tile(i = 10)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[10]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[10]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("set_again:13", "tests/cases/ok/set_again.rs", 13), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n, 10, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1)]);
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let b = __v_b.view();
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut b = b.within(&__s0_b);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                let mut k = i * 2;
                let twice = k;
                k = i - 1;
                b[k] += twice as f64;
                k += 1;
                a[k] += 1.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/set_again.rs:22 #[hp5::task_tile(i = 10)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[10]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("set_again:22", "tests/cases/ok/set_again.rs", 22), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 10, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 1)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut a = a;
            for i in __i_part.clone() {
                let k;
                if i > 5 {
                    k = i;
                } else {
                    k = i + 1;
                }
                a[k] += 1.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/set_again.rs:32 #[hp5::task_tile(i = 10)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[10]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[10]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("set_again:32", "tests/cases/ok/set_again.rs", 32), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 10, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 2)]);
        let b = __v_b.view();
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut b = b.within(&__s0_b);
            let a = a;
            let __in_a = a.within(&__s0_a);
            for i in __i_part.clone() {
                let mut k = i;
                if i % 2 == 0 {
                    k += 1;
                }
                b[i] += a[k];
                let w = if i == 0 { i } else { i - 1 };
                b[i] += a[w];
                let mut s = 0; //~ HP5-W0101
                for _ in 0..3 {
                    b[i] += __in_a[s + i];
                    s += 1;
                }
                b[i] += a[s];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/set_again.rs:48 #[hp5::task_tile(i = 10)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[10]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[10]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("set_again:48", "tests/cases/ok/set_again.rs", 48), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 10, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let b = __v_b.view();
        let a = __v_a.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut b = b;
            let a = a;
            for i in __i_part.clone() {
                let mut k = 0;
                while k < 3 {
                    b[i] += a[k];
                    k += 1;
                }
                let mut j = i; //~ HP5-W0101
                bump(&mut j);
                b[i] += a[j];
                let mut m = i; //~ HP5-W0101
                match i % 3 {
                    0 => m = 0,
                    1 => m += 1,
                    _ => {}
                }
                b[i] += a[m];
                let mut q = i; //~ HP5-W0101
                let mut f = |x: usize| q = x;
                f(7);
                b[i] += a[q];
                let mut p = i; //~ HP5-W0101
                'out: {
                    if i == 9 {
                        break 'out;
                    }
                    p = 3;
                    if i > 4 {
                        break 'out;
                    }
                    p = 5;
                }
                b[i] += a[p];
                let (mut u, mut v) = (i, 0);
                (u, v) = (v, u);
                b[i] += a[u]; //~ HP5-W0101
                b[i] += a[v]; //~ HP5-W0101
                let mut z = i; //~ HP5-W0101
                if i > 3 && {
                    z = 2;
                    true
                } {
                    b[i] += 0.5;
                }
                b[i] += a[z];
                let mut z = 4;
                {
                    let mut z = 9;
                    z += 1;
                    b[i] += a[z];
                }
                b[i] += a[z];
                z += 1;
                b[i] += a[z];
                let r = 3;
                b[i] += a[r.min(i)];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn bump(j: &mut usize) {
    *j = 11;
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn causes(a: &mut [f64], b: &mut [f64], c: &[f64], idx: &[usize], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("causes", "tests/cases/ok/set_again.rs", 111));
    // hp5: tests/cases/ok/set_again.rs:113 #[hp5::task_tile(i = 10)], ordered
    {
        let __v_idx = unsafe { __hp5.array("idx", hp5::rt::flat(&raw const idx), &[10]) };
        let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c), &[0]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[10]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("causes:113", "tests/cases/ok/set_again.rs", 113), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 10, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        __loop.access(&__v_idx, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_c, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let __s0_idx = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let idx = __v_idx.view();
        let c = __v_c.view();
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_idx = __s0_idx.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let idx = idx.within(&__s0_idx);
            let c = c;
            let mut a = a;
            let mut b = b;
            for i in __i_part.clone() {
                let k = idx[i]; //~ HP5-W0101
                a[k] += c[k] * c[k + 1];
                b[k] += c[k + 2];
                let m = k + 1;
                a[m] = b[m];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/set_again.rs:121 #[hp5::task_tile(i = 10)], parallel
    {
        let __v_idx = unsafe { __hp5.array("idx", hp5::rt::flat(&raw const idx), &[10]) };
        let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c), &[0]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[10]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("causes:121", "tests/cases/ok/set_again.rs", 121), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 10, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_idx, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 1)]);
        __loop.access(&__v_c, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let __s0_idx = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 1)]);
        let idx = __v_idx.view();
        let c = __v_c.view();
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_idx = __s0_idx.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let idx = idx.within(&__s0_idx);
            let c = c;
            let mut a = a;
            let b = b;
            for i in __i_part.clone() {
                for j in idx[i]..idx[i + 1] { //~ HP5-W0101
                    a[i] += b[j] + c[j] * b[j + 1];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/set_again.rs:127 #[hp5::task_tile(i = 10)], ordered
    {
        let __v_idx = unsafe { __hp5.array("idx", hp5::rt::flat(&raw const idx), &[10]) };
        let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c), &[0]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[10]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("causes:127", "tests/cases/ok/set_again.rs", 127), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 10, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(-6, 7)]);
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        __loop.access(&__v_idx, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_c, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let __s0_idx = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let idx = __v_idx.view();
        let c = __v_c.view();
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_idx = __s0_idx.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let idx = idx.within(&__s0_idx);
            let c = c;
            let mut a = a;
            let mut b = b;
            for i in __i_part.clone() {
                a[idx[i] % 7] += 1.0;
                b[idx[i]] += 1.0; //~ HP5-W0101 | idx[i]
                b[idx[i]] += c[idx[i]];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<f64> = (0..210).map(|x| (x % 17) as f64).collect();
    let mut b = a.clone();
    set_again(&mut a, &mut b, 200);
    let c = a.clone();
    let idx: Vec<usize> = (0..210).map(|x| x * 13 % 200).collect();
    causes(&mut a, &mut b, &c, &idx, 200);
    println!("{:?} {:?}", a, b);
}
