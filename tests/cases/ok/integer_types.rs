//! Loop variables and elements of other integer types.

#[hp5::region]
fn shift(a: &[u8], b: &mut [u8], n: i32, k: u32) {
    #[hp5::task_tile(i = 16)]
    for i in 0..n {
        b[i as usize] = a[i as usize].wrapping_add(k as u8);
    }
    #[hp5::task_tile(i = 16)]
    for i in 1_u32..n as u32 {
        b[i as usize - 1] ^= (i % 256) as u8;
    }
}

fn main() {
    let a: Vec<u8> = (0..150_u32).map(|i| (i * 7 % 256) as u8).collect();
    let mut b = vec![0; a.len()];
    shift(&a, &mut b, 150, 3);
    println!("{}", b.iter().map(|&x| u64::from(x)).sum::<u64>());
}
