//! Two flat arrays, rows of a loop-invariant length, headers swapped between sweeps; the
//! template is deduced from the tiled loop.

#[hp5::region]
fn jacobi(a: &mut Vec<f64>, b: &mut Vec<f64>, n: usize, m: usize, sweeps: usize) {
    for _ in 0..sweeps {
        #[hp5::task_tile(i = 8)]
        for i in 1..n - 1 {
            for j in 1..m - 1 {
                b[i * m + j] = 0.25
                    * (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]);
            }
        }
        std::mem::swap(a, b);
    }
}

fn bits(a: &[f64]) -> u64 {
    a.iter().fold(0.0, |sum, x| sum + x).to_bits()
}

fn main() {
    for (n, m, sweeps) in [(3, 3, 1), (40, 30, 7), (33, 17, 10)] {
        let mut a: Vec<f64> = (0..n * m).map(|k| ((k * 37) % 101) as f64 / 7.0).collect();
        let mut b = a.clone();
        jacobi(&mut a, &mut b, n, m, sweeps);
        println!("{n} x {m}: {:016x} {:016x}", bits(&a), bits(&b));
    }
}
