//! `Vec<Vec<f64>>` under an explicit two-dimensional template, tiled in both loops.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn jacobi(a: &mut Vec<Vec<f64>>, b: &mut Vec<Vec<f64>>, sweeps: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("jacobi", "tests/cases/ok/jacobi_nested.rs", 3));
    let n = a.len();
    let m = a[0].len();
    for _ in __hp5.rounds(2, 0..sweeps) {
        // hp5: tests/cases/ok/jacobi_nested.rs:9 #[hp5::task_tile(i = 8, j = 16)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<2, _>(&raw const a), &[8, 16]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::nested::<2, _>(&raw const b), &[8, 16]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("jacobi:9", "tests/cases/ok/jacobi_nested.rs", 9), hp5::rt::Order::Parallel, (
                hp5::rt::chunks(1..n - 1, 8, 0),
                hp5::rt::chunks(1..m - 1, 16, 0),
            ));
            __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo - 1, __i_hi + 1), (__j_lo - 1, __j_hi + 1)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo - 1, __i_hi - 1), (__j_lo, __j_hi)]);
            let __s1_a = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo + 1, __i_hi + 1), (__j_lo, __j_hi)]);
            let __s2_a = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo - 1, __j_hi + 1)]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
            let n = hp5::rt::cap_owned!(n);
            let m = hp5::rt::cap_owned!(m);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s1_a = __s1_a.of(&__chunks);
                let __s2_a = __s2_a.of(&__chunks);
                let __s0_b = __s0_b.of(&__chunks);
                let (__i_part, __j_part) = __chunks;
                let n = hp5::rt::again(&n);
                let m = hp5::rt::again(&m);
                let a = a.within_all(&[&__s0_a, &__s1_a, &__s2_a]);
                let mut b = b.within(&__s0_b);
                for i in __i_part.clone() {
                    for j in __j_part.clone() {
                        b[(i, j)] = 0.25 * (a[(i - 1, j)] + a[(i + 1, j)] + a[(i, j - 1)] + a[(i, j + 1)]);
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        std::mem::swap(a, b);
    }
    __hp5.end();
}

fn bits(a: &[Vec<f64>]) -> u64 {
    a.iter().flatten().fold(0.0, |sum, x| sum + x).to_bits()
}

fn main() {
    for (n, m, sweeps) in [(5, 4, 3), (40, 50, 6)] {
        let mut a: Vec<Vec<f64>> =
            (0..n).map(|i| (0..m).map(|j| ((i * 13 + j * 7) % 29) as f64 / 3.0).collect()).collect();
        let mut b = a.clone();
        jacobi(&mut a, &mut b, sweeps);
        println!("{n} x {m}: {:016x} {:016x}", bits(&a), bits(&b));
    }
}
