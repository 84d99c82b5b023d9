//! Lengths of nested arrays as bounds, inside of bodies too.

#[hp5::region]
fn sums(a: &Vec<Vec<Vec<i64>>>, b: &mut Vec<Vec<i64>>) {
    #[hp5::task_tile(i = 3)]
    for i in 0..a.len() {
        for j in 0..a[0].len() {
            let mut sum = 0;
            for k in 0..a[0][0].len() {
                sum += a[i][j][k] * (k as i64 + 1);
            }
            b[i][j] = sum + b[i].len() as i64;
        }
    }
}

fn main() {
    let a: Vec<Vec<Vec<i64>>> =
        (0..8).map(|i| (0..5).map(|j| (0..6).map(|k| i * j + k).collect()).collect()).collect();
    let mut b = vec![vec![0; 5]; 8];
    sums(&a, &mut b);
    println!("{} {:?}", b.iter().flatten().sum::<i64>(), b[7]);
}
