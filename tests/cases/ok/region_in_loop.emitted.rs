//! A region on a block in a loop: recorded in one turn, kept for the next. The second one
//! registers other tasks in each turn and is a region of its own each time.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn main() {
    let n = 60;
    let mut a: Vec<i64> = (0..n).map(|i| i * i % 37).collect();
    let mut sums = Vec::new();
    let mut __hp5_kept_11 = hp5::rt::Recording::new(hp5::rt::site!("whole", "tests/cases/ok/region_in_loop.rs", 11));
    'turns: for turn in 0..12 {
        let shift = turn * 3;
        {
            let __hp5 = __hp5_kept_11.begin();
            // hp5: tests/cases/ok/region_in_loop.rs:13 #[hp5::task_tile(i = 7)], ordered
            {
                let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw mut a), &[7]) };
                let shift = hp5::rt::cap!(shift);
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("whole:13", "tests/cases/ok/region_in_loop.rs", 13), hp5::rt::Order::Ordered, hp5::rt::chunks(1..a.len(), 7, 0));
                __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi)]);
                let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi)]);
                let a = __v_a.view();
                let __body = __loop.body(move |__chunks| {
                    let __s0_a = __s0_a.of(&__chunks);
                    let __i_part = __chunks;
                    let shift = hp5::rt::again(&shift);
                    let mut a = a.within(&__s0_a);
                    for i in __i_part.clone() {
                        a[i] = (a[i] + a[i - 1] * 5 + shift) % 1009;
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
            __hp5.end();
        }
        {
            let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("part", "tests/cases/ok/region_in_loop.rs", 18));
            // hp5: tests/cases/ok/region_in_loop.rs:20 #[hp5::task_tile(i = 7)], parallel
            {
                let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw mut a), &[7]) };
                let turn = hp5::rt::cap!(turn);
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("part:20", "tests/cases/ok/region_in_loop.rs", 20), hp5::rt::Order::Parallel, hp5::rt::chunks(turn as usize..a.len(), 7, 0));
                __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                let a = __v_a.view();
                let __body = __loop.body(move |__chunks| {
                    let __s0_a = __s0_a.of(&__chunks);
                    let __i_part = __chunks;
                    let turn = hp5::rt::again(&turn);
                    let mut a = a.within(&__s0_a);
                    for i in __i_part.clone() {
                        a[i] = (a[i] * 3 + 1) % 1013;
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
            __hp5.end();
        }
        sums.push(a.iter().sum::<i64>());
        if turn == 10 {
            break 'turns;
        }
    }
    println!("{sums:?}");
}
