//! Casts that cut off: turns that are far apart meet in one element. Where a loop counts up from a small number
//! an index that is cast to 32 bits is what it was.

#[hp5::region]
fn by_bytes(a: &mut [u64], n: usize) {
    #[hp5::task_tile(i = 16)]
    for i in 0..n {
        a[(i as u8) as usize] = a[(i as u8) as usize] * 3 + i as u64; //~ HP5-W0101
    }
}

#[hp5::region]
fn far_steps(a: &mut [u64], n: usize) {
    #[hp5::task_tile(i = 4294967296)]
    for i in (5..n).step_by(1 << 32) {
        a[(i as u32) as usize] = a[i as u32 as usize] * 3 + (i >> 32) as u64; //~ HP5-W0101
    }
}

#[hp5::region]
fn from_far(a: &mut [u64], lo: usize, hi: usize) {
    #[hp5::task_tile(i = 16)]
    for i in lo..hi {
        if i % 3 == 0 {
            a[(i as u32) as usize] += 1; //~ HP5-W0101
        }
    }
    #[hp5::task_tile(i = 16)]
    for i in 0..hi - lo {
        a[i] = a[i] * 7 + 1;
    }
}

#[hp5::region]
fn by_a_far_name(a: &mut [u64], n: usize, far: usize) {
    #[hp5::task_tile(i = 8)]
    for i in 0..n {
        let at = far as u32;
        a[at as usize + i] += i as u64;
    }
    #[hp5::task_tile(i = 8)]
    for i in 0..n {
        a[i] *= 3;
    }
}

#[hp5::region]
fn near(a: &mut [u64], b: &[u64], n: usize, count: u32) {
    #[hp5::task_tile(i = 16)]
    for i in 1..n - 1 {
        let x = i as i32;
        a[x as usize] += b[(x - 1) as usize] + b[(i as u32 + 1) as usize];
    }
    #[hp5::task_tile(i = 16)]
    for i in 0..count {
        a[i as usize] += b[i as i64 as usize];
    }
}

fn main() {
    let mut a: Vec<u64> = (0..700).collect();
    let b = a.clone();
    by_bytes(&mut a, 600);
    far_steps(&mut a, 20 << 32);
    from_far(&mut a, 1 << 32, (1 << 32) + 300);
    by_a_far_name(&mut a, 200, 1 << 32);
    near(&mut a, &b, 600, 500);
    let hash = a.iter().fold(0_u64, |h, x| {
        h.rotate_left(5) ^ x.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    });
    println!("{hash:x}");
}
