//! What functions of the file give, and clones of rows, are no references into arrays.

type Grid = Vec<Vec<f64>>;

#[derive(Debug)]
struct Empty;

fn shape(a: &Grid) -> Result<(usize, usize), Empty> {
    let first = a.first().ok_or(Empty)?;
    Ok((a.len(), first.len()))
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn sweeps(a: &mut Grid, b: &mut Grid, count: usize) -> Result<usize, Empty> {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("sweeps", "tests/cases/ok/values_of_functions.rs", 13));
    let __hp5_value = {
    let (n, m) = shape(a)?;
    for _ in __hp5.rounds(2, 0..count) {
        // hp5: tests/cases/ok/values_of_functions.rs:17 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<2, _>(&raw const a), &[4, 0]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::nested::<2, _>(&raw const b), &[4, 0]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("sweeps:17", "tests/cases/ok/values_of_functions.rs", 17), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 4, 0));
            __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1), (0, (m as isize))]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1), (0, (m as isize))]);
            let __s1_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + 1), (0, (m as isize))]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
            let n = hp5::rt::cap_owned!(n);
            let m = hp5::rt::cap_owned!(m);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s1_a = __s1_a.of(&__chunks);
                let __s0_b = __s0_b.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let m = hp5::rt::again(&m);
                let a = a.within_all(&[&__s0_a, &__s1_a]);
                let mut b = b.within(&__s0_b);
                for i in __i_part.clone() {
                    for j in 0..m {
                        b[(i, j)] = 0.5 * (a[(i - 1, j)] + a[(i + 1, j)]);
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        std::mem::swap(a, b);
    }
    Ok(n * m)
    };
    __hp5.end();
    __hp5_value
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn paths(wall: &[Vec<i32>], best: &mut Vec<i32>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("paths", "tests/cases/ok/values_of_functions.rs", 28));
    {
    let mut from = wall[0].clone(); let __hp5_hold_751 = __hp5.hold();
    let n = from.len();
    for t in 1..wall.len() {
        // hp5: tests/cases/ok/values_of_functions.rs:33 #[hp5::task_tile(j = 5)], parallel
        {
            let __v_wall = unsafe { __hp5.array("wall", hp5::rt::nested::<2, _>(&raw const wall), &[0, 5]) };
            let __v_from = unsafe { __hp5.array("from", hp5::rt::flat(&raw const from), &[5]) };
            let __v_best = unsafe { __hp5.array("best", hp5::rt::flat(&raw const best), &[5]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("paths:33", "tests/cases/ok/values_of_functions.rs", 33), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n, 5, 0));
            __loop.access(&__v_best, hp5::rt::Mode::Out, |[(__j_lo, __j_hi)]| [(__j_lo, __j_hi)]);
            __loop.access(&__v_wall, hp5::rt::Mode::In, |[(__j_lo, __j_hi)]| [((t as isize), (t as isize) + 1), (__j_lo, __j_hi)]);
            __loop.access(&__v_from, hp5::rt::Mode::In, |[(__j_lo, __j_hi)]| [(__j_lo - 1, __j_hi)]);
            let __s0_wall = __loop.section(|[(__j_lo, __j_hi)]| [((t as isize), (t as isize) + 1), (__j_lo, __j_hi)]);
            let __s0_from = __loop.section(|[(__j_lo, __j_hi)]| [(__j_lo - 1, __j_hi)]);
            let __s0_best = __loop.section(|[(__j_lo, __j_hi)]| [(__j_lo, __j_hi)]);
            let n = hp5::rt::cap_owned!(n);
            let t = hp5::rt::cap_owned!(t);
            let wall = __v_wall.view();
            let from = __v_from.view();
            let best = __v_best.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_wall = __s0_wall.of(&__chunks);
                let __s0_from = __s0_from.of(&__chunks);
                let __s0_best = __s0_best.of(&__chunks);
                let __j_part = __chunks;
                let n = hp5::rt::again(&n);
                let t = hp5::rt::again(&t);
                let wall = wall.within(&__s0_wall);
                let from = from.within(&__s0_from);
                let mut best = best.within(&__s0_best);
                for j in __j_part.clone() {
                    best[j] = wall[(t, j)] + from[j].min(from[j - 1]);
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        std::mem::swap(&mut from, best);
    }
    std::mem::swap(&mut from, best);
    }
    __hp5.end();
}

fn main() {
    let mut a: Grid = (0..20).map(|i| (0..9).map(|j| f64::from(i * j % 7)).collect()).collect();
    let mut b = a.clone();
    println!("{:?} {:?}", sweeps(&mut a, &mut b, 5), sweeps(&mut Grid::new(), &mut Grid::new(), 1));
    let wall: Vec<Vec<i32>> = (0..8).map(|i| (0..33).map(|j| (i * 13 + j * 7) % 10).collect()).collect();
    let mut best = vec![0; 33];
    paths(&wall, &mut best);
    println!("{a:?} {best:?}");
}
