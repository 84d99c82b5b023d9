//! Every reduction operator.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn fold(a: &[i64], b: &[bool]) -> (i64, i64, i64, i64, i64, i64, i64, bool, bool) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("fold", "tests/cases/ok/reduction_ops.rs", 3));
    let __hp5_value = {
    let (mut sum, mut product, mut least, mut most) = (5, 1, i64::MAX, i64::MIN); let __hp5_hold_211 = __hp5.hold();
    let (mut meet, mut join, mut odd) = (-1_i64, 0_i64, 0_i64); let __hp5_hold_275 = __hp5.hold();
    let (mut all, mut any) = (true, false); let __hp5_hold_319 = __hp5.hold();
    // hp5: tests/cases/ok/reduction_ops.rs:8 #[hp5::task_tile(i = 10, reduction(+: sum), reduction(*: product))], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[10]) };
        let __v_sum = unsafe { __hp5.array("sum", hp5::rt::scalar(&raw mut (sum)), &[]) };
        let __red_sum = unsafe { __hp5.reduction::<hp5::rt::op::Add, _>(&__v_sum) };
        let __v_product = unsafe { __hp5.array("product", hp5::rt::scalar(&raw mut (product)), &[]) };
        let __red_product = unsafe { __hp5.reduction::<hp5::rt::op::Mul, _>(&__v_product) };
        let mut __loop = __hp5.task_loop(hp5::rt::site!("fold:8", "tests/cases/ok/reduction_ops.rs", 8), hp5::rt::Order::Parallel);
        for __i_part in hp5::rt::chunks(0..a.len(), 10, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            let mut __t = __loop.task();
            __t.access(&__v_a, hp5::rt::Mode::In, &[(__i_lo, __i_hi)]);
            let __slot_sum = __red_sum.slot(&mut __t);
            let __slot_product = __red_product.slot(&mut __t);
            let __s0_a = [(__i_lo, __i_hi)];
            let __i_part = __i_part.clone();
            let a = __v_a.view();
            let __body = move || {
                let a = a.within(&__s0_a);
                let mut sum = __slot_sum.identity();
                let mut product = __slot_product.identity();
                for i in __i_part.clone() {
                    sum += a[i];
                    product *= 1 + i64::from(a[i] % 40 == 7);
                }
                __slot_sum.put(sum);
                __slot_product.put(product);
            };
            unsafe { __t.spawn(__body) };
        }
        __loop.finish();
        __red_sum.combine(hp5::rt::site!("fold:8", "tests/cases/ok/reduction_ops.rs", 8));
        __red_product.combine(hp5::rt::site!("fold:8", "tests/cases/ok/reduction_ops.rs", 8));
    }
    // hp5: tests/cases/ok/reduction_ops.rs:13 #[hp5::task_tile(i = 10)] #[hp5::reduction(min: least)] #[hp5::reduction(max: most)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[10]) };
        let __v_least = unsafe { __hp5.array("least", hp5::rt::scalar(&raw mut (least)), &[]) };
        let __red_least = unsafe { __hp5.reduction::<hp5::rt::op::Min, _>(&__v_least) };
        let __v_most = unsafe { __hp5.array("most", hp5::rt::scalar(&raw mut (most)), &[]) };
        let __red_most = unsafe { __hp5.reduction::<hp5::rt::op::Max, _>(&__v_most) };
        let mut __loop = __hp5.task_loop(hp5::rt::site!("fold:13", "tests/cases/ok/reduction_ops.rs", 13), hp5::rt::Order::Parallel);
        for __i_part in hp5::rt::chunks(0..a.len(), 10, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            let mut __t = __loop.task();
            __t.access(&__v_a, hp5::rt::Mode::In, &[(__i_lo, __i_hi)]);
            let __slot_least = __red_least.slot(&mut __t);
            let __slot_most = __red_most.slot(&mut __t);
            let __s0_a = [(__i_lo, __i_hi)];
            let __i_part = __i_part.clone();
            let a = __v_a.view();
            let __body = move || {
                let a = a.within(&__s0_a);
                let mut least = __slot_least.identity();
                let mut most = __slot_most.identity();
                for i in __i_part.clone() {
                    least = least.min(a[i]);
                    most = most.max(a[i]);
                }
                __slot_least.put(least);
                __slot_most.put(most);
            };
            unsafe { __t.spawn(__body) };
        }
        __loop.finish();
        __red_least.combine(hp5::rt::site!("fold:13", "tests/cases/ok/reduction_ops.rs", 13));
        __red_most.combine(hp5::rt::site!("fold:13", "tests/cases/ok/reduction_ops.rs", 13));
    }
    // hp5: tests/cases/ok/reduction_ops.rs:20 #[hp5::task_tile(i = 10, reduction(&: meet), reduction(|: join), reduction(^: odd))], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[10]) };
        let __v_meet = unsafe { __hp5.array("meet", hp5::rt::scalar(&raw mut (meet)), &[]) };
        let __red_meet = unsafe { __hp5.reduction::<hp5::rt::op::BitAnd, _>(&__v_meet) };
        let __v_join = unsafe { __hp5.array("join", hp5::rt::scalar(&raw mut (join)), &[]) };
        let __red_join = unsafe { __hp5.reduction::<hp5::rt::op::BitOr, _>(&__v_join) };
        let __v_odd = unsafe { __hp5.array("odd", hp5::rt::scalar(&raw mut (odd)), &[]) };
        let __red_odd = unsafe { __hp5.reduction::<hp5::rt::op::BitXor, _>(&__v_odd) };
        let mut __loop = __hp5.task_loop(hp5::rt::site!("fold:20", "tests/cases/ok/reduction_ops.rs", 20), hp5::rt::Order::Parallel);
        for __i_part in hp5::rt::chunks(0..a.len(), 10, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            let mut __t = __loop.task();
            __t.access(&__v_a, hp5::rt::Mode::In, &[(__i_lo, __i_hi)]);
            let __slot_meet = __red_meet.slot(&mut __t);
            let __slot_join = __red_join.slot(&mut __t);
            let __slot_odd = __red_odd.slot(&mut __t);
            let __s0_a = [(__i_lo, __i_hi)];
            let __i_part = __i_part.clone();
            let a = __v_a.view();
            let __body = move || {
                let a = a.within(&__s0_a);
                let mut meet = __slot_meet.identity();
                let mut join = __slot_join.identity();
                let mut odd = __slot_odd.identity();
                for i in __i_part.clone() {
                    meet &= a[i] | 0xff00;
                    join |= a[i];
                    odd ^= a[i];
                }
                __slot_meet.put(meet);
                __slot_join.put(join);
                __slot_odd.put(odd);
            };
            unsafe { __t.spawn(__body) };
        }
        __loop.finish();
        __red_meet.combine(hp5::rt::site!("fold:20", "tests/cases/ok/reduction_ops.rs", 20));
        __red_join.combine(hp5::rt::site!("fold:20", "tests/cases/ok/reduction_ops.rs", 20));
        __red_odd.combine(hp5::rt::site!("fold:20", "tests/cases/ok/reduction_ops.rs", 20));
    }
    // hp5: tests/cases/ok/reduction_ops.rs:26 #[hp5::task_tile(i = 10, reduction(&&: all), reduction(||: any))], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[10]) };
        let __v_all = unsafe { __hp5.array("all", hp5::rt::scalar(&raw mut (all)), &[]) };
        let __red_all = unsafe { __hp5.reduction::<hp5::rt::op::And, _>(&__v_all) };
        let __v_any = unsafe { __hp5.array("any", hp5::rt::scalar(&raw mut (any)), &[]) };
        let __red_any = unsafe { __hp5.reduction::<hp5::rt::op::Or, _>(&__v_any) };
        let mut __loop = __hp5.task_loop(hp5::rt::site!("fold:26", "tests/cases/ok/reduction_ops.rs", 26), hp5::rt::Order::Parallel);
        for __i_part in hp5::rt::chunks(0..b.len(), 10, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            let mut __t = __loop.task();
            __t.access(&__v_b, hp5::rt::Mode::In, &[(__i_lo, __i_hi)]);
            let __slot_all = __red_all.slot(&mut __t);
            let __slot_any = __red_any.slot(&mut __t);
            let __i_part = __i_part.clone();
            let b = __v_b.view();
            let __body = move || {
                let b = b;
                let mut all = __slot_all.identity();
                let mut any = __slot_any.identity();
                for i in __i_part.clone() {
                    all = all && (b[i] || i < 3);
                    any = any || b[i];
                }
                __slot_all.put(all);
                __slot_any.put(any);
            };
            unsafe { __t.spawn(__body) };
        }
        __loop.finish();
        __red_all.combine(hp5::rt::site!("fold:26", "tests/cases/ok/reduction_ops.rs", 26));
        __red_any.combine(hp5::rt::site!("fold:26", "tests/cases/ok/reduction_ops.rs", 26));
    }
    __hp5.wait();
    let result = (sum, product, least, most, meet, join, odd, all, any);
    result
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let a: Vec<i64> = (0..83).map(|i| (i * 7919) % 1013 - 400).collect();
    let b: Vec<bool> = (0..83).map(|i| i % 11 != 5).collect();
    println!("{:?}", fold(&a, &b));
    println!("{:?}", fold(&[], &[]));
}
