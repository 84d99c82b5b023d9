//! Three dimensions on flat storage: planes and rows have loop-invariant lengths.

#[hp5::region]
#[hp5::array_tile(default: [4, 4, *])]
fn heat(a: &mut Vec<f64>, b: &mut Vec<f64>, n: usize, m: usize, p: usize, steps: usize) {
    for _ in 0..steps {
        #[hp5::task_tile(i = 4, j = 4)]
        for i in 1..n - 1 {
            for j in 1..m - 1 {
                for k in 1..p - 1 {
                    b[(i * m + j) * p + k] = 0.5 * a[(i * m + j) * p + k]
                        + (a[((i - 1) * m + j) * p + k]
                            + a[((i + 1) * m + j) * p + k]
                            + a[(i * m + j - 1) * p + k]
                            + a[(i * m + j + 1) * p + k]
                            + a[(i * m + j) * p + k - 1]
                            + a[(i * m + j) * p + k + 1])
                            / 12.0;
                }
            }
        }
        std::mem::swap(a, b);
    }
}

fn main() {
    let (n, m, p) = (14, 11, 9);
    let mut a: Vec<f64> = (0..n * m * p).map(|k| ((k * 7) % 31) as f64).collect();
    let mut b = a.clone();
    heat(&mut a, &mut b, n, m, p, 5);
    let sum = a.iter().fold(0.0, |sum, x| sum + x);
    println!("{:016x}", sum.to_bits());
}
