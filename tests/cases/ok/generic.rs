//! A region in a generic function.

use std::ops::{Add, Mul};

#[hp5::region]
fn axpy<T>(alpha: T, x: &[T], y: &mut [T])
where
    T: Copy + Send + Sync + Add<Output = T> + Mul<Output = T>,
{
    #[hp5::task_tile(i = 8)]
    for i in 0..x.len() {
        y[i] = alpha * x[i] + y[i];
    }
}

fn main() {
    let x: Vec<f64> = (0..40).map(f64::from).collect();
    let mut y = vec![0.5; 40];
    axpy(1.25, &x, &mut y);
    let u: Vec<u64> = (0..40).collect();
    let mut v = vec![1; 40];
    axpy(3, &u, &mut v);
    println!("{:016x} {}", y.iter().fold(0.0, |s, x| s + x).to_bits(), v.iter().sum::<u64>());
}
