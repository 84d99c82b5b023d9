//! The `in` clause forgets the neighbour on the right.

#[hp5::region]
fn smooth(a: &[f64], b: &mut [f64]) {
    #[hp5::task_tile(i = 8, in(a[i - 1..=i]), out(b[i]))]
    for i in 1..a.len() - 1 {
        b[i] = a[i - 1] + a[i] + a[i + 1]; //~ HP5-E0009 | a[i + 1]
    }
}

fn main() {}
