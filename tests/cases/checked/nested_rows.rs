//! Two dimensions: the row is looked up.

#[hp5::region]
#[hp5::array_tile(a: [2, *], b: [2, *])]
fn permute(a: &Vec<Vec<i32>>, rows: &[usize], b: &mut Vec<Vec<i32>>, m: usize) {
    #[hp5::task_tile(i = 2, in(a[i, ..]), out(b[i, ..]))]
    for i in 0..rows.len() {
        for j in 0..m {
            b[i][j] = a[rows[i]][j]; //~ a[5, 0]
        }
    }
}

fn main() {
    let a: Vec<Vec<i32>> = (0..6).map(|i| vec![i; 3]).collect();
    let mut b = vec![vec![0; 3]; 6];
    permute(&a, &[0, 1, 2, 5, 4, 5], &mut b, 3);
    println!("{b:?}");
}
