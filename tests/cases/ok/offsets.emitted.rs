//! Loops whose tiles do not fit the template: one is shifted (modulo offset), for the other
//! no shift helps and artificial tasks stand after the shared tiles.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn shifted(a: &mut [i64], b: &mut [i64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("shifted", "tests/cases/ok/offsets.rs", 4));
    let n = a.len();
    // hp5: tests/cases/ok/offsets.rs:8 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("shifted:8", "tests/cases/ok/offsets.rs", 8), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] = i as i64;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/offsets.rs:12 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("shifted:12", "tests/cases/ok/offsets.rs", 12), hp5::rt::Order::Parallel, hp5::rt::chunks(3..n - 5, 8, 3));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo + 5, __i_hi + 5)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 3, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 3, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo + 5, __i_hi + 5)]);
        let n = hp5::rt::cap_owned!(n);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                b[i + 5] = a[i] + a[i - 3];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/offsets.rs:16 #[hp5::task_tile(i = 8)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("shifted:16", "tests/cases/ok/offsets.rs", 16), hp5::rt::Order::Ordered, hp5::rt::chunks(1..n - 3, 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + 1)]);
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + 1)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi)]);
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
                a[i + 1] = 2 * b[i];
                b[i - 1] = 7;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/offsets.rs:21 #[hp5::task_tile(i = 5)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("shifted:21", "tests/cases/ok/offsets.rs", 21), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 5, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                b[i] += a[i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    for n in [9, 16, 71] {
        let (mut a, mut b) = (vec![0; n], vec![1; n]);
        shifted(&mut a, &mut b);
        println!("{n}: {} {} {:?}", a.iter().sum::<i64>(), b.iter().sum::<i64>(), &b[..9]);
    }
}
