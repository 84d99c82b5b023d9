//! The body uses the unfinished sum.

#[hp5::region]
fn fold(a: &[f64], b: &mut [f64]) -> f64 {
    let mut s = 1.0;
    #[hp5::task_tile(i = 8, reduction(+: s))]
    for i in 0..a.len() {
        s += a[i];
        b[i] = s; //~ HP5-E0013
    }
    s
}

#[hp5::region]
fn twice(a: &[f64]) -> f64 {
    let mut s = 1.0;
    #[hp5::task_tile(i = 8, reduction(+: s))]
    for i in 0..a.len() {
        s = s + a[i] * s; //~ HP5-E0013 | s
    }
    s
}

fn main() {}
