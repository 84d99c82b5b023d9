//! A region on a block: only the directives' removal needs `annotated` on the function.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn main() {
    let n = 52;
    let mut a: Vec<i64> = (0..n).map(|i| i * i % 37).collect();
    let mut b = vec![0; a.len()];
    let before: i64 = a.iter().sum();
    {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("block", "tests/cases/ok/block_region.rs", 9));
        // hp5: tests/cases/ok/block_region.rs:11 #[hp5::task_tile(i = 10)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[10]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw mut b), &[10]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("block:11", "tests/cases/ok/block_region.rs", 11), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 10, 0));
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
                let a = a.within(&__s0_a);
                let mut b = b.within(&__s0_b);
                for i in __i_part.clone() {
                    b[i] = a[i] * 3 - 1;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/block_region.rs:15 #[hp5::task_tile(i = 10)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw mut a), &[10]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[10]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("block:15", "tests/cases/ok/block_region.rs", 15), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 10, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s0_b = __s0_b.of(&__chunks);
                let __i_part = __chunks;
                let mut a = a.within(&__s0_a);
                let b = b.within(&__s0_b);
                for i in __i_part.clone() {
                    a[i] += b[i];
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.end();
    }
    println!("{before} {} {}", a.iter().sum::<i64>(), b.iter().sum::<i64>());
}
