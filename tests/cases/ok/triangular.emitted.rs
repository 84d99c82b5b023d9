//! Inner bounds that depend on the tiled loop: forward substitution row by row, and the
//! lower triangle of a product.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn product(a: &[f64], b: &[f64], c: &mut [f64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("product", "tests/cases/ok/triangular.rs", 4));
    // hp5: tests/cases/ok/triangular.rs:6 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((n as isize)), &[4, 0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows((n as isize)), &[0, 0]) };
        let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c).rows((n as isize)), &[4, 0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("product:6", "tests/cases/ok/triangular.rs", 6), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_c, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, __i_hi), (0, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let c = __v_c.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let a = a;
            let b = b;
            let mut c = c;
            for i in __i_part.clone() {
                for j in 0..=i {
                    let mut sum = 0.0;
                    for k in j..i + 1 {
                        sum += a[i * n + k] * b[k * n + j];
                    }
                    c[i * n + j] = sum;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn solve(l: &[f64], x: &mut [f64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("solve", "tests/cases/ok/triangular.rs", 18));
    // hp5: tests/cases/ok/triangular.rs:20 #[hp5::task_tile(i = 4)], ordered
    {
        let __v_l = unsafe { __hp5.array("l", hp5::rt::flat(&raw const l).rows((n as isize)), &[4, 0]) };
        let __v_x = unsafe { __hp5.array("x", hp5::rt::flat(&raw const x), &[4]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("solve:20", "tests/cases/ok/triangular.rs", 20), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_x, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_l, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, __i_hi - 1)]);
        __loop.access(&__v_l, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (__i_lo, __i_hi)]);
        __loop.access(&__v_x, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, __i_hi - 1)]);
        let __s0_x = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let l = __v_l.view();
        let x = __v_x.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_x = __s0_x.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let l = l;
            let mut x = x;
            let mut __in_x = x.within(&__s0_x);
            for i in __i_part.clone() {
                for j in 0..i {
                    x[i] -= l[i * n + j] * x[j];
                }
                __in_x[i] /= l[i * n + i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let n = 27;
    let a: Vec<f64> = (0..n * n).map(|k| ((k * 3) % 11) as f64 + 1.0).collect();
    let b: Vec<f64> = (0..n * n).map(|k| ((k * 7) % 13) as f64).collect();
    let mut c = vec![0.0; n * n];
    product(&a, &b, &mut c, n);
    let mut x = vec![1.0; n];
    solve(&a, &mut x, n);
    println!("{:016x} {:016x}", c.iter().fold(0.0, |s, v| s + v).to_bits(), x[n - 1].to_bits());
}
