//! The index comes from a function that analysis does not look into. One task alone breaks
//! its promise, so that the report is the same whatever runs first.

fn partner(i: usize) -> usize {
    let mut other = i;
    if i < 4 {
        other ^= 4;
    }
    other
}

#[hp5::region]
#[hp5::array_tile(a: [4], b: [4])]
fn exchange(a: &[u32], b: &mut [u32]) {
    #[hp5::task_tile(i = 4, in(a[i]), out(b[i]))]
    for i in 0..a.len() {
        b[i] = a[partner(i)]; //~ a[4]
    }
}

fn main() {
    let a: Vec<u32> = (0..8).collect();
    let mut b = vec![0; 8];
    exchange(&a, &mut b);
    println!("{b:?}");
}
