//! A template that holds only where it is worth it: the arrays are one tile each else.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn relax(a: &mut [Vec<f64>], b: &mut [Vec<f64>], sweeps: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("relax", "tests/cases/ok/template_if.rs", 3));
    let n = a.len();
    for _ in __hp5.rounds(1, 0..sweeps) {
        // hp5: tests/cases/ok/template_if.rs:8 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<2, _>(&raw const a), &[(if n > 12 { 4 } else { 0 }) as usize, 0]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::nested::<2, _>(&raw const b), &[(if n > 12 { 4 } else { 0 }) as usize, 0]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("relax:8", "tests/cases/ok/template_if.rs", 8), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 4, hp5::rt::offset(4, &[(1, 0, 0, (if n > 12 { 4 } else { 0 }) as usize)])));
            __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (n as isize) - 1)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1), (0, (n as isize))]);
            let __c2_a = 1 < (n as isize) - 1;
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1), (1, (n as isize) - 1)]);
            let __s1_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + 1), (1, (n as isize) - 1)]);
            let __s2_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (n as isize) - 1)]);
            let n = hp5::rt::cap_owned!(n);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s1_a = __s1_a.of(&__chunks);
                let __s2_a = __s2_a.of(&__chunks);
                let __s0_b = __s0_b.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let a = a.within_all(&[&__s0_a, &__s1_a, if __c2_a { &__s2_a } else { &hp5::rt::CHECKED }]);
                let mut b = b.within(&__s0_b);
                for i in __i_part.clone() {
                    for j in 1..n - 1 {
                        b[(i, j)] = 0.25 * (a[(i - 1, j)] + a[(i + 1, j)] + a[(i, j - 1)] + a[(i, j + 1)]);
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/template_if.rs:14 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<2, _>(&raw const a), &[(if n > 12 { 4 } else { 0 }) as usize, 0]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::nested::<2, _>(&raw const b), &[(if n > 12 { 4 } else { 0 }) as usize, 0]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("relax:14", "tests/cases/ok/template_if.rs", 14), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 4, hp5::rt::offset(4, &[(1, 0, 0, (if n > 12 { 4 } else { 0 }) as usize)])));
            __loop.access(&__v_a, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (n as isize) - 1)]);
            __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (n as isize) - 1)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (n as isize) - 1)]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (n as isize) - 1)]);
            let n = hp5::rt::cap_owned!(n);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s0_b = __s0_b.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let mut a = a.within(&__s0_a);
                let b = b.within(&__s0_b);
                for i in __i_part.clone() {
                    for j in 1..n - 1 {
                        a[(i, j)] = b[(i, j)];
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    for n in [3, 12, 13, 40] {
        let mut a: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| ((i * j) % 7) as f64).collect()).collect();
        let mut b = a.clone();
        relax(&mut a, &mut b, 6);
        println!("{:016x}", a.iter().flatten().fold(0, |h: u64, x| h.rotate_left(5) ^ x.to_bits()));
    }
}
