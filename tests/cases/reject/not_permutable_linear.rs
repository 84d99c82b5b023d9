//! The same on a linear index.

#[hp5::region]
#[hp5::array_tile(a: [8, 8])]
fn sweep(a: &mut [f64], n: usize, m: usize) {
    #[hp5::task_tile(i = 8, j = 8)]
    for i in 1..n - 1 {
        for j in 1..m - 1 {
            a[i * m + j] = a[(i - 1) * m + j - 1]
                + a[(i - 1) * m + j + 1]; //~ HP5-E0008 | a[(i - 1) * m + j + 1]
        }
    }
}

fn main() {}
