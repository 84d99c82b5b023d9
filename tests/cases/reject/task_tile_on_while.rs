//! `task_tile` on a `while` loop.

#[hp5::region]
fn scale(a: &mut [f64]) {
    let mut i = 0;
    #[hp5::task_tile(i = 8)] //~ HP5-E0003
    while i < a.len() {
        a[i] = 2.0;
        i += 1;
    }
}

fn main() {}
