//! A task that no region holds.

fn scale(a: &mut [f64]) {
    #[hp5::task] //~ HP5-E0003
    for x in a.iter_mut() {
        *x *= 2.0;
    }
}

fn main() {}
