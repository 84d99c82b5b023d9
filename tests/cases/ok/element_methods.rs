//! Elements that methods reach: `get`, `get_mut` and `swap` of slices, and of grids `get`, `row_mut(i)[k]` and
//! `column(j)[k]`. The loops are parallel, and nothing is said.
// features: ndarray, nalgebra

use nalgebra::DMatrix;
use ndarray::Array2;

#[hp5::region]
fn slices(a: &mut [f64], b: &[f64], n: usize) {
    #[hp5::task_tile(i = 100)]
    for i in 0..n {
        if let Some(x) = a.get_mut(i) {
            *x += 1.0;
        }
        if let Some(x) = b.get(i + 1) {
            a[i] += x;
        }
        a[i] += b.get(i).copied().unwrap_or(0.5);
    }
    #[hp5::task_tile(i = 100)]
    for i in 0..n / 2 {
        a.swap(2 * i, 2 * i + 1);
    }
}

#[hp5::region]
fn grids(a: &mut Array2<f64>, b: &Array2<f64>, n: usize, m: usize) {
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        a.row_mut(i)[0] += b.column(1)[i];
        if let Some(x) = a.get_mut((i, 1)) {
            *x += 1.0;
        }
        if let Some(x) = b.get([i, m]) {
            a[[i, 2]] += x;
        }
    }
    #[hp5::task_tile(j = 4)]
    for j in 0..m {
        a.column_mut(j)[3] = b.row(2)[j] * 2.0;
    }
}

#[hp5::region]
fn matrices(a: &mut DMatrix<f64>, b: &DMatrix<f64>) {
    #[hp5::task_tile(j = 4)]
    for j in 0..a.ncols() {
        a.column_mut(j)[0] += 1.0;
        a.row_mut(1)[j] += b.column(j)[2];
        if let Some(x) = b.get((3, j)) {
            a[(3, j)] += x;
        }
    }
}

fn main() {
    let b = Array2::from_shape_fn((20, 12), |(i, j)| (i * 12 + j) as f64);
    let mut a = b.clone();
    grids(&mut a, &b, 20, 12);
    let c = DMatrix::from_fn(20, 12, |i, j| (i * 12 + j) as f64);
    let mut d = c.clone();
    matrices(&mut d, &c);
    let mut v: Vec<f64> = (0..1000).map(|x| x as f64).collect();
    let w = v.clone();
    slices(&mut v, &w, 999);
    println!("{:?} {:?} {:?}", a.as_slice(), d.as_slice(), v);
}
