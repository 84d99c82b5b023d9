//! Methods, `Index` and closures that are one expression are written out: no wait, no warning, in parallel.
use std::ops::{Index, IndexMut};

#[derive(Clone, PartialEq, Debug)]
struct Grid<T> {
    rows: usize,
    cols: usize,
    data: Vec<T>,
}

impl<T: Copy> Grid<T> {
    fn rows(&self) -> usize {
        self.rows
    }
    fn at(&self, i: usize, j: usize) -> usize {
        let row = i * self.cols;
        row + j
    }
    fn get(&self, i: usize, j: usize) -> T {
        self.data[self.at(i, j)]
    }
    fn set(&mut self, i: usize, j: usize, value: T) {
        self.data[i * self.cols + j] = value;
    }
}

impl<T> Index<(usize, usize)> for Grid<T> {
    type Output = T;
    fn index(&self, (i, j): (usize, usize)) -> &T {
        debug_assert!(i < self.rows && j < self.cols);
        &self.data[i * self.cols + j]
    }
}

impl<T> IndexMut<(usize, usize)> for Grid<T> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut T {
        debug_assert!(i < self.rows && j < self.cols);
        &mut self.data[i * self.cols + j]
    }
}

#[hp5::region(serial(smooth_serial))]
fn smooth(a: &mut Grid<f64>, b: &mut Grid<f64>, steps: usize) {
    for _ in 0..steps {
        #[hp5::task_tile(i = 8)]
        for i in 1..a.rows() - 1 {
            for j in 1..b.cols - 1 {
                b[(i, j)] = 0.5 * a.get(i, j) + 0.1;
            }
        }
        #[hp5::task_tile(i = 8)]
        for i in 1..a.rows() - 1 {
            for j in 1..a.cols - 1 {
                a.set(i, j, b[(i, j)] * 2.0);
                a[(i, j)] += 1.0;
            }
        }
    }
}

struct Field {
    nx: usize,
    ny: usize,
    e: Vec<f32>,
    h: Vec<f32>,
}

impl Field {
    fn at(&self, i: usize, j: usize) -> usize {
        i * self.ny + j
    }
    #[hp5::region(serial(run_serial))]
    fn run(&mut self, steps: usize) {
        for _ in 0..steps {
            #[hp5::task_tile(i = 8)]
            for i in 0..self.nx - 1 {
                for j in 0..self.ny {
                    let k = self.at(i, j);
                    self.h[k] -= 0.5 * (self.e[k + self.ny] - self.e[k]);
                }
            }
            #[hp5::task_tile(i = 8)]
            for i in 1..self.nx {
                for j in 0..self.ny {
                    let k = self.at(i, j);
                    self.e[k] += 0.5 * (self.h[k] - self.h[k - self.ny]);
                }
            }
        }
    }
}

#[hp5::region(serial(sharpen_serial))]
fn sharpen(from: &[u8], to: &mut [u8], w: usize, h: usize) {
    let px = |x: usize, y: usize| y * w + x;
    #[hp5::task_tile(y = 8)]
    for y in 1..h - 1 {
        for x in 1..w - 1 {
            to[px(x, y)] = from[px(x - 1, y)] / 2 + from[px(x, y + 1)] / 2;
        }
    }
}

// Bounds that are checked once, beside an index that is not known.
#[hp5::region(serial(exchange_serial))]
fn exchange(a: &mut [f64], pivot: &[usize], n: usize) {
    #[hp5::task_tile(i = 8)]
    for i in 0..n {
        for j in 0..n {
            a[i * n + j] += 1.0;
            if j < pivot[i] {
                a[i * n + j] *= 2.0;
            }
        }
    }
}

fn main() {
    let n = 40;
    let mut a = Grid { rows: n, cols: n, data: (0..n * n).map(|k| (k % 31) as f64).collect() };
    let mut b = a.clone();
    let (mut c, mut d) = (a.clone(), b.clone());
    smooth(&mut a, &mut b, 3);
    smooth_serial(&mut c, &mut d, 3);
    assert_eq!((&a, &b), (&c, &d));

    let e: Vec<f32> = (0..n * n).map(|k| (k % 31) as f32).collect();
    let mut f = Field { nx: n, ny: n, h: vec![0.0; e.len()], e: e.clone() };
    let mut g = Field { nx: n, ny: n, h: vec![0.0; e.len()], e };
    f.run(3);
    g.run_serial(3);
    assert_eq!((&f.e, &f.h), (&g.e, &g.h));

    let from: Vec<u8> = (0..n * n).map(|k| (k * 31 % 251) as u8).collect();
    let (mut to, mut same) = (from.clone(), from.clone());
    sharpen(&from, &mut to, n, n);
    sharpen_serial(&from, &mut same, n, n);
    assert_eq!(to, same);

    let pivot: Vec<usize> = (0..n).map(|k| k * 7 % n).collect();
    exchange(&mut c.data, &pivot, n);
    exchange_serial(&mut a.data, &pivot, n);
    assert_eq!(a, c);
    println!("{:?} {:?} {:?}", a.data, f.e, to);
}
