//! The same sweeps parallelised by hand: rayon over blocks of rows, a barrier after each sweep.

use rayon::prelude::*;

/// As `jacobi` of the main module. There is one block of rows per thread.
pub fn jacobi(a: &mut Vec<f64>, b: &mut Vec<f64>, n: usize, m: usize, sweeps: usize) {
    let rows = (n - 2).div_ceil(rayon::current_num_threads());
    for _ in 0..sweeps {
        let inner = &mut b[m..(n - 1) * m];
        inner
            .par_chunks_mut(rows * m)
            .enumerate()
            .for_each(|(block, out)| {
                let first = 1 + block * rows;
                for i in first..first + out.len() / m {
                    let (above, row, below) = (
                        &a[(i - 1) * m..i * m],
                        &a[i * m..(i + 1) * m],
                        &a[(i + 1) * m..(i + 2) * m],
                    );
                    let out = &mut out[(i - first) * m..(i - first + 1) * m];
                    for j in 1..m - 1 {
                        out[j] = 0.25 * (above[j] + row[j - 1] + row[j + 1] + below[j]);
                    }
                }
            });
        std::mem::swap(a, b);
    }
}
