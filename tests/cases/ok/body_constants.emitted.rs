//! Constants that a body declares, in its indices.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn stencil(a: &mut [f64], b: &[f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("stencil", "tests/cases/ok/body_constants.rs", 3));
    const OUT: usize = 2;
    let n = a.len();
    // hp5: tests/cases/ok/body_constants.rs:7 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("stencil:7", "tests/cases/ok/body_constants.rs", 7), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n - 6, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [((OUT as isize) + __i_lo, (OUT as isize) + __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(2 * (OUT as isize) + __i_lo, 2 * (OUT as isize) + __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [((OUT as isize) + __i_lo, (OUT as isize) + __i_hi)]);
        let __s1_b = __loop.section(|[(__i_lo, __i_hi)]| [(2 * (OUT as isize) + __i_lo, 2 * (OUT as isize) + __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let b = __v_b.view();
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __s1_b = __s1_b.of(&__chunks);
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let _ = b.within(&__s0_b);
            let _ = b.within(&__s1_b);
            let b = b.within(&hp5::rt::CHECKED);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                const TWICE: usize = 2 * STEP;
                const STEP: usize = OUT;
                const WEIGHTS: [f64; 2] = [0.5, 0.25];
                a[i] += WEIGHTS[0] * b[i + STEP] + WEIGHTS[1] * b[i + TWICE];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/body_constants.rs:14 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let mut __t = __hp5.task(hp5::rt::site!("stencil:14", "tests/cases/ok/body_constants.rs", 14));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(3, 6)]);
        let __s0_a = [(3, 6)];
        let a = __v_a.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            {
                const LAST: i32 = 3;
                a[LAST as usize] += 1.0;
                {
                    const LAST: usize = 5;
                    a[LAST] -= 1.0;
                }
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut a = vec![1.0; 40];
    let b: Vec<f64> = (0..40).map(f64::from).collect();
    stencil(&mut a, &b);
    println!("{a:?}");
}
