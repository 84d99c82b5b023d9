//! Swapping fixed arrays moves their elements: generating code waits before it.

#[hp5::region]
fn smooth(mut a: [f64; 64], sweeps: usize) -> [f64; 64] {
    let mut b = a;
    for _ in 0..sweeps {
        #[hp5::task_tile(i = 16)]
        for i in 1..63 {
            b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0;
        }
        std::mem::swap(&mut a, &mut b); //~ HP5-W0102
    }
    a
}

fn main() {
    let mut a = [0.0; 64];
    for (i, x) in a.iter_mut().enumerate() {
        *x = ((i * i) % 17) as f64;
    }
    let a = smooth(a, 5);
    println!("{:016x} {:016x}", a[1].to_bits(), a[40].to_bits());
}
