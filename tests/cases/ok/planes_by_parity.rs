//! Planes of one array that change places by the number of the step: loops are parallel, and nothing is said.

#[hp5::region]
fn steps(u: &mut [Vec<Vec<f64>>], n: usize, m: usize) {
    for t in 0..6 {
        let now = t % 2;
        let next = 1 - now;
        #[hp5::task_tile(i = 4)]
        for i in 1..n - 1 {
            for j in 0..m {
                u[next][i][j] = (u[now][i - 1][j] + u[now][i + 1][j]) / 2.0;
            }
        }
    }
    for t in 0..6 {
        let (now, next) = (t & 1, (t + 1) % 2);
        #[hp5::task_tile(i = 4)]
        for i in 1..n - 1 {
            for j in 0..m {
                u[next][i][j] = (u[now][i - 1][j] + u[now][i + 1][j]) / 2.0;
            }
        }
        #[hp5::task_tile(i = 4)]
        for i in 1..n - 1 {
            for j in 0..m {
                u[now ^ 1][i][j] += u[now][i - 1][j];
            }
        }
    }
}

fn main() {
    let plane = |p: usize| (0..20).map(|i| (0..10).map(|j| ((i * 7 + j * 3 + p) % 11) as f64).collect()).collect();
    let mut u: Vec<Vec<Vec<f64>>> = (0..2).map(plane).collect();
    steps(&mut u, 20, 10);
    println!("{u:?}");
}
