//! Three dimensions as `Vec<Vec<Vec<f32>>>`.

type Cube = Vec<Vec<Vec<f32>>>;

#[hp5::region]
fn heat(a: &mut Cube, b: &mut Cube, steps: usize) {
    let (n, m, p) = (a.len(), a[0].len(), a[0][0].len());
    for _ in 0..steps {
        #[hp5::task_tile(i = 3)]
        for i in 1..n - 1 {
            for j in 1..m - 1 {
                for k in 1..p - 1 {
                    b[i][j][k] = (a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k]
                        + a[i][j][k - 1] + a[i][j][k + 1])
                        / 6.0;
                }
            }
        }
        std::mem::swap(a, b);
    }
}

fn main() {
    let cell = |i: usize, j: usize, k: usize| ((i * 5 + j * 3 + k) % 13) as f32;
    let mut a: Cube =
        (0..12).map(|i| (0..9).map(|j| (0..7).map(|k| cell(i, j, k)).collect()).collect()).collect();
    let mut b = a.clone();
    heat(&mut a, &mut b, 4);
    let sum = a.iter().flatten().flatten().fold(0.0, |sum: f32, x| sum + x);
    println!("{:08x}", sum.to_bits());
}
