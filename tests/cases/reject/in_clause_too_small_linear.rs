//! The clause on a linear index: the section has the dimensions of the loop nest.

#[hp5::region]
fn jacobi(a: &[f64], b: &mut [f64], n: usize, m: usize) {
    #[hp5::task_tile(i = 8, in(a[i..=i + 1, ..]))]
    for i in 1..n - 1 {
        for j in 0..m {
            b[i * m + j] = a[(i + 1) * m + j]
                - a[(i - 1) * m + j]; //~ HP5-E0009 | a[(i - 1) * m + j]
        }
    }
}

fn main() {}
