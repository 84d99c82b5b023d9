//! Two priorities.

#[hp5::region]
fn scale(a: &mut [f64]) {
    #[hp5::task_tile(i = 8, priority(1), priority(2))] //~ HP5-E0018
    for i in 0..a.len() {
        a[i] *= 2.0;
    }
}

fn main() {}
