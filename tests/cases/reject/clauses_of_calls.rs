//! Clauses that are too small for what calls stand for: functions of one expression, closures, `get`.

fn next(b: &[u64], i: usize) -> u64 {
    b[i + 1]
}

#[hp5::region]
fn functions(b: &[u64], a: &mut [u64], n: usize) {
    #[hp5::task_tile(i = 8, in(b[i]))]
    for i in 0..n {
        a[i] = next(b, i); //~ HP5-E0009 | next(b, i)
    }
}

#[hp5::region]
fn closures(b: &[u64], a: &mut [u64], n: usize) {
    let twice = |k: usize| 2 * k;
    #[hp5::task_tile(i = 8, in(b[i]), out(a[i]))]
    for i in 0..n {
        a[i] = b[twice(i)]; //~ HP5-E0009
    }
}

#[hp5::region]
fn elements(b: &[u64], a: &mut [u64], n: usize) {
    #[hp5::task_tile(i = 8, in(b[i]))]
    for i in 0..n {
        if let Some(x) = b.get(i + 1) { //~ HP5-E0009
            a[i] = *x;
        }
    }
}

fn main() {}
