//! A block task reaches beyond its declared section.

#[hp5::region]
fn run(a: &mut [i32], n: usize) {
    #[hp5::task(inout(a[0..n - 1]))]
    for k in 0..n {
        a[k] += 1; //~ HP5-E0009 | a[k]
    }
}

fn main() {}
