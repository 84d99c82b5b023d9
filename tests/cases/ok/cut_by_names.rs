//! Bounds of tiled loops by names that stand between the loops, and by lengths of rows.

#[hp5::region]
#[hp5::array_tile(a: [2, 3])]
fn between(a: &mut [Vec<i64>], n: usize) {
    let m = n / 2;
    #[hp5::task_tile(i = 2, j = 3)]
    for i in 0..n {
        let m = n - 1;
        for j in 0..m {
            a[i][j] += (i * 10 + j + m) as i64;
        }
    }
    #[hp5::task_tile(i = 2, j = 3)]
    for i in 0..m {
        let from = i + 1;
        let to = n;
        for j in from..to {
            a[i][j] += (from * to + j) as i64;
        }
    }
}

#[hp5::region]
#[hp5::array_tile(a: [2, 2, *])]
fn corner(a: &mut [Vec<Vec<i64>>]) {
    #[hp5::task_tile(i = 2, j = 2, priority(9 - i))]
    for i in 0..a.len() {
        for j in i..a[0].len() {
            for k in j..a[0][0].len() {
                a[i][j][k] += (i * 100 + j * 10 + k) as i64;
            }
        }
    }
    #[hp5::task_tile(i = 3, j = 2, k = 3)]
    for i in 0..a.len() {
        for j in i..a[0].len() {
            for k in j..a[0][0].len() {
                a[i][j][k] *= 1 + (i * j + k) as i64;
            }
        }
    }
}

fn main() {
    for n in [1, 2, 7, 10] {
        let mut a = vec![vec![1; n]; n];
        between(&mut a, n);
        println!("{n}: {a:?}");
        let mut a = vec![vec![vec![1; n]; n]; n];
        corner(&mut a);
        let sums: Vec<i64> = a.iter().map(|p| p.iter().flatten().sum()).collect();
        println!("{n}: {sums:?}");
    }
}
