//! Slices, shared and exclusive; the references themselves are swapped.

#[hp5::region]
fn smooth<'d>(mut a: &'d mut [f64], mut b: &'d mut [f64], steps: usize) {
    let n = a.len();
    for _ in 0..steps {
        #[hp5::task_tile(i = 10)]
        for i in 1..n - 1 {
            b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0;
        }
        std::mem::swap(&mut a, &mut b);
    }
}

#[hp5::region]
fn scale(source: &[f64], target: &mut [f64], factor: f64) {
    #[hp5::task_tile(i = 7)]
    for i in 0..source.len() {
        target[i] = factor * source[i];
    }
}

fn main() {
    let mut a: Vec<f64> = (0..95).map(|i| ((i * i) % 19) as f64).collect();
    let mut b = a.clone();
    smooth(&mut a, &mut b, 6);
    let mut c = vec![0.0; a.len()];
    scale(&a, &mut c, 1.5);
    println!("{:016x} {:016x}", a[30].to_bits(), c.iter().fold(0.0, |s, x| s + x).to_bits());
}
