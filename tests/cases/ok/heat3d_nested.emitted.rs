//! Three dimensions as `Vec<Vec<Vec<f32>>>`.

type Cube = Vec<Vec<Vec<f32>>>;

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn heat(a: &mut Cube, b: &mut Cube, steps: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("heat", "tests/cases/ok/heat3d_nested.rs", 5));
    let (n, m, p) = (a.len(), a[0].len(), a[0][0].len());
    for _ in __hp5.rounds(2, 0..steps) {
        // hp5: tests/cases/ok/heat3d_nested.rs:9 #[hp5::task_tile(i = 3)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<3, _>(&raw const a), &[3, 0, 0]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::nested::<3, _>(&raw const b), &[3, 0, 0]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("heat:9", "tests/cases/ok/heat3d_nested.rs", 9), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 3, 0));
            __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (m as isize) - 1), (1, (p as isize) - 1)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1), (0, (m as isize)), (0, (p as isize))]);
            let __c4_a = 1 < (p as isize) - 1;
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1), (1, (m as isize) - 1), (1, (p as isize) - 1)]);
            let __s1_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + 1), (1, (m as isize) - 1), (1, (p as isize) - 1)]);
            let __s2_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize) - 2), (1, (p as isize) - 1)]);
            let __s3_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (2, (m as isize)), (1, (p as isize) - 1)]);
            let __s4_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (m as isize) - 1), (0, (p as isize))]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (m as isize) - 1), (1, (p as isize) - 1)]);
            let n = hp5::rt::cap_owned!(n);
            let m = hp5::rt::cap_owned!(m);
            let p = hp5::rt::cap_owned!(p);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s1_a = __s1_a.of(&__chunks);
                let __s2_a = __s2_a.of(&__chunks);
                let __s3_a = __s3_a.of(&__chunks);
                let __s4_a = __s4_a.of(&__chunks);
                let __s0_b = __s0_b.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let m = hp5::rt::again(&m);
                let p = hp5::rt::again(&p);
                let a = a.within_all(&[&__s0_a, &__s1_a, &__s2_a, &__s3_a, if __c4_a { &__s4_a } else { &hp5::rt::CHECKED }]);
                let mut b = b.within(&__s0_b);
                for i in __i_part.clone() {
                    for j in 1..m - 1 {
                        for k in 1..p - 1 {
                            b[(i, j, k)] = (a[(i - 1, j, k)] + a[(i + 1, j, k)] + a[(i, j - 1, k)] + a[(i, j + 1, k)]
                                + a[(i, j, k - 1)] + a[(i, j, k + 1)])
                                / 6.0;
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
    let cell = |i: usize, j: usize, k: usize| ((i * 5 + j * 3 + k) % 13) as f32;
    let mut a: Cube =
        (0..12).map(|i| (0..9).map(|j| (0..7).map(|k| cell(i, j, k)).collect()).collect()).collect();
    let mut b = a.clone();
    heat(&mut a, &mut b, 4);
    let sum = a.iter().flatten().flatten().fold(0.0, |sum: f32, x| sum + x);
    println!("{:08x}", sum.to_bits());
}
