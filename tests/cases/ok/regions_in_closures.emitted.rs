//! A closure captures what its region's tasks write to be written.
//!
//! Optimised: the compiler takes what stands behind shared references for constant.

#[inline(never)]
fn twice(mut work: impl FnMut(i64)) {
    work(1);
    work(2);
}

#[inline(never)]
fn kept(work: &mut dyn FnMut() -> i64) -> i64 {
    work() + work()
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn main() {
    let (mut total, mut rows, mut calls) = (0_i64, vec![1_i64; 12], 0);
    twice(|factor| {
        {
            if false {
                // What the closure captures.
                let _ = {
            for i in 0..12 {
                rows[i] = rows[i] * 2 + factor * i as i64;
            }
            {
                total += rows[0] + rows[11];
            }
        };
                ::std::unreachable!();
            }
            let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("region:20", "tests/cases/ok/regions_in_closures.rs", 20));
            // hp5: tests/cases/ok/regions_in_closures.rs:22 #[hp5::task_tile(i = 2)], parallel
            {
                let __v_rows = unsafe { __hp5.array("rows", hp5::rt::flat(&raw const rows), &[2]) };
                let factor = hp5::rt::cap!(factor);
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("region:20:22", "tests/cases/ok/regions_in_closures.rs", 22), hp5::rt::Order::Parallel, hp5::rt::chunks(0..12, 2, 0));
                __loop.access(&__v_rows, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                __loop.access(&__v_rows, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                let __s0_rows = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                let rows = __v_rows.view();
                let __body = __loop.body(move |__chunks| {
                    let __s0_rows = __s0_rows.of(&__chunks);
                    let __i_part = __chunks;
                    let factor = hp5::rt::again(&factor);
                    let mut rows = rows.within(&__s0_rows);
                    for i in __i_part.clone() {
                        rows[i] = rows[i] * 2 + factor * i as i64;
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
            // hp5: tests/cases/ok/regions_in_closures.rs:26 #[hp5::task]
            {
                let __v_rows = unsafe { __hp5.array("rows", hp5::rt::flat(&raw const rows), &[2]) };
                let __v_total = unsafe { __hp5.array("total", hp5::rt::scalar(&raw mut (total)), &[]) };
                let mut __t = __hp5.task(hp5::rt::site!("region:20:26", "tests/cases/ok/regions_in_closures.rs", 26));
                __t.access(&__v_total, hp5::rt::Mode::InOut, &[]);
                __t.access(&__v_rows, hp5::rt::Mode::In, &[(0, 12)]);
                let __s0_rows = [(0, 12)];
                let rows = __v_rows.view();
                let total = __v_total.view();
                let __body = move || {
                    let rows = rows.within(&__s0_rows);
                    let mut total = total;
                    {
                        (*total) += rows[0] + rows[11];
                    }
                };
                unsafe { __t.spawn(__body) };
            }
            __hp5.end();
        }
        calls += 1;
    });
    println!("{total} {rows:?} {calls}");

    let mut count = 0_i64;
    let sum = kept(&mut move || {
        {
            if false {
                // What the closure captures.
                let _ = {
            {
                count += 3;
            }
        };
                ::std::unreachable!();
            }
            let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("region:37", "tests/cases/ok/regions_in_closures.rs", 37));
            // hp5: tests/cases/ok/regions_in_closures.rs:39 #[hp5::task]
            {
                let __v_count = unsafe { __hp5.array("count", hp5::rt::scalar(&raw mut (count)), &[]) };
                let mut __t = __hp5.task(hp5::rt::site!("region:37:39", "tests/cases/ok/regions_in_closures.rs", 39));
                __t.access(&__v_count, hp5::rt::Mode::InOut, &[]);
                let count = __v_count.view();
                let __body = move || {
                    let mut count = count;
                    {
                        (*count) += 3;
                    }
                };
                unsafe { __t.spawn(__body) };
            }
            __hp5.end();
        }
        count
    });
    println!("{sum} {count}");
}
