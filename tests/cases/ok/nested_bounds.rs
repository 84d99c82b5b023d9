//! Lengths of nested arrays as bounds where the arrays are views: of tasks in composites, and of loops
//! that run backwards in steps.

#[hp5::region]
fn sums(a: &mut Vec<Vec<Vec<i64>>>, b: &mut Vec<Vec<i64>>) {
    #[hp5::task(nested, inout(a))]
    {
        #[hp5::task_tile(i = 3)]
        for i in 0..a[0].len() - 2 {
            a[3 * i + 2][i + 2][i + 1] = 2 * a[i][i + 1][i + 2] + 1;
        }
        #[hp5::task_tile(i = 2)]
        for i in 0..a.len() {
            for j in 0..a[0].len() {
                a[i][j][0] += i as i64;
            }
        }
    }
    #[hp5::task_tile(i = 3)]
    for i in (2..a[0].len() - 1).rev().step_by(3) {
        if a[(i * 4 + 2) % 4][i - 1][i - 2] > 10 {
            b[i][i - 2] += a[i - 1][0][0];
        }
    }
}

fn main() {
    let mut a: Vec<Vec<Vec<i64>>> =
        (0..12).map(|i| (0..5).map(|j| (0..6).map(|k| i * j + 7 * k).collect()).collect()).collect();
    let mut b = vec![vec![0; 6]; 8];
    sums(&mut a, &mut b);
    println!("{a:?} {b:?}");
}
