//! Tasks on references that a loop hands out, used as a whole: chunks, rows, elements.

#[derive(Clone, Default)]
struct Cell {
    x: f64,
    list: Vec<f64>,
}

impl Cell {
    fn advance(&mut self, by: f64) {
        self.x += by;
        self.list.push(self.x);
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn chunks(a: &mut [f64], b: &mut [f64], rounds: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("chunks", "tests/cases/ok/references_in_loops.rs", 16));
    {
    let n = a.len();
    for t in 0..rounds {
        __hp5.wait(); // hp5: put in, see the translator's warning
        for (k, part) in //~ HP5-W0102 | (k, part)
            a.chunks_mut(5).enumerate() //~ HP5-W0102 | a
        { let __hp5_hold_512 = __hp5.hold();
            // hp5: tests/cases/ok/references_in_loops.rs:23 #[hp5::task]
            {
                let __v_part = unsafe { __hp5.array("part", hp5::rt::scalar(&raw const (part)), &[]) };
                let __w_part = hp5::rt::whole(&raw const (part));
                let mut __t = __hp5.task(hp5::rt::site!("chunks:23", "tests/cases/ok/references_in_loops.rs", 23));
                __t.access(&__v_part, hp5::rt::Mode::InOut, &[]);
                let k = hp5::rt::cap_owned!(k);
                let t = hp5::rt::cap_owned!(t);
                let __body = move || {
                    let mut part = unsafe { __w_part.get_mut() };
                    for x in part.iter_mut() {
                        *x += (k + t) as f64;
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
        // hp5: tests/cases/ok/references_in_loops.rs:28 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("chunks:28", "tests/cases/ok/references_in_loops.rs", 28), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
            __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize))]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize))]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let n = hp5::rt::cap_owned!(n);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s0_b = __s0_b.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let a = a.within(&__s0_a);
                let mut b = b.within(&__s0_b);
                for i in __i_part.clone() {
                    b[i] += a[n - 1 - i];
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        for lo in (0..n).step_by(6) {
            __hp5.wait(); // hp5: put in, see the translator's warning
            let (_, high) = a.split_at_mut(lo); //~ HP5-W0102 | a
            let (part, _) = high.split_at_mut(6.min(n - lo)); let __hp5_hold_905 = __hp5.hold(); //~ HP5-W0102 | (part, _)
            // hp5: tests/cases/ok/references_in_loops.rs:35 #[hp5::task]
            {
                let __v_part = unsafe { __hp5.array("part", hp5::rt::scalar(&raw const (part)), &[]) };
                let __w_part = hp5::rt::whole(&raw const (part));
                let mut __t = __hp5.task(hp5::rt::site!("chunks:35", "tests/cases/ok/references_in_loops.rs", 35));
                __t.access(&__v_part, hp5::rt::Mode::InOut, &[]);
                let __body = move || {
                    let mut part = unsafe { __w_part.get_mut() };
                    part.reverse();
                };
                unsafe { __t.spawn(__body) };
            }
        }
    }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn rows(u: &mut Vec<Vec<f64>>, b: &mut [f64], rounds: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("rows", "tests/cases/ok/references_in_loops.rs", 41));
    {
    let n = u.len();
    for t in 0..rounds {
        __hp5.wait(); // hp5: put in, see the translator's warning
        for row in //~ HP5-W0102 | row
            u.iter_mut() //~ HP5-W0102 | u
        { let __hp5_hold_1219 = __hp5.hold();
            // hp5: tests/cases/ok/references_in_loops.rs:48 #[hp5::task]
            {
                let __v_row = unsafe { __hp5.array("row", hp5::rt::scalar(&raw const (row)), &[]) };
                let __w_row = hp5::rt::whole(&raw const (row));
                let mut __t = __hp5.task(hp5::rt::site!("rows:48", "tests/cases/ok/references_in_loops.rs", 48));
                __t.access(&__v_row, hp5::rt::Mode::InOut, &[]);
                let __body = move || {
                    let mut row = unsafe { __w_row.get_mut() };
                    row.sort_by(|x, y| y.total_cmp(x));
                };
                unsafe { __t.spawn(__body) };
            }
        }
        // hp5: tests/cases/ok/references_in_loops.rs:51 #[hp5::task_tile(i = 3)], parallel
        {
            let __v_u = unsafe { __hp5.array("u", hp5::rt::nested::<2, _>(&raw const u), &[0, 3]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[3]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows:51", "tests/cases/ok/references_in_loops.rs", 51), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 3, 0));
            __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_u, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize)), (__i_lo, __i_hi)]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let n = hp5::rt::cap_owned!(n);
            let u = __v_u.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_b = __s0_b.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let u = u;
                let mut b = b.within(&__s0_b);
                for i in __i_part.clone() {
                    b[i] += u[(n - 1 - i, i)];
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        for i in 0..n {
            __hp5.wait(); // hp5: put in, see the translator's warning
            let row = //~ HP5-W0102 | row
                &mut u[i]; let __hp5_hold_1499 = __hp5.hold(); //~ HP5-W0102 | u
            // hp5: tests/cases/ok/references_in_loops.rs:58 #[hp5::task]
            {
                let __v_row = unsafe { __hp5.array("row", hp5::rt::scalar(&raw const (row)), &[]) };
                let __w_row = hp5::rt::whole(&raw const (row));
                let mut __t = __hp5.task(hp5::rt::site!("rows:58", "tests/cases/ok/references_in_loops.rs", 58));
                __t.access(&__v_row, hp5::rt::Mode::InOut, &[]);
                let t = hp5::rt::cap_owned!(t);
                let __body = move || {
                    let mut row = &mut **unsafe { __w_row.get_mut() };
                    row.rotate_left(t % 3);
                };
                unsafe { __t.spawn(__body) };
            }
            __hp5.wait(); // hp5: put in, see the translator's warning
            //~ HP5-W0102 | #[hp5::task]
            // hp5: tests/cases/ok/references_in_loops.rs:60 #[hp5::task]
            {
                let __v_u = unsafe { __hp5.array("u", hp5::rt::nested::<2, _>(&raw const u), &[0, 3]) };
                let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[3]) };
                let mut __t = __hp5.task(hp5::rt::site!("rows:60", "tests/cases/ok/references_in_loops.rs", 60));
                __t.access(&__v_u, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1), (0, 1)]);
                __t.access(&__v_b, hp5::rt::Mode::In, &[(-(i as isize) + (n as isize) - 1, -(i as isize) + (n as isize))]);
                let __s0_u = [((i as isize), (i as isize) + 1), (0, 1)];
                let __s0_b = [(-(i as isize) + (n as isize) - 1, -(i as isize) + (n as isize))];
                let i = hp5::rt::cap_owned!(i);
                let n = hp5::rt::cap_owned!(n);
                let u = __v_u.view();
                let b = __v_b.view();
                let __body = move || {
                    let mut u = u.within(&__s0_u);
                    let b = b.within(&__s0_b);
                    {
                        u[(i, 0)] += b[n - 1 - i];
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
    }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn cells(list: &mut [Cell], sums: &mut [f64], rounds: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("cells", "tests/cases/ok/references_in_loops.rs", 68));
    {
    let n = list.len();
    for t in 0..rounds {
        __hp5.wait(); // hp5: put in, see the translator's warning
        for cell in //~ HP5-W0102 | cell
            list.iter_mut() //~ HP5-W0102 | list
        { let __hp5_hold_1947 = __hp5.hold();
            // hp5: tests/cases/ok/references_in_loops.rs:75 #[hp5::task]
            {
                let __v_cell = unsafe { __hp5.array("cell", hp5::rt::scalar(&raw const (cell)), &[]) };
                let __w_cell = hp5::rt::whole(&raw const (cell));
                let mut __t = __hp5.task(hp5::rt::site!("cells:75", "tests/cases/ok/references_in_loops.rs", 75));
                __t.access(&__v_cell, hp5::rt::Mode::InOut, &[]);
                let t = hp5::rt::cap_owned!(t);
                let __body = move || {
                    let mut cell = unsafe { __w_cell.get_mut() };
                    cell.advance(t as f64 + 0.5);
                };
                unsafe { __t.spawn(__body) };
            }
        }
        // hp5: tests/cases/ok/references_in_loops.rs:78 #[hp5::task_tile(i = 2)], parallel
        {
            let __v_list = unsafe { __hp5.array("list", hp5::rt::flat(&raw const list), &[2]) };
            let __v_sums = unsafe { __hp5.array("sums", hp5::rt::flat(&raw const sums), &[2]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("cells:78", "tests/cases/ok/references_in_loops.rs", 78), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 2, 0));
            __loop.access(&__v_sums, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_list, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize))]);
            __loop.access(&__v_list, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_list = __loop.section(|[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize))]);
            let __s1_list = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_sums = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let n = hp5::rt::cap_owned!(n);
            let list = __v_list.view();
            let sums = __v_sums.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_list = __s0_list.of(&__chunks);
                let __s1_list = __s1_list.of(&__chunks);
                let __s0_sums = __s0_sums.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let _ = list.within(&__s0_list);
                let _ = list.within(&__s1_list);
                let list = list.within(&hp5::rt::CHECKED);
                let mut sums = sums.within(&__s0_sums);
                for i in __i_part.clone() {
                    sums[i] += list[n - 1 - i].x + list[i].list.len() as f64;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<f64> = (0..33).map(f64::from).collect();
    let mut b = vec![0.0; 33];
    chunks(&mut a, &mut b, 4);
    println!("{a:?}\n{b:?}");
    let mut u: Vec<Vec<f64>> = (0..12).map(|i| (0..12).map(|j| f64::from(i * j % 7)).collect()).collect();
    let mut b = vec![0.0; 12];
    rows(&mut u, &mut b, 4);
    println!("{u:?}\n{b:?}");
    let mut list = vec![Cell::default(); 11];
    let mut sums = vec![0.0; 11];
    cells(&mut list, &mut sums, 4);
    println!("{sums:?} {:?}", list[3].list);
}
