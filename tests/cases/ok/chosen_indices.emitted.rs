//! Indices that are one of two: the loops are parallel, and nothing is said.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn neighbours(a: &[i64], b: &mut [i64], c: &mut [i64], n: usize, x: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("neighbours", "tests/cases/ok/chosen_indices.rs", 3));
    // hp5: tests/cases/ok/chosen_indices.rs:5 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
        let n = hp5::rt::cap!(n);
        let x = hp5::rt::cap!(x);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("neighbours:5", "tests/cases/ok/chosen_indices.rs", 5), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n, 4, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let x = hp5::rt::again(&x);
            let a = a;
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                let w = if x == 0 { i } else { i - 1 };
                b[i] = a[w];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/chosen_indices.rs:10 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
        let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c), &[4]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("neighbours:10", "tests/cases/ok/chosen_indices.rs", 10), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_c, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_c = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let c = __v_c.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __s0_c = __s0_c.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let a = a;
            let b = b.within(&__s0_b);
            let mut c = c.within(&__s0_c);
            for i in __i_part.clone() {
                let low = i.saturating_sub(1);
                let high = (i + 1).min(n - 1);
                c[i] = a[low] + a[high] - b[i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/chosen_indices.rs:16 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
        let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c), &[4]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("neighbours:16", "tests/cases/ok/chosen_indices.rs", 16), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_c, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let b = __v_b.view();
        let c = __v_c.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut b = b.within(&__s0_b);
            let c = c;
            for i in __i_part.clone() {
                let low = if i > 0 { i - 1 } else { 0 };
                let high = if i == n - 1 { i } else { i + 1 };
                b[i] = c[low] + c[high];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/chosen_indices.rs:22 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
        let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c), &[4]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("neighbours:22", "tests/cases/ok/chosen_indices.rs", 22), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_c, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 2, __i_hi + 1)]);
        let __s0_c = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let b = __v_b.view();
        let c = __v_c.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_c = __s0_c.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let b = b;
            let mut c = c.within(&__s0_c);
            for i in __i_part.clone() {
                let near = i.clamp(1, n - 2);
                c[i] = b[near];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let a: Vec<i64> = (0..64).map(|k| k * 7 % 23).collect();
    let (mut b, mut c) = (vec![0; 64], vec![1; 64]);
    neighbours(&a, &mut b, &mut c, 64, 0);
    neighbours(&a, &mut b, &mut c, 60, 1);
    println!("{b:?} {c:?}");
}
