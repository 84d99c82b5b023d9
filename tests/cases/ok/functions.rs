//! Several functions with regions, one of which calls another from its generating code.

#[hp5::region]
fn add(a: &mut Vec<u32>, step: u32) {
    #[hp5::task_tile(i = 5)]
    for i in 0..a.len() {
        a[i] = a[i].wrapping_mul(3).wrapping_add(step);
    }
}

mod inner {
    /// In a module, with an attribute and a comment of its own.
    #[inline]
    #[hp5::region(name("twice"))]
    pub fn twice(a: &mut Vec<u32>) {
        // both turns
        for turn in 0..2 {
            #[hp5::task_wait]
            super::add(a, turn);
            #[hp5::task_tile(i = 7)]
            for i in 0..a.len() {
                a[i] ^= 0x55;
            }
        }
    }
}

fn plain(a: &[u32]) -> u32 {
    a.iter().fold(0, |s, x| s.rotate_left(3) ^ x)
}

fn main() {
    let mut a: Vec<u32> = (0..60).collect();
    add(&mut a, 9);
    inner::twice(&mut a);
    println!("{:08x}", plain(&a));
}
