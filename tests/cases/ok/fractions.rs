//! Indices that are rounded from fractions, below zero too.

#[hp5::region]
fn casts(a: &mut [f64], at: f64, count: i64) {
    let k = -1.5;
    let n = count as usize;
    #[hp5::task]
    {
        a[k as usize] += 1.0;
    }
    #[hp5::task]
    {
        a[at as usize] += a[(at * 2.0) as usize];
    }
    #[hp5::task]
    {
        a[(-0.5) as usize] += 3.0;
    }
    #[hp5::task_tile(i = 4)]
    for i in 0..n as i32 {
        a[i as usize] *= 2.0;
    }
}

fn main() {
    let mut a = vec![1.0; 20];
    casts(&mut a, -1.7, 13);
    println!("{a:?}");
}
