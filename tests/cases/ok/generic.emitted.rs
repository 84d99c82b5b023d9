//! A region in a generic function.

use std::ops::{Add, Mul};

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn axpy<T>(alpha: T, x: &[T], y: &mut [T])
where
    T: Copy + Send + Sync + Add<Output = T> + Mul<Output = T>,
{
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("axpy", "tests/cases/ok/generic.rs", 5));
    // hp5: tests/cases/ok/generic.rs:10 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_x = unsafe { __hp5.array("x", hp5::rt::flat(&raw const x), &[8]) };
        let __v_y = unsafe { __hp5.array("y", hp5::rt::flat(&raw const y), &[8]) };
        let alpha = hp5::rt::cap!(alpha);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("axpy:10", "tests/cases/ok/generic.rs", 10), hp5::rt::Order::Parallel, hp5::rt::chunks(0..x.len(), 8, 0));
        __loop.access(&__v_y, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_x, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_y, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_x = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_y = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let x = __v_x.view();
        let y = __v_y.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_x = __s0_x.of(&__chunks);
            let __s0_y = __s0_y.of(&__chunks);
            let __i_part = __chunks;
            let alpha = hp5::rt::again(&alpha);
            let x = x.within(&__s0_x);
            let mut y = y.within(&__s0_y);
            for i in __i_part.clone() {
                y[i] = alpha * x[i] + y[i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let x: Vec<f64> = (0..40).map(f64::from).collect();
    let mut y = vec![0.5; 40];
    axpy(1.25, &x, &mut y);
    let u: Vec<u64> = (0..40).collect();
    let mut v = vec![1; 40];
    axpy(3, &u, &mut v);
    println!("{:016x} {}", y.iter().fold(0.0, |s, x| s + x).to_bits(), v.iter().sum::<u64>());
}
