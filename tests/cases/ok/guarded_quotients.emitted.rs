//! Quotients and differences that the serial program computes under a condition alone are computed without a
//! panic where tasks are registered.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn guards(a: &mut [f64], n: usize, w: usize, k: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("guards", "tests/cases/ok/guarded_quotients.rs", 4));
    for i in __hp5.laps(1, 0..n) {
        // hp5: tests/cases/ok/guarded_quotients.rs:7 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let w = hp5::rt::cap!(w);
            let n = hp5::rt::cap!(n);
            let mut __t = __hp5.task(hp5::rt::site!("guards:7", "tests/cases/ok/guarded_quotients.rs", 7));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, ((hp5::rt::quotient(n, w)) as isize))]);
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a;
                {
                    if w > 0 {
                        for j in 0..n / w {
                            a[j] += i as f64;
                        }
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    for i in __hp5.laps(1, 0..n) {
        // hp5: tests/cases/ok/guarded_quotients.rs:17 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let n = hp5::rt::cap!(n);
            let k = hp5::rt::cap!(k);
            let mut __t = __hp5.task(hp5::rt::site!("guards:17", "tests/cases/ok/guarded_quotients.rs", 17));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, (((hp5::rt::minus(n, k)) / 2) as isize))]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[(0, (((hp5::rt::minus(n, k)) / 2) as isize))]);
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a;
                {
                    if n > k {
                        for j in 0..(n - k) / 2 {
                            a[j] = a[j] * 0.5 + i as f64;
                        }
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    for i in 0..n {
        // hp5: tests/cases/ok/guarded_quotients.rs:27 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let w = hp5::rt::cap!(w);
            let k = hp5::rt::cap!(k);
            let mut __t = __hp5.task(hp5::rt::site!("guards:27", "tests/cases/ok/guarded_quotients.rs", 27));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[(((hp5::rt::quotient(i, w)) as isize), ((hp5::rt::quotient(i, w)) as isize) + 1)]);
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[(((hp5::rt::remainder(i, w)) as isize), ((hp5::rt::remainder(i, w)) as isize) + 1)]);
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize) - (k as isize), (i as isize) - (k as isize) + 1)]);
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a;
                {
                    if w != 0 {
                        a[i / w] += 1.0;
                        a[i % w] *= 0.5;
                    }
                    if i >= k {
                        a[i - k] += 1.0;
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn wide(a: &mut [f64], n: i128, m: u128) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("wide", "tests/cases/ok/guarded_quotients.rs", 39));
    for i in 0..n {
        // hp5: tests/cases/ok/guarded_quotients.rs:42 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("wide:42", "tests/cases/ok/guarded_quotients.rs", 42));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                {
                    a[i as usize] += 1.0;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    for i in 0..m {
        // hp5: tests/cases/ok/guarded_quotients.rs:48 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("wide:48", "tests/cases/ok/guarded_quotients.rs", 48));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, (i as isize))]);
            let __s0_a = [(0, (i as isize))];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                {
                    for j in 0..i {
                        a[j as usize] += 1.0;
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}
fn main() {
    let mut a: Vec<f64> = (0..16).map(|k| k as f64).collect();
    guards(&mut a, 8, 0, 9);
    guards(&mut a, 8, 3, 2);
    wide(&mut a, 8, 6);
    println!("{:?}", a);
}
