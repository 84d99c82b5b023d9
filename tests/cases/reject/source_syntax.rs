//! The source itself does not parse.

#[hp5::region]
fn scale(a: &mut [f64]) {
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        a[i] *= ; //~ HP5-E0017
    }
}

fn main() {}
