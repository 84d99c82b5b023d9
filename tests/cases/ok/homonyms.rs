//! A number that has an array's name in another scope.

#[hp5::region]
fn names(a: &mut [f64], b: &mut [f64], n: usize) {
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        a[i] += b[n - 1 - i];
    }
    for a in 0..3 {
        #[hp5::task] //~ HP5-W0102 | #[hp5::task]
        {
            b[a] += a as f64;
        }
    }
    {
        let a = 0.5;
        #[hp5::task_tile(i = 4)]
        for i in 0..n {
            b[i] *= a;
        }
    }
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        a[i] -= b[i];
    }
}

fn main() {
    let mut a: Vec<f64> = (0..23).map(f64::from).collect();
    let mut b = a.clone();
    names(&mut a, &mut b, 23);
    println!("{a:?} {b:?}");
}
