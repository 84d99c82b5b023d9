//! A tile of no iterations.

#[hp5::region]
fn scale(a: &mut [f64]) {
    #[hp5::task_tile(i = 0)] //~ HP5-E0004 | 0
    for i in 0..a.len() {
        a[i] *= 2.0;
    }
}

fn main() {}
