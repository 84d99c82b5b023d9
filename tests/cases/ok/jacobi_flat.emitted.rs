//! Two flat arrays, rows of a loop-invariant length, headers swapped between sweeps; the
//! template is deduced from the tiled loop.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn jacobi(a: &mut Vec<f64>, b: &mut Vec<f64>, n: usize, m: usize, sweeps: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("jacobi", "tests/cases/ok/jacobi_flat.rs", 4));
    for _ in __hp5.rounds(2, 0..sweeps) {
        // hp5: tests/cases/ok/jacobi_flat.rs:7 #[hp5::task_tile(i = 8)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((m as isize)), &[8, 0]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows((m as isize)), &[8, 0]) };
            let n = hp5::rt::cap!(n);
            let m = hp5::rt::cap!(m);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("jacobi:7", "tests/cases/ok/jacobi_flat.rs", 7), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 8, 0));
            __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (m as isize) - 1)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1), (0, (m as isize))]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1), (1, (m as isize) - 1)]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (m as isize) - 1)]);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s0_b = __s0_b.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let m = hp5::rt::again(&m);
                let a = a.within(&__s0_a);
                let mut b = b.within(&__s0_b);
                for i in __i_part.clone() {
                    for j in 1..m - 1 {
                        b[i * m + j] = 0.25
                            * (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]);
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        std::mem::swap(a, b);
    }
    __hp5.end();
}

fn bits(a: &[f64]) -> u64 {
    a.iter().fold(0.0, |sum, x| sum + x).to_bits()
}

fn main() {
    for (n, m, sweeps) in [(3, 3, 1), (40, 30, 7), (33, 17, 10)] {
        let mut a: Vec<f64> = (0..n * m).map(|k| ((k * 37) % 101) as f64 / 7.0).collect();
        let mut b = a.clone();
        jacobi(&mut a, &mut b, n, m, sweeps);
        println!("{n} x {m}: {:016x} {:016x}", bits(&a), bits(&b));
    }
}
