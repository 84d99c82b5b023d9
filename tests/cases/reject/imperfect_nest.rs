//! A statement between two tiled loops would run once for each tile.

#[hp5::region]
fn rows(a: &mut Vec<Vec<f64>>, s: &mut [f64], n: usize, m: usize) {
    #[hp5::task_tile(i = 8, j = 8)]
    for i in 0..n {
        s[i] += 1.0; //~ HP5-E0007 | s[i] += 1.0;
        for j in 0..m {
            a[i][j] += 1.0;
        }
    }
}

fn main() {}
