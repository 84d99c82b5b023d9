//! Methods with type arguments (`sum::<f64>()`): what they are called on is used.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn totals(a: &mut [f64], b: &mut [f64], rounds: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("totals", "tests/cases/ok/type_arguments.rs", 3));
    let n = a.len();
    for t in 0..rounds {
        // hp5: tests/cases/ok/type_arguments.rs:7 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("totals:7", "tests/cases/ok/type_arguments.rs", 7), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let n = hp5::rt::cap_owned!(n);
            let t = hp5::rt::cap_owned!(t);
            let a = __v_a.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let t = hp5::rt::again(&t);
                let mut a = a.within(&__s0_a);
                for i in __i_part.clone() {
                    a[i] += (i + t) as f64;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/type_arguments.rs:11 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let __w_a = hp5::rt::whole(&raw const (*a));
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("totals:11", "tests/cases/ok/type_arguments.rs", 11));
            __t.access(&__v_b, hp5::rt::Mode::Out, &[((t as isize), (t as isize) + 1)]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[hp5::rt::ALL]);
            let __s0_b = [((t as isize), (t as isize) + 1)];
            let t = hp5::rt::cap_owned!(t);
            let b = __v_b.view();
            let __body = move || {
                let a = unsafe { __w_a.get() };
                let mut b = b.within(&__s0_b);
                {
                    b[t] = a.iter().sum::<f64>();
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/type_arguments.rs:15 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let __w_a = hp5::rt::whole(&raw const (*a));
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("totals:15", "tests/cases/ok/type_arguments.rs", 15));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[((t as isize), (t as isize) + 1)]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[hp5::rt::ALL]);
            let __s0_b = [((t as isize), (t as isize) + 1)];
            let t = hp5::rt::cap_owned!(t);
            let b = __v_b.view();
            let __body = move || {
                let a = unsafe { __w_a.get() };
                let mut b = b.within(&__s0_b);
                {
                    let large = a.iter().copied().filter(|x| *x > 3.0).collect::<Vec<f64>>();
                    b[t] += large.len() as f64 + large.iter().map(|x| x * 0.5).product::<f64>().min(9.0);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/type_arguments.rs:20 #[hp5::task_tile(i = 3)], ordered
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("totals:20", "tests/cases/ok/type_arguments.rs", 20), hp5::rt::Order::Ordered, hp5::rt::chunks(1..n - 1, 3, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let n = hp5::rt::cap_owned!(n);
            let a = __v_a.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let mut a = a;
                let mut __in_a = a.within(&__s0_a);
                for i in __i_part.clone() {
                    __in_a[i] += a[i - 1..i + 2].iter().copied().fold::<f64, _>(0.0, f64::max) * 0.25;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/type_arguments.rs:24 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let __w_a = hp5::rt::whole(&raw const (*a));
            let mut __t = __hp5.task(hp5::rt::site!("totals:24", "tests/cases/ok/type_arguments.rs", 24));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            let __body = move || {
                let mut a = unsafe { __w_a.get_mut() };
                a.iter_mut().take(5).for_each::<fn(&mut f64)>(|x| *x = x.sqrt());
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn last(a: &mut Vec<u64>) -> u64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("last", "tests/cases/ok/type_arguments.rs", 29));
    let __hp5_value = {
    let mut found = 5; let __hp5_hold_950 = __hp5.hold();
    // hp5: tests/cases/ok/type_arguments.rs:32 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("last:32", "tests/cases/ok/type_arguments.rs", 32), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 2, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] = a[i] * 7 % 31;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/type_arguments.rs:36 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
        let __w_a = hp5::rt::whole(&raw const (a));
        let __v_found = unsafe { __hp5.array("found", hp5::rt::scalar(&raw mut (found)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("last:36", "tests/cases/ok/type_arguments.rs", 36));
        __t.access(&__v_found, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_a, hp5::rt::Mode::In, &[hp5::rt::ALL]);
        let found = __v_found.view();
        let __body = move || {
            let a = &**unsafe { __w_a.get() };
            let mut found = found;
            {
                (*found) += a.iter().max().copied().unwrap_or(0) + a.iter().sum::<u64>();
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    found //~ HP5-W0102 | found
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let mut a: Vec<f64> = (0..37).map(|i| f64::from(i % 7)).collect();
    let mut b = vec![0.0; 6];
    totals(&mut a, &mut b, 6);
    println!("{a:?}\n{b:?}");
    println!("{}", last(&mut (0..40).collect()));
}
