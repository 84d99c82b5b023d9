//! Parts of an array that each turn works out for itself: by quotients, by choices, with the last one as long as
//! what is left. Their loops may have variables of any name.

use std::cmp::min;

#[hp5::region]
fn quotients(c: &mut [f64], n: usize, parts: usize) {
    #[hp5::task_tile(p = 1)]
    for p in 0..parts {
        let lo = p * n / parts;
        let hi = (p + 1) * n / parts;
        for k in lo..hi {
            c[k] = c[k] * 0.5 + p as f64;
        }
    }
}

#[hp5::region]
fn the_last_takes_the_rest(c: &mut [f64], n: usize, parts: usize) {
    let per = n / parts;
    for _ in 0..3 {
        #[hp5::task_tile(p = 2)]
        for p in 0..parts {
            let hi = if p == parts - 1 { n } else { (p + 1) * per };
            for k in p * per..hi {
                c[k] = c[k] * 0.5 + p as f64;
            }
        }
        #[hp5::task_tile(p = 1)]
        for p in 0..parts {
            let lo = p * per;
            let hi = if p + 1 < parts { lo + per } else { n };
            for k in lo..hi {
                c[k] = c[k] * 0.5 + 1.0;
            }
        }
    }
}

#[hp5::region]
fn clamped(c: &mut [f64], n: usize, parts: usize) {
    let per = n.div_ceil(parts);
    #[hp5::task_tile(p = 1)]
    for p in 0..parts {
        let lo = p * per;
        let mut hi = lo + per;
        if hi > n {
            hi = n;
        }
        for k in lo..hi {
            c[k] += 1.0;
        }
    }
    #[hp5::task_tile(p = 1)]
    for p in 0..parts {
        for k in p * per..min((p + 1) * per, n) {
            c[k] *= 0.75;
        }
    }
    #[hp5::task_tile(p = 1)]
    for p in 0..parts {
        for k in p * per..n.min((p + 1) * per) {
            c[k] -= 0.5;
        }
    }
}

#[hp5::region]
fn blocks(g: &mut Vec<Vec<f64>>, rows: usize, columns: usize, size: usize) {
    #[hp5::task_tile(t = 1)]
    for t in 0..rows * columns {
        let (row, column) = (t / columns, t % columns);
        for i in row * size..(row + 1) * size {
            for j in column * size..(column + 1) * size {
                g[i][j] = g[i][j] * 0.5 + t as f64;
            }
        }
    }
}

#[hp5::region]
fn without_parts(c: &mut [f64], n: usize, parts: usize) {
    #[hp5::task_tile(p = 1)]
    for p in 0..4usize {
        if parts > 0 {
            let (lo, hi) = (p * n / parts, (p + 1) * n / parts);
            for k in lo..min(hi, n) {
                c[k] += 2.0;
            }
        }
    }
}

#[hp5::region]
fn overlapping(c: &mut [f64], n: usize, parts: usize) {
    let per = n / parts;
    #[hp5::task_tile(p = 1)]
    for p in 0..parts {
        let hi = if p == 0 { n } else { (p + 1) * per };
        for k in p * per..hi {
            c[k] = c[k] * 0.5 + p as f64; //~ HP5-N0202
        }
    }
}

fn main() {
    for (n, parts) in [(40, 4), (41, 4), (47, 5), (3, 5), (0, 3), (17, 1)] {
        let mut c: Vec<f64> = (0..n).map(|k| (k * 7 % 11) as f64).collect();
        quotients(&mut c, n, parts);
        the_last_takes_the_rest(&mut c, n, parts);
        if n >= parts {
            clamped(&mut c, n, parts);
        }
        without_parts(&mut c, n, parts);
        without_parts(&mut c, n, 0);
        overlapping(&mut c, n, parts);
        println!("{n} in {parts}: {c:?}");
    }
    let mut g: Vec<Vec<f64>> = (0..12).map(|i| (0..8).map(|j| (i * j % 5) as f64).collect()).collect();
    blocks(&mut g, 3, 2, 4);
    println!("{g:?}");
}
