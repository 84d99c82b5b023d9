//! The kernel of the benchmark: annotated, and its serial twin.

/// `sweeps` sweeps over the `n` x `m` plate `a`; the result is in `a`.
#[hp5::region(serial(jacobi_serial))]
pub fn jacobi(a: &mut Vec<f64>, b: &mut Vec<f64>, n: usize, m: usize, sweeps: usize, tile: usize) {
    #[hp5::array_tile(a: [tile, *], b: [tile, *])]
    for _ in 0..sweeps {
        #[hp5::task_tile(i = tile)]
        for i in 1..n - 1 {
            for j in 1..m - 1 {
                b[i * m + j] = 0.25
                    * (a[(i - 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1] + a[(i + 1) * m + j]);
            }
        }
        std::mem::swap(a, b);
    }
}
