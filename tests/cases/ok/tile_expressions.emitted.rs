//! Tile sizes that are constants, parameters and expressions.

const TILE: usize = 6;

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn fill(a: &mut Vec<Vec<i32>>, width: usize, tile: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("fill", "tests/cases/ok/tile_expressions.rs", 5));
    let n = a.len();
    let m = a[0].len();
    // hp5: tests/cases/ok/tile_expressions.rs:10 #[hp5::task_tile(i = TILE, j = width / 2)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<2, _>(&raw const a), &[(TILE) as usize, (width / 2) as usize]) };
        let width = hp5::rt::cap!(width);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("fill:10", "tests/cases/ok/tile_expressions.rs", 10), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(0..n, (TILE) as usize, hp5::rt::offset((TILE) as usize, &[(1, 0, 0, (TILE) as usize)])),
            hp5::rt::chunks(0..m, (width / 2) as usize, hp5::rt::offset((width / 2) as usize, &[(1, 0, 0, (width / 2) as usize)])),
        ));
        __loop.access(&__v_a, hp5::rt::Mode::Out, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let m = hp5::rt::cap_owned!(m);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let (__i_part, __j_part) = __chunks;
            let n = hp5::rt::again(&n);
            let m = hp5::rt::again(&m);
            let width = hp5::rt::again(&width);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                for j in __j_part.clone() {
                    a[(i, j)] = (i % TILE * 100 + j * width) as i32;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/tile_expressions.rs:16 #[hp5::task_tile(i = tile + 1)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<2, _>(&raw const a), &[(TILE) as usize, (width / 2) as usize]) };
        let tile = hp5::rt::cap!(tile);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("fill:16", "tests/cases/ok/tile_expressions.rs", 16), hp5::rt::Order::Ordered, hp5::rt::chunks(1..n, (tile + 1) as usize, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1), (0, (m as isize))]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi), (0, (m as isize))]);
        let n = hp5::rt::cap_owned!(n);
        let m = hp5::rt::cap_owned!(m);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let m = hp5::rt::again(&m);
            let tile = hp5::rt::again(&tile);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                for j in 0..m {
                    a[(i, j)] += a[(i - 1, j)] % (tile as i32 + 4);
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut a = vec![vec![0; 21]; 17];
    fill(&mut a, 10, 3);
    println!("{}", a.iter().flatten().sum::<i32>());
}
