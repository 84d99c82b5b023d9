//! Indices that are one of two: the loops are parallel, and nothing is said.

#[hp5::region]
fn neighbours(a: &[i64], b: &mut [i64], c: &mut [i64], n: usize, x: usize) {
    #[hp5::task_tile(i = 4)]
    for i in 1..n {
        let w = if x == 0 { i } else { i - 1 };
        b[i] = a[w];
    }
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        let low = i.saturating_sub(1);
        let high = (i + 1).min(n - 1);
        c[i] = a[low] + a[high] - b[i];
    }
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        let low = if i > 0 { i - 1 } else { 0 };
        let high = if i == n - 1 { i } else { i + 1 };
        b[i] = c[low] + c[high];
    }
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        let near = i.clamp(1, n - 2);
        c[i] = b[near];
    }
}

fn main() {
    let a: Vec<i64> = (0..64).map(|k| k * 7 % 23).collect();
    let (mut b, mut c) = (vec![0; 64], vec![1; 64]);
    neighbours(&a, &mut b, &mut c, 64, 0);
    neighbours(&a, &mut b, &mut c, 60, 1);
    println!("{b:?} {c:?}");
}
