//! Blocks and plain statements as tasks, on scalars behind references and whole arrays.

#[hp5::region]
fn diamond(a: &mut Vec<f64>, left: &mut f64, right: &mut f64) {
    #[hp5::task]
    for k in 0..a.len() {
        a[k] += k as f64;
    }
    #[hp5::task(in(a), out(left))]
    {
        *left = a.iter().fold(0.0, |s, x| s + x);
    }
    #[hp5::task(in(a), out(right))]
    {
        *right = a.iter().fold(f64::MIN, |s, x| s.max(*x));
    }
    #[hp5::task]
    a[0] = *left + *right;
}

fn main() {
    let mut a: Vec<f64> = (0..40).map(|i| f64::from(i % 9) / 3.0).collect();
    let (mut left, mut right) = (0.0, 0.0);
    diamond(&mut a, &mut left, &mut right);
    println!("{:016x} {:016x} {:016x}", left.to_bits(), right.to_bits(), a[0].to_bits());
}
