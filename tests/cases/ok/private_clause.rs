//! A scratch variable that is declared outside of the loop.

#[hp5::region]
fn distances(x: &[f64], y: &[f64], d: &mut [f64]) -> f64 {
    let mut t = 1.25;
    #[hp5::task_tile(i = 8, private(t))]
    for i in 0..d.len() {
        t = x[i] - y[i];
        d[i] = (t * t).sqrt() + 0.5;
    }
    t
}

fn main() {
    let x: Vec<f64> = (0..50).map(|i| f64::from(i) * 0.3).collect();
    let y: Vec<f64> = (0..50).map(|i| f64::from((i * 7) % 10)).collect();
    let mut d = vec![0.0; 50];
    distances(&x, &y, &mut d);
    println!("{:016x}", d.iter().fold(0.0, |s, v| s + v).to_bits());
}
