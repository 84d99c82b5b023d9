//! Closures over what tasks have written: the wait stands in front of them, not in them.

fn slow(x: f64) -> f64 {
    (0..300).fold(x, |y, k| {
        std::hint::black_box(y * 0.999 + 0.001 * (k % 3) as f64)
    })
}

// Called in tasks.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn in_tasks(a: &mut [f64], b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("in_tasks", "tests/cases/ok/closures_after_tasks.rs", 10));
    {
    // hp5: tests/cases/ok/closures_after_tasks.rs:12 #[hp5::task]
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("in_tasks:12", "tests/cases/ok/closures_after_tasks.rs", 12));
        __t.access(&__v_b, hp5::rt::Mode::Out, &[(0, 1)]);
        let __s0_b = [(0, 1)];
        let b = __v_b.view();
        let __body = move || {
            let mut b = b.within(&__s0_b);
            {
                b[0] = slow(1.0);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    let mut set = |i: usize| {
        a[i] = slow(b[i]); //~ HP5-W0102
    }; let __hp5_hold_433 = __hp5.hold();
    for i in __hp5.laps(1, 0..5) {
        // hp5: tests/cases/ok/closures_after_tasks.rs:20 #[hp5::task]
        {
            let __v_set = unsafe { __hp5.array("set", hp5::rt::scalar(&raw mut (set)), &[]) };
            let __w_set = hp5::rt::whole(&raw mut (set));
            let mut __t = __hp5.task(hp5::rt::site!("in_tasks:20", "tests/cases/ok/closures_after_tasks.rs", 20));
            __t.access(&__v_set, hp5::rt::Mode::InOut, &[]);
            let i = hp5::rt::cap_owned!(i);
            let __body = move || {
                let mut set = unsafe { __w_set.get_mut() };
                set(i);
            };
            unsafe { __t.spawn(__body) };
        }
    }
    }
    __hp5.end();
}

// In each turn a new one, which may return early.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn in_turns(a: &mut [f64], b: &mut [f64]) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("in_turns", "tests/cases/ok/closures_after_tasks.rs", 26));
    let __hp5_value = {
    let mut sum = 0.0;
    for i in 0..4 {
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102
        // hp5: tests/cases/ok/closures_after_tasks.rs:30 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("in_turns:30", "tests/cases/ok/closures_after_tasks.rs", 30));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[((i as isize) + 1, (i as isize) + 2)]);
            let __s0_b = [((i as isize), (i as isize) + 2)];
            let i = hp5::rt::cap_owned!(i);
            let b = __v_b.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                {
                    b[i] = slow(b[i + 1]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        let read = |k: usize| {
            if k > 3 {
                return 0.5;
            }
            let mut all = 0.0;
            while all < b[k] { //~ HP5-W0102

                all += 0.25;
            }
            return all;
        };
        // hp5: tests/cases/ok/closures_after_tasks.rs:45 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("in_turns:45", "tests/cases/ok/closures_after_tasks.rs", 45));
            __t.access(&__v_a, hp5::rt::Mode::Out, &[((i as isize), (i as isize) + 1)]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let read = hp5::rt::cap_owned!(read);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                {
                    a[i] = slow(read(i) + read(4));
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        sum += read(0); //~ HP5-W0102
        // hp5: tests/cases/ok/closures_after_tasks.rs:50 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("in_turns:50", "tests/cases/ok/closures_after_tasks.rs", 50));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize) + 1, (i as isize) + 2)]);
            let __s0_a = [((i as isize) + 1, (i as isize) + 2)];
            let i = hp5::rt::cap_owned!(i);
            let read = hp5::rt::cap_owned!(read);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                {
                    a[i + 1] += read(i);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    sum += a[2]; //~ HP5-W0102
    sum
    };
    __hp5.end();
    __hp5_value
}

// In one expression, by the standard library, and with tasks of its own.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn by_library(a: &mut [f64], b: &mut [f64]) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("by_library", "tests/cases/ok/closures_after_tasks.rs", 60));
    let __hp5_value = {
    // hp5: tests/cases/ok/closures_after_tasks.rs:62 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[2]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("by_library:62", "tests/cases/ok/closures_after_tasks.rs", 62), hp5::rt::Order::Parallel, hp5::rt::chunks(0..6, 2, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                b[i] = slow(a[i]);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    let most = (0..6).map(|i| b[i]).fold(0.0, |x: f64, y| x.max(y)); //~ HP5-W0102
    (0..6).for_each(|i| {
        // hp5: tests/cases/ok/closures_after_tasks.rs:68 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[2]) };
            let mut __t = __hp5.task(hp5::rt::site!("by_library:68", "tests/cases/ok/closures_after_tasks.rs", 68));
            __t.access(&__v_a, hp5::rt::Mode::Out, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let __s0_b = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let most = hp5::rt::cap_owned!(most);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                let b = b.within(&__s0_b);
                {
                    a[i] = slow(b[i]) * most;
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        b[i] += a[i]; //~ HP5-W0102
    });
    most
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let mut a = vec![0.5; 6];
    let mut b = vec![0.25; 6];
    in_tasks(&mut a, &mut b);
    println!("{a:?} {b:?}");
    println!("{} {a:?} {b:?}", in_turns(&mut a, &mut b));
    println!("{} {a:?} {b:?}", by_library(&mut a, &mut b));
}
