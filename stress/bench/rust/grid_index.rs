//! A stencil on a grid type of the program's own, with `Index` and `IndexMut`.

use std::ops::{Index, IndexMut};

#[derive(Clone)]
struct Grid<T> {
    rows: usize,
    columns: usize,
    cells: Vec<T>,
}

impl<T> Index<(usize, usize)> for Grid<T> {
    type Output = T;
    fn index(&self, (i, j): (usize, usize)) -> &T {
        &self.cells[i * self.columns + j]
    }
}

impl<T> IndexMut<(usize, usize)> for Grid<T> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut T {
        &mut self.cells[i * self.columns + j]
    }
}

#[hp5::region]
fn smooth(a: &mut Grid<f64>, b: &mut Grid<f64>, sweeps: usize) {
    let (rows, columns) = (a.rows, a.columns);
    for _ in 0..sweeps {
        #[hp5::task_tile(i = 32)]
        for i in 1..rows - 1 {
            for j in 1..columns - 1 {
                b[(i, j)] = 0.25 * (a[(i - 1, j)] + a[(i + 1, j)] + a[(i, j - 1)] + a[(i, j + 1)]);
            }
        }
        #[hp5::task_tile(i = 32)]
        for i in 1..rows - 1 {
            for j in 1..columns - 1 {
                a[(i, j)] = 0.25 * (b[(i - 1, j)] + b[(i + 1, j)] + b[(i, j - 1)] + b[(i, j + 1)]);
            }
        }
    }
}

fn main() {
    let sweeps = hp5_bench_rust::times(400);
    let (rows, columns) = (400, 400);
    let cells = (0..rows * columns).map(|k| (k % 31) as f64).collect();
    let mut a = Grid { rows, columns, cells };
    let mut b = a.clone();
    smooth(&mut a, &mut b, 1);
    hp5_bench_rust::timed(|| smooth(&mut a, &mut b, sweeps));
    hp5_bench_rust::checksum(a.cells.iter().map(|x| x.to_bits()));
}
