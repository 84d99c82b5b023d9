//! A product of matrices without checks of bounds.

#[hp5::region]
fn product(a: &[f32], b: &[f32], c: &mut [f32], n: usize) {
    #[hp5::task_tile(i = 32)]
    for i in 0..n {
        for k in 0..n {
            for j in 0..n {
                // SAFETY: the matrices have n rows of n elements.
                unsafe {
                    *c.get_unchecked_mut(i * n + j) += *a.get_unchecked(i * n + k) * *b.get_unchecked(k * n + j);
                }
            }
        }
    }
}

fn main() {
    let times = hp5_bench_rust::times(3);
    let n = 512;
    let matrix = |by: usize| (0..n * n).map(|k| (k * by % 13) as f32 / 16.0).collect::<Vec<f32>>();
    let (a, b, mut c) = (matrix(3), matrix(7), matrix(5));
    product(&a, &b, &mut c, 32);
    hp5_bench_rust::timed(|| (0..times).for_each(|_| product(&a, &b, &mut c, n)));
    hp5_bench_rust::checksum(c.iter().map(|x| u64::from(x.to_bits())));
}
