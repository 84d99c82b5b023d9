//! Reductions to a greatest value whose bodies do something else.

#[hp5::region]
fn sums(a: &[f64]) -> (f64, f64, f64, bool) {
    let (mut s, mut t, mut u, mut all) = (0.0, 0.0, 0.0, true);
    #[hp5::task_tile(i = 8, reduction(max: s))]
    for i in 0..a.len() {
        s += a[i]; //~ HP5-E0013 | s
    }
    #[hp5::task_tile(i = 8, reduction(max: t))]
    for i in 0..a.len() {
        if a[i] > t + 0.5 { //~ HP5-E0013 | t
            t = a[i];
        }
    }
    #[hp5::task_tile(i = 8, reduction(min: u))]
    for i in 0..a.len() {
        u = a[i]; //~ HP5-E0013 | u
    }
    #[hp5::task_tile(i = 8, reduction(&&: all))]
    for i in 0..a.len() {
        if a[i] > 1.0 {
            all = true; //~ HP5-E0013 | all
        }
    }
    #[hp5::task_wait]
    (s, t, u, all)
}

fn main() {}
