//! The value of a task is bound.

fn total(a: &[f64]) -> f64 {
    a.iter().sum()
}

#[hp5::region]
fn run(a: &[f64]) -> f64 {
    #[hp5::task(in(a))]
    let t = total(a); //~ HP5-E0014
    t
}

fn main() {}
