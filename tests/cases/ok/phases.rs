//! Both loops are cut, and the inner one steps from an index that the outer one says: each turn is in
//! one task.

#[hp5::region]
fn boards(a: &mut Vec<Vec<i64>>, b: &mut Vec<Vec<i64>>, m: usize, h: usize) {
    for colour in 0..2 {
        #[hp5::task_tile(i = 7, j = 6)]
        for i in 1..m - 1 {
            for j in (1 + (i + colour) % 2..m - 1).step_by(2) {
                a[i][j] += a[i - 1][j] + a[i + 1][j] + a[i][j - 1] - a[i][j + 1];
            }
        }
    }
    #[hp5::task_tile(i = 7, j = 5)]
    for i in 0..m {
        for j in (i % 2..m).step_by(2) {
            b[i][j] += (i + j) as i64;
        }
    }
    #[hp5::task_tile(i = 2, j = 3)]
    for i in (0..m).step_by(2) {
        for j in (i..m).step_by(h) {
            b[i][j] = b[i][j] * 2 + 1;
        }
    }
}

fn main() {
    let mut a: Vec<Vec<i64>> =
        (0..40).map(|i| (0..40).map(|j| (i * 7 + j * 3) % 13).collect()).collect();
    let mut b = vec![vec![0; 40]; 40];
    boards(&mut a, &mut b, 40, 3);
    boards(&mut a, &mut b, 17, 5);
    println!("{a:?} {b:?}");
}
