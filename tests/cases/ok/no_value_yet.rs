//! Private variables that are declared without a value.

#[hp5::region]
fn scaled(a: &mut [f64], b: &mut [f64], n: usize) {
    let mut t: f64;
    let mut u: f64;
    #[hp5::task_tile(i = 4, private(t, u))]
    for i in 0..n {
        t = a[i] * 2.0;
        u = t + 1.0;
        b[i] = t * u;
    }
    let mut by: f64;
    by = 3.0;
    for _ in 0..3 {
        by += 1.0;
        #[hp5::task_tile(i = 4, private(by))]
        for i in 0..n {
            a[i] += by;
        }
    }
}

fn main() {
    let mut a: Vec<f64> = (0..21).map(f64::from).collect();
    let mut b = vec![0.0; 21];
    scaled(&mut a, &mut b, 21);
    println!("{a:?}\n{b:?}");
}
