//! A wavefront whose dependences are longer than one tile, and one across several arrays.

#[hp5::region]
#[hp5::array_tile(a: [3], b: [5])]
fn recurrences(a: &mut [i64], b: &mut [i64]) {
    let n = a.len();
    #[hp5::task_tile(i = 3)]
    for i in 7..n {
        a[i] = (a[i - 7] * 3 + a[i - 1]) % 1009;
    }
    #[hp5::task_tile(i = 4)]
    for i in 2..n {
        b[i] = a[i] + b[i - 2] % 11;
        a[i - 1] += b[i - 1];
    }
}

fn main() {
    let mut a: Vec<i64> = (0..60).map(|i| i * i % 23).collect();
    let mut b = vec![2; 60];
    recurrences(&mut a, &mut b);
    println!("{} {}", a.iter().sum::<i64>(), b.iter().sum::<i64>());
}
