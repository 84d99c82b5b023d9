//! There is no reduction with `/`.

#[hp5::region]
fn fold(a: &[f64]) -> f64 {
    let mut s = 1.0;
    #[hp5::task_tile(i = 8, reduction(/: s))] //~ HP5-E0013
    for i in 0..a.len() {
        s /= a[i];
    }
    s
}

fn main() {}
