//! Row lengths by names that only some of the tasks know.

#[hp5::region]
fn f(a: &mut Vec<f64>, b: &mut Vec<f64>, n: usize) {
    {
        let m = n / 4;
        #[hp5::task_tile(i = 1)]
        for i in 0..4 {
            for j in 0..m {
                a[i * m + j] += b[i * m + j];
            }
        }
    }
    for k in 1..3 {
        let w = n / k;
        #[hp5::task_tile(i = 1)]
        for i in 0..k {
            for j in 0..w {
                b[i * w + j] += 1.0;
            }
        }
    }
    #[hp5::task_tile(i = 8)]
    for i in 0..n {
        a[i] += 1.0;
    }
}
fn main() {
    let mut a: Vec<f64> = (0..64).map(|i| i as f64).collect();
    let mut b = a.clone();
    f(&mut a, &mut b, 64);
    println!("{a:?} {b:?}");
}
