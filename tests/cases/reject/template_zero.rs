//! A template with tiles of no elements.

#[hp5::region]
#[hp5::array_tile(default: [0, 16])] //~ HP5-E0004 | 0
fn scale(a: &mut [f64]) {
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        a[i] *= 2.0;
    }
}

fn main() {}
