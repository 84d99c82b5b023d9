//! Slices of an array whose rows other loops show: where a slice does not lie in the rows of its ends, all may be
//! used.

#[hp5::region]
fn numbers(a: &mut [i32], b: &mut Vec<i32>, g: &[i32]) {
    #[hp5::task_tile(i = 4)]
    for i in (0..64).step_by(4) {
        a[i..i + 4].copy_from_slice(&b[i..i + 4]); //~ HP5-W0101
    }
    #[hp5::task_tile(i = 3)]
    for i in 0..8 {
        for j in 0..8 {
            b[i * 8 + j] ^= g[j * 8 + i];
        }
    }
    #[hp5::task_tile(i = 8)]
    for i in (0..64).step_by(8) {
        a[i..i + 8].copy_from_slice(&b[i..i + 8]); //~ HP5-W0101
    }
}

#[hp5::region]
fn names(a: &mut [i32], b: &mut [i32], g: &[i32], m: usize) {
    #[hp5::task_tile(i = 4)]
    for i in 0..64 - m {
        a[i] += b[i..i + m].iter().sum::<i32>(); //~ HP5-W0101
    }
    #[hp5::task_tile(i = 3)]
    for i in 0..64 / m {
        for j in 0..m {
            b[i * m + j] ^= g[j * m + i];
        }
    }
    #[hp5::task_tile(i = 1)]
    for i in 0..64 / m - 1 {
        a[i] += b[i * m + 2..(i + 1) * m + 2].iter().sum::<i32>(); //~ HP5-W0101
    }
}

fn main() {
    let (mut a, mut b): (Vec<i32>, Vec<i32>) = (vec![0; 64], (0..64).collect());
    let g: Vec<i32> = (0..64).map(|i| i * 7 % 13).collect();
    numbers(&mut a, &mut b, &g);
    names(&mut a, &mut b, &g, 8);
    println!("{a:?} {b:?}");
}
