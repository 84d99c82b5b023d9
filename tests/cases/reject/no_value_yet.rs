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

#[hp5::region]
fn used_later(a: &[f32], b: &mut [f32]) -> f32 {
    let mut t; //~ HP5-E0014 | let mut t;
    #[hp5::task_tile(i = 4)]
    for i in 0..a.len() {
        t = 16777216.0;
        t += 1.0;
        b[i] = a[i] * (t - 16777216.0) as f32;
    }
    t = a[1];
    t
}

#[hp5::region]
fn called_later(a: &[u64], b: &mut [u64]) -> u64 {
    let add: _; //~ HP5-E0014 | let add: _;
    #[hp5::task]
    {
        add = |x: u64| x + 1;
        b[0] = add(a[0]);
    }
    add = |x: u64| x + 2;
    add(a[1])
}

fn main() {}
