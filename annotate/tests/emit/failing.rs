use std::panic::{AssertUnwindSafe, catch_unwind};

#[hp5::region]
fn local_panics(n: usize, at: usize) -> i64 {
    let mut v = vec![1i64; n];
    let mut s = 0;
    #[hp5::task_tile(i = 4)]
    for i in 0..n { v[i] = i as i64 / (at as i64 - 3); }
    #[hp5::task]
    { for i in 0..n { s += v[i]; } }
    if at == 7 { panic!("generating code"); }
    #[hp5::task_wait]
    s
}

#[hp5::region]
fn early(n: usize, text: &str) -> Result<i64, std::num::ParseIntError> {
    let mut v = vec![1i64; n];
    #[hp5::task_tile(i = 2)]
    for i in 0..n { v[i] += 1; }
    let k: i64 = text.parse()?;
    #[hp5::task_wait]
    Ok(v[0] + k)
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    for at in [1, 3, 7, 5] {
        let r = catch_unwind(AssertUnwindSafe(|| local_panics(40, at)));
        println!("{:?}", r.ok());
    }
    println!("{:?} {:?}", early(10, "5"), early(10, "x").is_err());
}
