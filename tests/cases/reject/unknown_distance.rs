//! Dependences of unknown distance: two tiled loops are one too many.

#[hp5::region]
#[hp5::array_tile(a: [8, 8])]
fn sweep(a: &mut Vec<Vec<f64>>, n: usize, m: usize) {
    #[hp5::task_tile(i = 8, j = 8)]
    for i in 0..n {
        for j in 0..m {
            a[i][j] += a[n - 1 - i][m - 1 - j]; //~ HP5-E0008
        }
    }
}

fn main() {}
