//! Three dimensions on flat storage: planes and rows have loop-invariant lengths.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn heat(a: &mut Vec<f64>, b: &mut Vec<f64>, n: usize, m: usize, p: usize, steps: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("heat", "tests/cases/ok/heat3d_flat.rs", 3));
    for _ in __hp5.rounds(2, 0..steps) {
        // hp5: tests/cases/ok/heat3d_flat.rs:7 #[hp5::task_tile(i = 4, j = 4)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).planes((m as isize), (p as isize)), &[4, 4, 0]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).planes((m as isize), (p as isize)), &[4, 4, 0]) };
            let n = hp5::rt::cap!(n);
            let m = hp5::rt::cap!(m);
            let p = hp5::rt::cap!(p);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("heat:7", "tests/cases/ok/heat3d_flat.rs", 7), hp5::rt::Order::Parallel, (
                hp5::rt::chunks(1..n - 1, 4, 0),
                hp5::rt::chunks(1..m - 1, 4, 0),
            ));
            __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi), (1, (p as isize) - 1)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo - 1, __i_hi + 1), (__j_lo - 1, __j_hi + 1), (0, (p as isize))]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo - 1, __i_hi + 1), (__j_lo, __j_hi), (1, (p as isize) - 1)]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi), (1, (p as isize) - 1)]);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s0_b = __s0_b.of(&__chunks);
                let (__i_part, __j_part) = __chunks;
                let n = hp5::rt::again(&n);
                let m = hp5::rt::again(&m);
                let p = hp5::rt::again(&p);
                let a = a.within(&__s0_a);
                let mut b = b.within(&__s0_b);
                for i in __i_part.clone() {
                    for j in __j_part.clone() {
                        for k in 1..p - 1 {
                            b[(i * m + j) * p + k] = 0.5 * a[(i * m + j) * p + k]
                                + (a[((i - 1) * m + j) * p + k]
                                    + a[((i + 1) * m + j) * p + k]
                                    + a[(i * m + j - 1) * p + k]
                                    + a[(i * m + j + 1) * p + k]
                                    + a[(i * m + j) * p + k - 1]
                                    + a[(i * m + j) * p + k + 1])
                                    / 12.0;
                        }
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        std::mem::swap(a, b);
    }
    __hp5.end();
}

fn main() {
    let (n, m, p) = (14, 11, 9);
    let mut a: Vec<f64> = (0..n * m * p).map(|k| ((k * 7) % 31) as f64).collect();
    let mut b = a.clone();
    heat(&mut a, &mut b, n, m, p, 5);
    let sum = a.iter().fold(0.0, |sum, x| sum + x);
    println!("{:016x}", sum.to_bits());
}
