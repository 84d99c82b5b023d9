//! A reduction that every turn of the generating loop starts anew and uses in the next
//! task loop, as iterative solvers do.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn power(a: &Vec<Vec<f64>>, x: &mut Vec<f64>, y: &mut Vec<f64>, turns: usize) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("power", "tests/cases/ok/dot_in_loop.rs", 4));
    let __hp5_value = {
    let n = x.len();
    let mut last = 0.0;
    for _ in 0..turns {
        // hp5: tests/cases/ok/dot_in_loop.rs:9 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<2, _>(&raw const a), &[4, 0]) };
            let __v_x = unsafe { __hp5.array("x", hp5::rt::flat(&raw const x), &[4]) };
            let __v_y = unsafe { __hp5.array("y", hp5::rt::flat(&raw const y), &[4]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("power:9", "tests/cases/ok/dot_in_loop.rs", 9), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
            __loop.access(&__v_y, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
            __loop.access(&__v_x, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, (n as isize))]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
            let __s0_x = __loop.section(|[(__i_lo, __i_hi)]| [(0, (n as isize))]);
            let __s0_y = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let n = hp5::rt::cap_owned!(n);
            let a = __v_a.view();
            let x = __v_x.view();
            let y = __v_y.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s0_x = __s0_x.of(&__chunks);
                let __s0_y = __s0_y.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let a = a.within(&__s0_a);
                let x = x.within(&__s0_x);
                let mut y = y.within(&__s0_y);
                for i in __i_part.clone() {
                    let mut sum = 0.0;
                    for j in 0..n {
                        sum += a[(i, j)] * x[j];
                    }
                    y[i] = sum;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        let mut norm = __hp5.keep(0.0);
        // hp5: tests/cases/ok/dot_in_loop.rs:18 #[hp5::task_tile(i = 4, reduction(ordered +: norm))], ordered
        {
            let __v_y = unsafe { __hp5.array("y", hp5::rt::flat(&raw const y), &[4]) };
            let __v_norm = unsafe { __hp5.array("norm", hp5::rt::scalar(&raw mut (*norm)), &[]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("power:18", "tests/cases/ok/dot_in_loop.rs", 18), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 4, 0));
            __loop.access(&__v_norm, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
            __loop.access(&__v_y, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_y = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let n = hp5::rt::cap_owned!(n);
            let y = __v_y.view();
            let norm = __v_norm.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_y = __s0_y.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let y = y.within(&__s0_y);
                let mut norm = norm;
                for i in __i_part.clone() {
                    (*norm) += y[i] * y[i];
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/dot_in_loop.rs:22 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_x = unsafe { __hp5.array("x", hp5::rt::flat(&raw const x), &[4]) };
            let __v_y = unsafe { __hp5.array("y", hp5::rt::flat(&raw const y), &[4]) };
            let __v_norm = unsafe { __hp5.array("norm", hp5::rt::scalar(&raw const (*norm)), &[]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("power:22", "tests/cases/ok/dot_in_loop.rs", 22), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
            __loop.access(&__v_x, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_y, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_norm, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| []);
            let __s0_x = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_y = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let n = hp5::rt::cap_owned!(n);
            let x = __v_x.view();
            let y = __v_y.view();
            let norm = __v_norm.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_x = __s0_x.of(&__chunks);
                let __s0_y = __s0_y.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let mut x = x.within(&__s0_x);
                let y = y.within(&__s0_y);
                let norm = norm;
                for i in __i_part.clone() {
                    x[i] = y[i] / (*norm).sqrt();
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.wait();
        last = (*norm);
    }
    last
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let n = 21;
    let a: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| ((i * j + i + j) % 7) as f64 + if i == j { 9.0 } else { 0.0 }).collect()).collect();
    let (mut x, mut y) = (vec![1.0; n], vec![0.0; n]);
    let norm = power(&a, &mut x, &mut y, 8);
    println!("{:016x} {:016x}", norm.to_bits(), x.iter().fold(0.0, |s, v| s + v).to_bits());
}
