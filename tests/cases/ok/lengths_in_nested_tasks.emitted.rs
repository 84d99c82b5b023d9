//! Tasks of composite tasks that ask lengths of rows, of arrays that they use, of others that only the composite
//! task or the region around uses, and of such that are made in it.

struct Grid {
    cells: Vec<Vec<f64>>,
    n: usize,
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn of_arrays_around(a: &mut [i64], b: &mut [Vec<f64>], c: &mut [[[f64; 3]; 5]; 8]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("of_arrays_around", "tests/cases/ok/lengths_in_nested_tasks.rs", 9));
    // hp5: tests/cases/ok/lengths_in_nested_tasks.rs:11 #[hp5::task(nested, inout(a, b))]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[45]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::nested::<2, _>(&raw const b), &[0, 0]) };
        let __v_c = unsafe { __hp5.array("c", hp5::rt::nested::<3, _>(&raw const c), &[9, 0, 0]) };
        let mut __t = __hp5.task(hp5::rt::site!("of_arrays_around:11", "tests/cases/ok/lengths_in_nested_tasks.rs", 11));
        __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, ((c[1][2].len()) as isize)), (0, 1)]);
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, 6 * ((c[0].len()) as isize) - 17)]);
        __t.access(&__v_a, hp5::rt::Mode::In, &[hp5::rt::ALL]);
        let a = __v_a.view();
        let b = __v_b.view();
        let c = __v_c.view();
        let __body = move |__hp5: &hp5::rt::Region| {
            let mut a = a;
            let mut b = b;
            let c = c;
            {
                // hp5: tests/cases/ok/lengths_in_nested_tasks.rs:13 #[hp5::task_tile(i = 5)], ordered
                {
                    let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
                    let mut __loop = __hp5.task_loop(hp5::rt::site!("task:11:13", "tests/cases/ok/lengths_in_nested_tasks.rs", 13), hp5::rt::Order::Ordered);
                    for __i_part in hp5::rt::chunks(1..=7, 5, 0) {
                        let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
                        let mut __t = __loop.task();
                        let (__at0_lo, __at0_hi) = {
                            let mut __ends = (isize::MAX, isize::MIN);
                            for i in __i_part.clone() {
                                let (__first, __past): (isize, isize) = ((5 * ((4_i128 * (i as i128)) + 1_i128).checked_rem(6_i128).unwrap_or(0)) as isize, (5 * ((4_i128 * (i as i128)) + 1_i128).checked_rem(6_i128).unwrap_or(0) + (c.plane(0).len() as i128) - 2) as isize);
                                if __first < __past {
                                    __ends = (__ends.0.min(__first), __ends.1.max(__past));
                                }
                            }
                            if __ends.0 < __ends.1 { __ends } else { (0, 0) }
                        };
                        __t.access(&__v_a, hp5::rt::Mode::Out, &[(0, 6 * ((c.plane(0).len()) as isize) - 17)]);
                        __t.access(&__v_a, hp5::rt::Mode::In, &[(__at0_lo, __at0_hi)]);
                        let __c0_a = 2 < ((c.plane(0).len()) as isize);
                        let __s0_a = [(0, 6 * ((c.plane(0).len()) as isize) - 17)];
                        let c = hp5::rt::cap_owned!(c);
                        let __i_part = __i_part.clone();
                        let a = __v_a.view();
                        let __body = move || {
                            let mut a = a;
                            if __c0_a { let _ = a.within(&__s0_a); }
                            let mut __in_a = a.within(&hp5::rt::CHECKED);
                            for i in __i_part.clone() {
                                for j in (2..c.plane(0).len()).rev() {
                                    let row = c.plane(i % 8).row(0).len() as i64;
                                    __in_a[(j - 2) * 5 + j - 2] = (7 * a[((i * 4 + 1) % 6) * 5 + j - 2] + row) % 1009; //~ HP5-W0101
                                }
                            }
                        };
                        unsafe { __t.spawn(__body) };
                    }
                    __loop.finish();
                }
                // hp5: tests/cases/ok/lengths_in_nested_tasks.rs:20 #[hp5::task_tile(i = 2)], parallel
                {
                    let __v_b = unsafe { __hp5.array("b", hp5::rt::nested::<2, _>(&raw const b), &[2, 0]) };
                    let mut __loop = __hp5.loop_tasks(hp5::rt::site!("task:11:20", "tests/cases/ok/lengths_in_nested_tasks.rs", 20), hp5::rt::Order::Parallel, hp5::rt::chunks(0..c.plane(1).row(2).len(), 2, 0));
                    __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 1)]);
                    let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 1)]);
                    let c = hp5::rt::cap_owned!(c);
                    let b = __v_b.view();
                    let __body = __loop.body(move |__chunks| {
                        let __s0_b = __s0_b.of(&__chunks);
                        let __i_part = __chunks;
                        let c = hp5::rt::again(&c);
                        let mut b = b.within(&__s0_b);
                        for i in __i_part.clone() {
                            b[(i, 0)] += 1.0;
                        }
                    });
                    unsafe { __loop.spawn(__body) };
                }
            }
        };
        unsafe { __t.spawn_nested(__body) };
    }
    // hp5: tests/cases/ok/lengths_in_nested_tasks.rs:25 #[hp5::task_tile(i = 9)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[45]) };
        let __v_c = unsafe { __hp5.array("c", hp5::rt::nested::<3, _>(&raw const c), &[9, 0, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("of_arrays_around:25", "tests/cases/ok/lengths_in_nested_tasks.rs", 25), hp5::rt::Order::Parallel, hp5::rt::chunks(2..8, 9, 2));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(5 * __i_lo - 10, 5 * __i_hi - 14)]);
        __loop.access(&__v_c, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (4, 5), (2, 3)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(5 * __i_lo - 10, 5 * __i_hi - 14)]);
        let __s0_c = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (4, 5), (2, 3)]);
        let a = __v_a.view();
        let c = __v_c.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_c = __s0_c.of(&__chunks);
            let __i_part = __chunks;
            let mut a = a.within(&__s0_a);
            let c = c.within(&__s0_c);
            for i in __i_part.clone() {
                a[(i - 2) * 5] += (3 * (c[(i, 4, 2)] as i64 % 1009) + 1) % 1009;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn in_clauses_and_lengths(a: &mut [i64], c: &[Vec<f64>]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("in_clauses_and_lengths", "tests/cases/ok/lengths_in_nested_tasks.rs", 31));
    // hp5: tests/cases/ok/lengths_in_nested_tasks.rs:33 #[hp5::task(nested, inout(a), in(c))]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_c = unsafe { __hp5.array("c", hp5::rt::nested::<2, _>(&raw const c), &[0, 0]) };
        let mut __t = __hp5.task(hp5::rt::site!("in_clauses_and_lengths:33", "tests/cases/ok/lengths_in_nested_tasks.rs", 33));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, ((a.len()) as isize))]);
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(((c[1].len()) as isize), ((c[0].len()) as isize) + ((c[1].len()) as isize))]);
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, ((c[0].len()) as isize))]);
        __t.access(&__v_c, hp5::rt::Mode::In, &[(0, 1), (0, ((c[0].len()) as isize))]);
        let a = __v_a.view();
        let c = __v_c.view();
        let __body = move |__hp5: &hp5::rt::Region| {
            let mut a = a;
            let c = c;
            {
                // hp5: tests/cases/ok/lengths_in_nested_tasks.rs:35 #[hp5::task_tile(i = c[0].len(), if(c[1].len() > 2))], parallel
                {
                    let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[(c.row(0).len()) as usize]) };
                    let __if: bool = c.row(1).len() > 2;
                    let mut __loop = __hp5.loop_tasks(hp5::rt::site!("task:33:35", "tests/cases/ok/lengths_in_nested_tasks.rs", 35), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), if __if { (c.row(0).len()) as usize } else { hp5::rt::WHOLE }, hp5::rt::offset((c.row(0).len()) as usize, &[(1, 0, 0, (c.row(0).len()) as usize)])));
                    __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                    let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                    let a = __v_a.view();
                    let __body = __loop.body(move |__chunks| {
                        let __s0_a = __s0_a.of(&__chunks);
                        let __i_part = __chunks;
                        let mut a = a.within(&__s0_a);
                        for i in __i_part.clone() {
                            a[i] += 1;
                        }
                    });
                    unsafe { __loop.spawn(__body) };
                }
                // hp5: tests/cases/ok/lengths_in_nested_tasks.rs:39 #[hp5::task_tile(i = 4)], parallel
                {
                    let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[(c.row(0).len()) as usize]) };
                    let __v_c = unsafe { __hp5.array("c", hp5::rt::nested::<2, _>(&raw const c), &[0, 4]) };
                    let mut __loop = __hp5.loop_tasks(hp5::rt::site!("task:33:39", "tests/cases/ok/lengths_in_nested_tasks.rs", 39), hp5::rt::Order::Parallel, hp5::rt::chunks(0..c.row(0).len(), 4, 0));
                    __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(((c.row(1).len()) as isize) + __i_lo, ((c.row(1).len()) as isize) + __i_hi)]);
                    __loop.access(&__v_c, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, 1), (__i_lo, __i_hi)]);
                    let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(((c.row(1).len()) as isize) + __i_lo, ((c.row(1).len()) as isize) + __i_hi)]);
                    let __s0_c = __loop.section(|[(__i_lo, __i_hi)]| [(0, 1), (__i_lo, __i_hi)]);
                    let a = __v_a.view();
                    let c = __v_c.view();
                    let __body = __loop.body(move |__chunks| {
                        let __s0_a = __s0_a.of(&__chunks);
                        let __s0_c = __s0_c.of(&__chunks);
                        let __i_part = __chunks;
                        let mut a = a.within(&__s0_a);
                        let c = c.within(&__s0_c);
                        for i in __i_part.clone() {
                            a[i + c.row(1).len()] += c[(0, i)] as i64;
                        }
                    });
                    unsafe { __loop.spawn(__body) };
                }
                let rows = c.row(0).len();
                // hp5: tests/cases/ok/lengths_in_nested_tasks.rs:44 #[hp5::task_tile(i = 4)], parallel
                {
                    let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[(c.row(0).len()) as usize]) };
                    let mut __loop = __hp5.loop_tasks(hp5::rt::site!("task:33:44", "tests/cases/ok/lengths_in_nested_tasks.rs", 44), hp5::rt::Order::Parallel, hp5::rt::chunks(0..rows, 4, hp5::rt::offset(4, &[(1, 0, 0, (c.row(0).len()) as usize)])));
                    __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                    let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                    let rows = hp5::rt::cap_owned!(rows);
                    let a = __v_a.view();
                    let __body = __loop.body(move |__chunks| {
                        let __s0_a = __s0_a.of(&__chunks);
                        let __i_part = __chunks;
                        let rows = hp5::rt::again(&rows);
                        let mut a = a.within(&__s0_a);
                        for i in __i_part.clone() {
                            a[i] += 2;
                        }
                    });
                    unsafe { __loop.spawn(__body) };
                }
            }
        };
        unsafe { __t.spawn_nested(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn two_levels(a: &mut [i64], c: &[Vec<f64>]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("two_levels", "tests/cases/ok/lengths_in_nested_tasks.rs", 51));
    // hp5: tests/cases/ok/lengths_in_nested_tasks.rs:53 #[hp5::task(nested, inout(a))]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_c = unsafe { __hp5.array("c", hp5::rt::nested::<2, _>(&raw const c), &[0, 0]) };
        let mut __t = __hp5.task(hp5::rt::site!("two_levels:53", "tests/cases/ok/lengths_in_nested_tasks.rs", 53));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, ((c[0].len()) as isize))]);
        let a = __v_a.view();
        let c = __v_c.view();
        let __body = move |__hp5: &hp5::rt::Region| {
            let mut a = a;
            let c = c;
            {
                // hp5: tests/cases/ok/lengths_in_nested_tasks.rs:55 #[hp5::task(nested, inout(a))]
                {
                    let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
                    let mut __t = __hp5.task(hp5::rt::site!("task:53:55", "tests/cases/ok/lengths_in_nested_tasks.rs", 55));
                    __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, ((c.row(0).len()) as isize))]);
                    let c = hp5::rt::cap_owned!(c);
                    let a = __v_a.view();
                    let __body = move |__hp5: &hp5::rt::Region| {
                        let mut a = a;
                        {
                            // hp5: tests/cases/ok/lengths_in_nested_tasks.rs:57 #[hp5::task_tile(i = 4)], parallel
                            {
                                let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
                                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("task:55:57", "tests/cases/ok/lengths_in_nested_tasks.rs", 57), hp5::rt::Order::Parallel, hp5::rt::chunks(0..c.row(0).len(), 4, 0));
                                __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                                let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                                let c = hp5::rt::cap_owned!(c);
                                let a = __v_a.view();
                                let __body = __loop.body(move |__chunks| {
                                    let __s0_a = __s0_a.of(&__chunks);
                                    let __i_part = __chunks;
                                    let c = hp5::rt::again(&c);
                                    let mut a = a.within(&__s0_a);
                                    for i in __i_part.clone() {
                                        a[i] += c.row(i % 2).len() as i64;
                                    }
                                });
                                unsafe { __loop.spawn(__body) };
                            }
                        }
                    };
                    unsafe { __t.spawn_nested(__body) };
                }
            }
        };
        unsafe { __t.spawn_nested(__body) };
    }
    // hp5: tests/cases/ok/lengths_in_nested_tasks.rs:63 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_c = unsafe { __hp5.array("c", hp5::rt::nested::<2, _>(&raw const c), &[0, 0]) };
        let mut __t = __hp5.task(hp5::rt::site!("two_levels:63", "tests/cases/ok/lengths_in_nested_tasks.rs", 63));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, 1)]);
        __t.access(&__v_c, hp5::rt::Mode::In, &[(0, 1), (1, 2)]);
        let __s0_a = [(0, 1)];
        let __s0_c = [(0, 1), (1, 2)];
        let a = __v_a.view();
        let c = __v_c.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            let c = c.within(&__s0_c);
            {
                a[0] += c[(0, 1)] as i64;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn made_inside(a: &mut [i64], c: &[Vec<f64>]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("made_inside", "tests/cases/ok/lengths_in_nested_tasks.rs", 69));
    // hp5: tests/cases/ok/lengths_in_nested_tasks.rs:71 #[hp5::task(nested, inout(a))]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_c = unsafe { __hp5.array("c", hp5::rt::nested::<2, _>(&raw const c), &[0, 0]) };
        let mut __t = __hp5.task(hp5::rt::site!("made_inside:71", "tests/cases/ok/lengths_in_nested_tasks.rs", 71));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
        let a = __v_a.view();
        let c = __v_c.view();
        let __body = move |__hp5: &hp5::rt::Region| {
            let mut a = a;
            let c = c;
            {
                let d = __hp5.keep(vec![vec![1.5; 6]; 4]);
                // hp5: tests/cases/ok/lengths_in_nested_tasks.rs:74 #[hp5::task_tile(i = 4)], parallel
                {
                    let __v_d = unsafe { __hp5.array("d", hp5::rt::nested::<2, _>(&raw const d), &[0, 4]) };
                    let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
                    let mut __loop = __hp5.loop_tasks(hp5::rt::site!("task:71:74", "tests/cases/ok/lengths_in_nested_tasks.rs", 74), hp5::rt::Order::Parallel, hp5::rt::chunks(0..d[0].len(), 4, 0));
                    __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                    __loop.access(&__v_d, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(1, 2), (__i_lo, __i_hi)]);
                    let __s0_d = __loop.section(|[(__i_lo, __i_hi)]| [(1, 2), (__i_lo, __i_hi)]);
                    let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                    let c = hp5::rt::cap_owned!(c);
                    let d = __v_d.view();
                    let a = __v_a.view();
                    let __body = __loop.body(move |__chunks| {
                        let __s0_d = __s0_d.of(&__chunks);
                        let __s0_a = __s0_a.of(&__chunks);
                        let __i_part = __chunks;
                        let c = hp5::rt::again(&c);
                        let d = d.within(&__s0_d);
                        let mut a = a.within(&__s0_a);
                        for i in __i_part.clone() { //~ HP5-W0101
                            a[i] += (d[(1, i)] * 2.0) as i64 + c.row(0).len() as i64;
                        }
                    });
                    unsafe { __loop.spawn(__body) };
                }
            }
        };
        unsafe { __t.spawn_nested(__body) };
    }
    // hp5: tests/cases/ok/lengths_in_nested_tasks.rs:79 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_c = unsafe { __hp5.array("c", hp5::rt::nested::<2, _>(&raw const c), &[0, 0]) };
        let mut __t = __hp5.task(hp5::rt::site!("made_inside:79", "tests/cases/ok/lengths_in_nested_tasks.rs", 79));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, 1)]);
        __t.access(&__v_c, hp5::rt::Mode::In, &[(0, 1), (1, 2)]);
        let __s0_a = [(0, 1)];
        let __s0_c = [(0, 1), (1, 2)];
        let a = __v_a.view();
        let c = __v_c.view();
        let __body = move || {
            let mut a = a.within(&__s0_a);
            let c = c.within(&__s0_c);
            {
                a[0] += c[(0, 1)] as i64;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn of_fields(a: &mut [i64], grid: &mut Grid) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("of_fields", "tests/cases/ok/lengths_in_nested_tasks.rs", 85));
    // hp5: tests/cases/ok/lengths_in_nested_tasks.rs:87 #[hp5::task(nested, inout(a))]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let __v_grid_cells = unsafe { __hp5.array("grid.cells", hp5::rt::nested::<2, _>(&raw const grid.cells), &[4, 0]) };
        let grid_n = hp5::rt::cap!(grid.n);
        let mut __t = __hp5.task(hp5::rt::site!("of_fields:87", "tests/cases/ok/lengths_in_nested_tasks.rs", 87));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[(0, ((grid.cells[0].len()) as isize))]);
        let a = __v_a.view();
        let grid_cells = __v_grid_cells.view();
        let __body = move |__hp5: &hp5::rt::Region| {
            let mut a = a;
            let grid_cells = grid_cells;
            {
                // hp5: tests/cases/ok/lengths_in_nested_tasks.rs:89 #[hp5::task_tile(i = 4)], parallel
                {
                    let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
                    let grid_cells = hp5::rt::cap!(grid_cells);
                    let grid_n = hp5::rt::cap!(grid_n);
                    let mut __loop = __hp5.loop_tasks(hp5::rt::site!("task:87:89", "tests/cases/ok/lengths_in_nested_tasks.rs", 89), hp5::rt::Order::Parallel, hp5::rt::chunks(0..grid_cells.row(0).len(), 4, 0));
                    __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                    let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                    let a = __v_a.view();
                    let __body = __loop.body(move |__chunks| {
                        let __s0_a = __s0_a.of(&__chunks);
                        let __i_part = __chunks;
                        let grid_cells = hp5::rt::again(&grid_cells);
                        let grid_n = hp5::rt::again(&grid_n);
                        let mut a = a.within(&__s0_a);
                        for i in __i_part.clone() {
                            a[i] += (grid_cells.row(1).len() * grid_n) as i64;
                        }
                    });
                    unsafe { __loop.spawn(__body) };
                }
            }
        };
        unsafe { __t.spawn_nested(__body) };
    }
    // hp5: tests/cases/ok/lengths_in_nested_tasks.rs:94 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_grid_cells = unsafe { __hp5.array("grid.cells", hp5::rt::nested::<2, _>(&raw mut grid.cells), &[4, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("of_fields:94", "tests/cases/ok/lengths_in_nested_tasks.rs", 94), hp5::rt::Order::Parallel, hp5::rt::chunks(0..4, 4, 0));
        __loop.access(&__v_grid_cells, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 1)]);
        let __s0_grid_cells = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 1)]);
        let grid_cells = __v_grid_cells.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_grid_cells = __s0_grid_cells.of(&__chunks);
            let __i_part = __chunks;
            let mut grid_cells = grid_cells.within(&__s0_grid_cells);
            for i in __i_part.clone() {
                grid_cells[(i, 0)] += 1.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<i64> = (0..30).collect();
    let mut b = vec![vec![1.0; 10]; 6];
    let mut c = [[[2.0; 3]; 5]; 8];
    of_arrays_around(&mut a, &mut b, &mut c);
    println!("{a:?} {b:?}");
    in_clauses_and_lengths(&mut a, &b);
    println!("{a:?}");
    two_levels(&mut a, &b);
    println!("{a:?}");
    made_inside(&mut a, &b);
    println!("{a:?}");
    let mut grid = Grid { cells: b, n: 3 };
    of_fields(&mut a, &mut grid);
    println!("{a:?} {:?}", grid.cells);
}
