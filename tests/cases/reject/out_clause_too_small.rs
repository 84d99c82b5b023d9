//! The body writes one element more than the `out` clause says.

#[hp5::region]
fn pairs(a: &[i32], b: &mut [i32]) {
    #[hp5::task_tile(i = 8, out(b[2 * i]))]
    for i in 0..a.len() / 2 {
        b[2 * i] = a[i];
        b[2 * i + 1] = a[i]; //~ HP5-E0009 | b[2 * i + 1]
    }
}

fn main() {}
