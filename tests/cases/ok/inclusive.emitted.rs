//! Inclusive ranges, tiled and not, with a last tile that is not full.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn triangle(a: &mut Vec<u64>, b: &[u64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("triangle", "tests/cases/ok/inclusive.rs", 3));
    // hp5: tests/cases/ok/inclusive.rs:5 #[hp5::task_tile(i = 6)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[6]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[6]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("triangle:5", "tests/cases/ok/inclusive.rs", 5), hp5::rt::Order::Parallel, hp5::rt::chunks(1..=n, 6, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let b = __v_b.view();
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let b = b.within(&__s0_b);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                for j in 0..=2 {
                    a[i] += b[i - 1] * j as u64 + b[i];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    for n in [0, 1, 5, 6, 7, 50] {
        let b: Vec<u64> = (0..=n as u64).map(|i| i * i + 1).collect();
        let mut a = vec![1; n + 1];
        triangle(&mut a, &b, n);
        println!("{n}: {}", a.iter().sum::<u64>());
    }
}
