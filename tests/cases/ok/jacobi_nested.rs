//! `Vec<Vec<f64>>` under an explicit two-dimensional template, tiled in both loops.

#[hp5::region]
#[hp5::array_tile(a: [8, 16], b: [8, 16])]
fn jacobi(a: &mut Vec<Vec<f64>>, b: &mut Vec<Vec<f64>>, sweeps: usize) {
    let n = a.len();
    let m = a[0].len();
    for _ in 0..sweeps {
        #[hp5::task_tile(i = 8, j = 16)]
        for i in 1..n - 1 {
            for j in 1..m - 1 {
                b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
            }
        }
        std::mem::swap(a, b);
    }
}

fn bits(a: &[Vec<f64>]) -> u64 {
    a.iter().flatten().fold(0.0, |sum, x| sum + x).to_bits()
}

fn main() {
    for (n, m, sweeps) in [(5, 4, 3), (40, 50, 6)] {
        let mut a: Vec<Vec<f64>> =
            (0..n).map(|i| (0..m).map(|j| ((i * 13 + j * 7) % 29) as f64 / 3.0).collect()).collect();
        let mut b = a.clone();
        jacobi(&mut a, &mut b, sweeps);
        println!("{n} x {m}: {:016x} {:016x}", bits(&a), bits(&b));
    }
}
