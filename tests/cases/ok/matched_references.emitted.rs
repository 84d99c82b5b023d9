//! References that patterns and methods give, handed on to functions that exchange what is behind them.

use std::collections::HashMap;

fn slow(x: f64) -> f64 {
    (0..300).fold(x, |y, k| {
        std::hint::black_box(y * 0.999 + 0.001 * (k % 3) as f64)
    })
}

fn exchange(p: &mut Vec<f64>, q: &mut Vec<f64>) {
    std::mem::swap(p, q);
}

// Two at once, and halves.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn several(u: &mut [Vec<f64>]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("several", "tests/cases/ok/matched_references.rs", 16));
    {
    if let Ok([p, q]) = u.get_disjoint_mut([0, 2]) { let __hp5_hold_475 = __hp5.hold();
        // hp5: tests/cases/ok/matched_references.rs:19 #[hp5::task]
        {
            let __v_q = unsafe { __hp5.array("q", hp5::rt::scalar(&raw const (q)), &[]) };
            let __w_q = hp5::rt::whole(&raw const (q));
            let __v_p = unsafe { __hp5.array("p", hp5::rt::scalar(&raw const (p)), &[]) };
            let __w_p = hp5::rt::whole(&raw const (p));
            let mut __t = __hp5.task(hp5::rt::site!("several:19", "tests/cases/ok/matched_references.rs", 19));
            __t.access(&__v_q, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_p, hp5::rt::Mode::Out, &[]);
            __t.access(&__v_q, hp5::rt::Mode::In, &[]);
            let __body = move || {
                let mut q = unsafe { __w_q.get_mut() };
                let mut p = unsafe { __w_p.get_mut() };
                {
                    p[0] = slow(q[1]);
                    q.push(1.0);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102
        // hp5: tests/cases/ok/matched_references.rs:24 #[hp5::task]
        {
            let __v_q = unsafe { __hp5.array("q", hp5::rt::scalar(&raw const (q)), &[]) };
            let __w_q = hp5::rt::whole(&raw const (q));
            let __v_p = unsafe { __hp5.array("p", hp5::rt::scalar(&raw const (p)), &[]) };
            let __w_p = hp5::rt::whole(&raw const (p));
            let mut __t = __hp5.task(hp5::rt::site!("several:24", "tests/cases/ok/matched_references.rs", 24));
            __t.access(&__v_q, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_p, hp5::rt::Mode::InOut, &[]);
            let __body = move || {
                let mut q = &mut **unsafe { __w_q.get_mut() };
                let mut p = &mut **unsafe { __w_p.get_mut() };
                {
                    std::mem::swap(p, q);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102
        // hp5: tests/cases/ok/matched_references.rs:28 #[hp5::task]
        {
            let __v_q = unsafe { __hp5.array("q", hp5::rt::scalar(&raw const (q)), &[]) };
            let __w_q = hp5::rt::whole(&raw const (q));
            let __v_p = unsafe { __hp5.array("p", hp5::rt::scalar(&raw const (p)), &[]) };
            let __w_p = hp5::rt::whole(&raw const (p));
            let mut __t = __hp5.task(hp5::rt::site!("several:28", "tests/cases/ok/matched_references.rs", 28));
            __t.access(&__v_q, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_p, hp5::rt::Mode::InOut, &[]);
            let __body = move || {
                let mut q = &mut **unsafe { __w_q.get_mut() };
                let mut p = &mut **unsafe { __w_p.get_mut() };
                exchange(p, q);
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102
        // hp5: tests/cases/ok/matched_references.rs:30 #[hp5::task]
        {
            let __v_q = unsafe { __hp5.array("q", hp5::rt::scalar(&raw const (q)), &[]) };
            let __w_q = hp5::rt::whole(&raw const (q));
            let __v_p = unsafe { __hp5.array("p", hp5::rt::scalar(&raw const (p)), &[]) };
            let __w_p = hp5::rt::whole(&raw const (p));
            let mut __t = __hp5.task(hp5::rt::site!("several:30", "tests/cases/ok/matched_references.rs", 30));
            __t.access(&__v_q, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_p, hp5::rt::Mode::Out, &[]);
            let __body = move || {
                let mut q = &mut **unsafe { __w_q.get_mut() };
                let mut p = unsafe { __w_p.get_mut() };
                {
                    *(*p) = std::mem::take(q);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        p[1] += 1.0; //~ HP5-W0102
    }
    let (low, high) = u.split_at_mut(1); let __hp5_hold_893 = __hp5.hold();
    // hp5: tests/cases/ok/matched_references.rs:37 #[hp5::task]
    {
        let __v_low = unsafe { __hp5.array("low", hp5::rt::scalar(&raw const (low)), &[]) };
        let __w_low = hp5::rt::whole(&raw const (low));
        let __v_high = unsafe { __hp5.array("high", hp5::rt::flat(&raw const high), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("several:37", "tests/cases/ok/matched_references.rs", 37));
        __t.access(&__v_high, hp5::rt::Mode::InOut, &[(0, 1)]);
        __t.access(&__v_low, hp5::rt::Mode::InOut, &[]);
        let high = __v_high.view();
        let __body = move || {
            let mut low = unsafe { __w_low.get_mut() };
            let mut high = high;
            {
                low.swap_with_slice(&mut high[..1]);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    }
    __hp5.end();
}

// One, by a `let`, a loop, and a `match`.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn single(u: &mut [Vec<f64>], m: &mut HashMap<u32, f64>, a: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("single", "tests/cases/ok/matched_references.rs", 44));
    let __hp5_value = {
    let x = u.get_mut(0).unwrap(); let __hp5_hold_1137 = __hp5.hold();
    // hp5: tests/cases/ok/matched_references.rs:47 #[hp5::task]
    {
        let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw const (x)), &[]) };
        let __w_x = hp5::rt::whole(&raw const (x));
        let mut __t = __hp5.task(hp5::rt::site!("single:47", "tests/cases/ok/matched_references.rs", 47));
        __t.access(&__v_x, hp5::rt::Mode::InOut, &[]);
        let __body = move || {
            let mut x = &mut **unsafe { __w_x.get_mut() };
            {
                std::mem::swap(x, &mut vec![3.0, 4.0]);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    let y = u.last_mut().expect("one"); let __hp5_hold_1254 = __hp5.hold(); //~ HP5-W0102
    // hp5: tests/cases/ok/matched_references.rs:52 #[hp5::task]
    {
        let __v_y = unsafe { __hp5.array("y", hp5::rt::scalar(&raw const (y)), &[]) };
        let __w_y = hp5::rt::whole(&raw const (y));
        let mut __t = __hp5.task(hp5::rt::site!("single:52", "tests/cases/ok/matched_references.rs", 52));
        __t.access(&__v_y, hp5::rt::Mode::InOut, &[]);
        let __body = move || {
            let mut y = &mut **unsafe { __w_y.get_mut() };
            {
                std::mem::swap(y, &mut vec![3.5, 4.0]);
                y.push(2.0);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    for z in u.iter_mut() { //~ HP5-W0102
        // hp5: tests/cases/ok/matched_references.rs:58 #[hp5::task]
        {
            let __v_z = unsafe { __hp5.array("z", hp5::rt::flat(&raw const z), &[0]) };
            let __w_z = hp5::rt::whole(&raw const (*z));
            let mut __t = __hp5.task(hp5::rt::site!("single:58", "tests/cases/ok/matched_references.rs", 58));
            __t.access(&__v_z, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            __t.access(&__v_z, hp5::rt::Mode::In, &[hp5::rt::ALL]);
            let __body = move || {
                let mut z = unsafe { __w_z.get_mut() };
                {
                    let other = vec![slow(3.0), z[0]];
                    drop(std::mem::replace(z, other));
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    match u.first_mut() { //~ HP5-W0102
        Some(f) => { let __hp5_hold_1610 = __hp5.hold(); //~ HP5-W0102
            // hp5: tests/cases/ok/matched_references.rs:66 #[hp5::task]
            {
                let __v_f = unsafe { __hp5.array("f", hp5::rt::scalar(&raw mut (*f)), &[]) };
                let mut __t = __hp5.task(hp5::rt::site!("single:66", "tests/cases/ok/matched_references.rs", 66));
                __t.access(&__v_f, hp5::rt::Mode::InOut, &[]);
                let f = __v_f.view();
                let __body = move || {
                    let mut f = f;
                    let f = &mut *f;
                    {
                        let old = std::mem::replace(f, vec![1.0, 2.0]);
                        f.extend(old);
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
        None => {}
    }
    match m.get_mut(&3) {
        Some(f) => { let __hp5_hold_1854 = __hp5.hold(); //~ HP5-W0102
            // hp5: tests/cases/ok/matched_references.rs:76 #[hp5::task]
            {
                let __v_f = unsafe { __hp5.array("f", hp5::rt::scalar(&raw mut (*f)), &[]) };
                let mut __t = __hp5.task(hp5::rt::site!("single:76", "tests/cases/ok/matched_references.rs", 76));
                __t.access(&__v_f, hp5::rt::Mode::InOut, &[]);
                let f = __v_f.view();
                let __body = move || {
                    let mut f = f;
                    let f = &mut *f;
                    {
                        let old = std::mem::replace(f, 2.0);
                        *f += old;
                    }
                };
                unsafe { __t.spawn(__body) };
            }
            // hp5: tests/cases/ok/matched_references.rs:81 #[hp5::task]
            {
                let __v_f = unsafe { __hp5.array("f", hp5::rt::scalar(&raw mut (*f)), &[]) };
                let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
                let mut __t = __hp5.task(hp5::rt::site!("single:81", "tests/cases/ok/matched_references.rs", 81));
                __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, 2)]);
                __t.access(&__v_f, hp5::rt::Mode::InOut, &[]);
                __t.access(&__v_f, hp5::rt::Mode::In, &[]);
                let __s0_a = [(0, 2)];
                let f = __v_f.view();
                let a = __v_a.view();
                let __body = move || {
                    let mut f = f;
                    let f = &mut *f;
                    let mut a = a.within(&__s0_a);
                    {
                        a[0] = *f;
                        std::mem::swap(f, &mut a[1]);
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
        None => {}
    }
    if let Some(g) = a.iter_mut().next() { let __hp5_hold_2205 = __hp5.hold(); //~ HP5-W0102
        // hp5: tests/cases/ok/matched_references.rs:90 #[hp5::task]
        {
            let __v_g = unsafe { __hp5.array("g", hp5::rt::scalar(&raw const (g)), &[]) };
            let __w_g = hp5::rt::whole(&raw const (g));
            let mut __t = __hp5.task(hp5::rt::site!("single:90", "tests/cases/ok/matched_references.rs", 90));
            __t.access(&__v_g, hp5::rt::Mode::InOut, &[]);
            let __body = move || {
                let mut g = &mut **unsafe { __w_g.get_mut() };
                {
                    std::mem::swap(g, &mut slow(2.0));
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let mut a = vec![0.5; 4];
    let mut m = HashMap::from([(3, 1.5)]);
    let mut u = vec![vec![1.0, 2.0], vec![3.0], vec![4.0, 5.0]];
    several(&mut u);
    println!("{u:?}");
    single(&mut u, &mut m, &mut a);
    println!("{u:?} {m:?} {a:?}");
}
