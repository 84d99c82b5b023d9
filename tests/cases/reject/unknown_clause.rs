//! A clause that there is not.

#[hp5::region]
fn scale(a: &mut [f64]) {
    #[hp5::task(read(a))] //~ HP5-E0002 | read
    for i in 0..a.len() {
        a[i] *= 2.0;
    }
}

/// As in C.
#[hp5::region]
fn halve(a: &mut [f64]) {
    #[hp5::task_tile(tasktile(64))] //~ HP5-E0002 | tasktile
    for i in 0..a.len() {
        a[i] *= 0.5;
    }
}

/// Nobody says of which loop.
#[hp5::region]
fn third(a: &mut [f64]) {
    #[hp5::task_tile(64)] //~ HP5-E0002 | 64
    for i in 0..a.len() {
        a[i] /= 3.0;
    }
}

fn main() {}
