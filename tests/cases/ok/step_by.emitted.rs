//! Strided loops: the two colours of a one-dimensional red-black relaxation.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn red_black(a: &mut Vec<f64>, sweeps: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("red_black", "tests/cases/ok/step_by.rs", 3));
    let n = a.len();
    for _ in __hp5.rounds(1, 0..sweeps) {
        // hp5: tests/cases/ok/step_by.rs:7 #[hp5::task_tile(i = 12)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[12]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("red_black:7", "tests/cases/ok/step_by.rs", 7), hp5::rt::Order::Parallel, hp5::rt::chunks_step(1..n - 1, 2, 12, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
            let n = hp5::rt::cap_owned!(n);
            let a = __v_a.view();
            let __body = __loop.body(move |__i_part| {
                let n = hp5::rt::again(&n);
                let mut a = a;
                for i in __i_part.clone().step_by(2) {
                    a[i] = 0.5 * (a[i - 1] + a[i + 1]);
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/step_by.rs:11 #[hp5::task_tile(i = 12)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[12]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("red_black:11", "tests/cases/ok/step_by.rs", 11), hp5::rt::Order::Parallel, hp5::rt::chunks_step(2..n - 1, 2, 12, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
            let n = hp5::rt::cap_owned!(n);
            let a = __v_a.view();
            let __body = __loop.body(move |__i_part| {
                let n = hp5::rt::again(&n);
                let mut a = a;
                for i in __i_part.clone().step_by(2) {
                    a[i] = 0.5 * (a[i - 1] + a[i + 1]);
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    for n in [3, 4, 31, 100] {
        let mut a: Vec<f64> = (0..n).map(|i| ((i * 41) % 37) as f64).collect();
        red_black(&mut a, 6);
        println!("{n}: {:016x}", a.iter().fold(0.0, |s, x| s + x).to_bits());
    }
}
