//! The annotated part.
#![allow(clippy::needless_range_loop)]

mod factor;

/// Doubles.
#[hp5::region(serial(double_serial))]
pub fn double(a: &mut Vec<f64>) {
    let n = a.len();
    #[hp5::array_tile(a: [64])]
    #[hp5::task_tile(i = 64)]
    for i in 0..n {
        a[i] *= factor::TWO;
    }
}
