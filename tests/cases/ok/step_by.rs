//! Strided loops: the two colours of a one-dimensional red-black relaxation.

#[hp5::region]
fn red_black(a: &mut Vec<f64>, sweeps: usize) {
    let n = a.len();
    for _ in 0..sweeps {
        #[hp5::task_tile(i = 12)]
        for i in (1..n - 1).step_by(2) {
            a[i] = 0.5 * (a[i - 1] + a[i + 1]);
        }
        #[hp5::task_tile(i = 12)]
        for i in (2..n - 1).step_by(2) {
            a[i] = 0.5 * (a[i - 1] + a[i + 1]);
        }
    }
}

fn main() {
    for n in [3, 4, 31, 100] {
        let mut a: Vec<f64> = (0..n).map(|i| ((i * 41) % 37) as f64).collect();
        red_black(&mut a, 6);
        println!("{n}: {:016x}", a.iter().fold(0.0, |s, x| s + x).to_bits());
    }
}
