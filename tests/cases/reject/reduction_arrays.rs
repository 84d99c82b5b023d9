//! Arrays of reductions that are used in another way than the clause says.

use hp5::ReduceOp;

struct Later;

impl ReduceOp<u32> for Later {
    fn identity() -> u32 {
        0
    }
    fn combine(_: u32, b: u32) -> u32 {
        b
    }
}

fn put(hist: &mut [u32], k: usize) {
    hist[k] += 1;
}

#[hp5::region]
fn read(values: &[u32], hist: &mut [u32], out: &mut [u32]) {
    #[hp5::task_tile(i = 8, reduction(+: hist))]
    for i in 0..values.len() {
        hist[0] += values[i];
        out[i] = hist[1]; //~ HP5-E0013 | hist[1]
    }
}

#[hp5::region]
fn other(values: &[u32], hist: &mut [u32]) {
    #[hp5::task_tile(i = 8, reduction(+: hist))]
    for i in 0..values.len() {
        hist[0] *= values[i]; //~ HP5-E0013 | hist[0]
    }
}

#[hp5::region]
fn by_itself(values: &[usize], hist: &mut [usize]) {
    #[hp5::task_tile(i = 8, reduction(+: hist))]
    for i in 0..values.len() {
        hist[hist[0]] += values[i]; //~ HP5-E0013 | hist[0]
    }
}

#[hp5::region]
fn handed_on(values: &[u32], hist: &mut [u32]) {
    #[hp5::task_tile(i = 8, reduction(+: hist))]
    for i in 0..values.len() {
        hist[0] += values[i];
        put(hist, i % 2); //~ HP5-E0013 | hist
    }
}

#[hp5::region]
fn own(values: &[u32], out: &mut [u32]) -> u32 {
    let mut last = 0;
    #[hp5::task_tile(i = 8, reduction(Later: last))]
    for i in 0..values.len() {
        last = Later::combine(last, values[i]);
        out[i] = last; //~ HP5-E0013 | last
    }
    #[hp5::task_wait]
    last
}

fn main() {}
