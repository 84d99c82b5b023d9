//! Numbers and arrays that each turn, or each task, writes before it reads them: private by themselves.

#[hp5::region]
fn of_one_declaration(a: &[f64], b: &mut [f64]) {
    let (mut t, mut s): (f64, f64);
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        t = a[i] * 2.0;
        s = t + 1.0;
        b[i] = t * s;
    }
}

#[hp5::region]
fn by_branches(a: &[f64], b: &mut [f64]) {
    let mut u: f64;
    let mut t;
    let k: usize;
    k = 3;
    let mut w: f64;
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        if a[i] > 5.0 {
            t = 1.0;
        } else {
            t = a[i];
        }
        match i % 3 {
            0 => u = t,
            _ => u = 2.0,
        }
        (w, b[i]) = (t + u, 0.0);
        b[i] += t * u + w + k as f64;
    }
}

#[hp5::region]
fn lines(a: &[f64], b: &mut [f64], n: usize) {
    let mut line = vec![0.0; 16];
    let mut cell = [[0.0; 3]; 16];
    let mut all: Vec<f64> = vec![1.0; n];
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        for k in 0..16 {
            line[k] = a[i] + k as f64;
        }
        for k in 0..16 {
            cell[k][1] = line[k];
            cell[k][2] = line[15 - k];
        }
        for k in 0..n {
            all[k] = a[k] - line[k % 16];
        }
        let mut sum = 0.0;
        for k in 1..15 {
            sum += cell[k][1] * cell[k - 1][2];
        }
        b[i] = sum + all.iter().sum::<f64>();
    }
}

#[hp5::region]
fn filled(a: &[f64], b: &mut [f64], n: usize, mut line: Vec<f64>) {
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        line.fill(a[i]);
        line[i % 3] += 1.0;
        b[i] = line.iter().sum::<f64>();
    }
}

#[hp5::region]
fn between_tasks(a: &mut [f64], n: usize) {
    let mut t: f64;
    #[hp5::array_tile(a: [10])]
    for lo in (0..n).step_by(10) {
        #[hp5::task]
        for i in lo..(lo + 10).min(n) {
            t = a[i];
            a[i] = t * t;
        }
    }
}

fn main() {
    let n = 40;
    let a: Vec<f64> = (0..40).map(f64::from).collect();
    let mut b = vec![0.0; n];
    of_one_declaration(&a, &mut b);
    println!("{b:?}");
    by_branches(&a, &mut b);
    println!("{b:?}");
    lines(&a, &mut b, n);
    println!("{b:?}");
    filled(&a, &mut b, n, vec![1.0; 5]);
    println!("{b:?}");
    between_tasks(&mut b, n);
    println!("{b:?}");
}
