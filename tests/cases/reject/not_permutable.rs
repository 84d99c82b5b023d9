//! The dependence (1, -1) points backwards in the second tiled loop.

#[hp5::region]
#[hp5::array_tile(a: [8, 8])]
fn sweep(a: &mut Vec<Vec<f64>>, n: usize, m: usize) {
    #[hp5::task_tile(i = 8, j = 8)]
    for i in 1..n {
        for j in 0..m - 1 {
            a[i][j] = 0.5 * (a[i][j] + a[i - 1][j + 1]); //~ HP5-E0008 | a[i - 1][j + 1]
        }
    }
}

fn main() {}
