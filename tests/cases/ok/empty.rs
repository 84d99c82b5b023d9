//! Loops without iterations, arrays without elements, tiles larger than arrays.

#[hp5::region]
fn shift(a: &[i32], b: &mut [i32], lo: usize, hi: usize) {
    #[hp5::task_tile(i = 1000)]
    for i in lo..hi {
        b[i] = a[i] + 1;
    }
    #[hp5::task_tile(i = 1)]
    for i in lo..hi {
        b[i] *= 2;
    }
}

fn main() {
    for (n, lo, hi) in [(0, 0, 0), (1, 1, 0), (1, 0, 1), (9, 5, 5), (9, 7, 3), (9, 2, 8)] {
        let a: Vec<i32> = (0..n).collect();
        let mut b = vec![5; a.len()];
        shift(&a, &mut b, lo, hi);
        println!("{b:?}");
    }
}
