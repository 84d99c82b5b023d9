//! No template and none to deduce: the arrays are one tile each, and tasks follow one
//! another.

#[hp5::region]
fn histogram(keys: &[u8], counts: &mut [u32; 16], weights: &mut [u32; 16]) {
    #[hp5::task]
    for k in 0..keys.len() {
        counts[(keys[k] & 15) as usize] += 1; //~ HP5-W0101
    }
    #[hp5::task]
    for k in 0..16 {
        weights[k] = counts[k] * k as u32;
    }
}

fn main() {
    let keys: Vec<u8> = (0..200_u32).map(|i| (i * i % 251) as u8).collect();
    let (mut counts, mut weights) = ([0; 16], [0; 16]);
    histogram(&keys, &mut counts, &mut weights);
    println!("{counts:?}\n{weights:?}");
}
