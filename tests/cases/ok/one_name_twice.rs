//! One name for several locals, in and out of inner scopes.

#[hp5::region]
fn names(a: &mut [f64], n: usize) -> f64 {
    let mut t = 0.0;
    #[hp5::task]
    {
        t += a[0];
    }
    for k in 0..3 {
        let mut t = k as f64;
        #[hp5::task]
        {
            t += a[k + 1];
        }
        #[hp5::task_tile(i = 4)]
        for i in 0..n {
            a[i] += t;
        }
    }
    {
        let mut t = 1.0;
        #[hp5::task_tile(i = 4, reduction(max: t))]
        for i in 0..n {
            t = f64::max(t, a[i]);
        }
        #[hp5::task]
        {
            a[1] += t;
        }
    }
    #[hp5::task]
    {
        t += a[1];
    }
    t //~ HP5-W0102 | t
}

fn main() {
    let mut a: Vec<f64> = (0..23).map(f64::from).collect();
    println!("{} {a:?}", names(&mut a.clone(), 23));
    println!("{} {a:?}", names(&mut a, 23));
}
