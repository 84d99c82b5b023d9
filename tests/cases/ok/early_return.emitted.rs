//! Early returns and `?` in generating code: the region waits before it is left.

use std::num::ParseIntError;

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn scaled(a: &mut Vec<i64>, factors: &[&str], stop: i64) -> Result<i64, ParseIntError> {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("scaled", "tests/cases/ok/early_return.rs", 5));
    let __hp5_value = {
    let mut used = 0;
    for text in factors {
        let factor: i64 = text.parse()?;
        if factor == stop {
            return Ok(used);
        }
        // hp5: tests/cases/ok/early_return.rs:13 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("scaled:13", "tests/cases/ok/early_return.rs", 13), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 4, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let factor = hp5::rt::cap_owned!(factor);
            let a = __v_a.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __i_part = __chunks;
                let factor = hp5::rt::again(&factor);
                let mut a = a.within(&__s0_a);
                for i in __i_part.clone() {
                    a[i] = a[i] * factor + i as i64;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        used += 1;
    }
    Ok(used)
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    for factors in [&["2", "3", "-1"][..], &["2", "x", "3"], &["5", "0", "7"], &[]] {
        let mut a: Vec<i64> = (0..30).collect();
        let result = scaled(&mut a, factors, 0);
        println!("{result:?} {}", a.iter().sum::<i64>());
    }
}
