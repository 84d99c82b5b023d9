//! One array updated in place: both loops are tiled and the tasks form a wavefront.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn gauss_seidel(a: &mut Vec<f64>, n: usize, m: usize, sweeps: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("gauss_seidel", "tests/cases/ok/gauss_seidel.rs", 3));
    for _ in __hp5.rounds(1, 0..sweeps) {
        // hp5: tests/cases/ok/gauss_seidel.rs:7 #[hp5::task_tile(i = 8, j = 8)], ordered
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((m as isize)), &[8, 8]) };
            let n = hp5::rt::cap!(n);
            let m = hp5::rt::cap!(m);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("gauss_seidel:7", "tests/cases/ok/gauss_seidel.rs", 7), hp5::rt::Order::Ordered, (
                hp5::rt::chunks(1..n - 1, 8, 0),
                hp5::rt::chunks(1..m - 1, 8, 0),
            ));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo - 1, __i_hi + 1), (__j_lo - 1, __j_hi + 1)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo - 1, __i_hi + 1), (__j_lo, __j_hi)]);
            let a = __v_a.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let (__i_part, __j_part) = __chunks;
                let n = hp5::rt::again(&n);
                let m = hp5::rt::again(&m);
                let mut a = a.within(&__s0_a);
                for i in __i_part.clone() {
                    for j in __j_part.clone() {
                        a[i * m + j] = 0.25
                            * (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]);
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    for (n, m) in [(3, 3), (34, 41)] {
        let mut a: Vec<f64> = (0..n * m).map(|k| ((k * 29) % 53) as f64).collect();
        gauss_seidel(&mut a, n, m, 4);
        let sum = a.iter().fold(0.0, |sum, x| sum + x);
        println!("{n} x {m}: {:016x} {:016x}", sum.to_bits(), a[n * m / 2].to_bits());
    }
}
