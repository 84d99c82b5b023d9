//! Tasks in loops over iterators, which use the arrays that these give whole.

type Grid = Vec<Vec<f64>>;

fn bump(row: &mut Vec<f64>, by: f64) {
    row.iter_mut().for_each(|x| *x += by);
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn rows(u: &mut Grid, by: f64) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("rows", "tests/cases/ok/iterated_arrays.rs", 9));
    for row in u.iter_mut() {
        // hp5: tests/cases/ok/iterated_arrays.rs:12 #[hp5::task]
        {
            let __v_row = unsafe { __hp5.array("row", hp5::rt::flat(&raw const row), &[0]) };
            let __w_row = hp5::rt::whole(&raw const (*row));
            let by = hp5::rt::cap!(by);
            let mut __t = __hp5.task(hp5::rt::site!("rows:12", "tests/cases/ok/iterated_arrays.rs", 12));
            __t.access(&__v_row, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            let __body = move || {
                let mut row = unsafe { __w_row.get_mut() };
                for x in row.iter_mut() {
                    *x *= by;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    for (k, row) in u.iter_mut().enumerate() { //~ HP5-W0102 | u
        // hp5: tests/cases/ok/iterated_arrays.rs:18 #[hp5::task]
        {
            let __v_row = unsafe { __hp5.array("row", hp5::rt::flat(&raw const row), &[0]) };
            let __w_row = hp5::rt::whole(&raw const (*row));
            let by = hp5::rt::cap!(by);
            let mut __t = __hp5.task(hp5::rt::site!("rows:18", "tests/cases/ok/iterated_arrays.rs", 18));
            __t.access(&__v_row, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            let k = hp5::rt::cap_owned!(k);
            let __body = move || {
                let mut row = unsafe { __w_row.get_mut() };
                {
                    bump(row, k as f64);
                    row[0] -= by;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    //~ HP5-W0102 | #[hp5::task_tile(i = 2)]
    // hp5: tests/cases/ok/iterated_arrays.rs:24 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_u = unsafe { __hp5.array("u", hp5::rt::nested::<2, _>(&raw const u), &[2, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows:24", "tests/cases/ok/iterated_arrays.rs", 24), hp5::rt::Order::Parallel, hp5::rt::chunks(0..u.len(), 2, 0));
        __loop.access(&__v_u, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, 2)]);
        let __s0_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, 2)]);
        let u = __v_u.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_u = __s0_u.of(&__chunks);
            let __i_part = __chunks;
            let mut u = u.within(&__s0_u);
            for i in __i_part.clone() {
                u[(i, 1)] += 1.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn parts(v: &mut [f64], size: usize) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("parts", "tests/cases/ok/iterated_arrays.rs", 30));
    let __hp5_value = {
    for part in v.chunks_mut(size) {
        // hp5: tests/cases/ok/iterated_arrays.rs:33 #[hp5::task]
        {
            let __v_part = unsafe { __hp5.array("part", hp5::rt::flat(&raw const part), &[0]) };
            let __w_part = hp5::rt::whole(&raw const (*part));
            let mut __t = __hp5.task(hp5::rt::site!("parts:33", "tests/cases/ok/iterated_arrays.rs", 33));
            __t.access(&__v_part, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            let __body = move || {
                let mut part = unsafe { __w_part.get_mut() };
                part.reverse();
            };
            unsafe { __t.spawn(__body) };
        }
    }
    // hp5: tests/cases/ok/iterated_arrays.rs:36 #[hp5::task_tile(i = 5)], parallel
    {
        let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[5]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("parts:36", "tests/cases/ok/iterated_arrays.rs", 36), hp5::rt::Order::Parallel, hp5::rt::chunks(1..v.len(), 5, 0));
        __loop.access(&__v_v, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_v = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let v = __v_v.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_v = __s0_v.of(&__chunks);
            let __i_part = __chunks;
            let mut v = v.within(&__s0_v);
            for i in __i_part.clone() {
                v[i] += 0.5;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    let mut largest = 0.0; let __hp5_hold_921 = __hp5.hold();
    for part in v.chunks(7) {
        // hp5: tests/cases/ok/iterated_arrays.rs:42 #[hp5::task]
        {
            let __v_part = unsafe { __hp5.array("part", hp5::rt::flat(&raw const part), &[0]) };
            let __w_part = hp5::rt::whole(&raw const (*part));
            let __v_largest = unsafe { __hp5.array("largest", hp5::rt::scalar(&raw mut (largest)), &[]) };
            let mut __t = __hp5.task(hp5::rt::site!("parts:42", "tests/cases/ok/iterated_arrays.rs", 42));
            __t.access(&__v_largest, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_part, hp5::rt::Mode::In, &[hp5::rt::ALL]);
            __t.access(&__v_largest, hp5::rt::Mode::In, &[]);
            let largest = __v_largest.view();
            let __body = move || {
                let part = unsafe { __w_part.get() };
                let mut largest = largest;
                {
                    (*largest) = part.iter().fold((*largest), |m: f64, x| m.max(*x));
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait();
    largest
    };
    __hp5.end();
    __hp5_value
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn pairs(u: &mut [Vec<f64>], w: &[Vec<f64>]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("pairs", "tests/cases/ok/iterated_arrays.rs", 51));
    for (x, y) in u.iter_mut().zip(w) {
        // hp5: tests/cases/ok/iterated_arrays.rs:54 #[hp5::task]
        {
            let __v_x = unsafe { __hp5.array("x", hp5::rt::flat(&raw const x), &[0]) };
            let __w_x = hp5::rt::whole(&raw const (*x));
            let mut __t = __hp5.task(hp5::rt::site!("pairs:54", "tests/cases/ok/iterated_arrays.rs", 54));
            __t.access(&__v_x, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            let y = hp5::rt::cap_owned!(y);
            let __body = move || {
                let mut x = unsafe { __w_x.get_mut() };
                {
                    x.iter_mut().zip(y.iter()).for_each(|(a, b)| *a += b);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let mut u: Grid = (0..9).map(|i| (0..12).map(|j| f64::from(i * j % 7)).collect()).collect();
    let w = u.clone();
    rows(&mut u, 1.5);
    pairs(&mut u, &w);
    let mut v: Vec<f64> = (0..43).map(f64::from).collect();
    println!("{} {v:?} {u:?}", parts(&mut v.clone(), 10));
    println!("{}", parts(&mut v, 4));
}
