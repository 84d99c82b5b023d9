//! Row lengths that are sums, `u[i * (m + 2) + j]`.

#[hp5::region]
fn sweeps(n: usize, m: usize, u: &mut Vec<f64>, v: &mut Vec<f64>, count: usize) {
    for _ in 0..count {
        #[hp5::task_tile(i = 4, j = 3)]
        for i in 1..=n {
            for j in 1..=m {
                u[i * (m + 2) + j] = v[(i - 1) * (m + 2) + j] + v[i * (m + 2) + j + 1] - 0.5 * v[(i + 1) * (m + 2) + j];
            }
        }
        std::mem::swap(u, v);
    }
    #[hp5::task_tile(i = 4)]
    for i in 1..=n {
        v[i * (m + 2)] = u[i * (m + 2) + m];
    }
}

#[hp5::region]
fn cubes(n: i32, m: i32, w: i32, u: &mut [f64], v: &[f64]) {
    #[hp5::task_tile(k = 3, j = 3)]
    for k in 1..=n {
        for j in 1..=m {
            for i in 1..=w {
                u[((k * (m + 2) + j) * (w + 2) + i) as usize] = v[(((k - 1) * (m + 2) + j) * (w + 2) + i) as usize]
                    + v[((k * (m + 2) + j + 1) * (w + 2) + i - 1) as usize];
            }
        }
    }
}

/// Diagonals of rows of `n`, beside rows of `n + 1`.
#[hp5::region]
fn diagonals(n: usize, a: &mut [f64], b: &mut [f64]) {
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        for j in 0..n {
            a[i * n + j] += b[i * (n + 1) + j + 1];
        }
    }
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        a[i * n + i] += 4.0;
    }
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        for j in 0..=i {
            b[i * (n + 1) + j] = a[i * n + i] - a[j * n + j];
        }
    }
}

fn sum(all: &[f64]) -> u64 {
    all.iter().fold(0, |h: u64, x| h.rotate_left(5) ^ x.to_bits())
}

fn main() {
    let start: Vec<f64> = (0..17 * 14 * 17).map(|k| f64::from(k * 7 % 17) * 0.25).collect();
    let (mut u, mut v) = (start.clone(), start);
    sweeps(14, 11, &mut u, &mut v, 3);
    println!("{:016x} {:016x}", sum(&u), sum(&v));
    cubes(15, 12, 15, &mut u, &v);
    println!("{:016x}", sum(&u));
    diagonals(19, &mut u, &mut v);
    println!("{:016x} {:016x}", sum(&u), sum(&v));
}
