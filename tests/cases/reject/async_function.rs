//! An `async` function cannot wait for tasks.

#[hp5::region] //~ HP5-E0012
async fn scale(a: &mut [f64]) {
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        a[i] *= 2.0;
    }
}

fn main() {}
