//! Arrays of four brackets: vectors of arrays, a component at each point of a grid.

type Grid = Vec<[[[f64; 5]; 6]; 7]>;

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn sweeps(u: &mut Grid, rhs: &mut Grid, count: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("sweeps", "tests/cases/ok/four_levels.rs", 5));
    let n = u.len();
    for _ in __hp5.rounds(1, 0..count) {
        // hp5: tests/cases/ok/four_levels.rs:9 #[hp5::task_tile(k = 2, j = 3)], parallel
        {
            let __v_u = unsafe { __hp5.array("u", hp5::rt::nested::<4, _>(&raw const u), &[2, 3, 0, 0]) };
            let __v_rhs = unsafe { __hp5.array("rhs", hp5::rt::nested::<4, _>(&raw const rhs), &[2, 3, 0, 0]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("sweeps:9", "tests/cases/ok/four_levels.rs", 9), hp5::rt::Order::Parallel, (
                hp5::rt::chunks(1..n - 1, 2, 0),
                hp5::rt::chunks(1..6, 3, 0),
            ));
            __loop.access(&__v_rhs, hp5::rt::Mode::Out, |[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo, __k_hi), (__j_lo, __j_hi), (1, 5), (0, 5)]);
            __loop.access(&__v_u, hp5::rt::Mode::In, |[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo - 1, __k_hi + 1), (__j_lo - 1, __j_hi + 1), (0, 5), (0, 5)]);
            let __s0_u = __loop.section(|[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo - 1, __k_hi - 1), (__j_lo, __j_hi), (1, 5), (0, 5)]);
            let __s1_u = __loop.section(|[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo + 1, __k_hi + 1), (__j_lo, __j_hi), (1, 5), (0, 5)]);
            let __s2_u = __loop.section(|[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo, __k_hi), (__j_lo - 1, __j_hi - 1), (1, 5), (0, 5)]);
            let __s3_u = __loop.section(|[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo, __k_hi), (__j_lo + 1, __j_hi + 1), (1, 5), (0, 5)]);
            let __s4_u = __loop.section(|[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo, __k_hi), (__j_lo, __j_hi), (0, 4), (0, 5)]);
            let __s0_rhs = __loop.section(|[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo, __k_hi), (__j_lo, __j_hi), (1, 5), (0, 5)]);
            let n = hp5::rt::cap_owned!(n);
            let u = __v_u.view();
            let rhs = __v_rhs.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_u = __s0_u.of(&__chunks);
                let __s1_u = __s1_u.of(&__chunks);
                let __s2_u = __s2_u.of(&__chunks);
                let __s3_u = __s3_u.of(&__chunks);
                let __s4_u = __s4_u.of(&__chunks);
                let __s0_rhs = __s0_rhs.of(&__chunks);
                let (__k_part, __j_part) = __chunks;
                let n = hp5::rt::again(&n);
                let u = u.within_all(&[&__s0_u, &__s1_u, &__s2_u, &__s3_u, &__s4_u]);
                let mut rhs = rhs.within(&__s0_rhs);
                for k in __k_part.clone() {
                    for j in __j_part.clone() {
                        for i in 1..5 {
                            for m in 0..5 {
                                rhs[(k, j, i, m)] = u[(k - 1, j, i, m)] + u[(k + 1, j, i, m)] - 0.5 * u[(k, j - 1, i, 4 - m)]
                                    + u[(k, j + 1, i, m)]
                                    - u[(k, j, i - 1, m)];
                            }
                        }
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/four_levels.rs:21 #[hp5::task_tile(k = 2, j = 3)], parallel
        {
            let __v_u = unsafe { __hp5.array("u", hp5::rt::nested::<4, _>(&raw const u), &[2, 3, 0, 0]) };
            let __v_rhs = unsafe { __hp5.array("rhs", hp5::rt::nested::<4, _>(&raw const rhs), &[2, 3, 0, 0]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("sweeps:21", "tests/cases/ok/four_levels.rs", 21), hp5::rt::Order::Parallel, (
                hp5::rt::chunks(1..n - 1, 2, 0),
                hp5::rt::chunks(1..6, 3, 0),
            ));
            __loop.access(&__v_u, hp5::rt::Mode::InOut, |[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo, __k_hi), (__j_lo, __j_hi), (1, 5), (0, 5)]);
            __loop.access(&__v_rhs, hp5::rt::Mode::In, |[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo, __k_hi), (__j_lo, __j_hi), (1, 5), (0, 5)]);
            let __s0_u = __loop.section(|[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo, __k_hi), (__j_lo, __j_hi), (1, 5), (0, 5)]);
            let __s0_rhs = __loop.section(|[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo, __k_hi), (__j_lo, __j_hi), (1, 5), (0, 5)]);
            let n = hp5::rt::cap_owned!(n);
            let u = __v_u.view();
            let rhs = __v_rhs.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_u = __s0_u.of(&__chunks);
                let __s0_rhs = __s0_rhs.of(&__chunks);
                let (__k_part, __j_part) = __chunks;
                let n = hp5::rt::again(&n);
                let mut u = u.within(&__s0_u);
                let rhs = rhs.within(&__s0_rhs);
                for k in __k_part.clone() {
                    for j in __j_part.clone() {
                        for i in 1..5 {
                            for m in 0..5 {
                                u[(k, j, i, m)] += 0.125 * rhs[(k, j, i, m)];
                            }
                        }
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let mut u: Grid = vec![[[[0.0; 5]; 6]; 7]; 9];
    for (at, cell) in u.iter_mut().flatten().flatten().flatten().enumerate() {
        *cell = (at * 7 % 13) as f64;
    }
    let mut rhs = u.clone();
    sweeps(&mut u, &mut rhs, 4);
    println!("{:016x}", u.iter().flatten().flatten().flatten().fold(0, |h: u64, x| h.rotate_left(5) ^ x.to_bits()));
}
