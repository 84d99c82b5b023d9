//! Loops that count down, one where the order does not matter and one where it does.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn double(a: &mut Vec<i64>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("double", "tests/cases/ok/rev.rs", 3));
    // hp5: tests/cases/ok/rev.rs:5 #[hp5::task_tile(i = 9)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[9]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("double:5", "tests/cases/ok/rev.rs", 5), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 9, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone().rev() {
                a[i] *= 2;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn suffix_sums(a: &mut Vec<i64>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("suffix_sums", "tests/cases/ok/rev.rs", 11));
    let n = a.len();
    // hp5: tests/cases/ok/rev.rs:14 #[hp5::task_tile(i = 9)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[9]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("suffix_sums:14", "tests/cases/ok/rev.rs", 14), hp5::rt::Order::Ordered, hp5::rt::backwards(hp5::rt::chunks(0..n - 1, 9, 0)));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + 1)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 1)]);
        let n = hp5::rt::cap_owned!(n);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone().rev() {
                a[i] += a[i + 1];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<i64> = (0..70).map(|i| (i * 13) % 17 - 8).collect();
    double(&mut a);
    suffix_sums(&mut a);
    println!("{} {} {:?}", a[0], a[35], &a[60..]);
}
