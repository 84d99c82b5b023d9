//! LU without pivoting: the generating loop narrows the task loop at every step.

#[hp5::region]
#[hp5::array_tile(a: [6, *])]
fn lu(a: &mut Vec<f64>, n: usize) {
    for k in 0..n {
        #[hp5::task_tile(i = 6)]
        for i in k + 1..n {
            a[i * n + k] /= a[k * n + k];
            for j in k + 1..n {
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
            }
        }
    }
}

fn main() {
    let n = 25;
    let mut a: Vec<f64> =
        (0..n * n).map(|k| ((k * 31) % 17) as f64 + if k / n == k % n { 60.0 } else { 0.0 }).collect();
    lu(&mut a, n);
    println!("{:016x} {:016x}", a[n * n - 1].to_bits(), a.iter().fold(0.0, |s, x| s + x).to_bits());
}
