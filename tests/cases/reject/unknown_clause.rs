//! A clause that there is not.

#[hp5::region]
fn scale(a: &mut [f64]) {
    #[hp5::task(read(a))] //~ HP5-E0002 | read
    for i in 0..a.len() {
        a[i] *= 2.0;
    }
}

fn main() {}
