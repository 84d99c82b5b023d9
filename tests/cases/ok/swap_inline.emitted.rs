//! Swapping fixed arrays moves their elements: generating code waits before it.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn smooth(mut a: [f64; 64], sweeps: usize) -> [f64; 64] {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("smooth", "tests/cases/ok/swap_inline.rs", 3));
    let __hp5_value = {
    let mut b = a; let __hp5_hold_173 = __hp5.hold();
    for _ in 0..sweeps {
        // hp5: tests/cases/ok/swap_inline.rs:7 #[hp5::task_tile(i = 16)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[16]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw mut b), &[16]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("smooth:7", "tests/cases/ok/swap_inline.rs", 7), hp5::rt::Order::Parallel, hp5::rt::chunks(1..63, 16, 0));
            __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
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
                    b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        std::mem::swap(&mut a, &mut b); //~ HP5-W0102
    }
    a
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let mut a = [0.0; 64];
    for (i, x) in a.iter_mut().enumerate() {
        *x = ((i * i) % 17) as f64;
    }
    let a = smooth(a, 5);
    println!("{:016x} {:016x}", a[1].to_bits(), a[40].to_bits());
}
