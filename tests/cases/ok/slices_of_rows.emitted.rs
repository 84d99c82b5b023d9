//! Several rows of an array handed on together, beside elements of single ones.

fn slow(x: f64) -> f64 {
    let mut y = x;
    for _ in 0..300 {
        y = y * 0.999 + 0.001;
    }
    y
}

fn both(u: &mut [Vec<f64>]) {
    let s = u[0][0];
    for x in u[1].iter_mut() {
        *x = slow(*x + s);
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn rows(u: &mut [Vec<f64>]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("rows", "tests/cases/ok/slices_of_rows.rs", 18));
    let n = u.len();
    // hp5: tests/cases/ok/slices_of_rows.rs:21 #[hp5::task_tile(l = 1)], ordered
    {
        let __v_u = unsafe { __hp5.array("u", hp5::rt::flat(&raw const u), &[1]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows:21", "tests/cases/ok/slices_of_rows.rs", 21), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n - 1, 1, 0));
        __loop.access(&__v_u, hp5::rt::Mode::InOut, |[(__l_lo, __l_hi)]| [(__l_lo, __l_hi + 1)]);
        let __s0_u = __loop.section(|[(__l_lo, __l_hi)]| [(__l_lo, __l_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let u = __v_u.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_u = __s0_u.of(&__chunks);
            let __l_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut u = u;
            let mut __in_u = u.within(&__s0_u);
            for l in __l_part.clone() {
                both(&mut u[l..l + 2]);
                __in_u[l][3] += 1.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/slices_of_rows.rs:26 #[hp5::task_tile(l = 2)], parallel
    {
        let __v_u = unsafe { __hp5.array("u", hp5::rt::flat(&raw const u), &[1]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows:26", "tests/cases/ok/slices_of_rows.rs", 26), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 2, 0));
        __loop.access(&__v_u, hp5::rt::Mode::InOut, |[(__l_lo, __l_hi)]| [(__l_lo, __l_hi)]);
        __loop.access(&__v_u, hp5::rt::Mode::In, |[(__l_lo, __l_hi)]| [(__l_lo, __l_hi)]);
        let __s0_u = __loop.section(|[(__l_lo, __l_hi)]| [(__l_lo, __l_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let u = __v_u.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_u = __s0_u.of(&__chunks);
            let __l_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut u = u.within(&__s0_u);
            for l in __l_part.clone() {
                let last = u[l].len() - 1;
                u[l][last] = slow(u[l].iter().sum());
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn sum(u: &[[f64; 3]]) -> f64 {
    u[0][0] + u[1][1]
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn points(u: &[[f64; 3]], v: &mut [[f64; 3]]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("points", "tests/cases/ok/slices_of_rows.rs", 37));
    let n = u.len();
    // hp5: tests/cases/ok/slices_of_rows.rs:40 #[hp5::task_tile(l = 2)], parallel
    {
        let __v_u = unsafe { __hp5.array("u", hp5::rt::flat(&raw const u), &[2]) };
        let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[2]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("points:40", "tests/cases/ok/slices_of_rows.rs", 40), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n - 1, 2, 0));
        __loop.access(&__v_v, hp5::rt::Mode::InOut, |[(__l_lo, __l_hi)]| [(__l_lo, __l_hi)]);
        __loop.access(&__v_u, hp5::rt::Mode::In, |[(__l_lo, __l_hi)]| [(__l_lo, __l_hi + 1)]);
        let __s0_u = __loop.section(|[(__l_lo, __l_hi)]| [(__l_lo, __l_hi)]);
        let __s0_v = __loop.section(|[(__l_lo, __l_hi)]| [(__l_lo, __l_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let u = __v_u.view();
        let v = __v_v.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_u = __s0_u.of(&__chunks);
            let __s0_v = __s0_v.of(&__chunks);
            let __l_part = __chunks;
            let n = hp5::rt::again(&n);
            let u = u;
            let __in_u = u.within(&__s0_u);
            let mut v = v.within(&__s0_v);
            for l in __l_part.clone() {
                v[l][1] = slow(sum(&u[l..l + 2])) + __in_u[l][2];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/slices_of_rows.rs:44 #[hp5::task_tile(l = 2)], ordered
    {
        let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[2]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("points:44", "tests/cases/ok/slices_of_rows.rs", 44), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n - 2, 2, 0));
        __loop.access(&__v_v, hp5::rt::Mode::InOut, |[(__l_lo, __l_hi)]| [(__l_lo, __l_hi + 2)]);
        __loop.access(&__v_v, hp5::rt::Mode::In, |[(__l_lo, __l_hi)]| [(__l_lo, __l_hi + 1)]);
        let __s0_v = __loop.section(|[(__l_lo, __l_hi)]| [(__l_lo, __l_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let v = __v_v.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_v = __s0_v.of(&__chunks);
            let __l_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut v = v;
            let mut __in_v = v.within(&__s0_v);
            for l in __l_part.clone() {
                __in_v[l][0] += slow(v[l..=l + 1].iter().map(|p| p[1]).sum::<f64>());
                v[l + 1..l + 3].swap(0, 1);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut rows_of = vec![vec![1.0; 10]; 12];
    rows(&mut rows_of);
    println!("{rows_of:?}");
    let a: Vec<[f64; 3]> = (0..12).map(|i| [f64::from(i), 2.0, 3.5]).collect();
    let mut b = a.clone();
    points(&a, &mut b);
    println!("{b:?}");
}
