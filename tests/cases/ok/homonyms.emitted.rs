//! A number that has an array's name in another scope.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn names(a: &mut [f64], b: &mut [f64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("names", "tests/cases/ok/homonyms.rs", 3));
    // hp5: tests/cases/ok/homonyms.rs:5 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("names:5", "tests/cases/ok/homonyms.rs", 5), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize))]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize))]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
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
                a[i] += b[n - 1 - i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    for a in 0..3 {
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102 | #[hp5::task]
        // hp5: tests/cases/ok/homonyms.rs:10 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
            let mut __t = __hp5.task(hp5::rt::site!("names:10", "tests/cases/ok/homonyms.rs", 10));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[((a as isize), (a as isize) + 1)]);
            let __s0_b = [((a as isize), (a as isize) + 1)];
            let a = hp5::rt::cap_owned!(a);
            let b = __v_b.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                {
                    b[a] += a as f64;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    {
        let a = 0.5;
        // hp5: tests/cases/ok/homonyms.rs:17 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
            let n = hp5::rt::cap!(n);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("names:17", "tests/cases/ok/homonyms.rs", 17), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
            __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let a = hp5::rt::cap_owned!(a);
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_b = __s0_b.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let a = hp5::rt::again(&a);
                let mut b = b.within(&__s0_b);
                for i in __i_part.clone() {
                    b[i] *= a;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    // hp5: tests/cases/ok/homonyms.rs:22 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("names:22", "tests/cases/ok/homonyms.rs", 22), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
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
                a[i] -= b[i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<f64> = (0..23).map(f64::from).collect();
    let mut b = a.clone();
    names(&mut a, &mut b, 23);
    println!("{a:?} {b:?}");
}
