//! Locals of one name, of which some are references that tasks write through and others values that they take along; optional values and closures between tasks.

fn slow(x: f64) -> f64 {
    for k in 0..3000_u32 {
        std::hint::black_box(k);
    }
    x
}
#[derive(Clone, Debug)]
struct Best {
    at: usize,
    name: String,
}
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn best(a: &[f64], out: &mut [f64]) -> usize {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("best", "tests/cases/ok/names_of_several_locals.rs", 14));
    let __hp5_value = {
    let mut best: Option<Best> = None; let __hp5_hold_435 = __hp5.hold();
    let mut other: Option<usize> = Some(a.len() - 1); let __hp5_hold_489 = __hp5.hold();
    // hp5: tests/cases/ok/names_of_several_locals.rs:18 #[hp5::task]
    {
        let __v_best = unsafe { __hp5.array("best", hp5::rt::scalar(&raw mut (best)), &[]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_other = unsafe { __hp5.array("other", hp5::rt::scalar(&raw mut (other)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("best:18", "tests/cases/ok/names_of_several_locals.rs", 18));
        __t.access(&__v_best, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_other, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_a, hp5::rt::Mode::In, &[hp5::rt::ALL]);
        let best = __v_best.view();
        let a = __v_a.view();
        let other = __v_other.view();
        let __body = move || {
            let mut best = best;
            let a = a;
            let mut other = other;
            {
                for i in 0..a.len() {
                    if (*best).as_ref().is_none_or(|b| a[b.at] < a[i]) {
                        (*best) = Some(Best {
                            at: i,
                            name: format!("n{i}"),
                        });
                    }
                }
                slow(1.0);
                (*other) = (*other).map(|n| n + 1);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/names_of_several_locals.rs:31 #[hp5::task]
    {
        let __v_best = unsafe { __hp5.array("best", hp5::rt::scalar(&raw const (best)), &[]) };
        let __v_other = unsafe { __hp5.array("other", hp5::rt::scalar(&raw const (other)), &[]) };
        let __v_out = unsafe { __hp5.array("out", hp5::rt::flat(&raw const out), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("best:31", "tests/cases/ok/names_of_several_locals.rs", 31));
        __t.access(&__v_out, hp5::rt::Mode::Out, &[hp5::rt::ALL]);
        __t.access(&__v_best, hp5::rt::Mode::In, &[]);
        __t.access(&__v_other, hp5::rt::Mode::In, &[]);
        let best = __v_best.view();
        let other = __v_other.view();
        let out = __v_out.view();
        let __body = move || {
            let best = best;
            let other = other;
            let mut out = out;
            {
                if let Some(b) = &(*best) {
                    out[b.at] = slow(b.name.len() as f64); //~ HP5-W0101
                }
                if let Some(n) = (*other) {
                    out[0] = n as f64;
                }
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/names_of_several_locals.rs:40 #[hp5::task]
    {
        let __v_best = unsafe { __hp5.array("best", hp5::rt::scalar(&raw mut (best)), &[]) };
        let __v_other = unsafe { __hp5.array("other", hp5::rt::scalar(&raw mut (other)), &[]) };
        let __v_out = unsafe { __hp5.array("out", hp5::rt::flat(&raw const out), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("best:40", "tests/cases/ok/names_of_several_locals.rs", 40));
        __t.access(&__v_out, hp5::rt::Mode::InOut, &[(1, 2)]);
        __t.access(&__v_best, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_other, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_best, hp5::rt::Mode::In, &[]);
        __t.access(&__v_other, hp5::rt::Mode::In, &[]);
        let best = __v_best.view();
        let other = __v_other.view();
        let out = __v_out.view();
        let __body = move || {
            let mut best = best;
            let mut other = other;
            let mut out = out;
            {
                match (*best) {
                    Some(ref mut b) => b.at += 1,
                    None => {}
                }
                while let Some(n) = (*other) {
                    (*other) = if n > 3 { Some(n - 1) } else { None };
                }
                if let (Some(x), None) = ((*best).as_ref(), (*other)) {
                    out[1] += x.at as f64;
                }
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    let Some(x) = best else { return 0 }; //~ HP5-W0102
    x.at + x.name.len()
    };
    __hp5.end();
    __hp5_value
}
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn closures(a: &mut [f64], b: &mut Vec<f64>, n: usize) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("closures", "tests/cases/ok/names_of_several_locals.rs", 56));
    let __hp5_value = {
    let mut sum = 0.0; let __hp5_hold_1545 = __hp5.hold();
    let add = |x: f64, y: f64| x * 2.0 + y;
    for i in 0..n {
        // hp5: tests/cases/ok/names_of_several_locals.rs:61 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("closures:61", "tests/cases/ok/names_of_several_locals.rs", 61));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                {
                    a[i] = slow((a[i] * 2.0 + (i as f64)));
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    let total: f64 = a.iter().map(|x| ((*x) * 2.0 + ((1.0) as f64))).sum(); //~ HP5-W0102
    for i in __hp5.laps(1, 0..n) {
        // hp5: tests/cases/ok/names_of_several_locals.rs:68 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("closures:68", "tests/cases/ok/names_of_several_locals.rs", 68));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a;
                {
                    let mut bump = |k: usize| a[k] += slow(1.0); //~ HP5-W0101
                    bump(i);
                    if i > 0 {
                        bump(i - 1);
                    }
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    let mut grow = |x: f64| b.push(x);
    grow(total);
    // hp5: tests/cases/ok/names_of_several_locals.rs:79 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::scalar(&raw const (b)), &[]) };
        let __w_b = hp5::rt::whole(&raw const (b));
        let __v_sum = unsafe { __hp5.array("sum", hp5::rt::scalar(&raw mut (sum)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("closures:79", "tests/cases/ok/names_of_several_locals.rs", 79));
        __t.access(&__v_b, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_sum, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_a, hp5::rt::Mode::In, &[(0, 1)]);
        __t.access(&__v_b, hp5::rt::Mode::In, &[]);
        __t.access(&__v_sum, hp5::rt::Mode::In, &[]);
        let __s0_a = [(0, 1)];
        let a = __v_a.view();
        let sum = __v_sum.view();
        let __body = move || {
            let a = a.within(&__s0_a);
            let mut b = &mut **unsafe { __w_b.get_mut() };
            let mut sum = sum;
            {
                (*sum) += slow(b[0]) + a[0];
                b.push((*sum));
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    b.push(1.0); //~ HP5-W0102
    let last = b.last().copied().unwrap_or(0.0);
    // hp5: tests/cases/ok/names_of_several_locals.rs:86 #[hp5::task(inout(a))]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __w_a = hp5::rt::whole(&raw const (*a));
        let mut __t = __hp5.task(hp5::rt::site!("closures:86", "tests/cases/ok/names_of_several_locals.rs", 86));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
        let __body = move || {
            let mut a = unsafe { __w_a.get_mut() };
            {
                a.sort_by(|x, y| y.partial_cmp(x).unwrap());
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/names_of_several_locals.rs:90 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __w_a = hp5::rt::whole(&raw const (*a));
        let __v_sum = unsafe { __hp5.array("sum", hp5::rt::scalar(&raw const (sum)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("closures:90", "tests/cases/ok/names_of_several_locals.rs", 90));
        __t.access(&__v_sum, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_a, hp5::rt::Mode::In, &[hp5::rt::ALL]);
        let last = hp5::rt::cap_owned!(last);
        let sum = __v_sum.view();
        let __body = move || {
            let a = unsafe { __w_a.get() };
            let mut sum = sum;
            {
                (*sum) += a.iter().rev().take(2).sum::<f64>() + last;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    sum //~ HP5-W0102
    };
    __hp5.end();
    __hp5_value
}
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn two_names(p: &mut [(f64, [f64; 2])], out: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("two_names", "tests/cases/ok/names_of_several_locals.rs", 96));
    for (i, (x, [y, z])) in p.iter().enumerate() {
        // hp5: tests/cases/ok/names_of_several_locals.rs:99 #[hp5::task]
        {
            let __v_out = unsafe { __hp5.array("out", hp5::rt::flat(&raw const out), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("two_names:99", "tests/cases/ok/names_of_several_locals.rs", 99));
            __t.access(&__v_out, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            let __s0_out = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let x = hp5::rt::cap_owned!(x);
            let y = hp5::rt::cap_owned!(y);
            let z = hp5::rt::cap_owned!(z);
            let out = __v_out.view();
            let __body = move || {
                let mut out = out.within(&__s0_out);
                {
                    out[i] += slow(x + y * z);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    for (i, (y, [x, _])) in p.iter_mut().enumerate() { //~ HP5-W0102
        // hp5: tests/cases/ok/names_of_several_locals.rs:105 #[hp5::task]
        {
            let __v_out = unsafe { __hp5.array("out", hp5::rt::flat(&raw const out), &[0]) };
            let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw mut (*x)), &[]) };
            let __v_y = unsafe { __hp5.array("y", hp5::rt::scalar(&raw mut (*y)), &[]) };
            let mut __t = __hp5.task(hp5::rt::site!("two_names:105", "tests/cases/ok/names_of_several_locals.rs", 105));
            __t.access(&__v_x, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_y, hp5::rt::Mode::Out, &[]);
            __t.access(&__v_out, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_x, hp5::rt::Mode::In, &[]);
            let __s0_out = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let out = __v_out.view();
            let x = __v_x.view();
            let y = __v_y.view();
            let __body = move || {
                let out = out.within(&__s0_out);
                let mut x = x;
                let mut y = y;
                {
                    *x += out[i];
                    *y = slow(*x);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    let (x, y) = (out[0], out[1]);
    // hp5: tests/cases/ok/names_of_several_locals.rs:112 #[hp5::task]
    {
        let __v_out = unsafe { __hp5.array("out", hp5::rt::flat(&raw const out), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("two_names:112", "tests/cases/ok/names_of_several_locals.rs", 112));
        __t.access(&__v_out, hp5::rt::Mode::InOut, &[(2, 3)]);
        let __s0_out = [(2, 3)];
        let x = hp5::rt::cap_owned!(x);
        let y = hp5::rt::cap_owned!(y);
        let out = __v_out.view();
        let __body = move || {
            let mut out = out.within(&__s0_out);
            {
                out[2] += slow(x + y);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    let (y, x) = (out[2], out[1]); //~ HP5-W0102
    // hp5: tests/cases/ok/names_of_several_locals.rs:117 #[hp5::task]
    {
        let __v_out = unsafe { __hp5.array("out", hp5::rt::flat(&raw const out), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("two_names:117", "tests/cases/ok/names_of_several_locals.rs", 117));
        __t.access(&__v_out, hp5::rt::Mode::InOut, &[(3, 4)]);
        let __s0_out = [(3, 4)];
        let x = hp5::rt::cap_owned!(x);
        let y = hp5::rt::cap_owned!(y);
        let out = __v_out.view();
        let __body = move || {
            let mut out = out.within(&__s0_out);
            {
                out[3] += slow(x - y);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}
fn main() {
    let a: Vec<f64> = (0..8).map(|k| ((k * 5) % 7) as f64).collect();
    let mut out = vec![0.0; 8];
    println!("{} {:?}", best(&a, &mut out), out);
    let mut a = a;
    let mut b = vec![];
    println!("{} {:?} {:?}", closures(&mut a, &mut b, 6), a, b);
    let mut p = vec![(1.0, [2.0, 3.0]), (0.5, [0.25, 4.0])];
    two_names(&mut p, &mut out);
    println!("{:?} {:?}", p, out);
}
