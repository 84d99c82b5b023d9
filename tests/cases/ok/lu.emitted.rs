//! LU without pivoting: the generating loop narrows the task loop at every step.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn lu(a: &mut Vec<f64>, n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("lu", "tests/cases/ok/lu.rs", 3));
    for k in 0..n {
        // hp5: tests/cases/ok/lu.rs:7 #[hp5::task_tile(i = 6)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((n as isize)), &[6, 0]) };
            let n = hp5::rt::cap!(n);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("lu:7", "tests/cases/ok/lu.rs", 7), hp5::rt::Order::Parallel, hp5::rt::chunks(k + 1..n, 6, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), ((k as isize), (k as isize) + 1)]);
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), ((k as isize) + 1, (n as isize))]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [((k as isize), (k as isize) + 1), ((k as isize), (k as isize) + 1)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), ((k as isize), (k as isize) + 1)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [((k as isize), (k as isize) + 1), ((k as isize) + 1, (n as isize))]);
            let __c2_a = (k as isize) + 1 < (n as isize);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [((k as isize), (k as isize) + 1), ((k as isize), (k as isize) + 1)]);
            let __s1_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), ((k as isize), (k as isize) + 1)]);
            let __s2_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), ((k as isize), (k as isize) + 1)]);
            let __s3_a = __loop.section(|[(__i_lo, __i_hi)]| [((k as isize), (k as isize) + 1), ((k as isize) + 1, (n as isize))]);
            let __s4_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), ((k as isize) + 1, (n as isize))]);
            let k = hp5::rt::cap_owned!(k);
            let a = __v_a.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s1_a = __s1_a.of(&__chunks);
                let __s2_a = __s2_a.of(&__chunks);
                let __s3_a = __s3_a.of(&__chunks);
                let __s4_a = __s4_a.of(&__chunks);
                let __i_part = __chunks;
                let k = hp5::rt::again(&k);
                let n = hp5::rt::again(&n);
                let _ = a.within(&__s0_a);
                let _ = a.within(&__s1_a);
                if __c2_a { let _ = a.within(&__s2_a); }
                let _ = a.within(&__s3_a);
                let _ = a.within(&__s4_a);
                let mut a = a.within(&hp5::rt::CHECKED);
                for i in __i_part.clone() {
                    a[i * n + k] /= a[k * n + k];
                    for j in k + 1..n {
                        a[i * n + j] -= a[i * n + k] * a[k * n + j];
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let n = 25;
    let mut a: Vec<f64> =
        (0..n * n).map(|k| ((k * 31) % 17) as f64 + if k / n == k % n { 60.0 } else { 0.0 }).collect();
    lu(&mut a, n);
    println!("{:016x} {:016x}", a[n * n - 1].to_bits(), a.iter().fold(0.0, |s, x| s + x).to_bits());
}
