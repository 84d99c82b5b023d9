//! A tile size for a loop that there is not.

#[hp5::region]
fn scale(a: &mut [f64]) {
    #[hp5::task_tile(i = 8, k = 4)] //~ HP5-E0006 | k
    for i in 0..a.len() {
        a[i] *= 2.0;
    }
}

fn main() {}
