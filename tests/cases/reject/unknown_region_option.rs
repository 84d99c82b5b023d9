//! An option that `region` does not take.

#[hp5::region(priority(3))] //~ HP5-E0002 | priority
fn scale(a: &mut [f64]) {
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        a[i] *= 2.0;
    }
}

fn main() {}
