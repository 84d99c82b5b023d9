//! Both loops of a triangle are tiled: the inner tasks are clipped.

#[hp5::region]
#[hp5::array_tile(c: [5, 5])]
fn lower(c: &mut [i64], n: usize) {
    #[hp5::task_tile(i = 5, j = 5)]
    for i in 0..n {
        for j in 0..=i {
            c[i * n + j] += (i * 10 + j) as i64;
        }
    }
}

fn main() {
    for n in [1, 5, 6, 23] {
        let mut c = vec![1; n * n];
        lower(&mut c, n);
        println!("{n}: {}", c.iter().sum::<i64>());
    }
}
