//! A composite task: its body is a region of its own that registers tasks.

#[hp5::region]
fn halves(a: &mut Vec<f64>, b: &mut Vec<f64>, steps: usize) {
    let n = a.len();
    for _ in 0..steps {
        #[hp5::task(nested, in(a), out(b))]
        {
            #[hp5::task_tile(i = 6)]
            for i in 1..n - 1 {
                b[i] = (a[i - 1] + a[i + 1]) / 2.0;
            }
        }
        #[hp5::task(nested, in(b), out(a))]
        {
            #[hp5::task_tile(i = 8)]
            for i in 1..n - 1 {
                a[i] = b[i] + 0.125 * b[i - 1];
            }
        }
    }
}

fn main() {
    let mut a: Vec<f64> = (0..77).map(|i| f64::from((i * 3) % 14)).collect();
    let mut b = a.clone();
    halves(&mut a, &mut b, 4);
    println!("{:016x} {:016x}", a[20].to_bits(), b.iter().fold(0.0, |s, x| s + x).to_bits());
}
