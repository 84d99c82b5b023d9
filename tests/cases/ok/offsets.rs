//! Loops whose tiles do not fit the template: one is shifted (modulo offset), for the other
//! no shift helps and artificial tasks stand after the shared tiles.

#[hp5::region]
#[hp5::array_tile(a: [8], b: [8])]
fn shifted(a: &mut [i64], b: &mut [i64]) {
    let n = a.len();
    #[hp5::task_tile(i = 8)]
    for i in 0..n {
        a[i] = i as i64;
    }
    #[hp5::task_tile(i = 8)]
    for i in 3..n - 5 {
        b[i + 5] = a[i] + a[i - 3];
    }
    #[hp5::task_tile(i = 8)]
    for i in 1..n - 3 {
        a[i + 1] = 2 * b[i];
        b[i - 1] = 7;
    }
    #[hp5::task_tile(i = 5)]
    for i in 0..n {
        b[i] += a[i];
    }
}

fn main() {
    for n in [9, 16, 71] {
        let (mut a, mut b) = (vec![0; n], vec![1; n]);
        shifted(&mut a, &mut b);
        println!("{n}: {} {} {:?}", a.iter().sum::<i64>(), b.iter().sum::<i64>(), &b[..9]);
    }
}
