//! A type that code of the program indexes: an index of one expression stands for the element of the field that
//! it leads to.

use std::ops::{Index, IndexMut};

struct Matrix {
    rows: usize,
    cols: usize,
    data: Vec<f64>,
}

impl Matrix {
    fn zeros(rows: usize, cols: usize) -> Matrix {
        let data = vec![0.0; rows * cols];
        Matrix { rows, cols, data }
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.data[i * self.cols + j]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.data[i * self.cols + j]
    }
}

#[hp5::region]
fn product(a: &Matrix, b: &Matrix, c: &mut Matrix) {
    #[hp5::task_tile(i = 4)]
    for i in 0..a.rows {
        for j in 0..b.cols {
            for k in 0..a.cols {
                c[(i, j)] += a[(i, k)] * b[(k, j)]; //~ HP5-W0104 | c[(i, j)]
            }
        }
    }
}

#[hp5::region]
fn scale(c: &mut Matrix, by: f64) {
    let (rows, cols) = (c.rows, c.cols);
    #[hp5::task_tile(i = 4)]
    for i in 0..rows {
        for j in 0..cols {
            c.data[i * cols + j] *= by;
        }
    }
}

#[hp5::region]
fn local(n: usize) -> f64 {
    let mut m = Matrix::zeros(n, n);
    #[hp5::task]
    {
        for i in 0..n {
            m[(i, n - 1 - i)] = i as f64;
        }
    }
    #[hp5::task_wait]
    m[(2, n - 3)]
}

fn main() {
    let (mut a, mut b, mut c) = (Matrix::zeros(9, 7), Matrix::zeros(7, 8), Matrix::zeros(9, 8));
    for k in 0..56 {
        a[(k / 7, k % 7)] = k as f64;
        b[(k % 7, k / 7)] = 0.5;
    }
    product(&a, &b, &mut c);
    scale(&mut c, 0.25);
    println!("{:?} {}", c.data, local(7));
}
