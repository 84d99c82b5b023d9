//! Indices that are rounded from fractions, below zero too.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn casts(a: &mut [f64], at: f64, count: i64) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("casts", "tests/cases/ok/fractions.rs", 3));
    let k = -1.5;
    let n = count as usize;
    // hp5: tests/cases/ok/fractions.rs:7 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let mut __t = __hp5.task(hp5::rt::site!("casts:7", "tests/cases/ok/fractions.rs", 7));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(((k as usize) as isize), ((k as usize) as isize) + 1)]);
        let __s0_a = [(((k as usize) as isize), ((k as usize) as isize) + 1)];
        let k = hp5::rt::cap_owned!(k);
        let a = __v_a.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            {
                a[k as usize] += 1.0;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/fractions.rs:11 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let at = hp5::rt::cap!(at);
        let mut __t = __hp5.task(hp5::rt::site!("casts:11", "tests/cases/ok/fractions.rs", 11));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(((at as usize) as isize), ((at as usize) as isize) + 1)]);
        __t.access(&__v_a, hp5::rt::Mode::In, &[((((at * 2.0) as usize) as isize), (((at * 2.0) as usize) as isize) + 1)]);
        let __s0_a = [((((at * 2.0) as usize) as isize), (((at * 2.0) as usize) as isize) + 1)];
        let __s1_a = [(((at as usize) as isize), ((at as usize) as isize) + 1)];
        let a = __v_a.view();
        let __body = move || {
            let _ = a.within(&__s0_a);
            let _ = a.within(&__s1_a);
            let mut a = a.within(&hp5::rt::CHECKED);
            {
                a[at as usize] += a[(at * 2.0) as usize];
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/fractions.rs:15 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let mut __t = __hp5.task(hp5::rt::site!("casts:15", "tests/cases/ok/fractions.rs", 15));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[((((-0.5) as usize) as isize), (((-0.5) as usize) as isize) + 1)]);
        let __s0_a = [((((-0.5) as usize) as isize), (((-0.5) as usize) as isize) + 1)];
        let a = __v_a.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            {
                a[(-0.5) as usize] += 3.0;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/fractions.rs:19 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("casts:19", "tests/cases/ok/fractions.rs", 19), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n as i32, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i as usize] *= 2.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut a = vec![1.0; 20];
    casts(&mut a, -1.7, 13);
    println!("{a:?}");
}
