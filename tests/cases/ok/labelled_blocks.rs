//! Blocks with labels in generating code: what is pending where they are left is pending behind them.

#[hp5::region]
fn left(a: &mut [u64], n: usize) -> u64 {
    let mut sum = 0;
    for t in 0..n {
        'part: {
            #[hp5::task_tile(i = 4)]
            for i in 0..n {
                a[i] = a[i] * 5 % 101 + t as u64;
            }
            if t % 3 == 1 {
                break 'part;
            }
            #[hp5::task_wait]
            sum += a[t];
        }
        sum += a[n - 1 - t]; //~ HP5-W0102 | a
    }
    sum
}

fn main() {
    let mut a: Vec<u64> = (0..40).collect();
    println!("{} {a:?}", left(&mut a, 40));
}
