//! Blocks that the program cuts itself lie apart: `b * block .. (b + 1) * block`.

#[hp5::region]
fn scan(a: &mut [u64], block: usize) {
    let blocks = a.len() / block;
    #[hp5::task_tile(b = 1)]
    for b in 0..blocks {
        for k in b * block + 1..(b + 1) * block {
            a[k] += a[k - 1];
        }
    }
    #[hp5::task_tile(b = 2)]
    for b in 0..blocks {
        for k in b * block..b * block + block {
            a[k] *= 2;
        }
    }
}

fn main() {
    let mut a = vec![1; 1000];
    scan(&mut a, 100);
    println!("{a:?}");
}
