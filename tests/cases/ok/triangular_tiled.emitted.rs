//! Both loops of a triangle are tiled: the inner tasks are clipped.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn lower(c: &mut [i64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("lower", "tests/cases/ok/triangular_tiled.rs", 3));
    // hp5: tests/cases/ok/triangular_tiled.rs:6 #[hp5::task_tile(i = 5, j = 5)], parallel
    {
        let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c).rows((n as isize)), &[5, 5]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("lower:6", "tests/cases/ok/triangular_tiled.rs", 6), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(0..n, 5, 0),
            hp5::rt::bounded(move |[(__i_lo, __i_hi)]| hp5::rt::chunks(0..__i_hi, 5, 0)),
        ));
        __loop.access(&__v_c, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        let c = __v_c.view();
        let __body = __loop.body(move |(__i_part, __j_part)| {
            let n = hp5::rt::again(&n);
            let mut c = c;
            for i in __i_part.clone() {
                for j in hp5::rt::clip(0..=i, &__j_part) {
                    c[i * n + j] += (i * 10 + j) as i64;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    for n in [1, 5, 6, 23] {
        let mut c = vec![1; n * n];
        lower(&mut c, n);
        println!("{n}: {}", c.iter().sum::<i64>());
    }
}
