//! An array is cut anew in the middle of a region: rows first, then columns.

#[hp5::region]
fn rows_then_columns(a: &mut Vec<f64>, n: usize, m: usize) {
    #[hp5::array_tile(a: [4, *])]
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        for j in 1..m {
            a[i * m + j] += 0.5 * a[i * m + j - 1];
        }
    }
    #[hp5::array_tile(a: [*, 5])]
    #[hp5::task_tile(j = 5)]
    for j in 0..m {
        for i in 1..n {
            a[i * m + j] += 0.25 * a[(i - 1) * m + j];
        }
    }
    #[hp5::array_tile(a: [8, *])]
    #[hp5::task_tile(i = 8)]
    for i in 0..n {
        for j in 0..m {
            a[i * m + j] *= 1.5;
        }
    }
}

fn main() {
    let (n, m) = (26, 23);
    let mut a: Vec<f64> = (0..n * m).map(|k| ((k * 19) % 47) as f64).collect();
    rows_then_columns(&mut a, n, m);
    println!("{:016x} {:016x}", a[n * m - 1].to_bits(), a.iter().fold(0.0, |s, x| s + x).to_bits());
}
