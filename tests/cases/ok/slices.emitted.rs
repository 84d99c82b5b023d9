//! Slices, shared and exclusive; the references themselves are swapped.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn smooth<'d>(mut a: &'d mut [f64], mut b: &'d mut [f64], steps: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("smooth", "tests/cases/ok/slices.rs", 3));
    let n = a.len();
    for _ in __hp5.rounds(2, 0..steps) {
        // hp5: tests/cases/ok/slices.rs:7 #[hp5::task_tile(i = 10)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[10]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw mut b), &[10]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("smooth:7", "tests/cases/ok/slices.rs", 7), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 10, 0));
            __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
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
                    b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        std::mem::swap(&mut a, &mut b);
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn scale(source: &[f64], target: &mut [f64], factor: f64) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("scale", "tests/cases/ok/slices.rs", 15));
    // hp5: tests/cases/ok/slices.rs:17 #[hp5::task_tile(i = 7)], parallel
    {
        let __v_source = unsafe { __hp5.array("source", hp5::rt::flat(&raw const source), &[7]) };
        let __v_target = unsafe { __hp5.array("target", hp5::rt::flat(&raw const target), &[7]) };
        let factor = hp5::rt::cap!(factor);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("scale:17", "tests/cases/ok/slices.rs", 17), hp5::rt::Order::Parallel, hp5::rt::chunks(0..source.len(), 7, 0));
        __loop.access(&__v_target, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_source, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_source = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_target = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let source = __v_source.view();
        let target = __v_target.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_source = __s0_source.of(&__chunks);
            let __s0_target = __s0_target.of(&__chunks);
            let __i_part = __chunks;
            let factor = hp5::rt::again(&factor);
            let source = source.within(&__s0_source);
            let mut target = target.within(&__s0_target);
            for i in __i_part.clone() {
                target[i] = factor * source[i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<f64> = (0..95).map(|i| ((i * i) % 19) as f64).collect();
    let mut b = a.clone();
    smooth(&mut a, &mut b, 6);
    let mut c = vec![0.0; a.len()];
    scale(&a, &mut c, 1.5);
    println!("{:016x} {:016x}", a[30].to_bits(), c.iter().fold(0.0, |s, x| s + x).to_bits());
}
