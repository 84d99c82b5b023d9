//! Beside what changes behind shared references, what does not: methods that look at nothing else, fields and
//! numbers taken out, a struct of the program's own by the name of one that would change.
use std::ops::Mul;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

#[derive(Clone, Copy)]
struct Shape {
    h: f64,
}

impl Shape {
    #[allow(dead_code)] fn at(&self, i: usize) -> f64 {
        self.h * i as f64
    }
}

struct Grid {
    u: Vec<f64>,
    w: f64,
    shape: Shape,
    seen: AtomicUsize,
    log: Mutex<Vec<f64>>,
}

impl Grid {
    #[allow(dead_code)] fn weight(&self, i: usize) -> f64 {
        self.w * self.u[i] + self.shape.at(i)
    }
    #[allow(dead_code)] fn both(&self) -> f64 {
        self.weight(1) + self.weight(2)
    }
    fn saw(&self) -> usize {
        self.seen.fetch_add(1, Relaxed)
    }
}

struct Cell {
    u: f64,
    v: f64,
}

impl Cell {
    #[allow(dead_code)] fn sum(&self) -> f64 {
        self.u + self.v
    }
}

trait Kernel: Sync {
    fn of(&self, x: f64) -> f64;
}

struct Line(f64);

impl Kernel for Line {
    #[allow(dead_code)] fn of(&self, x: f64) -> f64 {
        x * self.0
    }
}

#[allow(dead_code)] fn scaled<T: Copy + Mul<Output = T>>(x: T, y: T) -> T {
    x * y
}

#[allow(dead_code)] fn first_two(of: &[f64]) -> f64 {
    of[0] + of[1]
}

#[allow(dead_code)] fn weighed(grid: &Grid, x: f64) -> f64 {
    grid.w * x + grid.weight(1)
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn reads<K: Kernel>(grid: &Grid, a: &mut [f64], b: &[f64], cells: &[Cell], kernel: &K, any: &dyn Kernel) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("reads", "tests/cases/ok/plain_behind_shared.rs", 73));
    {
    let (n, seen) = (a.len(), grid.saw());
    let table: Vec<f64> = (0..n).map(|i| (i + seen) as f64).collect(); let __hp5_hold_1676 = __hp5.hold();
    let weight = |x: f64| x * grid.w;
    let Grid { w, shape, .. } = grid;
    // hp5: tests/cases/ok/plain_behind_shared.rs:79 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[2]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
        let grid = hp5::rt::cap!(grid);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("reads:79", "tests/cases/ok/plain_behind_shared.rs", 79), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 2, 0));
        __loop.access(&__v_a, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let seen = hp5::rt::cap_owned!(seen);
        let b = __v_b.view();
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let grid = hp5::rt::again(&grid);
            let seen = hp5::rt::again(&seen);
            let b = b.within(&__s0_b);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] = (grid.w * grid.u[i] + (grid.shape.h * i as f64)) + (grid.w * b[i] + (grid.w * grid.u[1_usize] + (grid.shape.h * 1_usize as f64))) + (grid.w * ((1.0) as f64) + (grid.w * grid.u[1_usize] + (grid.shape.h * 1_usize as f64))) + seen as f64;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/plain_behind_shared.rs:83 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[2]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
        let __v_cells = unsafe { __hp5.array("cells", hp5::rt::flat(&raw const cells), &[2]) };
        let __v_table = unsafe { __hp5.array("table", hp5::rt::flat(&raw const table), &[2]) };
        let grid = hp5::rt::cap!(grid);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("reads:83", "tests/cases/ok/plain_behind_shared.rs", 83), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 2, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_cells, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_table, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_cells = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_table = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let w = hp5::rt::cap_owned!(w);
        let b = __v_b.view();
        let a = __v_a.view();
        let cells = __v_cells.view();
        let table = __v_table.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_cells = __s0_cells.of(&__chunks);
            let __s0_table = __s0_table.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let grid = hp5::rt::again(&grid);
            let w = hp5::rt::again(&w);
            let b = b.within(&__s0_b);
            let mut a = a.within(&__s0_a);
            let cells = cells.within(&__s0_cells);
            let table = table.within(&__s0_table);
            for i in __i_part.clone() {
                a[i] += grid.u[i] + ((grid.w * grid.u[1_usize] + (grid.shape.h * 1_usize as f64)) + (grid.w * grid.u[2_usize] + (grid.shape.h * 2_usize as f64))) + (cells[i].u + cells[i].v) + table[i] + (b[i] * (*w));
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/plain_behind_shared.rs:87 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[2]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
        let grid = hp5::rt::cap!(grid);
        let kernel = hp5::rt::cap!(kernel);
        let any = hp5::rt::cap!(any);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("reads:87", "tests/cases/ok/plain_behind_shared.rs", 87), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 2, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let shape = hp5::rt::cap_owned!(shape);
        let b = __v_b.view();
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let grid = hp5::rt::again(&grid);
            let kernel = hp5::rt::again(&kernel);
            let any = hp5::rt::again(&any);
            let shape = hp5::rt::again(&shape);
            let b = b.within(&__s0_b);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] += (b[i] * grid.w) + kernel.of(b[i]) + any.of(b[i]) + shape.at(i) + (grid.shape.h * 2_usize as f64);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/plain_behind_shared.rs:91 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[2]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
        let __v_table = unsafe { __hp5.array("table", hp5::rt::flat(&raw const table), &[2]) };
        let grid = hp5::rt::cap!(grid);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("reads:91", "tests/cases/ok/plain_behind_shared.rs", 91), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 2, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, 2)]);
        __loop.access(&__v_table, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, 2)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(0, 2)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_table = __loop.section(|[(__i_lo, __i_hi)]| [(0, 2)]);
        let n = hp5::rt::cap_owned!(n);
        let b = __v_b.view();
        let a = __v_a.view();
        let table = __v_table.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_table = __s0_table.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let grid = hp5::rt::again(&grid);
            let b = b.within(&__s0_b);
            let mut a = a.within(&__s0_a);
            let table = table.within(&__s0_table);
            for i in __i_part.clone() {
                a[i] += (table[0] + table[1]) + (grid.u[0] + grid.u[1]) + (b[0] + b[1]) + grid.u.iter().sum::<f64>();
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    }
    __hp5.end();
}

fn main() {
    let (mut a, b) = (vec![0.0; 12], vec![0.25; 12]);
    let cells: Vec<Cell> = (0..12).map(|i| Cell { u: f64::from(i), v: 1.0 }).collect();
    let grid = Grid {
        u: vec![0.5; 12],
        w: 2.0,
        shape: Shape { h: 0.25 },
        seen: AtomicUsize::new(1),
        log: Mutex::new(vec![1.5]),
    };
    reads(&grid, &mut a, &b, &cells, &Line(0.5), &Line(0.25));
    println!("{a:?} {} {:?}", grid.saw(), grid.log.lock().unwrap());
}
