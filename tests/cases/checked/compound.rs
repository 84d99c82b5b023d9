//! A compound assignment through an opaque index, in a block task.

#[hp5::region]
#[hp5::array_tile(bins: [8])]
fn count(keys: &[usize], bins: &mut [u32]) {
    #[hp5::task(in(keys), inout(bins[0..8]))]
    for k in 0..keys.len() {
        bins[keys[k]] += 1; //~ bins[9]
    }
}

fn main() {
    let mut bins = vec![0; 16];
    count(&[1, 7, 0, 9, 3], &mut bins);
    println!("{bins:?}");
}
