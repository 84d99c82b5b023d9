//! One name for several locals, in and out of inner scopes.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn names(a: &mut [f64], n: usize) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("names", "tests/cases/ok/one_name_twice.rs", 3));
    let __hp5_value = {
    let mut t = 0.0; let __hp5_hold_140 = __hp5.hold();
    // hp5: tests/cases/ok/one_name_twice.rs:6 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw mut (t)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("names:6", "tests/cases/ok/one_name_twice.rs", 6));
        __t.access(&__v_t, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_a, hp5::rt::Mode::In, &[(0, 1)]);
        let __s0_a = [(0, 1)];
        let a = __v_a.view();
        let t = __v_t.view();
        let __body = move || {
            let a = a.within(&__s0_a);
            let mut t = t;
            {
                (*t) += a[0];
            }
        };
        unsafe { __t.spawn(__body) };
    }
    for k in 0..3 {
        let mut t = __hp5.keep(k as f64);
        // hp5: tests/cases/ok/one_name_twice.rs:12 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw mut (*t)), &[]) };
            let mut __t = __hp5.task(hp5::rt::site!("names:12", "tests/cases/ok/one_name_twice.rs", 12));
            __t.access(&__v_t, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[((k as isize) + 1, (k as isize) + 2)]);
            let __s0_a = [((k as isize) + 1, (k as isize) + 2)];
            let k = hp5::rt::cap_owned!(k);
            let a = __v_a.view();
            let t = __v_t.view();
            let __body = move || {
                let a = a.within(&__s0_a);
                let mut t = t;
                {
                    (*t) += a[k + 1];
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/one_name_twice.rs:16 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw const (*t)), &[]) };
            let n = hp5::rt::cap!(n);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("names:16", "tests/cases/ok/one_name_twice.rs", 16), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_t, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| []);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let a = __v_a.view();
            let t = __v_t.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let mut a = a.within(&__s0_a);
                let t = t;
                for i in __i_part.clone() {
                    a[i] += (*t);
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    {
        let mut t = __hp5.keep(1.0);
        // hp5: tests/cases/ok/one_name_twice.rs:23 #[hp5::task_tile(i = 4, reduction(max: t))], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw mut (*t)), &[]) };
            let __red_t = unsafe { __hp5.reduction::<hp5::rt::op::Max, _>(&__v_t) };
            let n = hp5::rt::cap!(n);
            let mut __loop = __hp5.task_loop(hp5::rt::site!("names:23", "tests/cases/ok/one_name_twice.rs", 23), hp5::rt::Order::Parallel);
            for __i_part in hp5::rt::chunks(0..n, 4, 0) {
                let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
                let mut __t = __loop.task();
                __t.access(&__v_a, hp5::rt::Mode::In, &[(__i_lo, __i_hi)]);
                let __slot_t = __red_t.slot(&mut __t);
                let __s0_a = [(__i_lo, __i_hi)];
                let __i_part = __i_part.clone();
                let a = __v_a.view();
                let __body = move || {
                    let a = a.within(&__s0_a);
                    let mut t = __slot_t.identity();
                    for i in __i_part.clone() {
                        t = f64::max(t, a[i]);
                    }
                    __slot_t.put(t);
                };
                unsafe { __t.spawn(__body) };
            }
            __loop.finish();
            __red_t.combine(hp5::rt::site!("names:23", "tests/cases/ok/one_name_twice.rs", 23));
        }
        // hp5: tests/cases/ok/one_name_twice.rs:27 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw const (*t)), &[]) };
            let mut __t = __hp5.task(hp5::rt::site!("names:27", "tests/cases/ok/one_name_twice.rs", 27));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[(1, 2)]);
            __t.access(&__v_t, hp5::rt::Mode::In, &[]);
            let __s0_a = [(1, 2)];
            let a = __v_a.view();
            let t = __v_t.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                let t = t;
                {
                    a[1] += (*t);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    // hp5: tests/cases/ok/one_name_twice.rs:32 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw mut (t)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("names:32", "tests/cases/ok/one_name_twice.rs", 32));
        __t.access(&__v_t, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_a, hp5::rt::Mode::In, &[(1, 2)]);
        let __s0_a = [(1, 2)];
        let a = __v_a.view();
        let t = __v_t.view();
        let __body = move || {
            let a = a.within(&__s0_a);
            let mut t = t;
            {
                (*t) += a[1];
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    t //~ HP5-W0102 | t
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let mut a: Vec<f64> = (0..23).map(f64::from).collect();
    println!("{} {a:?}", names(&mut a.clone(), 23));
    println!("{} {a:?}", names(&mut a, 23));
}
