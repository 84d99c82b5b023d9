//! One fault is one finding, also where several places read the clause.

#[hp5::region]
fn once(a: &mut [f64]) {
    #[hp5::task(inout(a[0:4]))] //~ HP5-E0001 | 0:4
    {
        a[0] += 1.0;
    }
    #[hp5::task(if())] //~ HP5-E0001
    {
        a[0] += 1.0;
    }
    #[hp5::task_tile(i = 4 j = 3)] //~ HP5-E0001 | 4 j = 3
    for i in 0..a.len() {
        a[i] += 1.0;
    }
}

fn main() {
    once(&mut [1.0; 9]);
}
