//! Generating code that looks at what tasks wrote: with a `task_wait`, and without one.

#[hp5::region]
fn relax(a: &mut Vec<f64>, b: &mut Vec<f64>, limit: f64) -> usize {
    let n = a.len();
    let mut turns = 0;
    loop {
        #[hp5::task_tile(i = 8)]
        for i in 1..n - 1 {
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        }
        std::mem::swap(a, b);
        turns += 1;
        #[hp5::task_wait]
        if (a[n / 2] - b[n / 2]).abs() < limit || turns == 50 {
            break;
        }
    }
    turns
}

#[hp5::region]
fn first(a: &mut Vec<f64>) -> f64 {
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        a[i] += 1.0;
    }
    let first = a[0]; //~ HP5-W0102
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        a[i] *= first;
    }
    first
}

fn main() {
    let mut a: Vec<f64> = (0..60).map(|i| f64::from((i * 17) % 40)).collect();
    let mut b = a.clone();
    let turns = relax(&mut a, &mut b, 0.05);
    let first = first(&mut a);
    println!("{turns} {:016x} {:016x}", first.to_bits(), a.iter().fold(0.0, |s, x| s + x).to_bits());
}
