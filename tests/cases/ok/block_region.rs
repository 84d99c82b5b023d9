//! A region on a block: only the directives' removal needs `annotated` on the function.

#[hp5::annotated]
fn main() {
    let n = 52;
    let mut a: Vec<i64> = (0..n).map(|i| i * i % 37).collect();
    let mut b = vec![0; a.len()];
    let before: i64 = a.iter().sum();
    #[hp5::region(name("block"))]
    {
        #[hp5::task_tile(i = 10)]
        for i in 0..a.len() {
            b[i] = a[i] * 3 - 1;
        }
        #[hp5::task_tile(i = 10)]
        for i in 0..a.len() {
            a[i] += b[i];
        }
    }
    println!("{before} {} {}", a.iter().sum::<i64>(), b.iter().sum::<i64>());
}
