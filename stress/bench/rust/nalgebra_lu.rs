//! LU factorisation without pivots of a matrix of `nalgebra`, whose columns lie one after the other.

use nalgebra::DMatrix;

#[hp5::region]
fn factorise(a: &mut DMatrix<f64>) {
    let n = a.nrows();
    for k in 0..n {
        #[hp5::task]
        for i in k + 1..n {
            a[(i, k)] /= a[(k, k)];
        }
        #[hp5::task_tile(j = 32)]
        for j in k + 1..n {
            for i in k + 1..n {
                a[(i, j)] -= a[(i, k)] * a[(k, j)];
            }
        }
    }
}

fn main() {
    let times = hp5_bench_rust::times(2);
    let n = 600;
    let matrix = |n: usize| DMatrix::from_fn(n, n, |i, j| if i == j { n as f64 } else { ((i * 7 + j * 3) % 11) as f64 / 11.0 });
    factorise(&mut matrix(8));
    let mut all: Vec<DMatrix<f64>> = (0..times).map(|_| matrix(n)).collect();
    hp5_bench_rust::timed(|| all.iter_mut().for_each(factorise));
    hp5_bench_rust::checksum(all.iter().flat_map(|a| a.iter().map(|x| x.to_bits())));
}
