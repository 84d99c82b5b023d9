//! A section with one entry for an array of two dimensions.

#[hp5::region]
fn scale(a: &mut Vec<Vec<f64>>, n: usize, m: usize) {
    #[hp5::task_tile(i = 8, inout(a[i]))] //~ HP5-E0005 | a[i]
    for i in 0..n {
        for j in 0..m {
            a[i][j] *= 2.0;
        }
    }
}

fn main() {}
