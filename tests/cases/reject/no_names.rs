//! What becomes a name in emitted text has to be one.

#[hp5::region(serial(.x.first))] //~ HP5-E0001
fn first(a: &mut [f64]) {
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        a[i] *= 2.0;
    }
}

#[hp5::region(serial(struct))] //~ HP5-E0001
fn second(a: &mut [f64]) {
    #[hp5::array_tile(.a: [4])] //~ HP5-E0001
    #[hp5::task_tile(i = 8, inout(a.[i]))] //~ HP5-E0001
    for i in 0..a.len() {
        a[i] *= 2.0;
    }
}

#[hp5::region(serial(third))]
fn third(a: &mut [f64]) { //~ HP5-E0018
    let mut s = 0.0;
    #[hp5::task_tile(i = 8, reduction(+: s, 7t))] //~ HP5-E0001
    #[hp5::private(let)] //~ HP5-E0001
    for i in 0..a.len() {
        s += a[i];
    }
}

fn main() {}
