//! Slices of an array whose rows other loops show: where a slice does not lie in the rows of its ends, all may be
//! used.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn numbers(a: &mut [i32], b: &mut Vec<i32>, g: &[i32]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("numbers", "tests/cases/ok/slices_over_rows.rs", 4));
    // hp5: tests/cases/ok/slices_over_rows.rs:6 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows(8), &[3, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("numbers:6", "tests/cases/ok/slices_over_rows.rs", 6), hp5::rt::Order::Parallel, hp5::rt::chunks_step(0..64, 4, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 3)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL, hp5::rt::ALL]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__i_part| {
            let mut a = a;
            let b = b;
            for i in __i_part.clone().step_by(4) {
                a[i..i + 4].copy_from_slice(&b[i..i + 4]); //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/slices_over_rows.rs:10 #[hp5::task_tile(i = 3)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows(8), &[3, 0]) };
        let __v_g = unsafe { __hp5.array("g", hp5::rt::flat(&raw const g).rows(8), &[0, 3]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("numbers:10", "tests/cases/ok/slices_over_rows.rs", 10), hp5::rt::Order::Parallel, hp5::rt::chunks(0..8, 3, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 8)]);
        __loop.access(&__v_g, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, 8), (__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 8)]);
        let __s0_g = __loop.section(|[(__i_lo, __i_hi)]| [(0, 8), (__i_lo, __i_hi)]);
        let b = __v_b.view();
        let g = __v_g.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __s0_g = __s0_g.of(&__chunks);
            let __i_part = __chunks;
            let mut b = b.within(&__s0_b);
            let g = g.within(&__s0_g);
            for i in __i_part.clone() {
                for j in 0..8 {
                    b[i * 8 + j] ^= g[j * 8 + i];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/slices_over_rows.rs:16 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows(8), &[3, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("numbers:16", "tests/cases/ok/slices_over_rows.rs", 16), hp5::rt::Order::Parallel, hp5::rt::chunks_step(0..64, 8, 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 7)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL, hp5::rt::ALL]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__i_part| {
            let mut a = a;
            let b = b;
            for i in __i_part.clone().step_by(8) {
                a[i..i + 8].copy_from_slice(&b[i..i + 8]); //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn names(a: &mut [i32], b: &mut [i32], g: &[i32], m: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("names", "tests/cases/ok/slices_over_rows.rs", 22));
    // hp5: tests/cases/ok/slices_over_rows.rs:24 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows((m as isize)), &[3, 0]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let m = hp5::rt::cap!(m);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("names:24", "tests/cases/ok/slices_over_rows.rs", 24), hp5::rt::Order::Parallel, hp5::rt::chunks(0..64 - m, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL, hp5::rt::ALL]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let b = __v_b.view();
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let m = hp5::rt::again(&m);
            let b = b;
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] += b[i..i + m].iter().sum::<i32>(); //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/slices_over_rows.rs:28 #[hp5::task_tile(i = 3)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows((m as isize)), &[3, 0]) };
        let __v_g = unsafe { __hp5.array("g", hp5::rt::flat(&raw const g).rows((m as isize)), &[0, 3]) };
        let m = hp5::rt::cap!(m);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("names:28", "tests/cases/ok/slices_over_rows.rs", 28), hp5::rt::Order::Parallel, hp5::rt::chunks(0..64 / m, 3, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
        __loop.access(&__v_g, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, (m as isize)), (__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
        let b = __v_b.view();
        let g = __v_g.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let m = hp5::rt::again(&m);
            let mut b = b.within(&__s0_b);
            let g = g;
            for i in __i_part.clone() {
                for j in 0..m {
                    b[i * m + j] ^= g[j * m + i];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/slices_over_rows.rs:34 #[hp5::task_tile(i = 1)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows((m as isize)), &[3, 0]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let m = hp5::rt::cap!(m);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("names:34", "tests/cases/ok/slices_over_rows.rs", 34), hp5::rt::Order::Parallel, hp5::rt::chunks(0..64 / m - 1, 1, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL, hp5::rt::ALL]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let b = __v_b.view();
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let m = hp5::rt::again(&m);
            let b = b;
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] += b[i * m + 2..(i + 1) * m + 2].iter().sum::<i32>(); //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let (mut a, mut b): (Vec<i32>, Vec<i32>) = (vec![0; 64], (0..64).collect());
    let g: Vec<i32> = (0..64).map(|i| i * 7 % 13).collect();
    numbers(&mut a, &mut b, &g);
    names(&mut a, &mut b, &g, 8);
    println!("{a:?} {b:?}");
}
