//! A call receives the whole array where the clause declares a part of it.

fn fill(a: &mut [f64], lo: usize) {
    for x in lo..lo + 8 {
        a[x] = 1.0;
    }
}

#[hp5::region]
fn run(a: &mut [f64]) {
    for lo in 0..a.len() / 8 {
        #[hp5::task(out(a[8 * lo..8 * lo + 8]))]
        fill(a, 8 * lo); //~ HP5-E0015
    }
}

fn main() {}
