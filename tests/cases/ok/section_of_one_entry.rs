//! A section with one entry, by a product, of an array whose index shows two dimensions.

#[hp5::region]
fn rows(a: &mut [f64], n: usize, m: usize) {
    #[hp5::task_tile(i = 4, out(a[i * m..(i + 1) * m]))]
    for i in 0..n {
        for j in 0..m {
            a[i * m + j] = (i * j) as f64;
        }
    }
}

fn main() {
    let mut a = vec![0.0; 70];
    rows(&mut a, 10, 7);
    println!("{a:?}");
}
