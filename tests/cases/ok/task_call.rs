//! Calls as tasks: what they touch is declared, and they receive exactly that.

fn fill(part: &mut [u64], from: u64) {
    for (k, x) in part.iter_mut().enumerate() {
        *x = from + (k as u64) * (k as u64);
    }
}

fn combine(left: &[u64], right: &[u64], out: &mut [u64]) {
    for k in 0..out.len() {
        out[k] = left[k] ^ right[k].rotate_left(5);
    }
}

#[hp5::region]
#[hp5::array_tile(a: [16], b: [16], c: [16])]
fn pipeline(a: &mut Vec<u64>, b: &mut Vec<u64>, c: &mut Vec<u64>) {
    let n = a.len();
    for lo in (0..n).step_by(16) {
        let hi = (lo + 16).min(n);
        #[hp5::task(out(a[lo..hi]))]
        fill(&mut a[lo..hi], lo as u64);
        #[hp5::task(out(b[lo..hi]))]
        fill(&mut b[lo..hi], 3 * lo as u64);
        #[hp5::task(in(a[lo..hi], b[lo..hi]), out(c[lo..hi]))]
        combine(&a[lo..hi], &b[lo..hi], &mut c[lo..hi]);
    }
}

fn main() {
    for n in [1, 16, 75] {
        let (mut a, mut b, mut c) = (vec![0; n], vec![0; n], vec![0; n]);
        pipeline(&mut a, &mut b, &mut c);
        println!("{n}: {:016x}", c.iter().fold(0, |s: u64, x| s.rotate_left(1) ^ x));
    }
}
