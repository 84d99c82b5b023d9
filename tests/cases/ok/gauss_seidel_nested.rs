//! The wavefront on `Vec<Vec<f64>>`, rows tiled only.

#[hp5::region]
fn sweep(a: &mut Vec<Vec<f64>>, sweeps: usize) {
    for _ in 0..sweeps {
        #[hp5::task_tile(i = 4)]
        for i in 1..a.len() - 1 {
            for j in 1..a[0].len() - 1 {
                a[i][j] = 0.2 * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
            }
        }
    }
}

fn main() {
    let mut a: Vec<Vec<f64>> = (0..30).map(|i| (0..22).map(|j| ((i * j) % 11) as f64).collect()).collect();
    sweep(&mut a, 5);
    let sum = a.iter().flatten().fold(0.0, |sum, x| sum + x);
    println!("{:016x}", sum.to_bits());
}
