//! Row lengths that are sums, `u[i * (m + 2) + j]`.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn sweeps(n: usize, m: usize, u: &mut Vec<f64>, v: &mut Vec<f64>, count: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("sweeps", "tests/cases/ok/sum_rows.rs", 3));
    for _ in __hp5.rounds(2, 0..count) {
        // hp5: tests/cases/ok/sum_rows.rs:6 #[hp5::task_tile(i = 4, j = 3)], parallel
        {
            let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v).rows(((m + 2) as isize)), &[4, 3]) };
            let __v_u = unsafe { __hp5.array("u", hp5::rt::flat(&raw const u).rows(((m + 2) as isize)), &[4, 3]) };
            let n = hp5::rt::cap!(n);
            let m = hp5::rt::cap!(m);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("sweeps:6", "tests/cases/ok/sum_rows.rs", 6), hp5::rt::Order::Parallel, (
                hp5::rt::chunks(1..=n, 4, 0),
                hp5::rt::chunks(1..=m, 3, 0),
            ));
            __loop.access(&__v_u, hp5::rt::Mode::Out, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
            __loop.access(&__v_v, hp5::rt::Mode::In, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo - 1, __i_hi + 1), (__j_lo, __j_hi + 1)]);
            let __s0_v = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo - 1, __i_hi), (__j_lo, __j_hi + 1)]);
            let __s1_v = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo + 1, __i_hi + 1), (__j_lo, __j_hi)]);
            let __s0_u = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
            let v = __v_v.view();
            let u = __v_u.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_v = __s0_v.of(&__chunks);
                let __s1_v = __s1_v.of(&__chunks);
                let __s0_u = __s0_u.of(&__chunks);
                let (__i_part, __j_part) = __chunks;
                let n = hp5::rt::again(&n);
                let m = hp5::rt::again(&m);
                let _ = v.within(&__s0_v);
                let _ = v.within(&__s1_v);
                let v = v.within(&hp5::rt::CHECKED);
                let mut u = u.within(&__s0_u);
                for i in __i_part.clone() {
                    for j in __j_part.clone() {
                        u[i * (m + 2) + j] = v[(i - 1) * (m + 2) + j] + v[i * (m + 2) + j + 1] - 0.5 * v[(i + 1) * (m + 2) + j];
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        std::mem::swap(u, v);
    }
    // hp5: tests/cases/ok/sum_rows.rs:14 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v).rows(((m + 2) as isize)), &[4, 3]) };
        let __v_u = unsafe { __hp5.array("u", hp5::rt::flat(&raw const u).rows(((m + 2) as isize)), &[4, 3]) };
        let n = hp5::rt::cap!(n);
        let m = hp5::rt::cap!(m);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("sweeps:14", "tests/cases/ok/sum_rows.rs", 14), hp5::rt::Order::Parallel, hp5::rt::chunks(1..=n, 4, 0));
        __loop.access(&__v_v, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 1)]);
        __loop.access(&__v_u, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), ((m as isize), (m as isize) + 1)]);
        let __s0_v = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 1)]);
        let __s0_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), ((m as isize), (m as isize) + 1)]);
        let v = __v_v.view();
        let u = __v_u.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_v = __s0_v.of(&__chunks);
            let __s0_u = __s0_u.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let m = hp5::rt::again(&m);
            let mut v = v.within(&__s0_v);
            let u = u.within(&__s0_u);
            for i in __i_part.clone() {
                v[i * (m + 2)] = u[i * (m + 2) + m];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn cubes(n: i32, m: i32, w: i32, u: &mut [f64], v: &[f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("cubes", "tests/cases/ok/sum_rows.rs", 20));
    // hp5: tests/cases/ok/sum_rows.rs:22 #[hp5::task_tile(k = 3, j = 3)], parallel
    {
        let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v).planes(((m + 2) as isize), ((w + 2) as isize)), &[3, 3, 0]) };
        let __v_u = unsafe { __hp5.array("u", hp5::rt::flat(&raw const u).planes(((m + 2) as isize), ((w + 2) as isize)), &[3, 3, 0]) };
        let n = hp5::rt::cap!(n);
        let m = hp5::rt::cap!(m);
        let w = hp5::rt::cap!(w);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("cubes:22", "tests/cases/ok/sum_rows.rs", 22), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(1..=n, 3, 0),
            hp5::rt::chunks(1..=m, 3, 0),
        ));
        __loop.access(&__v_u, hp5::rt::Mode::Out, |[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo, __k_hi), (__j_lo, __j_hi), (1, (w as isize) + 1)]);
        __loop.access(&__v_v, hp5::rt::Mode::In, |[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo - 1, __k_hi), (__j_lo, __j_hi + 1), (0, (w as isize) + 1)]);
        let __s0_v = __loop.section(|[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo - 1, __k_hi - 1), (__j_lo, __j_hi), (1, (w as isize) + 1)]);
        let __s1_v = __loop.section(|[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo, __k_hi), (__j_lo + 1, __j_hi + 1), (0, (w as isize))]);
        let __s0_u = __loop.section(|[(__k_lo, __k_hi), (__j_lo, __j_hi)]| [(__k_lo, __k_hi), (__j_lo, __j_hi), (1, (w as isize) + 1)]);
        let v = __v_v.view();
        let u = __v_u.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_v = __s0_v.of(&__chunks);
            let __s1_v = __s1_v.of(&__chunks);
            let __s0_u = __s0_u.of(&__chunks);
            let (__k_part, __j_part) = __chunks;
            let n = hp5::rt::again(&n);
            let m = hp5::rt::again(&m);
            let w = hp5::rt::again(&w);
            let _ = v.within(&__s0_v);
            let _ = v.within(&__s1_v);
            let v = v.within(&hp5::rt::CHECKED);
            let mut u = u.within(&__s0_u);
            for k in __k_part.clone() {
                for j in __j_part.clone() {
                    for i in 1..=w {
                        u[((k * (m + 2) + j) * (w + 2) + i) as usize] = v[(((k - 1) * (m + 2) + j) * (w + 2) + i) as usize]
                            + v[((k * (m + 2) + j + 1) * (w + 2) + i - 1) as usize];
                    }
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

/// Diagonals of rows of `n`, beside rows of `n + 1`.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn diagonals(n: usize, a: &mut [f64], b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("diagonals", "tests/cases/ok/sum_rows.rs", 34));
    // hp5: tests/cases/ok/sum_rows.rs:36 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows(((n + 1) as isize)), &[4, 0]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((n as isize)), &[4, 0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("diagonals:36", "tests/cases/ok/sum_rows.rs", 36), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (n as isize) + 1)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (n as isize) + 1)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
        let b = __v_b.view();
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let b = b.within(&__s0_b);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                for j in 0..n {
                    a[i * n + j] += b[i * (n + 1) + j + 1];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/sum_rows.rs:42 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((n as isize)), &[4, 0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("diagonals:42", "tests/cases/ok/sum_rows.rs", 42), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (__i_lo, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut a = a;
            for i in __i_part.clone() {
                a[i * n + i] += 4.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/sum_rows.rs:46 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows(((n + 1) as isize)), &[4, 0]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((n as isize)), &[4, 0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("diagonals:46", "tests/cases/ok/sum_rows.rs", 46), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, __i_hi), (0, __i_hi)]);
        let b = __v_b.view();
        let a = __v_a.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut b = b;
            let a = a;
            for i in __i_part.clone() {
                for j in 0..=i {
                    b[i * (n + 1) + j] = a[i * n + i] - a[j * n + j];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn sum(all: &[f64]) -> u64 {
    all.iter().fold(0, |h: u64, x| h.rotate_left(5) ^ x.to_bits())
}

fn main() {
    let start: Vec<f64> = (0..17 * 14 * 17).map(|k| f64::from(k * 7 % 17) * 0.25).collect();
    let (mut u, mut v) = (start.clone(), start);
    sweeps(14, 11, &mut u, &mut v, 3);
    println!("{:016x} {:016x}", sum(&u), sum(&v));
    cubes(15, 12, 15, &mut u, &v);
    println!("{:016x}", sum(&u));
    diagonals(19, &mut u, &mut v);
    println!("{:016x} {:016x}", sum(&u), sum(&v));
}
