//! Ranges whose end is behind a reference, or negative.

fn slow(x: f64) -> f64 {
    let mut y = x;
    for _ in 0..300 {
        y = y * 0.999 + 0.001;
    }
    y
}

#[hp5::region]
fn run(a: &mut [f64], u: &mut [Vec<f64>], n: &usize, first: &mut usize, low: &isize) {
    #[hp5::task_tile(i = 8)]
    for i in 0..*n {
        a[i] = slow(a[i] + i as f64);
    }
    *first += 1;
    #[hp5::task_tile(i = 8)]
    for i in (*first..*n - 1).rev() {
        a[i] = slow(a[i + 1] * 2.0);
    }
    #[hp5::task_tile(i = 8)]
    for i in 0..-low * 2 {
        a[i as usize] += slow(i as f64);
    }
    #[hp5::task_tile(l = 1)]
    for l in 0..u.len() {
        let sum: f64 = u[l][0..*first + 2].iter().sum();
        u[l][*first + 2] = slow(sum);
    }
    #[hp5::task]
    {
        let m = *first;
        a[0..*n].rotate_left(m);
    }
}

fn main() {
    let mut a: Vec<f64> = (0..100).map(f64::from).collect();
    let mut u = vec![vec![1.0; 10]; 12];
    run(&mut a, &mut u, &100, &mut 1, &-20);
    println!("{a:?} {u:?}");
}
