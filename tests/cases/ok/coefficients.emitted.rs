//! Indices with coefficients: restriction and prolongation between two grids, interleaved
//! writes, a transpose.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn restrict(fine: &[f64], coarse: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("restrict", "tests/cases/ok/coefficients.rs", 4));
    // hp5: tests/cases/ok/coefficients.rs:6 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_fine = unsafe { __hp5.array("fine", hp5::rt::flat(&raw const fine), &[8]) };
        let __v_coarse = unsafe { __hp5.array("coarse", hp5::rt::flat(&raw const coarse), &[4]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("restrict:6", "tests/cases/ok/coefficients.rs", 6), hp5::rt::Order::Parallel, hp5::rt::chunks(1..coarse.len() - 1, 4, 0));
        __loop.access(&__v_coarse, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_fine, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(2 * __i_lo - 1, 2 * __i_hi)]);
        let __s0_fine = __loop.section(|[(__i_lo, __i_hi)]| [(2 * __i_lo - 1, 2 * __i_hi)]);
        let __s0_coarse = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let fine = __v_fine.view();
        let coarse = __v_coarse.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_fine = __s0_fine.of(&__chunks);
            let __s0_coarse = __s0_coarse.of(&__chunks);
            let __i_part = __chunks;
            let fine = fine.within(&__s0_fine);
            let mut coarse = coarse.within(&__s0_coarse);
            for i in __i_part.clone() {
                coarse[i] = 0.25 * fine[2 * i - 1] + 0.5 * fine[2 * i] + 0.25 * fine[2 * i + 1];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn prolong(coarse: &[f64], fine: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("prolong", "tests/cases/ok/coefficients.rs", 12));
    // hp5: tests/cases/ok/coefficients.rs:14 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_coarse = unsafe { __hp5.array("coarse", hp5::rt::flat(&raw const coarse), &[4]) };
        let __v_fine = unsafe { __hp5.array("fine", hp5::rt::flat(&raw const fine), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("prolong:14", "tests/cases/ok/coefficients.rs", 14), hp5::rt::Order::Parallel, hp5::rt::chunks(0..coarse.len() - 1, 4, 0));
        __loop.access(&__v_fine, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(2 * __i_lo, 2 * __i_hi)]);
        __loop.access(&__v_coarse, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 1)]);
        let __s0_coarse = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 1)]);
        let __s0_fine = __loop.section(|[(__i_lo, __i_hi)]| [(2 * __i_lo, 2 * __i_hi)]);
        let coarse = __v_coarse.view();
        let fine = __v_fine.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_coarse = __s0_coarse.of(&__chunks);
            let __s0_fine = __s0_fine.of(&__chunks);
            let __i_part = __chunks;
            let coarse = coarse.within(&__s0_coarse);
            let mut fine = fine.within(&__s0_fine);
            for i in __i_part.clone() {
                fine[2 * i] = coarse[i];
                fine[2 * i + 1] = 0.5 * (coarse[i] + coarse[i + 1]);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn transpose(a: &[f64], b: &mut [f64], n: usize, m: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("transpose", "tests/cases/ok/coefficients.rs", 21));
    // hp5: tests/cases/ok/coefficients.rs:24 #[hp5::task_tile(i = 4, j = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((m as isize)), &[4, 4]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows((n as isize)), &[4, 4]) };
        let n = hp5::rt::cap!(n);
        let m = hp5::rt::cap!(m);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("transpose:24", "tests/cases/ok/coefficients.rs", 24), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(0..n, 4, 0),
            hp5::rt::chunks(0..m, 4, 0),
        ));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__j_lo, __j_hi), (__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__j_lo, __j_hi), (__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let (__i_part, __j_part) = __chunks;
            let n = hp5::rt::again(&n);
            let m = hp5::rt::again(&m);
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                for j in __j_part.clone() {
                    b[j * n + i] = a[i * m + j];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let fine: Vec<f64> = (0..65).map(|i| f64::from((i * 9) % 25)).collect();
    let mut coarse = vec![1.0; 33];
    let mut again = vec![0.0; 65];
    restrict(&fine, &mut coarse);
    prolong(&coarse, &mut again);
    let mut turned = vec![0.0; 65];
    transpose(&again, &mut turned, 5, 13);
    println!("{:016x} {:016x} {:?}", coarse[7].to_bits(), again[31].to_bits(), &turned[..8]);
}
