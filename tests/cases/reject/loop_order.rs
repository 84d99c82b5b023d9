//! The loops of the directive in another order than in the nest.

#[hp5::region]
fn scale(a: &mut Vec<Vec<f64>>, n: usize, m: usize) {
    #[hp5::task_tile(j = 8, i = 8)] //~ HP5-E0006
    for i in 0..n {
        for j in 0..m {
            a[i][j] *= 2.0;
        }
    }
}

fn main() {}
