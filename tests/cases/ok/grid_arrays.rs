//! `ndarray` and `nalgebra` arrays: `a[[i, j]]` and `a[(i, j)]`, read, written and updated.
// features: ndarray, nalgebra

use nalgebra::DMatrix;
use ndarray::{Array1, Array2};

#[hp5::region]
#[hp5::array_tile(a: [6, 5], b: [6, 5])]
fn jacobi(a: &Array2<f64>, b: &mut Array2<f64>, rows: usize, columns: usize) {
    #[hp5::task_tile(i = 6, j = 5)]
    for i in 1..rows - 1 {
        for j in 1..columns - 1 {
            b[[i, j]] = 0.25 * (a[[i - 1, j]] + a[[i + 1, j]] + a[[i, j - 1]] + a[[i, j + 1]]);
        }
    }
}

#[hp5::region]
fn product(a: &DMatrix<f64>, x: &Array1<f64>, y: &mut Array1<f64>) {
    #[hp5::task_tile(i = 4)]
    for i in 0..a.nrows() {
        let mut sum = 0.0;
        for j in 0..a.ncols() {
            sum += a[(i, j)] * x[j];
        }
        y[i] = sum;
    }
}

#[hp5::region]
fn sweep(a: &mut DMatrix<f64>, n: usize, m: usize) {
    #[hp5::task_tile(i = 4)]
    for i in 1..n {
        for j in 0..m {
            a[(i, j)] += 0.5 * a[(i - 1, j)];
        }
    }
}

fn main() {
    let a = Array2::from_shape_fn((23, 19), |(i, j)| ((i * 7 + j * 3) % 11) as f64);
    let mut b = a.clone();
    jacobi(&a, &mut b, 23, 19);
    let mut c = DMatrix::from_fn(14, 9, |i, j| ((i * 5 + j) % 13) as f64);
    sweep(&mut c, 14, 9);
    let x = Array1::from_shape_fn(9, |j| j as f64 + 0.25);
    let mut y = Array1::zeros(14);
    product(&c, &x, &mut y);
    let (b, y) = (b.iter().fold(0.0, |s, v| s + v), y.iter().fold(0.0, |s, v| s + v));
    println!("{:016x} {:016x}", b.to_bits(), y.to_bits());
}
