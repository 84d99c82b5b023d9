//! Both loops are cut, and the inner one steps from an index that the outer one says: each turn is in
//! one task.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn boards(a: &mut Vec<Vec<i64>>, b: &mut Vec<Vec<i64>>, m: usize, h: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("boards", "tests/cases/ok/phases.rs", 4));
    for colour in 0..2 {
        // hp5: tests/cases/ok/phases.rs:7 #[hp5::task_tile(i = 7, j = 6)], ordered
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<2, _>(&raw const a), &[7, 6]) };
            let m = hp5::rt::cap!(m);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("boards:7", "tests/cases/ok/phases.rs", 7), hp5::rt::Order::Ordered, (
                hp5::rt::chunks(1..m - 1, 7, 0),
                hp5::rt::bounded(move |[(__i_lo, __i_hi)]| hp5::rt::chunks(1..(m as isize) - 1, 6, 0)),
            ));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo - 1, __i_hi + 1), (__j_lo - 1, __j_hi + 1)]);
            let colour = hp5::rt::cap_owned!(colour);
            let a = __v_a.view();
            let __body = __loop.body(move |(__i_part, __j_part)| {
                let m = hp5::rt::again(&m);
                let colour = hp5::rt::again(&colour);
                let mut a = a;
                for i in __i_part.clone() {
                    for j in hp5::rt::clip_step(1 + (i + colour) % 2..m - 1, 2, &__j_part).step_by(2) {
                        a[(i, j)] += a[(i - 1, j)] + a[(i + 1, j)] + a[(i, j - 1)] - a[(i, j + 1)];
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    // hp5: tests/cases/ok/phases.rs:14 #[hp5::task_tile(i = 7, j = 5)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::nested::<2, _>(&raw const b), &[7, 5]) };
        let m = hp5::rt::cap!(m);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("boards:14", "tests/cases/ok/phases.rs", 14), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(0..m, 7, 0),
            hp5::rt::bounded(move |[(__i_lo, __i_hi)]| hp5::rt::chunks(0..(m as isize), 5, 0)),
        ));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        let b = __v_b.view();
        let __body = __loop.body(move |(__i_part, __j_part)| {
            let m = hp5::rt::again(&m);
            let mut b = b;
            for i in __i_part.clone() {
                for j in hp5::rt::clip_step(i % 2..m, 2, &__j_part).step_by(2) {
                    b[(i, j)] += (i + j) as i64;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/phases.rs:20 #[hp5::task_tile(i = 2, j = 3)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::nested::<2, _>(&raw const b), &[7, 5]) };
        let m = hp5::rt::cap!(m);
        let h = hp5::rt::cap!(h);
        let mut __loop = __hp5.task_loop(hp5::rt::site!("boards:20", "tests/cases/ok/phases.rs", 20), hp5::rt::Order::Parallel);
        for __i_part in hp5::rt::chunks_step(0..m, 2, 2, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            for __j_part in hp5::rt::chunks(__i_lo..(m as isize), 3, 0) {
                let (__j_lo, __j_hi) = hp5::rt::ends(&__j_part);
                let mut __t = __loop.task();
                __t.access(&__v_b, hp5::rt::Mode::InOut, &[(__i_lo, __i_hi), (__j_lo, __j_hi)]);
                __t.access(&__v_b, hp5::rt::Mode::In, &[(__i_lo, __i_hi), (__j_lo, __j_hi)]);
                let __i_part = __i_part.clone();
                let __j_part = __j_part.clone();
                let b = __v_b.view();
                let __body = move || {
                    let mut b = b;
                    for i in __i_part.clone().step_by(2) {
                        for j in hp5::rt::clip_step(i..m, h, &__j_part).step_by(h) {
                            b[(i, j)] = b[(i, j)] * 2 + 1;
                        }
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
        __loop.finish();
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<Vec<i64>> =
        (0..40).map(|i| (0..40).map(|j| (i * 7 + j * 3) % 13).collect()).collect();
    let mut b = vec![vec![0; 40]; 40];
    boards(&mut a, &mut b, 40, 3);
    boards(&mut a, &mut b, 17, 5);
    println!("{a:?} {b:?}");
}
