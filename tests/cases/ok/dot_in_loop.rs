//! A reduction that every turn of the generating loop starts anew and uses in the next
//! task loop, as iterative solvers do.

#[hp5::region]
fn power(a: &Vec<Vec<f64>>, x: &mut Vec<f64>, y: &mut Vec<f64>, turns: usize) -> f64 {
    let n = x.len();
    let mut last = 0.0;
    for _ in 0..turns {
        #[hp5::task_tile(i = 4)]
        for i in 0..n {
            let mut sum = 0.0;
            for j in 0..n {
                sum += a[i][j] * x[j];
            }
            y[i] = sum;
        }
        let mut norm = 0.0;
        #[hp5::task_tile(i = 4, reduction(ordered +: norm))]
        for i in 0..n {
            norm += y[i] * y[i];
        }
        #[hp5::task_tile(i = 4)]
        for i in 0..n {
            x[i] = y[i] / norm.sqrt();
        }
        #[hp5::task_wait]
        last = norm;
    }
    last
}

fn main() {
    let n = 21;
    let a: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| ((i * j + i + j) % 7) as f64 + if i == j { 9.0 } else { 0.0 }).collect()).collect();
    let (mut x, mut y) = (vec![1.0; n], vec![0.0; n]);
    let norm = power(&a, &mut x, &mut y, 8);
    println!("{:016x} {:016x}", norm.to_bits(), x.iter().fold(0.0, |s, v| s + v).to_bits());
}
