//! A stencil on two arrays of `ndarray`.

use ndarray::Array2;

#[hp5::region]
fn smooth(a: &mut Array2<f64>, b: &mut Array2<f64>, sweeps: usize) {
    let (rows, columns) = a.dim();
    for _ in 0..sweeps {
        #[hp5::task_tile(i = 32)]
        for i in 1..rows - 1 {
            for j in 1..columns - 1 {
                b[[i, j]] = 0.25 * (a[[i - 1, j]] + a[[i + 1, j]] + a[[i, j - 1]] + a[[i, j + 1]]);
            }
        }
        #[hp5::task_tile(i = 32)]
        for i in 1..rows - 1 {
            for j in 1..columns - 1 {
                a[[i, j]] = 0.25 * (b[[i - 1, j]] + b[[i + 1, j]] + b[[i, j - 1]] + b[[i, j + 1]]);
            }
        }
    }
}

fn main() {
    let sweeps = hp5_bench_rust::times(100);
    let mut a = Array2::from_shape_fn((400, 400), |(i, j)| ((i * 400 + j) % 31) as f64);
    let mut b = a.clone();
    smooth(&mut a, &mut b, 1);
    hp5_bench_rust::timed(|| smooth(&mut a, &mut b, sweeps));
    hp5_bench_rust::checksum(a.iter().map(|x| x.to_bits()));
}
