//! The clause promises the element of the same number; the index array breaks the promise.

#[hp5::region]
#[hp5::array_tile(a: [4], b: [4])]
fn gather(a: &[f64], order: &[usize], b: &mut [f64]) {
    #[hp5::task_tile(i = 4, in(a[i]), out(b[i]))]
    for i in 0..b.len() {
        b[i] = a[order[i]]; //~ a[11]
    }
}

fn main() {
    let a = vec![1.5; 16];
    let order = [0, 1, 2, 3, 4, 5, 11, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    let mut b = vec![0.0; 16];
    gather(&a, &order, &mut b);
    println!("{b:?}");
}
