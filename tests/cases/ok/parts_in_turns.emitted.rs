//! Parts of arrays that differ from turn to turn, beside tasks on all of the array, and parts of arrays of structs;
//! indices that are chosen by what they were before.

#[derive(Clone, Copy, Debug)]
struct P {
    x: f64,
    v: [f64; 2],
}
fn step(ps: &mut [P], by: f64) {
    for p in ps {
        p.x += by;
        p.v[1] *= 1.5;
    }
}
fn add(a: &mut [f64], by: f64) {
    for x in a {
        *x = *x * 1.01 + by;
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn structs(ps: &mut [P], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("structs", "tests/cases/ok/parts_in_turns.rs", 21));
    let (l, r) = ps.split_at_mut(n);
    // hp5: tests/cases/ok/parts_in_turns.rs:24 #[hp5::task]
    {
        let __v_l = unsafe { __hp5.array("l", hp5::rt::flat(&raw const l), &[0]) };
        let __w_l = hp5::rt::whole(&raw const (*l));
        let mut __t = __hp5.task(hp5::rt::site!("structs:24", "tests/cases/ok/parts_in_turns.rs", 24));
        __t.access(&__v_l, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
        let __body = move || {
            let mut l = unsafe { __w_l.get_mut() };
            step(l, 1.0);
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_in_turns.rs:26 #[hp5::task]
    {
        let __v_r = unsafe { __hp5.array("r", hp5::rt::flat(&raw const r), &[0]) };
        let __w_r = hp5::rt::whole(&raw const (*r));
        let mut __t = __hp5.task(hp5::rt::site!("structs:26", "tests/cases/ok/parts_in_turns.rs", 26));
        __t.access(&__v_r, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
        let __body = move || {
            let mut r = unsafe { __w_r.get_mut() };
            step(r, 2.0);
        };
        unsafe { __t.spawn(__body) };
    }
    for part in ps.chunks_mut(7) {
        // hp5: tests/cases/ok/parts_in_turns.rs:29 #[hp5::task]
        {
            let __v_part = unsafe { __hp5.array("part", hp5::rt::flat(&raw const part), &[0]) };
            let __w_part = hp5::rt::whole(&raw const (*part));
            let mut __t = __hp5.task(hp5::rt::site!("structs:29", "tests/cases/ok/parts_in_turns.rs", 29));
            __t.access(&__v_part, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            let __body = move || {
                let mut part = unsafe { __w_part.get_mut() };
                step(part, 3.0);
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn moving(v: &mut [f64], w: &mut Vec<f64>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("moving", "tests/cases/ok/parts_in_turns.rs", 34));
    for k in 1..10 {
        let (l, r) = v.split_at_mut(k * 10);
        // hp5: tests/cases/ok/parts_in_turns.rs:38 #[hp5::task]
        {
            let __v_l = unsafe { __hp5.array("l", hp5::rt::flat(&raw const l), &[0]) };
            let __w_l = hp5::rt::whole(&raw const (*l));
            let mut __t = __hp5.task(hp5::rt::site!("moving:38", "tests/cases/ok/parts_in_turns.rs", 38));
            __t.access(&__v_l, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            let k = hp5::rt::cap_owned!(k);
            let __body = move || {
                let mut l = unsafe { __w_l.get_mut() };
                add(l, k as f64);
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/parts_in_turns.rs:40 #[hp5::task]
        {
            let __v_r = unsafe { __hp5.array("r", hp5::rt::flat(&raw const r), &[8]) };
            let __w_r = hp5::rt::whole(&raw const (*r));
            let mut __t = __hp5.task(hp5::rt::site!("moving:40", "tests/cases/ok/parts_in_turns.rs", 40));
            __t.access(&__v_r, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            let __body = move || {
                let mut r = unsafe { __w_r.get_mut() };
                add(r, 0.5);
            };
            unsafe { __t.spawn(__body) };
        }
    }
    // hp5: tests/cases/ok/parts_in_turns.rs:43 #[hp5::task]
    {
        let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[0]) };
        let __w_v = hp5::rt::whole(&raw const (*v));
        let mut __t = __hp5.task(hp5::rt::site!("moving:43", "tests/cases/ok/parts_in_turns.rs", 43));
        __t.access(&__v_v, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
        let __body = move || {
            let mut v = unsafe { __w_v.get_mut() };
            add(v, 7.0);
        };
        unsafe { __t.spawn(__body) };
    }
    let (l, r) = v.split_at_mut(33);
    // hp5: tests/cases/ok/parts_in_turns.rs:46 #[hp5::task]
    {
        let __v_l = unsafe { __hp5.array("l", hp5::rt::flat(&raw const l), &[0]) };
        let __w_l = hp5::rt::whole(&raw const (*l));
        let mut __t = __hp5.task(hp5::rt::site!("moving:46", "tests/cases/ok/parts_in_turns.rs", 46));
        __t.access(&__v_l, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
        let __body = move || {
            let mut l = unsafe { __w_l.get_mut() };
            add(l, 1.0);
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    l[3] = 100.0; //~ HP5-W0102
    // hp5: tests/cases/ok/parts_in_turns.rs:49 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_r = unsafe { __hp5.array("r", hp5::rt::flat(&raw const r), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("moving:49", "tests/cases/ok/parts_in_turns.rs", 49), hp5::rt::Order::Parallel, hp5::rt::chunks(0..r.len(), 8, 0));
        __loop.access(&__v_r, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_r = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let r = __v_r.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_r = __s0_r.of(&__chunks);
            let __i_part = __chunks;
            let mut r = r.within(&__s0_r);
            for i in __i_part.clone() {
                r[i] -= 1.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    let first = v[0] + v[50]; //~ HP5-W0102
    w[0] = first;
    for (a, b) in v.chunks_mut(9).zip(w.chunks_mut(9)) {
        // hp5: tests/cases/ok/parts_in_turns.rs:56 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __w_a = hp5::rt::whole(&raw const (*a));
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __w_b = hp5::rt::whole(&raw const (*b));
            let mut __t = __hp5.task(hp5::rt::site!("moving:56", "tests/cases/ok/parts_in_turns.rs", 56));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            let __body = move || {
                let mut a = unsafe { __w_a.get_mut() };
                let mut b = unsafe { __w_b.get_mut() };
                for (x, y) in a.iter_mut().zip(b.iter_mut()) {
                    *x += *y;
                    *y *= 2.0;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    while let Some((head, tail)) = w.split_first_mut() {
        // hp5: tests/cases/ok/parts_in_turns.rs:63 #[hp5::task]
        {
            let __v_head = unsafe { __hp5.array("head", hp5::rt::scalar(&raw mut (*head)), &[]) };
            let mut __t = __hp5.task(hp5::rt::site!("moving:63", "tests/cases/ok/parts_in_turns.rs", 63));
            __t.access(&__v_head, hp5::rt::Mode::InOut, &[]);
            let head = __v_head.view();
            let __body = move || {
                let mut head = head;
                *head += 0.25;
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/parts_in_turns.rs:65 #[hp5::task]
        {
            let __v_tail = unsafe { __hp5.array("tail", hp5::rt::flat(&raw const tail), &[0]) };
            let __w_tail = hp5::rt::whole(&raw const (*tail));
            let mut __t = __hp5.task(hp5::rt::site!("moving:65", "tests/cases/ok/parts_in_turns.rs", 65));
            __t.access(&__v_tail, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            let __body = move || {
                let mut tail = unsafe { __w_tail.get_mut() };
                add(tail, 0.125);
            };
            unsafe { __t.spawn(__body) };
        }
        break;
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn chosen(a: &mut [f64], b: &[f64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("chosen", "tests/cases/ok/parts_in_turns.rs", 71));
    // hp5: tests/cases/ok/parts_in_turns.rs:73 #[hp5::task_tile(i = 5)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[5]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[5]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("chosen:73", "tests/cases/ok/parts_in_turns.rs", 73), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 5, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 3)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let b = __v_b.view();
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let b = b;
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                let mut k = i;
                if k == 0 {
                    k = 3;
                } else {
                    k = k - 1;
                }
                a[i] += b[k];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_in_turns.rs:83 #[hp5::task_tile(i = 5)], ordered
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[5]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[5]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.task_loop(hp5::rt::site!("chosen:83", "tests/cases/ok/parts_in_turns.rs", 83), hp5::rt::Order::Ordered);
        for __i_part in hp5::rt::chunks(0..n, 5, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            let mut __t = __loop.task();
            let (__at0_lo, __at0_hi) = {
                let mut __ends = (isize::MAX, isize::MIN);
                for i in __i_part.clone() {
                    let (__first, __past): (isize, isize) = (((if ((i as i128) + 1_i128) >= (n as i128) { 0_i128 } else { ((i as i128) + 1_i128) })) as isize, ((if ((i as i128) + 1_i128) >= (n as i128) { 0_i128 } else { ((i as i128) + 1_i128) }) + 1) as isize);
                    if __first < __past {
                        __ends = (__ends.0.min(__first), __ends.1.max(__past));
                    }
                }
                if __ends.0 < __ends.1 { __ends } else { (0, 0) }
            };
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[(1, 7)]);
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[(__i_lo, __i_hi)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(__at0_lo, __at0_hi)]);
            let __s0_a = [(__i_lo, __i_hi)];
            let __i_part = __i_part.clone();
            let b = __v_b.view();
            let a = __v_a.view();
            let __body = move || {
                let b = b;
                let mut a = a;
                let mut __in_a = a.within(&__s0_a);
                for i in __i_part.clone() {
                    let mut k = i;
                    if k > 5 {
                        k = 5;
                    }
                    a[k + 1] += 1.0;
                    let mut m = i + 1;
                    if m >= n {
                        m = 0;
                    }
                    __in_a[i] += b[m];
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __loop.finish();
    }
    // hp5: tests/cases/ok/parts_in_turns.rs:96 #[hp5::task_tile(i = 5)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[5]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("chosen:96", "tests/cases/ok/parts_in_turns.rs", 96), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 5, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let a = __v_a.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut a = a;
            for i in __i_part.clone() {
                let mut k = n - 1 - i; //~ HP5-W0101
                if i % 2 == 0 {
                    k = i;
                }
                a[k] = a[k] * 0.5 + 1.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_in_turns.rs:104 #[hp5::task_tile(i = 5)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[5]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[5]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("chosen:104", "tests/cases/ok/parts_in_turns.rs", 104), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 5, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 2, __i_hi + 2)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let b = __v_b.view();
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let b = b;
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                let mut lo = i;
                lo = if lo < 2 { 0 } else { lo - 2 };
                let mut hi = i + 3;
                if hi > n {
                    hi = n;
                }
                let mut s = 0.0;
                for j in lo..hi {
                    s += b[j];
                }
                a[i] += s;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_in_turns.rs:118 #[hp5::task_tile(c = 10)], ordered
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[5]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[5]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("chosen:118", "tests/cases/ok/parts_in_turns.rs", 118), hp5::rt::Order::Ordered, hp5::rt::chunks(0..100u8, 10, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__c_lo, __c_hi)]| [hp5::rt::ALL]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__c_lo, __c_hi)]| [hp5::rt::ALL]);
        let b = __v_b.view();
        let a = __v_a.view();
        let __body = __loop.body(move |__c_part| {
            let b = b;
            let mut a = a;
            for c in __c_part.clone() {
                let k = c.wrapping_mul(2); //~ HP5-W0101
                a[(k / 4) as usize] += 1.0;
                let m = (c as i8 as i32 + 5) as usize;
                a[m % 50] += 1.0;
                a[(c / 2) as usize] += b[(c >> 1) as usize]; //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut ps: Vec<P> = (0..50)
        .map(|k| P {
            x: k as f64,
            v: [1.0, k as f64],
        })
        .collect();
    structs(&mut ps, 20);
    let mut v: Vec<f64> = (0..100).map(|k| k as f64).collect();
    let mut w = v.clone();
    moving(&mut v, &mut w);
    let mut a = v.clone();
    chosen(&mut a, &w, 90);
    println!("{ps:?} {v:?} {w:?} {a:?}");
}
