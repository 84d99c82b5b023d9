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
    fn at(&self, i: usize) -> f64 {
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
    fn weight(&self, i: usize) -> f64 {
        self.w * self.u[i] + self.shape.at(i)
    }
    fn both(&self) -> f64 {
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
    fn sum(&self) -> f64 {
        self.u + self.v
    }
}

trait Kernel: Sync {
    fn of(&self, x: f64) -> f64;
}

struct Line(f64);

impl Kernel for Line {
    fn of(&self, x: f64) -> f64 {
        x * self.0
    }
}

fn scaled<T: Copy + Mul<Output = T>>(x: T, y: T) -> T {
    x * y
}

fn first_two(of: &[f64]) -> f64 {
    of[0] + of[1]
}

fn weighed(grid: &Grid, x: f64) -> f64 {
    grid.w * x + grid.weight(1)
}

#[hp5::region]
fn reads<K: Kernel>(grid: &Grid, a: &mut [f64], b: &[f64], cells: &[Cell], kernel: &K, any: &dyn Kernel) {
    let (n, seen) = (a.len(), grid.saw());
    let table: Vec<f64> = (0..n).map(|i| (i + seen) as f64).collect();
    let weight = |x: f64| x * grid.w;
    let Grid { w, shape, .. } = grid;
    #[hp5::task_tile(i = 2)]
    for i in 0..n {
        a[i] = grid.weight(i) + weighed(grid, b[i]) + weighed(&grid, 1.0) + seen as f64;
    }
    #[hp5::task_tile(i = 2)]
    for i in 0..n {
        a[i] += grid.u[i] + grid.both() + cells[i].sum() + table[i] + scaled(b[i], *w);
    }
    #[hp5::task_tile(i = 2)]
    for i in 0..n {
        a[i] += weight(b[i]) + kernel.of(b[i]) + any.of(b[i]) + shape.at(i) + grid.shape.at(2);
    }
    #[hp5::task_tile(i = 2)]
    for i in 0..n {
        a[i] += first_two(&table) + first_two(&grid.u) + first_two(b) + grid.u.iter().sum::<f64>();
    }
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
