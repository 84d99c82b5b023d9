//! Row lengths by names that only some of the tasks know.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn f(a: &mut Vec<f64>, b: &mut Vec<f64>, n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("f", "tests/cases/ok/rows_of_inner_names.rs", 3));
    {
        let m = n / 4;
        // hp5: tests/cases/ok/rows_of_inner_names.rs:7 #[hp5::task_tile(i = 1)], parallel
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("f:7", "tests/cases/ok/rows_of_inner_names.rs", 7), hp5::rt::Order::Parallel, hp5::rt::chunks(0..4, 1, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo * (m as isize), __i_hi * (m as isize))]);
            __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo * (m as isize), __i_hi * (m as isize))]);
            let __c0_b = 0 < (m as isize);
            let __c0_a = 0 < (m as isize);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo * (m as isize), __i_hi * (m as isize))]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo * (m as isize), __i_hi * (m as isize))]);
            let m = hp5::rt::cap_owned!(m);
            let b = __v_b.view();
            let a = __v_a.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_b = __s0_b.of(&__chunks);
                let __s0_a = __s0_a.of(&__chunks);
                let __i_part = __chunks;
                let m = hp5::rt::again(&m);
                if __c0_b { let _ = b.within(&__s0_b); }
                let b = b.within(&hp5::rt::CHECKED);
                if __c0_a { let _ = a.within(&__s0_a); }
                let mut a = a.within(&hp5::rt::CHECKED);
                for i in __i_part.clone() {
                    for j in 0..m {
                        a[i * m + j] += b[i * m + j];
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    for k in 1..3 {
        let w = n / k;
        // hp5: tests/cases/ok/rows_of_inner_names.rs:16 #[hp5::task_tile(i = 1)], parallel
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("f:16", "tests/cases/ok/rows_of_inner_names.rs", 16), hp5::rt::Order::Parallel, hp5::rt::chunks(0..k, 1, 0));
            __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo * (w as isize), __i_hi * (w as isize))]);
            let __c0_b = 0 < (w as isize);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo * (w as isize), __i_hi * (w as isize))]);
            let k = hp5::rt::cap_owned!(k);
            let w = hp5::rt::cap_owned!(w);
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_b = __s0_b.of(&__chunks);
                let __i_part = __chunks;
                let k = hp5::rt::again(&k);
                let w = hp5::rt::again(&w);
                if __c0_b { let _ = b.within(&__s0_b); }
                let mut b = b.within(&hp5::rt::CHECKED);
                for i in __i_part.clone() {
                    for j in 0..w {
                        b[i * w + j] += 1.0;
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    // hp5: tests/cases/ok/rows_of_inner_names.rs:23 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("f:23", "tests/cases/ok/rows_of_inner_names.rs", 23), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] += 1.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}
fn main() {
    let mut a: Vec<f64> = (0..64).map(|i| i as f64).collect();
    let mut b = a.clone();
    f(&mut a, &mut b, 64);
    println!("{a:?} {b:?}");
}
