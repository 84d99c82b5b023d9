//! One array updated in place: both loops are tiled and the tasks form a wavefront.

#[hp5::region]
#[hp5::array_tile(a: [8, 8])]
fn gauss_seidel(a: &mut Vec<f64>, n: usize, m: usize, sweeps: usize) {
    for _ in 0..sweeps {
        #[hp5::task_tile(i = 8, j = 8)]
        for i in 1..n - 1 {
            for j in 1..m - 1 {
                a[i * m + j] = 0.25
                    * (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]);
            }
        }
    }
}

fn main() {
    for (n, m) in [(3, 3), (34, 41)] {
        let mut a: Vec<f64> = (0..n * m).map(|k| ((k * 29) % 53) as f64).collect();
        gauss_seidel(&mut a, n, m, 4);
        let sum = a.iter().fold(0.0, |sum, x| sum + x);
        println!("{n} x {m}: {:016x} {:016x}", sum.to_bits(), a[n * m / 2].to_bits());
    }
}
