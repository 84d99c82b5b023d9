//! Locals of generating code that tasks share: an array and a scalar, declared anew in
//! every turn, outlive the turn.

#[hp5::region]
fn turns(a: &mut Vec<f64>, count: usize) {
    let n = a.len();
    for turn in 0..count {
        let mut work = vec![0.0; n];
        let mut most = f64::MIN;
        #[hp5::task_tile(i = 9)]
        for i in 0..n {
            work[i] = a[i] * a[i] + turn as f64;
        }
        #[hp5::task_tile(i = 9, reduction(max: most))]
        for i in 0..n {
            most = most.max(work[i]);
        }
        #[hp5::task_tile(i = 9)]
        for i in 0..n {
            a[i] = work[n - 1 - i] / most;
        }
    }
}

fn main() {
    let mut a: Vec<f64> = (0..64).map(|i| f64::from((i * 11) % 29) + 1.0).collect();
    turns(&mut a, 6);
    println!("{:016x} {:016x}", a[3].to_bits(), a.iter().fold(0.0, |s, v| s + v).to_bits());
}
