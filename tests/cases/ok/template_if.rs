//! A template that holds only where it is worth it: the arrays are one tile each else.

#[hp5::region]
fn relax(a: &mut [Vec<f64>], b: &mut [Vec<f64>], sweeps: usize) {
    let n = a.len();
    #[hp5::array_tile(a: [4, *], b: [4, *], if(n > 12))]
    for _ in 0..sweeps {
        #[hp5::task_tile(i = 4)]
        for i in 1..n - 1 {
            for j in 1..n - 1 {
                b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
            }
        }
        #[hp5::task_tile(i = 4)]
        for i in 1..n - 1 {
            for j in 1..n - 1 {
                a[i][j] = b[i][j];
            }
        }
    }
}

fn main() {
    for n in [3, 12, 13, 40] {
        let mut a: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| ((i * j) % 7) as f64).collect()).collect();
        let mut b = a.clone();
        relax(&mut a, &mut b, 6);
        println!("{:016x}", a.iter().flatten().fold(0, |h: u64, x| h.rotate_left(5) ^ x.to_bits()));
    }
}
