//! Ranges whose end is behind a reference, or negative.

fn slow(x: f64) -> f64 {
    let mut y = x;
    for _ in 0..300 {
        y = y * 0.999 + 0.001;
    }
    y
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn run(a: &mut [f64], u: &mut [Vec<f64>], n: &usize, first: &mut usize, low: &isize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("run", "tests/cases/ok/ranges_to_references.rs", 11));
    // hp5: tests/cases/ok/ranges_to_references.rs:13 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("run:13", "tests/cases/ok/ranges_to_references.rs", 13), hp5::rt::Order::Parallel, hp5::rt::chunks(0..*n, 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] = slow(a[i] + i as f64);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    *first += 1;
    // hp5: tests/cases/ok/ranges_to_references.rs:18 #[hp5::task_tile(i = 8)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let first = &**hp5::rt::cap!(first);
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("run:18", "tests/cases/ok/ranges_to_references.rs", 18), hp5::rt::Order::Ordered, hp5::rt::backwards(hp5::rt::chunks(*first..*n - 1, 8, 0)));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + 1)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 1)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let first = hp5::rt::again(&first);
            let n = hp5::rt::again(&n);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone().rev() {
                a[i] = slow(a[i + 1] * 2.0);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/ranges_to_references.rs:22 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let low = hp5::rt::cap!(low);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("run:22", "tests/cases/ok/ranges_to_references.rs", 22), hp5::rt::Order::Parallel, hp5::rt::chunks(0..-low * 2, 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let low = hp5::rt::again(&low);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i as usize] += slow(i as f64);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/ranges_to_references.rs:26 #[hp5::task_tile(l = 1)], ordered
    {
        let __v_u = unsafe { __hp5.array("u", hp5::rt::nested::<2, _>(&raw const u), &[1, 0]) };
        let __w_u = hp5::rt::whole(&raw const (u));
        let first = &**hp5::rt::cap!(first);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("run:26", "tests/cases/ok/ranges_to_references.rs", 26), hp5::rt::Order::Ordered, hp5::rt::chunks(0..u.len(), 1, 0));
        __loop.access(&__v_u, hp5::rt::Mode::InOut, |[(__l_lo, __l_hi)]| [(__l_lo, __l_hi), (((*first) as isize) + 2, ((*first) as isize) + 3)]);
        __loop.access(&__v_u, hp5::rt::Mode::In, |[(__l_lo, __l_hi)]| [hp5::rt::ALL, hp5::rt::ALL]);
        let __body = __loop.body(move |__l_part| {
            let first = hp5::rt::again(&first);
            let mut u = unsafe { __w_u.get_mut() };
            for l in __l_part.clone() {
                let sum: f64 = u[l][0..*first + 2].iter().sum();
                u[l][*first + 2] = slow(sum);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/ranges_to_references.rs:31 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let first = &**hp5::rt::cap!(first);
        let n = hp5::rt::cap!(n);
        let mut __t = __hp5.task(hp5::rt::site!("run:31", "tests/cases/ok/ranges_to_references.rs", 31));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, ((*n) as isize))]);
        let a = __v_a.view();
        let __body = move || {
            let mut a = a;
            {
                let m = *first;
                a[0..*n].rotate_left(m);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<f64> = (0..100).map(f64::from).collect();
    let mut u = vec![vec![1.0; 10]; 12];
    run(&mut a, &mut u, &100, &mut 1, &-20);
    println!("{a:?} {u:?}");
}
