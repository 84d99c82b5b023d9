//! One name for several things: numbers that are indices, elements, rows, parts, and values of a task's own.

fn slow(x: f64) -> f64 {
    (0..300).fold(x, |y, k| {
        std::hint::black_box(y * 0.999 + 0.001 * (k % 3) as f64)
    })
}

fn sum(x: &[f64]) -> f64 {
    x.iter().sum()
}

// Elements and rows.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn elements_and_rows(a: &mut [f64], u: &mut [Vec<f64>]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("elements_and_rows", "tests/cases/ok/names_of_several_kinds.rs", 14));
    {
    for x in a.iter_mut() { let __hp5_hold_412 = __hp5.hold(); //~ HP5-W0102


        // hp5: tests/cases/ok/names_of_several_kinds.rs:19 #[hp5::task]
        {
            let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw const (x)), &[]) };
            let __w_x = hp5::rt::whole(&raw const (x));
            let mut __t = __hp5.task(hp5::rt::site!("elements_and_rows:19", "tests/cases/ok/names_of_several_kinds.rs", 19));
            __t.access(&__v_x, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_x, hp5::rt::Mode::In, &[]);
            let __body = move || {
                let mut x = unsafe { __w_x.get_mut() };
                {
                    *(*x) = slow(*(*x) + 1.0);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    for x in u.iter_mut() { let __hp5_hold_536 = __hp5.hold(); //~ HP5-W0102


        // hp5: tests/cases/ok/names_of_several_kinds.rs:27 #[hp5::task]
        {
            let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw const (x)), &[]) };
            let __w_x = hp5::rt::whole(&raw const (x));
            let mut __t = __hp5.task(hp5::rt::site!("elements_and_rows:27", "tests/cases/ok/names_of_several_kinds.rs", 27));
            __t.access(&__v_x, hp5::rt::Mode::InOut, &[]);
            let __body = move || {
                let mut x = unsafe { __w_x.get_mut() };
                {
                    x[0] += 1.0;
                    x.push(2.0);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    for x in a.iter_mut() { let __hp5_hold_677 = __hp5.hold(); //~ HP5-W0102


        // hp5: tests/cases/ok/names_of_several_kinds.rs:36 #[hp5::task]
        {
            let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw const (x)), &[]) };
            let __w_x = hp5::rt::whole(&raw const (x));
            let mut __t = __hp5.task(hp5::rt::site!("elements_and_rows:36", "tests/cases/ok/names_of_several_kinds.rs", 36));
            __t.access(&__v_x, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_x, hp5::rt::Mode::In, &[]);
            let __body = move || {
                let mut x = unsafe { __w_x.get_mut() };
                {
                    *(*x) *= slow(*(*x));
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    }
    __hp5.end();
}

// Elements and parts.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn elements_and_parts(a: &mut [f64], b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("elements_and_parts", "tests/cases/ok/names_of_several_kinds.rs", 44));
    let __hp5_value = {
    let mut items = a.iter_mut();
    while let Some(x) = items.next() { let __hp5_hold_936 = __hp5.hold(); //~ HP5-W0102


        // hp5: tests/cases/ok/names_of_several_kinds.rs:50 #[hp5::task]
        {
            let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw const (x)), &[]) };
            let __w_x = hp5::rt::whole(&raw const (x));
            let mut __t = __hp5.task(hp5::rt::site!("elements_and_parts:50", "tests/cases/ok/names_of_several_kinds.rs", 50));
            __t.access(&__v_x, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_x, hp5::rt::Mode::In, &[]);
            let __body = move || {
                let mut x = unsafe { __w_x.get_mut() };
                {
                    *(*x) = *(*x) * 2.0 + slow(*(*x));
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    for (x, y) in a.chunks_mut(4).zip(b.rchunks_mut(3)) { let __hp5_hold_1095 = __hp5.hold(); //~ HP5-W0102


        // hp5: tests/cases/ok/names_of_several_kinds.rs:58 #[hp5::task]
        {
            let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw const (x)), &[]) };
            let __w_x = hp5::rt::whole(&raw const (x));
            let __v_y = unsafe { __hp5.array("y", hp5::rt::flat(&raw const y), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("elements_and_parts:58", "tests/cases/ok/names_of_several_kinds.rs", 58));
            __t.access(&__v_y, hp5::rt::Mode::InOut, &[(1, 2)]);
            __t.access(&__v_x, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_y, hp5::rt::Mode::In, &[(0, 1)]);
            __t.access(&__v_x, hp5::rt::Mode::In, &[]);
            let __s0_y = [(0, 2)];
            let y = __v_y.view();
            let __body = move || {
                let mut x = unsafe { __w_x.get_mut() };
                let mut y = y.within(&__s0_y);
                {
                    x[0] += slow(y[0]);
                    y[1] = x[1];
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    if let Some(x) = a.first_mut() { let __hp5_hold_1252 = __hp5.hold(); //~ HP5-W0102


        // hp5: tests/cases/ok/names_of_several_kinds.rs:67 #[hp5::task]
        {
            let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw const (x)), &[]) };
            let __w_x = hp5::rt::whole(&raw const (x));
            let mut __t = __hp5.task(hp5::rt::site!("elements_and_parts:67", "tests/cases/ok/names_of_several_kinds.rs", 67));
            __t.access(&__v_x, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_x, hp5::rt::Mode::In, &[]);
            let __body = move || {
                let mut x = unsafe { __w_x.get_mut() };
                {
                    *(*x) = 1.0 - slow(*(*x));
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    };
    __hp5.end();
    __hp5_value
}

// Indices, rows and numbers.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn indices(a: &mut [f64], u: &mut [Vec<f64>], at: &[usize]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("indices", "tests/cases/ok/names_of_several_kinds.rs", 75));
    for r in at {
        // hp5: tests/cases/ok/names_of_several_kinds.rs:78 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("indices:78", "tests/cases/ok/names_of_several_kinds.rs", 78));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[(((*r) as isize), ((*r) as isize) + 1)]);
            let __s0_a = [(((*r) as isize), ((*r) as isize) + 1)];
            let r = hp5::rt::cap_owned!(r);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                {
                    a[*r] += 1.0 + *r as f64;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    for &r in at {
        // hp5: tests/cases/ok/names_of_several_kinds.rs:84 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("indices:84", "tests/cases/ok/names_of_several_kinds.rs", 84));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((r as isize), (r as isize) + 1)]);
            let __s0_a = [((r as isize), (r as isize) + 1)];
            let r = hp5::rt::cap_owned!(r);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                {
                    a[r] *= 2.0;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    for r in u.iter_mut() { //~ HP5-W0102


        // hp5: tests/cases/ok/names_of_several_kinds.rs:92 #[hp5::task]
        {
            let __v_r = unsafe { __hp5.array("r", hp5::rt::flat(&raw const r), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("indices:92", "tests/cases/ok/names_of_several_kinds.rs", 92));
            __t.access(&__v_r, hp5::rt::Mode::InOut, &[(0, 1)]);
            let __s0_r = [(0, 1)];
            let r = __v_r.view();
            let __body = move || {
                let mut r = r.within(&__s0_r);
                {
                    r[0] += 1.0;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    for r in u.iter() { //~ HP5-W0102


        // hp5: tests/cases/ok/names_of_several_kinds.rs:100 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_r = unsafe { __hp5.array("r", hp5::rt::flat(&raw const r), &[0]) };
            let __w_r = hp5::rt::whole(&raw const (*r));
            let mut __t = __hp5.task(hp5::rt::site!("indices:100", "tests/cases/ok/names_of_several_kinds.rs", 100));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_r, hp5::rt::Mode::In, &[hp5::rt::ALL]);
            let __s0_a = [(0, 1)];
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                let r = unsafe { __w_r.get() };
                {
                    a[0] += sum(r) + r.len() as f64;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    let r = &u[1][1..];
    // hp5: tests/cases/ok/names_of_several_kinds.rs:106 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_r = unsafe { __hp5.array("r", hp5::rt::flat(&raw const r), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("indices:106", "tests/cases/ok/names_of_several_kinds.rs", 106));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(1, 2)]);
        __t.access(&__v_r, hp5::rt::Mode::In, &[(0, 1)]);
        let __s0_a = [(1, 2)];
        let __s0_r = [(0, 1)];
        let a = __v_a.view();
        let r = __v_r.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            let r = r.within(&__s0_r);
            {
                a[1] += r[0];
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    let r = a[3]; //~ HP5-W0102
    // hp5: tests/cases/ok/names_of_several_kinds.rs:111 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("indices:111", "tests/cases/ok/names_of_several_kinds.rs", 111));
        __t.access(&__v_a, hp5::rt::Mode::Out, &[(2, 3)]);
        let __s0_a = [(2, 3)];
        let r = hp5::rt::cap_owned!(r);
        let a = __v_a.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            {
                a[2] = r * 2.0;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut a = vec![0.5; 8];
    let mut b = vec![0.25; 9];
    let mut u = vec![vec![0.5; 4]; 3];
    elements_and_rows(&mut a, &mut u);
    println!("{a:?} {u:?}");
    elements_and_parts(&mut a, &mut b);
    println!("{a:?} {b:?}");
    indices(&mut a, &mut u, &[1, 3, 1]);
    println!("{a:?} {u:?}");
}
