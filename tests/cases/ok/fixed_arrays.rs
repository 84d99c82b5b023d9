//! Fixed two-dimensional arrays behind references.

const N: usize = 24;
const M: usize = 20;

#[hp5::region]
fn blur(a: &[[f32; M]; N], b: &mut [[f32; M]; N]) {
    #[hp5::task_tile(i = 5)]
    for i in 1..N - 1 {
        for j in 0..M {
            b[i][j] = (a[i - 1][j] + 2.0 * a[i][j] + a[i + 1][j]) / 4.0;
        }
    }
}

fn main() {
    let mut a = [[0.0_f32; M]; N];
    let mut b = [[0.0_f32; M]; N];
    for (i, row) in a.iter_mut().enumerate() {
        for (j, x) in row.iter_mut().enumerate() {
            *x = ((i * 31 + j * 17) % 23) as f32;
        }
    }
    blur(&a, &mut b);
    blur(&b, &mut a);
    let sum = a.iter().flatten().fold(0.0, |sum: f32, x| sum + x);
    println!("{:08x} {:08x}", sum.to_bits(), b[7][9].to_bits());
}
