//! The loops of a directive may be named in any order.

#[hp5::region]
#[hp5::array_tile(a: [4, 3])]
fn fill(a: &mut Vec<Vec<i32>>, n: usize, m: usize) {
    #[hp5::task_tile(j = 3, i = 4)]
    for i in 0..n {
        for j in 0..m {
            a[i][j] = a[i][j] * 2 + (i * 7 + j) as i32;
        }
    }
}

fn main() {
    let mut a = vec![vec![1; 10]; 13];
    fill(&mut a, 13, 10);
    println!("{}", a.iter().flatten().sum::<i32>());
}
