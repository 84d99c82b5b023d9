//! The wavefront on `Vec<Vec<f64>>`, rows tiled only.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn sweep(a: &mut Vec<Vec<f64>>, sweeps: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("sweep", "tests/cases/ok/gauss_seidel_nested.rs", 3));
    for _ in __hp5.rounds(1, 0..sweeps) {
        // hp5: tests/cases/ok/gauss_seidel_nested.rs:6 #[hp5::task_tile(i = 4)], ordered
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<2, _>(&raw const a), &[4, 0]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("sweep:6", "tests/cases/ok/gauss_seidel_nested.rs", 6), hp5::rt::Order::Ordered, hp5::rt::chunks(1..a.len() - 1, 4, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, ((a[0].len()) as isize) - 1)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1), (0, ((a[0].len()) as isize))]);
            let __c1_a = 1 < ((a[0].len()) as isize) - 1;
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + 1), (1, ((a[0].len()) as isize) - 1)]);
            let __s1_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, ((a[0].len()) as isize))]);
            let __s2_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi), (1, ((a[0].len()) as isize) - 1)]);
            let a = __v_a.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s1_a = __s1_a.of(&__chunks);
                let __s2_a = __s2_a.of(&__chunks);
                let __i_part = __chunks;
                let mut a = a.within_all(&[&__s0_a, if __c1_a { &__s1_a } else { &hp5::rt::CHECKED }, &__s2_a]);
                for i in __i_part.clone() {
                    for j in 1..a.row(0).len() - 1 {
                        a[(i, j)] = 0.2 * (a[(i, j)] + a[(i - 1, j)] + a[(i + 1, j)] + a[(i, j - 1)] + a[(i, j + 1)]);
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<Vec<f64>> = (0..30).map(|i| (0..22).map(|j| ((i * j) % 11) as f64).collect()).collect();
    sweep(&mut a, 5);
    let sum = a.iter().flatten().fold(0.0, |sum, x| sum + x);
    println!("{:016x}", sum.to_bits());
}
