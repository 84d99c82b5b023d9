//! Loops that end at the greatest value of their type, casts that cut off, and arithmetic that wraps around:
//! the answer is that of the serial program.

#[hp5::region]
fn bytes(t: &mut [u64], s: &mut [u64]) {
    #[hp5::task_tile(c = 50)]
    for c in 0u8..=255 {
        t[c as usize] += c as u64 * 3;
    }
    #[hp5::task_tile(c = 64)]
    for c in (0u8..=255).rev() {
        s[usize::from(c)] = t[255 - c as usize];
    }
    #[hp5::task_tile(c = 33)]
    for c in i8::MIN..=i8::MAX {
        t[(c as i32 + 128) as usize] ^= 5;
    }
}

#[hp5::region]
fn neighbours(t: &mut [u64], s: &[u64]) {
    #[hp5::task_tile(c = 40)]
    for c in 0..=u8::MAX {
        t[c as usize] = s[c.wrapping_add(1) as usize];
        t[c as usize] += s[c.wrapping_sub(1) as usize];
    }
}

#[hp5::region]
fn cut_off(t: &mut [u64], n: usize) {
    #[hp5::task_tile(i = 40)]
    for i in 0..n {
        t[(i + 4_294_967_296) as u32 as usize] += i as u64; //~ HP5-W0101
    }
    #[hp5::task_tile(i = 40)]
    for i in 0..n {
        t[i as u8 as usize] += i as u64; //~ HP5-W0101
    }
    let big = 1u64 << 32;
    #[hp5::task_tile(i = 40)]
    for i in 0..n {
        t[(i as u64 + big) as u32 as usize] += 7; //~ HP5-W0101
    }
    let off = 1usize << 32;
    #[hp5::task_tile(i = 40)]
    for i in 0..n {
        t[(i + off) as i32 as usize] += 7; //~ HP5-W0101
    }
    #[hp5::task_tile(i = 40)]
    for i in 0..n as u16 {
        t[(i.wrapping_mul(40503) >> 8) as usize] += 7; //~ HP5-W0101
    }
    #[hp5::task_tile(i = 40)]
    for i in 0..n as u32 {
        t[(i.wrapping_mul(2654435761) >> 24) as usize] += 7; //~ HP5-W0101
    }
    #[hp5::task_tile(i = 40)]
    for i in 1..n {
        t[i.wrapping_sub(1)] += 9; //~ HP5-W0101
    }
    #[hp5::task_tile(i = 7)]
    for i in 250..=255u8 {
        let k = i - 250;
        t[k as usize] += 1;
    }
    #[hp5::task_tile(i = 7)]
    for i in -5i8..=5 {
        t[(i + 5) as usize] += 1;
    }
    #[hp5::task_tile(i = 1)]
    for i in (u64::MAX - 3)..=u64::MAX {
        t[(i % 16) as usize] += 1; //~ HP5-W0101
    }
}

#[hp5::region]
fn two(t: &mut [u64]) {
    #[hp5::array_tile(t: [32])]
    #[hp5::task_tile(i = 4, j = 4)]
    for i in 0..=15u8 {
        for j in 0..=15u8 {
            t[i as usize * 16 + j as usize] += i as u64;
        }
    }
    #[hp5::task_tile(i = 4, j = 4)]
    for i in 0..=15u8 {
        for j in i..=15u8 {
            t[i as usize * 16 + j as usize] += j as u64;
        }
    }
    for k in 0..=255u8 {
        #[hp5::task(name = format!("k{k}"))]
        t[k as usize] += 1;
    }
}

fn main() {
    let mut t = vec![0u64; 256];
    let mut s = vec![1u64; 256];
    bytes(&mut t, &mut s);
    neighbours(&mut t, &s);
    cut_off(&mut t, 200);
    two(&mut t);
    println!("{:?} {:?}", t, s);
}
