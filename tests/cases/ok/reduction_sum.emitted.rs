//! A floating-point sum whose partial sums are exact, and one in serial order bit for bit.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn sums(a: &[f64]) -> (f64, f64) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("sums", "tests/cases/ok/reduction_sum.rs", 3));
    let __hp5_value = {
    let mut whole = 0.5; let __hp5_hold_167 = __hp5.hold();
    let mut exact = 0.1; let __hp5_hold_192 = __hp5.hold();
    // hp5: tests/cases/ok/reduction_sum.rs:7 #[hp5::task_tile(i = 16, reduction(+: whole))], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[16]) };
        let __v_whole = unsafe { __hp5.array("whole", hp5::rt::scalar(&raw mut (whole)), &[]) };
        let __red_whole = unsafe { __hp5.reduction::<hp5::rt::op::Add, _>(&__v_whole) };
        let mut __loop = __hp5.task_loop(hp5::rt::site!("sums:7", "tests/cases/ok/reduction_sum.rs", 7), hp5::rt::Order::Parallel);
        for __i_part in hp5::rt::chunks(0..a.len(), 16, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            let mut __t = __loop.task();
            __t.access(&__v_a, hp5::rt::Mode::In, &[(__i_lo, __i_hi)]);
            let __slot_whole = __red_whole.slot(&mut __t);
            let __s0_a = [(__i_lo, __i_hi)];
            let __i_part = __i_part.clone();
            let a = __v_a.view();
            let __body = move || {
                let a = a.within(&__s0_a);
                let mut whole = __slot_whole.identity();
                for i in __i_part.clone() {
                    whole += a[i].floor();
                }
                __slot_whole.put(whole);
            };
            unsafe { __t.spawn(__body) };
        }
        __loop.finish();
        __red_whole.combine(hp5::rt::site!("sums:7", "tests/cases/ok/reduction_sum.rs", 7));
    }
    // hp5: tests/cases/ok/reduction_sum.rs:11 #[hp5::task_tile(i = 16, reduction(ordered +: exact))], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[16]) };
        let __v_exact = unsafe { __hp5.array("exact", hp5::rt::scalar(&raw mut (exact)), &[]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("sums:11", "tests/cases/ok/reduction_sum.rs", 11), hp5::rt::Order::Ordered, hp5::rt::chunks(0..a.len(), 16, 0));
        __loop.access(&__v_exact, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let exact = __v_exact.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let a = a.within(&__s0_a);
            let mut exact = exact;
            for i in __i_part.clone() {
                (*exact) += a[i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.wait();
    let both = (whole, exact);
    both
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let a: Vec<f64> = (0..333).map(|i| f64::from((i * 77) % 1000) / 9.7).collect();
    let (whole, exact) = sums(&a);
    println!("{:016x} {:016x}", whole.to_bits(), exact.to_bits());
}
