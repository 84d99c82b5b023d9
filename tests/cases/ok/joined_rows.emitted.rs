//! Joined calls that are given a row of an array of rows, beside tasks that index the array.

fn slow(x: f64) -> f64 {
    for k in 0..3000_u32 {
        std::hint::black_box(k);
    }
    x
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn smooth(u: &mut [f64]) {
    let __hp5 = unsafe { hp5::rt::Joined::begin(hp5::rt::site!("smooth", "tests/cases/ok/joined_rows.rs", 10)) };
    for i in 0..6 {
        // hp5: tests/cases/ok/joined_rows.rs:13 #[hp5::task]
        {
            let __v_u = unsafe { __hp5.array("u", hp5::rt::flat(&raw const u), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("smooth:13", "tests/cases/ok/joined_rows.rs", 13));
            __t.access(&__v_u, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_u, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            let __s0_u = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let u = __v_u.view();
            let __body = move || {
                let mut u = u.within(&__s0_u);
                {
                    u[i] = slow(u[i] * 0.5 + 1.0);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn whole(u: &mut Vec<f64>) {
    let __hp5 = unsafe { hp5::rt::Joined::begin(hp5::rt::site!("whole", "tests/cases/ok/joined_rows.rs", 20)) };
    let __hp5_value = {
        let __hp5_hold = __hp5.hold();
    __hp5.wait(); // hp5: put in, see the translator's warning
    //~ HP5-W0102
    // hp5: tests/cases/ok/joined_rows.rs:22 #[hp5::task]
    {
        let __v_u = unsafe { __hp5.array("u", hp5::rt::scalar(&raw const (u)), &[]) };
        let __w_u = hp5::rt::whole(&raw const (u));
        let mut __t = __hp5.task(hp5::rt::site!("whole:22", "tests/cases/ok/joined_rows.rs", 22));
        __t.access(&__v_u, hp5::rt::Mode::InOut, &[]);
        let __body = move || {
            let mut u = &mut **unsafe { __w_u.get_mut() };
            {
                for x in u.iter_mut() {
                    *x = slow(*x * 0.5 + 1.0);
                }
            }
        };
        unsafe { __t.spawn(__body) };
    }
    };
    __hp5.end();
    __hp5_value
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn restrict(f: &[f64], c: &mut [f64]) {
    let __hp5 = unsafe { hp5::rt::Joined::begin(hp5::rt::site!("restrict", "tests/cases/ok/joined_rows.rs", 30)) };
    for i in 0..6 {
        // hp5: tests/cases/ok/joined_rows.rs:33 #[hp5::task]
        {
            let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c), &[0]) };
            let __v_f = unsafe { __hp5.array("f", hp5::rt::flat(&raw const f), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("restrict:33", "tests/cases/ok/joined_rows.rs", 33));
            __t.access(&__v_c, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_c, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_f, hp5::rt::Mode::In, &[(-(i as isize) + 5, -(i as isize) + 6)]);
            let __s0_c = [((i as isize), (i as isize) + 1)];
            let __s0_f = [(-(i as isize) + 5, -(i as isize) + 6)];
            let i = hp5::rt::cap_owned!(i);
            let c = __v_c.view();
            let f = __v_f.view();
            let __body = move || {
                let mut c = c.within(&__s0_c);
                let f = f.within(&__s0_f);
                {
                    c[i] = slow(c[i] + f[5 - i]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn f(u: &mut Vec<Vec<f64>>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("f", "tests/cases/ok/joined_rows.rs", 40));
    for l in 0..4 {
        { let __hp5_hand = __hp5.hand("tests/cases/ok/joined_rows.rs", 10); __hp5.wait(); // hp5: put in, see the translator's warning
        smooth(&mut u[l]) }; //~ HP5-W0102
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102
        // hp5: tests/cases/ok/joined_rows.rs:44 #[hp5::task]
        {
            let __v_u = unsafe { __hp5.array("u", hp5::rt::nested::<2, _>(&raw const u), &[0, 0]) };
            let mut __t = __hp5.task(hp5::rt::site!("f:44", "tests/cases/ok/joined_rows.rs", 44));
            __t.access(&__v_u, hp5::rt::Mode::InOut, &[((l as isize), (l as isize) + 1), (3, 4)]);
            __t.access(&__v_u, hp5::rt::Mode::In, &[((l as isize), (l as isize) + 1), (3, 4)]);
            let __s0_u = [((l as isize), (l as isize) + 1), (3, 4)];
            let l = hp5::rt::cap_owned!(l);
            let u = __v_u.view();
            let __body = move || {
                let mut u = u.within(&__s0_u);
                {
                    u[(l, 3)] = u[(l, 3)] + 2.0;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    for l in 0..3 {
        // hp5: tests/cases/ok/joined_rows.rs:50 #[hp5::task]
        {
            let __v_u = unsafe { __hp5.array("u", hp5::rt::nested::<2, _>(&raw const u), &[0, 0]) };
            let mut __t = __hp5.task(hp5::rt::site!("f:50", "tests/cases/ok/joined_rows.rs", 50));
            __t.access(&__v_u, hp5::rt::Mode::InOut, &[((l as isize) + 1, (l as isize) + 2), (2, 3)]);
            __t.access(&__v_u, hp5::rt::Mode::In, &[((l as isize), (l as isize) + 1), (3, 4)]);
            let __s0_u = [((l as isize), (l as isize) + 1), (3, 4)];
            let __s1_u = [((l as isize) + 1, (l as isize) + 2), (2, 3)];
            let l = hp5::rt::cap_owned!(l);
            let u = __v_u.view();
            let __body = move || {
                let mut u = u.within_all(&[&__s0_u, &__s1_u]);
                {
                    u[(l + 1, 2)] += slow(u[(l, 3)]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        { let __hp5_hand = __hp5.hand("tests/cases/ok/joined_rows.rs", 20); __hp5.wait(); // hp5: put in, see the translator's warning
        whole(&mut u[l]) }; //~ HP5-W0102
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102
        // hp5: tests/cases/ok/joined_rows.rs:55 #[hp5::task]
        {
            let __v_u = unsafe { __hp5.array("u", hp5::rt::nested::<2, _>(&raw const u), &[0, 0]) };
            let mut __t = __hp5.task(hp5::rt::site!("f:55", "tests/cases/ok/joined_rows.rs", 55));
            __t.access(&__v_u, hp5::rt::Mode::InOut, &[((l as isize), (l as isize) + 1), (2, 3)]);
            __t.access(&__v_u, hp5::rt::Mode::In, &[((l as isize) + 1, (l as isize) + 2), (3, 4)]);
            let __s0_u = [((l as isize) + 1, (l as isize) + 2), (3, 4)];
            let __s1_u = [((l as isize), (l as isize) + 1), (2, 3)];
            let l = hp5::rt::cap_owned!(l);
            let u = __v_u.view();
            let __body = move || {
                let mut u = u.within_all(&[&__s0_u, &__s1_u]);
                {
                    u[(l, 2)] += slow(u[(l + 1, 3)]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn g(u: &mut Vec<Vec<f64>>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("g", "tests/cases/ok/joined_rows.rs", 62));
    for l in (0..3).rev() {
        { let __hp5_hand = __hp5.hand("tests/cases/ok/joined_rows.rs", 10); __hp5.wait(); // hp5: put in, see the translator's warning
        smooth(&mut u[l]) }; //~ HP5-W0102
        let (fine, coarse) = u.split_at_mut(l + 1);
        { let __hp5_hand = __hp5.hand("tests/cases/ok/joined_rows.rs", 30); restrict(&fine[l], &mut coarse[0]) };
        for i in 0..6 {
            __hp5.wait(); // hp5: put in, see the translator's warning
            //~ HP5-W0102
            // hp5: tests/cases/ok/joined_rows.rs:69 #[hp5::task]
            {
                let __v_u = unsafe { __hp5.array("u", hp5::rt::nested::<2, _>(&raw const u), &[0, 0]) };
                let mut __t = __hp5.task(hp5::rt::site!("g:69", "tests/cases/ok/joined_rows.rs", 69));
                __t.access(&__v_u, hp5::rt::Mode::InOut, &[((l as isize), (l as isize) + 1), ((i as isize), (i as isize) + 1)]);
                __t.access(&__v_u, hp5::rt::Mode::In, &[((l as isize), (l as isize) + 2), ((i as isize), (i as isize) + 1)]);
                let __s0_u = [((l as isize), (l as isize) + 2), ((i as isize), (i as isize) + 1)];
                let l = hp5::rt::cap_owned!(l);
                let i = hp5::rt::cap_owned!(i);
                let u = __v_u.view();
                let __body = move || {
                    let mut u = u.within(&__s0_u);
                    {
                        u[(l, i)] = slow(u[(l, i)] + u[(l + 1, i)]);
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
    }
    for l in 1..4 {
        let (a, b) = u.split_at_mut(l);
        { let __hp5_hand = __hp5.hand("tests/cases/ok/joined_rows.rs", 30); __hp5.wait(); // hp5: put in, see the translator's warning
        restrict(&a[l - 1], &mut b[0]) }; //~ HP5-W0102
        { let __hp5_hand = __hp5.hand("tests/cases/ok/joined_rows.rs", 20); whole(&mut b[0]) };
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102
        // hp5: tests/cases/ok/joined_rows.rs:79 #[hp5::task]
        {
            let __v_u = unsafe { __hp5.array("u", hp5::rt::nested::<2, _>(&raw const u), &[0, 0]) };
            let mut __t = __hp5.task(hp5::rt::site!("g:79", "tests/cases/ok/joined_rows.rs", 79));
            __t.access(&__v_u, hp5::rt::Mode::InOut, &[((l as isize) - 1, (l as isize)), (1, 2)]);
            __t.access(&__v_u, hp5::rt::Mode::In, &[((l as isize), (l as isize) + 1), (1, 2)]);
            let __s0_u = [((l as isize) - 1, (l as isize) + 1), (1, 2)];
            let l = hp5::rt::cap_owned!(l);
            let u = __v_u.view();
            let __body = move || {
                let mut u = u.within(&__s0_u);
                {
                    u[(l - 1, 1)] = slow(u[(l, 1)]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let mut u: Vec<Vec<f64>> = (0..4)
        .map(|k| (0..6).map(|j| (k * j) as f64).collect())
        .collect();
    f(&mut u);
    println!("{:?}", u);
    g(&mut u);
    println!("{:?}", u);
}
