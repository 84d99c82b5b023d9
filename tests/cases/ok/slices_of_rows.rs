//! Several rows of an array handed on together, beside elements of single ones.

fn slow(x: f64) -> f64 {
    let mut y = x;
    for _ in 0..300 {
        y = y * 0.999 + 0.001;
    }
    y
}

fn both(u: &mut [Vec<f64>]) {
    let s = u[0][0];
    for x in u[1].iter_mut() {
        *x = slow(*x + s);
    }
}

#[hp5::region]
fn rows(u: &mut [Vec<f64>]) {
    let n = u.len();
    #[hp5::task_tile(l = 1)]
    for l in 0..n - 1 {
        both(&mut u[l..l + 2]);
        u[l][3] += 1.0;
    }
    #[hp5::task_tile(l = 2)]
    for l in 0..n {
        let last = u[l].len() - 1;
        u[l][last] = slow(u[l].iter().sum());
    }
}

fn sum(u: &[[f64; 3]]) -> f64 {
    u[0][0] + u[1][1]
}

#[hp5::region]
fn points(u: &[[f64; 3]], v: &mut [[f64; 3]]) {
    let n = u.len();
    #[hp5::task_tile(l = 2)]
    for l in 0..n - 1 {
        v[l][1] = slow(sum(&u[l..l + 2])) + u[l][2];
    }
    #[hp5::task_tile(l = 2)]
    for l in 0..n - 2 {
        v[l][0] += slow(v[l..=l + 1].iter().map(|p| p[1]).sum::<f64>());
        v[l + 1..l + 3].swap(0, 1);
    }
}

fn main() {
    let mut rows_of = vec![vec![1.0; 10]; 12];
    rows(&mut rows_of);
    println!("{rows_of:?}");
    let a: Vec<[f64; 3]> = (0..12).map(|i| [f64::from(i), 2.0, 3.5]).collect();
    let mut b = a.clone();
    points(&a, &mut b);
    println!("{b:?}");
}
