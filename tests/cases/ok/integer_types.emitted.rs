//! Loop variables and elements of other integer types.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn shift(a: &[u8], b: &mut [u8], n: i32, k: u32) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("shift", "tests/cases/ok/integer_types.rs", 3));
    // hp5: tests/cases/ok/integer_types.rs:5 #[hp5::task_tile(i = 16)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[16]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[16]) };
        let n = hp5::rt::cap!(n);
        let k = hp5::rt::cap!(k);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("shift:5", "tests/cases/ok/integer_types.rs", 5), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 16, 0));
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
            let k = hp5::rt::again(&k);
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                b[i as usize] = a[i as usize].wrapping_add(k as u8);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/integer_types.rs:9 #[hp5::task_tile(i = 16)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[16]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("shift:9", "tests/cases/ok/integer_types.rs", 9), hp5::rt::Order::Parallel, hp5::rt::chunks(1_u32..n as u32, 16, 1));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1)]);
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                b[i as usize - 1] ^= (i % 256) as u8;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let a: Vec<u8> = (0..150_u32).map(|i| (i * 7 % 256) as u8).collect();
    let mut b = vec![0; a.len()];
    shift(&a, &mut b, 150, 3);
    println!("{}", b.iter().map(|&x| u64::from(x)).sum::<u64>());
}
