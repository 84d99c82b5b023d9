//! Loops without iterations, arrays without elements, tiles larger than arrays.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn shift(a: &[i32], b: &mut [i32], lo: usize, hi: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("shift", "tests/cases/ok/empty.rs", 3));
    // hp5: tests/cases/ok/empty.rs:5 #[hp5::task_tile(i = 1000)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[1000]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[1000]) };
        let lo = hp5::rt::cap!(lo);
        let hi = hp5::rt::cap!(hi);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("shift:5", "tests/cases/ok/empty.rs", 5), hp5::rt::Order::Parallel, hp5::rt::chunks(lo..hi, 1000, 0));
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
            let lo = hp5::rt::again(&lo);
            let hi = hp5::rt::again(&hi);
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                b[i] = a[i] + 1;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/empty.rs:9 #[hp5::task_tile(i = 1)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[1000]) };
        let lo = hp5::rt::cap!(lo);
        let hi = hp5::rt::cap!(hi);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("shift:9", "tests/cases/ok/empty.rs", 9), hp5::rt::Order::Parallel, hp5::rt::chunks(lo..hi, 1, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let lo = hp5::rt::again(&lo);
            let hi = hp5::rt::again(&hi);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                b[i] *= 2;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    for (n, lo, hi) in [(0, 0, 0), (1, 1, 0), (1, 0, 1), (9, 5, 5), (9, 7, 3), (9, 2, 8)] {
        let a: Vec<i32> = (0..n).collect();
        let mut b = vec![5; a.len()];
        shift(&a, &mut b, lo, hi);
        println!("{b:?}");
    }
}
