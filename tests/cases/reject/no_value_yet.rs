//! A task is to give a variable its first value.

#[hp5::region]
fn last(a: &[f64]) -> f64 {
    let found: f64; //~ HP5-E0014 | let found: f64;
    #[hp5::task]
    {
        found = a[a.len() - 1];
    }
    #[hp5::task_wait]
    found
}

#[hp5::region]
fn scratch(a: &mut [f64]) {
    let mut t; //~ HP5-E0014 | let mut t;
    #[hp5::task_tile(i = 4, private(t))]
    for i in 0..a.len() {
        t = a[i];
        a[i] = t * t;
    }
    #[hp5::task_tile(i = 4, private(t))]
    for i in 0..a.len() {
        t = 2.0;
        a[i] += t;
    }
}

fn main() {}
