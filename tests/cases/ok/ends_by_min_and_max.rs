//! Indices of which the ends are known: `hi - 1` with `hi = (lo + 8).min(n)`, `i.saturating_sub(1)`,
//! `(i + 1).min(n - 1)`; names that one `let` binds together; sections with a step.

#[hp5::region]
fn blocks(v: &mut [i64], n: usize) {
    #[hp5::task_tile(lo = 1)]
    for lo in (0..n).step_by(8) {
        let hi = (lo + 8).min(n);
        for k in lo..hi {
            v[k] += 1;
        }
        v[hi - 1] *= 2;
    }
}

#[hp5::region]
fn clamped(v: &mut [i64], w: &mut [i64], n: usize) {
    for _ in 0..3 {
        #[hp5::task_tile(i = 8)]
        for i in 0..n {
            v[i] = w[i.saturating_sub(1)] + w[(i + 1).min(n - 1)] + w[i.max(1) - 1];
        }
        #[hp5::task_tile(i = 8)]
        for i in 0..n {
            let (left, right) = (i.max(2) - 2, (i + 2).min(n - 1));
            w[i] = v[left] - v[right] + v[i];
        }
    }
}

#[hp5::region]
fn together(v: &mut [i64], parts: usize, size: usize) {
    #[hp5::task_tile(p = 1)]
    for p in 0..parts {
        let (lo, hi) = (p * size, (p + 1) * size);
        for k in lo..hi {
            v[k] += k as i64;
        }
    }
}

#[hp5::region]
fn in_steps(v: &mut [i64], n: usize) {
    #[hp5::task_tile(i = 8, inout(v[2 * i..2 * i + 2; 2]))]
    for i in 0..n / 2 {
        v[2 * i] *= 3;
    }
    #[hp5::task_tile(i = 8, inout(v[(2 * i..=2 * i + 1).step_by(2)]))]
    for i in 0..n / 2 {
        v[2 * i] -= 1;
    }
}

fn main() {
    let mut v: Vec<i64> = (0..61).collect();
    let mut w: Vec<i64> = (0..61).map(|k| k * k % 17).collect();
    blocks(&mut v, 61);
    clamped(&mut v, &mut w, 61);
    together(&mut v, 10, 6);
    in_steps(&mut v, 61);
    println!("{v:?} {w:?}");
}
