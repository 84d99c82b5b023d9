//! Parts to the end beside clauses that end before: these are doubtful.

#![allow(dead_code)]

fn first(part: &[u64]) -> u64 {
    part[0]
}

fn set(part: &mut [u64], value: u64) {
    part[0] = value;
    part[1] = value + 1;
}

#[hp5::region]
fn elsewhere(b: &[u64], a: &mut [u64], n: usize) {
    #[hp5::task_tile(i = 8, in(b[i]), out(a[i]))]
    for i in 0..n {
        a[i] = first(&b[2 * i..]); //~ HP5-W0110
    }
}

#[hp5::region]
fn exact(b: &[u64], a: &mut [u64], n: usize, w: usize) {
    #[hp5::task_tile(i = 8, in(b[i]), out(a[2 * i..2 * i + 2]))]
    for i in 0..n {
        set(&mut a[2 * i..], b[i]); //~ HP5-W0110
    }
    #[hp5::task_tile(i = 8, in(b[i * w..(i + 1) * w]), out(a[i]))]
    for i in 0..n {
        a[i] = first(&b[i * w..]); //~ HP5-W0110
    }
}

#[hp5::region]
fn closed(b: &[u64], a: &mut [u64], n: usize, w: usize) {
    #[hp5::task_tile(i = 8, in(b[i]), out(a[2 * i..2 * i + 2]))]
    for i in 0..n {
        set(&mut a[2 * i..2 * i + 2], b[i]);
    }
    #[hp5::task_tile(i = 8, in(b[i * w..(i + 1) * w]), out(a[i]))]
    for i in 0..n {
        a[i] = first(&b[i * w..(i + 1) * w]);
    }
}

// Checked programs hold a part to the end against the clause as far as it goes: one turn, of all that there is.
fn main() {
    let (mut a, b) = (vec![1, 2], vec![3, 4, 5]);
    exact(&b, &mut a, 1, 3);
    println!("{a:?}");
}
