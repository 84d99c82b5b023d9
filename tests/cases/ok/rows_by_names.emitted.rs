//! Rows under names of their own beside the array that they are rows of: what shows by no address.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn rows(u: &mut Vec<Vec<f64>>, n: usize, rounds: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("rows", "tests/cases/ok/rows_by_names.rs", 3));
    for t in 0..rounds {
        let (first, rest) = u.split_at_mut(1);
        let (row, next) = (&mut first[0], &mut rest[0]);
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102 | #[hp5::task_tile(j = 2)]
        // hp5: tests/cases/ok/rows_by_names.rs:8 #[hp5::task_tile(j = 2)], parallel
        {
            let __v_next = unsafe { __hp5.array("next", hp5::rt::flat(&raw const next), &[0]) };
            let __v_row = unsafe { __hp5.array("row", hp5::rt::flat(&raw const row), &[2]) };
            let n = hp5::rt::cap!(n);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows:8", "tests/cases/ok/rows_by_names.rs", 8), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 2, 0));
            __loop.access(&__v_row, hp5::rt::Mode::InOut, |[(__j_lo, __j_hi)]| [(__j_lo, __j_hi)]);
            __loop.access(&__v_next, hp5::rt::Mode::In, |[(__j_lo, __j_hi)]| [(-__j_hi + (n as isize), -__j_lo + (n as isize))]);
            let __s0_next = __loop.section(|[(__j_lo, __j_hi)]| [(-__j_hi + (n as isize), -__j_lo + (n as isize))]);
            let __s0_row = __loop.section(|[(__j_lo, __j_hi)]| [(__j_lo, __j_hi)]);
            let t = hp5::rt::cap_owned!(t);
            let next = __v_next.view();
            let row = __v_row.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_next = __s0_next.of(&__chunks);
                let __s0_row = __s0_row.of(&__chunks);
                let __j_part = __chunks;
                let n = hp5::rt::again(&n);
                let t = hp5::rt::again(&t);
                let next = next.within(&__s0_next);
                let mut row = row.within(&__s0_row);
                for j in __j_part.clone() {
                    row[j] += next[n - 1 - j] * 0.5 + t as f64;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102 | #[hp5::task_tile(i = 2)]
        // hp5: tests/cases/ok/rows_by_names.rs:12 #[hp5::task_tile(i = 2)], parallel
        {
            let __v_u = unsafe { __hp5.array("u", hp5::rt::nested::<2, _>(&raw const u), &[2, 0]) };
            let n = hp5::rt::cap!(n);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows:12", "tests/cases/ok/rows_by_names.rs", 12), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 2, 0));
            __loop.access(&__v_u, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
            __loop.access(&__v_u, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
            let __s0_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
            let u = __v_u.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_u = __s0_u.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let mut u = u.within(&__s0_u);
                for i in __i_part.clone() {
                    for j in 0..n {
                        u[(i, j)] += u[(i, n - 1 - j)] * 0.25;
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

fn add(row: &mut [f64], by: f64) {
    row.iter_mut().for_each(|x| *x += by);
}

/// Rows that tasks hand on are known by where their headers are.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn handed_on(u: &mut [Vec<f64>], by: f64) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("handed_on", "tests/cases/ok/rows_by_names.rs", 26));
    let n = u.len();
    {
        let part = &mut u[1][2..7];
        // hp5: tests/cases/ok/rows_by_names.rs:31 #[hp5::task_tile(j = 2)], parallel
        {
            let __v_part = unsafe { __hp5.array("part", hp5::rt::flat(&raw const part), &[2]) };
            let by = hp5::rt::cap!(by);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("handed_on:31", "tests/cases/ok/rows_by_names.rs", 31), hp5::rt::Order::Parallel, hp5::rt::chunks(0..5, 2, 0));
            __loop.access(&__v_part, hp5::rt::Mode::InOut, |[(__j_lo, __j_hi)]| [(__j_lo, __j_hi)]);
            let __s0_part = __loop.section(|[(__j_lo, __j_hi)]| [(__j_lo, __j_hi)]);
            let part = __v_part.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_part = __s0_part.of(&__chunks);
                let __j_part = __chunks;
                let by = hp5::rt::again(&by);
                let mut part = part.within(&__s0_part);
                for j in __j_part.clone() {
                    part[j] *= by;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    //~ HP5-W0102 | #[hp5::task_tile(i = 2)]
    // hp5: tests/cases/ok/rows_by_names.rs:36 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_u = unsafe { __hp5.array("u", hp5::rt::flat(&raw const u), &[2]) };
        let by = hp5::rt::cap!(by);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("handed_on:36", "tests/cases/ok/rows_by_names.rs", 36), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 2, 0));
        __loop.access(&__v_u, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let u = __v_u.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_u = __s0_u.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let by = hp5::rt::again(&by);
            let mut u = u.within(&__s0_u);
            for i in __i_part.clone() {
                add(&mut u[i], by);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    let row = &mut u[n - 1];
    __hp5.wait(); // hp5: put in, see the translator's warning
    //~ HP5-W0102 | #[hp5::task_tile(j = 2)]
    // hp5: tests/cases/ok/rows_by_names.rs:41 #[hp5::task_tile(j = 2)], parallel
    {
        let __v_row = unsafe { __hp5.array("row", hp5::rt::flat(&raw const row), &[2]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("handed_on:41", "tests/cases/ok/rows_by_names.rs", 41), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 2, 0));
        __loop.access(&__v_row, hp5::rt::Mode::InOut, |[(__j_lo, __j_hi)]| [(__j_lo, __j_hi)]);
        let __s0_row = __loop.section(|[(__j_lo, __j_hi)]| [(__j_lo, __j_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let row = __v_row.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_row = __s0_row.of(&__chunks);
            let __j_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut row = row.within(&__s0_row);
            for j in __j_part.clone() {
                row[j] *= 0.5;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut u: Vec<Vec<f64>> = (0..9).map(|i| (0..9).map(|j| f64::from(i * j % 5)).collect()).collect();
    rows(&mut u, 9, 5);
    handed_on(&mut u, 1.5);
    println!("{u:?}");
}
