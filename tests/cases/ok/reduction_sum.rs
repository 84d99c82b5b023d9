//! A floating-point sum whose partial sums are exact, and one in serial order bit for bit.

#[hp5::region]
fn sums(a: &[f64]) -> (f64, f64) {
    let mut whole = 0.5;
    let mut exact = 0.1;
    #[hp5::task_tile(i = 16, reduction(+: whole))]
    for i in 0..a.len() {
        whole += a[i].floor();
    }
    #[hp5::task_tile(i = 16, reduction(ordered +: exact))]
    for i in 0..a.len() {
        exact += a[i];
    }
    #[hp5::task_wait]
    let both = (whole, exact);
    both
}

fn main() {
    let a: Vec<f64> = (0..333).map(|i| f64::from((i * 77) % 1000) / 9.7).collect();
    let (whole, exact) = sums(&a);
    println!("{:016x} {:016x}", whole.to_bits(), exact.to_bits());
}
