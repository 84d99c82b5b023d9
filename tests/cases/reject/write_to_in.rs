//! The body writes what is only declared as read.

#[hp5::region]
fn scale(a: &mut [f64]) {
    #[hp5::task_tile(i = 8, in(a[i]))]
    for i in 0..a.len() {
        a[i] *= 2.0; //~ HP5-E0010 | a[i]
    }
}

fn main() {}
