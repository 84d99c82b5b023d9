//! An array is cut anew in the middle of a region: rows first, then columns.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn rows_then_columns(a: &mut Vec<f64>, n: usize, m: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("rows_then_columns", "tests/cases/ok/remap.rs", 3));
    // hp5: tests/cases/ok/remap.rs:6 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((m as isize)), &[4, 0]) };
        let n = hp5::rt::cap!(n);
        let m = hp5::rt::cap!(m);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows_then_columns:6", "tests/cases/ok/remap.rs", 6), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (m as isize))]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize) - 1)]);
        let __c0_a = 1 < (m as isize);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let m = hp5::rt::again(&m);
            if __c0_a { let _ = a.within(&__s0_a); }
            let mut a = a.within(&hp5::rt::CHECKED);
            for i in __i_part.clone() {
                for j in 1..m {
                    a[i * m + j] += 0.5 * a[i * m + j - 1];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/remap.rs:13 #[hp5::task_tile(j = 5)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((m as isize)), &[0, 5]) };
        let m = hp5::rt::cap!(m);
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows_then_columns:13", "tests/cases/ok/remap.rs", 13), hp5::rt::Order::Parallel, hp5::rt::chunks(0..m, 5, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__j_lo, __j_hi)]| [(1, (n as isize)), (__j_lo, __j_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__j_lo, __j_hi)]| [(0, (n as isize) - 1), (__j_lo, __j_hi)]);
        let __c0_a = 1 < (n as isize);
        let __s0_a = __loop.section(|[(__j_lo, __j_hi)]| [(0, (n as isize)), (__j_lo, __j_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __j_part = __chunks;
            let m = hp5::rt::again(&m);
            let n = hp5::rt::again(&n);
            if __c0_a { let _ = a.within(&__s0_a); }
            let mut a = a.within(&hp5::rt::CHECKED);
            for j in __j_part.clone() {
                for i in 1..n {
                    a[i * m + j] += 0.25 * a[(i - 1) * m + j];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/remap.rs:20 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((m as isize)), &[8, 0]) };
        let n = hp5::rt::cap!(n);
        let m = hp5::rt::cap!(m);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows_then_columns:20", "tests/cases/ok/remap.rs", 20), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let m = hp5::rt::again(&m);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                for j in 0..m {
                    a[i * m + j] *= 1.5;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let (n, m) = (26, 23);
    let mut a: Vec<f64> = (0..n * m).map(|k| ((k * 19) % 47) as f64).collect();
    rows_then_columns(&mut a, n, m);
    println!("{:016x} {:016x}", a[n * m - 1].to_bits(), a.iter().fold(0.0, |s, x| s + x).to_bits());
}
