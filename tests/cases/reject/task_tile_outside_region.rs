//! A task loop that no region holds.

fn scale(a: &mut [f64]) {
    #[hp5::task_tile(i = 8)] //~ HP5-E0003
    for i in 0..a.len() {
        a[i] *= 2.0;
    }
}

fn main() {}
