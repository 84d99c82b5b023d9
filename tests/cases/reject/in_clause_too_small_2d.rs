//! The `in` clause covers the rows but not the columns.

#[hp5::region]
fn jacobi(a: &Vec<Vec<f64>>, b: &mut Vec<Vec<f64>>, n: usize, m: usize) {
    #[hp5::task_tile(i = 8, j = 8, in(a[i - 1..=i + 1, j..=j + 1]))]
    for i in 1..n - 1 {
        for j in 1..m - 1 {
            b[i][j] = a[i - 1][j] + a[i + 1][j]
                + a[i][j - 1] //~ HP5-E0009 | a[i][j - 1]
                + a[i][j + 1];
        }
    }
}

fn main() {}
