//! A template with two sizes for an array of one dimension.

#[hp5::region]
#[hp5::array_tile(a: [8, 8])] //~ HP5-E0005
fn scale(a: &mut [f64]) {
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        a[i] *= 2.0;
    }
}

fn main() {}
