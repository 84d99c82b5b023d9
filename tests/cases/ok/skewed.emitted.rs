//! A wavefront whose dependences are longer than one tile, and one across several arrays.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn recurrences(a: &mut [i64], b: &mut [i64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("recurrences", "tests/cases/ok/skewed.rs", 3));
    let n = a.len();
    // hp5: tests/cases/ok/skewed.rs:7 #[hp5::task_tile(i = 3)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[3]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("recurrences:7", "tests/cases/ok/skewed.rs", 7), hp5::rt::Order::Ordered, hp5::rt::chunks(7..n, 3, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 7, __i_hi - 1)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 7, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] = (a[i - 7] * 3 + a[i - 1]) % 1009;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/skewed.rs:11 #[hp5::task_tile(i = 4)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[3]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[5]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("recurrences:11", "tests/cases/ok/skewed.rs", 11), hp5::rt::Order::Ordered, hp5::rt::chunks(2..n, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1)]);
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 2, __i_hi - 1)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 2, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                b[i] = a[i] + b[i - 2] % 11;
                a[i - 1] += b[i - 1];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<i64> = (0..60).map(|i| i * i % 23).collect();
    let mut b = vec![2; 60];
    recurrences(&mut a, &mut b);
    println!("{} {}", a.iter().sum::<i64>(), b.iter().sum::<i64>());
}
