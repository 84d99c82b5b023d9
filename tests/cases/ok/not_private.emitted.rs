//! Variables that look like scratch and are none: their values count outside of the turn.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn last(a: &[f64], b: &mut [f64]) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("last", "tests/cases/ok/not_private.rs", 3));
    let __hp5_value = {
    let mut last = 0.0; let __hp5_hold_173 = __hp5.hold();
    // hp5: tests/cases/ok/not_private.rs:6 #[hp5::task_tile(i = 8)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_last = unsafe { __hp5.array("last", hp5::rt::scalar(&raw mut (last)), &[]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("last:6", "tests/cases/ok/not_private.rs", 6), hp5::rt::Order::Ordered, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_last, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_last, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| []);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let last = __v_last.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let a = a.within(&__s0_a);
            let mut last = last;
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                (*last) = a[i]; //~ HP5-W0103 | last
                b[i] = (*last) + 1.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.wait();
    last
    };
    __hp5.end();
    __hp5_value
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn of_the_turn_before(a: &[f64], b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("of_the_turn_before", "tests/cases/ok/not_private.rs", 15));
    {
    let mut line = vec![0.0; 8]; let __hp5_hold_435 = __hp5.hold();
    let mut before = 0.0; let __hp5_hold_461 = __hp5.hold();
    // hp5: tests/cases/ok/not_private.rs:19 #[hp5::task_tile(i = 8)], ordered
    {
        let __v_line = unsafe { __hp5.array("line", hp5::rt::flat(&raw mut line), &[0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_before = unsafe { __hp5.array("before", hp5::rt::scalar(&raw mut (before)), &[]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("of_the_turn_before:19", "tests/cases/ok/not_private.rs", 19), hp5::rt::Order::Ordered, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_line, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(0, 8)]);
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_before, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
        __loop.access(&__v_line, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(6, 8)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_before, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| []);
        let __s0_line = __loop.section(|[(__i_lo, __i_hi)]| [(0, 8)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let line = __v_line.view();
        let b = __v_b.view();
        let a = __v_a.view();
        let before = __v_before.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_line = __s0_line.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let mut line = line.within(&__s0_line);
            let mut b = b.within(&__s0_b);
            let a = a;
            let __in_a = a.within(&__s0_a);
            let mut before = before;
            for i in __i_part.clone() {
                b[i] = (*before) + line[7];
                for k in 0..7 {
                    line[k] = __in_a[i];
                }
                line[7] = line[6] + b[i];
                if i % 3 == 0 {
                    (*before) = a[i]; //~ HP5-W0103 | before
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn skipped(a: &[f64], b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("skipped", "tests/cases/ok/not_private.rs", 32));
    {
    let mut line = [0.0; 8]; let __hp5_hold_821 = __hp5.hold();
    // hp5: tests/cases/ok/not_private.rs:35 #[hp5::task_tile(i = 8)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_line = unsafe { __hp5.array("line", hp5::rt::flat(&raw mut line), &[0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("skipped:35", "tests/cases/ok/not_private.rs", 35), hp5::rt::Order::Ordered, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_line, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(0, 8)]);
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_line, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(5, 6)]);
        let a = __v_a.view();
        let line = __v_line.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__i_part| {
            let a = a;
            let mut line = line;
            let mut b = b;
            for i in __i_part.clone() {
                for k in 0..8 {
                    if i % 2 == 0 && k == 3 {
                        break;
                    }
                    line[k] = a[i] * k as f64;
                }
                b[i] = line[5];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn in_the_next_round(a: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("in_the_next_round", "tests/cases/ok/not_private.rs", 47));
    {
    let mut t = 1.0; let __hp5_hold_1131 = __hp5.hold();
    for _ in __hp5.rounds(1, 0..3) {
        // hp5: tests/cases/ok/not_private.rs:51 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw const (t)), &[]) };
            let mut __t = __hp5.task(hp5::rt::site!("in_the_next_round:51", "tests/cases/ok/not_private.rs", 51));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_t, hp5::rt::Mode::In, &[]);
            let __s0_a = [(0, 1)];
            let a = __v_a.view();
            let t = __v_t.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                let t = t;
                a[0] += (*t);
            };
            unsafe { __t.spawn_repeat(__body) };
        }
        // hp5: tests/cases/ok/not_private.rs:53 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw mut (t)), &[]) };
            let mut __t = __hp5.task(hp5::rt::site!("in_the_next_round:53", "tests/cases/ok/not_private.rs", 53));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[(1, 2)]);
            __t.access(&__v_t, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[(0, 2)]);
            __t.access(&__v_t, hp5::rt::Mode::In, &[]);
            let __s0_a = [(0, 2)];
            let a = __v_a.view();
            let t = __v_t.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                let mut t = t;
                {
                    (*t) = a[1];
                    a[1] = (*t) + a[0];
                }
            };
            unsafe { __t.spawn_repeat(__body) };
        }
    }
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<f64> = (0..40).map(f64::from).collect();
    let mut b = vec![0.0; 40];
    println!("{} {b:?}", last(&a, &mut b));
    of_the_turn_before(&a, &mut b);
    println!("{b:?}");
    skipped(&a, &mut b);
    println!("{b:?}");
    in_the_next_round(&mut a);
    println!("{a:?}");
}
