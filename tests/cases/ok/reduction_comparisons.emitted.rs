//! Comparisons that update a reduction, and what else they may do.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn bounds(a: &[f64]) -> (f64, f64, bool, bool, (f64, usize)) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("bounds", "tests/cases/ok/reduction_comparisons.rs", 3));
    let __hp5_value = {
    let (mut least, mut most) = (f64::MAX, f64::MIN); let __hp5_hold_200 = __hp5.hold();
    let (mut all, mut any) = (true, false); let __hp5_hold_244 = __hp5.hold();
    // hp5: tests/cases/ok/reduction_comparisons.rs:7 #[hp5::task_tile(i = 8, reduction(min: least), reduction(max: most))], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_least = unsafe { __hp5.array("least", hp5::rt::scalar(&raw mut (least)), &[]) };
        let __red_least = unsafe { __hp5.reduction::<hp5::rt::op::Min, _>(&__v_least) };
        let __v_most = unsafe { __hp5.array("most", hp5::rt::scalar(&raw mut (most)), &[]) };
        let __red_most = unsafe { __hp5.reduction::<hp5::rt::op::Max, _>(&__v_most) };
        let mut __loop = __hp5.task_loop(hp5::rt::site!("bounds:7", "tests/cases/ok/reduction_comparisons.rs", 7), hp5::rt::Order::Parallel);
        for __i_part in hp5::rt::chunks(0..a.len(), 8, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            let mut __t = __loop.task();
            __t.access(&__v_a, hp5::rt::Mode::In, &[(__i_lo, __i_hi)]);
            let __slot_least = __red_least.slot(&mut __t);
            let __slot_most = __red_most.slot(&mut __t);
            let __s0_a = [(__i_lo, __i_hi)];
            let __i_part = __i_part.clone();
            let a = __v_a.view();
            let __body = move || {
                let a = a;
                let __in_a = a.within(&__s0_a);
                let mut least = __slot_least.identity();
                let mut most = __slot_most.identity();
                for i in __i_part.clone() {
                    if __in_a[i] < least {
                        let found = a[i];
                        least = found;
                    }
                    most = if __in_a[i] > most { a[i] } else { most };
                }
                __slot_least.put(least);
                __slot_most.put(most);
            };
            unsafe { __t.spawn(__body) };
        }
        __loop.finish();
        __red_least.combine(hp5::rt::site!("bounds:7", "tests/cases/ok/reduction_comparisons.rs", 7));
        __red_most.combine(hp5::rt::site!("bounds:7", "tests/cases/ok/reduction_comparisons.rs", 7));
    }
    // hp5: tests/cases/ok/reduction_comparisons.rs:15 #[hp5::task_tile(i = 8, reduction(&&: all), reduction(||: any))], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_all = unsafe { __hp5.array("all", hp5::rt::scalar(&raw mut (all)), &[]) };
        let __red_all = unsafe { __hp5.reduction::<hp5::rt::op::And, _>(&__v_all) };
        let __v_any = unsafe { __hp5.array("any", hp5::rt::scalar(&raw mut (any)), &[]) };
        let __red_any = unsafe { __hp5.reduction::<hp5::rt::op::Or, _>(&__v_any) };
        let mut __loop = __hp5.task_loop(hp5::rt::site!("bounds:15", "tests/cases/ok/reduction_comparisons.rs", 15), hp5::rt::Order::Parallel);
        for __i_part in hp5::rt::chunks(0..a.len(), 8, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            let mut __t = __loop.task();
            __t.access(&__v_a, hp5::rt::Mode::In, &[(__i_lo, __i_hi)]);
            let __slot_all = __red_all.slot(&mut __t);
            let __slot_any = __red_any.slot(&mut __t);
            let __s0_a = [(__i_lo, __i_hi)];
            let __i_part = __i_part.clone();
            let a = __v_a.view();
            let __body = move || {
                let a = a;
                let __in_a = a.within(&__s0_a);
                let mut all = __slot_all.identity();
                let mut any = __slot_any.identity();
                for i in __i_part.clone() {
                    if all {
                        all = a[i] > -1.0;
                    }
                    if __in_a[i] > 30.0 {
                        any = true;
                    }
                    match any {
                        true => {}
                        false => any = a[i] == 7.0,
                    }
                }
                __slot_all.put(all);
                __slot_any.put(any);
            };
            unsafe { __t.spawn(__body) };
        }
        __loop.finish();
        __red_all.combine(hp5::rt::site!("bounds:15", "tests/cases/ok/reduction_comparisons.rs", 15));
        __red_any.combine(hp5::rt::site!("bounds:15", "tests/cases/ok/reduction_comparisons.rs", 15));
    }
    let mut found = (f64::MIN, 0); let __hp5_hold_843 = __hp5.hold();
    let mut best = f64::MIN; let __hp5_hold_872 = __hp5.hold();
    // hp5: tests/cases/ok/reduction_comparisons.rs:30 #[hp5::task_tile(i = 8, reduction(ordered max: best))], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_best = unsafe { __hp5.array("best", hp5::rt::scalar(&raw mut (best)), &[]) };
        let __v_found = unsafe { __hp5.array("found", hp5::rt::scalar(&raw mut (found)), &[]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("bounds:30", "tests/cases/ok/reduction_comparisons.rs", 30), hp5::rt::Order::Ordered, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_best, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
        __loop.access(&__v_found, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| []);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_best, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| []);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let best = __v_best.view();
        let found = __v_found.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let a = a;
            let __in_a = a.within(&__s0_a);
            let mut best = best;
            let mut found = found;
            for i in __i_part.clone() {
                if __in_a[i] > (*best) {
                    (*best) = a[i];
                    (*found) = ((*best), i); //~ HP5-W0103 | found
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.wait();
    (least, most, all, any, found)
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let a: Vec<f64> = (0..67).map(|i| f64::from(i * 37 % 41)).collect();
    println!("{:?}", bounds(&a));
    let a: Vec<f64> = (0..67).map(|i| f64::from(70 - i)).collect();
    println!("{:?}", bounds(&a));
}
