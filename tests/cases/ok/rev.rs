//! Loops that count down, one where the order does not matter and one where it does.

#[hp5::region]
fn double(a: &mut Vec<i64>) {
    #[hp5::task_tile(i = 9)]
    for i in (0..a.len()).rev() {
        a[i] *= 2;
    }
}

#[hp5::region]
fn suffix_sums(a: &mut Vec<i64>) {
    let n = a.len();
    #[hp5::task_tile(i = 9)]
    for i in (0..n - 1).rev() {
        a[i] += a[i + 1];
    }
}

fn main() {
    let mut a: Vec<i64> = (0..70).map(|i| (i * 13) % 17 - 8).collect();
    double(&mut a);
    suffix_sums(&mut a);
    println!("{} {} {:?}", a[0], a[35], &a[60..]);
}
