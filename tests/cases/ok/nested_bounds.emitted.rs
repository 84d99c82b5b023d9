//! Lengths of nested arrays as bounds where the arrays are views: of tasks in composites, and of loops
//! that run backwards in steps.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn sums(a: &mut Vec<Vec<Vec<i64>>>, b: &mut Vec<Vec<i64>>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("sums", "tests/cases/ok/nested_bounds.rs", 4));
    // hp5: tests/cases/ok/nested_bounds.rs:6 #[hp5::task(nested, inout(a))]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<3, _>(&raw const a), &[0, 3, 3]) };
        let mut __t = __hp5.task(hp5::rt::site!("sums:6", "tests/cases/ok/nested_bounds.rs", 6));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(2, 3 * ((a[0].len()) as isize) - 6), (2, ((a[0].len()) as isize)), (1, ((a[0].len()) as isize) - 1)]);
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, ((a.len()) as isize)), (0, ((a[0].len()) as isize)), (0, 1)]);
        __t.access(&__v_a, hp5::rt::Mode::In, &[(0, ((a[0].len()) as isize) - 2), (1, ((a[0].len()) as isize) - 1), (2, ((a[0].len()) as isize))]);
        let a = __v_a.view();
        let __body = move |__hp5: &hp5::rt::Region| {
            let mut a = a;
            {
                // hp5: tests/cases/ok/nested_bounds.rs:8 #[hp5::task_tile(i = 3)], parallel
                {
                    let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<3, _>(&raw const a), &[3, 3, 3]) };
                    let mut __loop = __hp5.loop_tasks(hp5::rt::site!("task:6:8", "tests/cases/ok/nested_bounds.rs", 8), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.plane(0).len() - 2, 3, 0));
                    __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(3 * __i_lo + 2, 3 * __i_hi), (__i_lo + 2, __i_hi + 2), (__i_lo + 1, __i_hi + 1)]);
                    __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (__i_lo + 1, __i_hi + 1), (__i_lo + 2, __i_hi + 2)]);
                    let a = __v_a.view();
                    let __body = __loop.body(move |__i_part| {
                        let mut a = a;
                        for i in __i_part.clone() {
                            a[(3 * i + 2, i + 2, i + 1)] = 2 * a[(i, i + 1, i + 2)] + 1;
                        }
                    });
                    unsafe { __loop.spawn(__body) };
                }
                // hp5: tests/cases/ok/nested_bounds.rs:12 #[hp5::task_tile(i = 2)], parallel
                {
                    let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<3, _>(&raw const a), &[3, 3, 3]) };
                    let mut __loop = __hp5.loop_tasks(hp5::rt::site!("task:6:12", "tests/cases/ok/nested_bounds.rs", 12), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 2, 0));
                    __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, ((a.plane(0).len()) as isize)), (0, 1)]);
                    let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, ((a.plane(0).len()) as isize)), (0, 1)]);
                    let a = __v_a.view();
                    let __body = __loop.body(move |__chunks| {
                        let __s0_a = __s0_a.of(&__chunks);
                        let __i_part = __chunks;
                        let mut a = a.within(&__s0_a);
                        for i in __i_part.clone() {
                            for j in 0..a.plane(0).len() {
                                a[(i, j, 0)] += i as i64;
                            }
                        }
                    });
                    unsafe { __loop.spawn(__body) };
                }
            }
        };
        unsafe { __t.spawn_nested(__body) };
    }
    // hp5: tests/cases/ok/nested_bounds.rs:19 #[hp5::task_tile(i = 3)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<3, _>(&raw const a), &[0, 3, 3]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::nested::<2, _>(&raw const b), &[3, 3]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("sums:19", "tests/cases/ok/nested_bounds.rs", 19), hp5::rt::Order::Parallel, hp5::rt::chunks(2..a[0].len() - 1, hp5::rt::WHOLE, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (__i_lo - 2, __i_hi - 2)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, 4), (__i_lo - 1, __i_hi - 1), (__i_lo - 2, __i_hi - 2)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1), (0, 1), (0, 1)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__i_part| {
            let a = a;
            let mut b = b;
            for i in (2..a.plane(0).len() - 1).rev().step_by(3) {
                if a[((i * 4 + 2) % 4, i - 1, i - 2)] > 10 {
                    b[(i, i - 2)] += a[(i - 1, 0, 0)];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<Vec<Vec<i64>>> =
        (0..12).map(|i| (0..5).map(|j| (0..6).map(|k| i * j + 7 * k).collect()).collect()).collect();
    let mut b = vec![vec![0; 6]; 8];
    sums(&mut a, &mut b);
    println!("{a:?} {b:?}");
}
