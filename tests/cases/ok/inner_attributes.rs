//! A body that begins with attributes and documentation of its own: nothing stands before them.

#[hp5::region]
fn scale(a: &mut Vec<f64>) {
    // An ordinary comment {
    //! Multiplies by two.
    #![allow(clippy::needless_range_loop)]
    /*! In place. */
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        a[i] *= 2.0;
    }
}

#[hp5::region]
fn last(a: &mut Vec<f64>) -> f64 {
    #![allow(clippy::needless_range_loop)]
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        a[i] += 1.0;
    }
    #[hp5::task_wait]
    a[a.len() - 1]
}

fn main() {
    let mut a: Vec<f64> = (0..20).map(f64::from).collect();
    scale(&mut a);
    println!("{} {a:?}", last(&mut a));
}
