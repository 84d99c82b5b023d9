//! A scalar that every task updates, without a clause: the tasks follow one another.

#[hp5::region]
fn chain(a: &[f64], b: &mut [f64]) -> f64 {
    let mut carry = 0.0;
    #[hp5::task_tile(i = 6)]
    for i in 0..a.len() {
        carry = 0.5 * carry + a[i]; //~ HP5-W0103 | carry
        b[i] = carry;
    }
    #[hp5::task_wait]
    let last = carry;
    last
}

fn main() {
    let a: Vec<f64> = (0..45).map(|i| f64::from((i * 23) % 19)).collect();
    let mut b = vec![0.0; 45];
    let last = chain(&a, &mut b);
    println!("{:016x} {:016x}", last.to_bits(), b.iter().fold(0.0, |s, x| s + x).to_bits());
}
