//! Grids of several levels in one array: references to them are taken while tasks are pending,
//! which waits for nothing. Rows of a grid as slices, of which two dimensions are seen.

fn line(to: &mut [f64], below: &[f64], here: &[f64], above: &[f64]) {
    for i in 1..to.len() - 1 {
        to[i] = 0.25 * (below[i] + above[i] + here[i - 1] + here[i + 1]);
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn sweeps(u: &mut [Vec<f64>], r: &mut Vec<Vec<f64>>, rounds: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("sweeps", "tests/cases/ok/levels.rs", 10));
    let top = u.len() - 1;
    for round in 0..rounds {
        for level in 1..=top {
            let half: usize = 1 << (level - 1);
            let (m, n) = (half + 2, 2 * half + 2);
            let (low, high) = u.split_at_mut(level);
            let (coarse, fine) = (&mut low[level - 1], &high[0]);
            // hp5: tests/cases/ok/levels.rs:20 #[hp5::task_tile(k = 2, j = 4)], parallel
            {
                let __v_fine = unsafe { __hp5.array("fine", hp5::rt::flat(&raw const fine).planes((n as isize), (n as isize)), &[2, 4, 0]) };
                let __v_coarse = unsafe { __hp5.array("coarse", hp5::rt::flat(&raw const coarse).planes((m as isize), (m as isize)), &[2, 4, 0]) };
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("sweeps:20", "tests/cases/ok/levels.rs", 20), hp5::rt::Order::Parallel, (
                    hp5::rt::chunks(1..m - 1, 2, 0),
                    hp5::rt::chunks(1..m - 1, 4, 0),
                ));
                __loop.access(&__v_coarse, hp5::rt::Mode::InOut, |[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo, __k_hi), (__j_lo, __j_hi), (1, (m as isize) - 1)]);
                __loop.access(&__v_fine, hp5::rt::Mode::In, |[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(2 * __k_lo, 2 * __k_hi - 1), (2 * __j_lo, 2 * __j_hi - 1), hp5::rt::ALL]);
                let __s0_coarse = __loop.section(|[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo, __k_hi), (__j_lo, __j_hi), (1, (m as isize) - 1)]);
                let m = hp5::rt::cap_owned!(m);
                let n = hp5::rt::cap_owned!(n);
                let fine = __v_fine.view();
                let coarse = __v_coarse.view();
                let __body = __loop.body(move |__chunks| {
                    let __s0_coarse = __s0_coarse.of(&__chunks);
                    let (__k_part, __j_part) = __chunks;
                    let m = hp5::rt::again(&m);
                    let n = hp5::rt::again(&n);
                    let fine = fine;
                    let mut coarse = coarse.within(&__s0_coarse);
                    for k in __k_part.clone() {
                        for j in __j_part.clone() {
                            let from = (2 * k * n + 2 * j) * n;
                            let line = &fine[from..from + n];
                            let to = (k * m + j) * m;
                            for i in 1..m - 1 {
                                coarse[to + i] += line[2 * i];
                            }
                        }
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
            let (u, r) = (&u[level], &mut r[level]);
            // hp5: tests/cases/ok/levels.rs:32 #[hp5::task_tile(k = 2, j = 4)], parallel
            {
                let __v_r = unsafe { __hp5.array("r", hp5::rt::flat(&raw const r).planes((n as isize), (n as isize)), &[2, 4, 0]) };
                let __v_u = unsafe { __hp5.array("u", hp5::rt::flat(&raw const u).planes((n as isize), (n as isize)), &[2, 4, 0]) };
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("sweeps:32", "tests/cases/ok/levels.rs", 32), hp5::rt::Order::Parallel, (
                    hp5::rt::chunks(1..n - 1, 2, 0),
                    hp5::rt::chunks(1..n - 1, 4, 0),
                ));
                __loop.access(&__v_r, hp5::rt::Mode::InOut, |[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo, __k_hi), (__j_lo, __j_hi), hp5::rt::ALL]);
                __loop.access(&__v_u, hp5::rt::Mode::In, |[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo, __k_hi), (__j_lo - 1, __j_hi + 1), hp5::rt::ALL]);
                let n = hp5::rt::cap_owned!(n);
                let r = __v_r.view();
                let u = __v_u.view();
                let __body = __loop.body(move |(__k_part, __j_part)| {
                    let n = hp5::rt::again(&n);
                    let mut r = r;
                    let u = u;
                    for k in __k_part.clone() {
                        for j in __j_part.clone() {
                            let at = (k * n + j) * n;
                            line(&mut r[at..at + n], &u[at - n..at], &u[at..at + n], &u[at + n..at + 2 * n]);
                        }
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
        }
        for level in 0..=top {
            let n: usize = (1 << level) + 2;
            let last: usize = n - 1;
            let grid = if round % 2 == 0 { &mut u[level] } else { &mut r[level] };
            // hp5: tests/cases/ok/levels.rs:44 #[hp5::task_tile(k = 2)], parallel
            {
                let __v_grid = unsafe { __hp5.array("grid", hp5::rt::flat(&raw const grid).planes((n as isize), (n as isize)), &[2, 4, 0]) };
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("sweeps:44", "tests/cases/ok/levels.rs", 44), hp5::rt::Order::Parallel, hp5::rt::chunks(1..last, 2, 0));
                __loop.access(&__v_grid, hp5::rt::Mode::InOut, |[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), (1, (last as isize)), (0, 1)]);
                __loop.access(&__v_grid, hp5::rt::Mode::InOut, |[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), ((last as isize), (last as isize) + 1), (0, (n as isize))]);
                __loop.access(&__v_grid, hp5::rt::Mode::In, |[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), (1, (last as isize)), ((last as isize), (last as isize) + 1)]);
                __loop.access(&__v_grid, hp5::rt::Mode::In, |[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), (1, 2), (0, (n as isize))]);
                let __s0_grid = __loop.section(|[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), (1, (last as isize)), ((last as isize), (last as isize) + 1)]);
                let __s1_grid = __loop.section(|[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), (1, (last as isize)), (0, 1)]);
                let __s2_grid = __loop.section(|[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), (1, 2), (0, (n as isize))]);
                let __s3_grid = __loop.section(|[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), ((last as isize), (last as isize) + 1), (0, (n as isize))]);
                let last = hp5::rt::cap_owned!(last);
                let n = hp5::rt::cap_owned!(n);
                let grid = __v_grid.view();
                let __body = __loop.body(move |__chunks| {
                    let __s0_grid = __s0_grid.of(&__chunks);
                    let __s1_grid = __s1_grid.of(&__chunks);
                    let __s2_grid = __s2_grid.of(&__chunks);
                    let __s3_grid = __s3_grid.of(&__chunks);
                    let __k_part = __chunks;
                    let last = hp5::rt::again(&last);
                    let n = hp5::rt::again(&n);
                    let _ = grid.within(&__s0_grid);
                    let _ = grid.within(&__s1_grid);
                    let _ = grid.within(&__s2_grid);
                    let _ = grid.within(&__s3_grid);
                    let mut grid = grid.within(&hp5::rt::CHECKED);
                    for k in __k_part.clone() {
                        for j in 1..last {
                            grid[(k * n + j) * n] = grid[(k * n + j) * n + last];
                        }
                        for i in 0..n {
                            grid[(k * n + last) * n + i] = 0.5 * grid[(k * n + 1) * n + i];
                        }
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
        }
    }
    __hp5.end();
}

fn main() {
    let grid = |level: u32| {
        let n = 2_usize.pow(level) + 2;
        (0..n * n * n).map(|i| ((i * i) % 23) as f64).collect()
    };
    let mut u: Vec<Vec<f64>> = (0..4).map(grid).collect();
    let mut r = u.clone();
    sweeps(&mut u, &mut r, 5);
    for grid in u.iter().chain(&r) {
        println!("{:016x}", grid.iter().fold(0, |h: u64, x| h.rotate_left(5) ^ x.to_bits()));
    }
}
