//! A directive that there is not, near to one that there is.

#[hp5::region]
fn scale(a: &mut [f64]) {
    #[hp5::task_tiles(i = 8)] //~ HP5-E0002
    for i in 0..a.len() {
        a[i] *= 2.0;
    }
}

fn main() {}
