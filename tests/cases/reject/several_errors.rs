//! All that is wrong is reported at once, in every function.

#[hp5::region]
fn one(a: &mut [f64]) {
    #[hp5::task_tile(i = 0)] //~ HP5-E0004
    for i in 0..a.len() {
        a[i] *= 2.0;
    }
}

#[hp5::region]
fn two(a: &mut [f64]) {
    #[hp5::task(in(a))]
    {
        a[0] = 1.0; //~ HP5-E0010
    }
    #[hp5::task]
    {
        return; //~ HP5-E0011
    }
}

fn main() {}
