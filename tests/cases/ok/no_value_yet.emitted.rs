//! Private variables that are declared without a value.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn scaled(a: &mut [f64], b: &mut [f64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("scaled", "tests/cases/ok/no_value_yet.rs", 3));
    let mut t: f64;
    let mut u: f64;
    // hp5: tests/cases/ok/no_value_yet.rs:7 #[hp5::task_tile(i = 4, private(t, u))], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("scaled:7", "tests/cases/ok/no_value_yet.rs", 7), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
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
            let n = hp5::rt::again(&n);
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            let mut t: f64;
            let mut u: f64;
            for i in __i_part.clone() {
                t = a[i] * 2.0;
                u = t + 1.0;
                b[i] = t * u;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    let mut by: f64;
    by = 3.0;
    for _ in __hp5.laps(1, 0..3) {
        by += 1.0;
        // hp5: tests/cases/ok/no_value_yet.rs:17 #[hp5::task_tile(i = 4, private(by))], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let n = hp5::rt::cap!(n);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("scaled:17", "tests/cases/ok/no_value_yet.rs", 17), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let by = hp5::rt::cap_owned!(by);
            let a = __v_a.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let by = hp5::rt::again(&by);
                let mut a = a.within(&__s0_a);
                let mut by = by;
                for i in __i_part.clone() {
                    a[i] += by;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<f64> = (0..21).map(f64::from).collect();
    let mut b = vec![0.0; 21];
    scaled(&mut a, &mut b, 21);
    println!("{a:?}\n{b:?}");
}
