//! Locals of generating code that tasks share: an array and a scalar, declared anew in
//! every turn, outlive the turn.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn turns(a: &mut Vec<f64>, count: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("turns", "tests/cases/ok/promoted.rs", 4));
    let n = a.len();
    for turn in 0..count {
        let mut work = __hp5.keep(vec![0.0; n]);
        let mut most = __hp5.keep(f64::MIN);
        // hp5: tests/cases/ok/promoted.rs:10 #[hp5::task_tile(i = 9)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[9]) };
            let __v_work = unsafe { __hp5.array("work", hp5::rt::flat(&raw mut work), &[9]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("turns:10", "tests/cases/ok/promoted.rs", 10), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 9, 0));
            __loop.access(&__v_work, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_work = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let n = hp5::rt::cap_owned!(n);
            let turn = hp5::rt::cap_owned!(turn);
            let a = __v_a.view();
            let work = __v_work.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s0_work = __s0_work.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let turn = hp5::rt::again(&turn);
                let a = a.within(&__s0_a);
                let mut work = work.within(&__s0_work);
                for i in __i_part.clone() {
                    work[i] = a[i] * a[i] + turn as f64;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/promoted.rs:14 #[hp5::task_tile(i = 9, reduction(max: most))], parallel
        {
            let __v_work = unsafe { __hp5.array("work", hp5::rt::flat(&raw const work), &[9]) };
            let __v_most = unsafe { __hp5.array("most", hp5::rt::scalar(&raw mut (*most)), &[]) };
            let __red_most = unsafe { __hp5.reduction::<hp5::rt::op::Max, _>(&__v_most) };
            let mut __loop = __hp5.task_loop(hp5::rt::site!("turns:14", "tests/cases/ok/promoted.rs", 14), hp5::rt::Order::Parallel);
            for __i_part in hp5::rt::chunks(0..n, 9, 0) {
                let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
                let mut __t = __loop.task();
                __t.access(&__v_work, hp5::rt::Mode::In, &[(__i_lo, __i_hi)]);
                let __slot_most = __red_most.slot(&mut __t);
                let __s0_work = [(__i_lo, __i_hi)];
                let n = hp5::rt::cap_owned!(n);
                let __i_part = __i_part.clone();
                let work = __v_work.view();
                let __body = move || {
                    let work = work.within(&__s0_work);
                    let mut most = __slot_most.identity();
                    for i in __i_part.clone() {
                        most = most.max(work[i]);
                    }
                    __slot_most.put(most);
                };
                unsafe { __t.spawn(__body) };
            }
            __loop.finish();
            __red_most.combine(hp5::rt::site!("turns:14", "tests/cases/ok/promoted.rs", 14));
        }
        // hp5: tests/cases/ok/promoted.rs:18 #[hp5::task_tile(i = 9)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[9]) };
            let __v_work = unsafe { __hp5.array("work", hp5::rt::flat(&raw const work), &[9]) };
            let __v_most = unsafe { __hp5.array("most", hp5::rt::scalar(&raw const (*most)), &[]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("turns:18", "tests/cases/ok/promoted.rs", 18), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 9, 0));
            __loop.access(&__v_a, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_work, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize))]);
            __loop.access(&__v_most, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| []);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_work = __loop.section(|[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize))]);
            let n = hp5::rt::cap_owned!(n);
            let a = __v_a.view();
            let work = __v_work.view();
            let most = __v_most.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s0_work = __s0_work.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let mut a = a.within(&__s0_a);
                let work = work.within(&__s0_work);
                let most = most;
                for i in __i_part.clone() {
                    a[i] = work[n - 1 - i] / (*most);
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<f64> = (0..64).map(|i| f64::from((i * 11) % 29) + 1.0).collect();
    turns(&mut a, 6);
    println!("{:016x} {:016x}", a[3].to_bits(), a.iter().fold(0.0, |s, v| s + v).to_bits());
}
