//! A region that keeps its serial twin beside it: the program compares itself.

#[hp5::region(serial(scan_serial))]
fn scan(a: &mut Vec<f64>, b: &[f64]) {
    #[hp5::task_tile(i = 7)]
    for i in 1..a.len() {
        a[i] = 0.5 * a[i - 1] + b[i];
    }
}

fn main() {
    let b: Vec<f64> = (0..90).map(|i| f64::from((i * 5) % 31)).collect();
    let (mut x, mut y) = (vec![1.0; 90], vec![1.0; 90]);
    scan(&mut x, &b);
    scan_serial(&mut y, &b);
    println!("{} {:016x}", x == y, x[89].to_bits());
}
