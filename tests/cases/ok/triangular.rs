//! Inner bounds that depend on the tiled loop: forward substitution row by row, and the
//! lower triangle of a product.

#[hp5::region]
fn product(a: &[f64], b: &[f64], c: &mut [f64], n: usize) {
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        for j in 0..=i {
            let mut sum = 0.0;
            for k in j..i + 1 {
                sum += a[i * n + k] * b[k * n + j];
            }
            c[i * n + j] = sum;
        }
    }
}

#[hp5::region]
fn solve(l: &[f64], x: &mut [f64], n: usize) {
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        for j in 0..i {
            x[i] -= l[i * n + j] * x[j];
        }
        x[i] /= l[i * n + i];
    }
}

fn main() {
    let n = 27;
    let a: Vec<f64> = (0..n * n).map(|k| ((k * 3) % 11) as f64 + 1.0).collect();
    let b: Vec<f64> = (0..n * n).map(|k| ((k * 7) % 13) as f64).collect();
    let mut c = vec![0.0; n * n];
    product(&a, &b, &mut c, n);
    let mut x = vec![1.0; n];
    solve(&a, &mut x, n);
    println!("{:016x} {:016x}", c.iter().fold(0.0, |s, v| s + v).to_bits(), x[n - 1].to_bits());
}
