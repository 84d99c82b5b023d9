//! Inclusive ranges, tiled and not, with a last tile that is not full.

#[hp5::region]
fn triangle(a: &mut Vec<u64>, b: &[u64], n: usize) {
    #[hp5::task_tile(i = 6)]
    for i in 1..=n {
        for j in 0..=2 {
            a[i] += b[i - 1] * j as u64 + b[i];
        }
    }
}

fn main() {
    for n in [0, 1, 5, 6, 7, 50] {
        let b: Vec<u64> = (0..=n as u64).map(|i| i * i + 1).collect();
        let mut a = vec![1; n + 1];
        triangle(&mut a, &b, n);
        println!("{n}: {}", a.iter().sum::<u64>());
    }
}
