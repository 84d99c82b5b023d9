//! A template that no region holds.

#[hp5::array_tile(a: [8])] //~ HP5-E0003
fn scale(a: &mut [f64]) {
    a[0] = 1.0;
}

fn main() {}
