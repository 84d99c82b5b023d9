//! Blocks with labels in generating code: what is pending where they are left is pending behind them.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn left(a: &mut [u64], n: usize) -> u64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("left", "tests/cases/ok/labelled_blocks.rs", 3));
    let __hp5_value = {
    let mut sum = 0;
    for t in 0..n {
        'part: {
            // hp5: tests/cases/ok/labelled_blocks.rs:8 #[hp5::task_tile(i = 4)], parallel
            {
                let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
                let n = hp5::rt::cap!(n);
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("left:8", "tests/cases/ok/labelled_blocks.rs", 8), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
                __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                let t = hp5::rt::cap_owned!(t);
                let a = __v_a.view();
                let __body = __loop.body(move |__chunks| {
                    let __s0_a = __s0_a.of(&__chunks);
                    let __i_part = __chunks;
                    let n = hp5::rt::again(&n);
                    let t = hp5::rt::again(&t);
                    let mut a = a.within(&__s0_a);
                    for i in __i_part.clone() {
                        a[i] = a[i] * 5 % 101 + t as u64;
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
            if t % 3 == 1 {
                break 'part;
            }
            __hp5.wait();
            sum += a[t];
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        sum += a[n - 1 - t]; //~ HP5-W0102 | a
    }
    sum
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let mut a: Vec<u64> = (0..40).collect();
    println!("{} {a:?}", left(&mut a, 40));
}
