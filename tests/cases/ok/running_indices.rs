//! Indices that run along with a loop: `at += w` once in each turn stands for what it begins with and so many steps.

#[hp5::region]
fn columns(from: &[u32], to: &mut [u32], w: usize, h: usize) {
    #[hp5::task_tile(x = 8)]
    for x in 0..w {
        let mut at = x;
        let mut sum = 0;
        for _ in 0..h {
            sum = sum / 2 + from[at];
            to[at] = sum;
            at += w;
        }
    }
}

#[hp5::region]
fn rows(a: &mut [u32], w: usize, h: usize) {
    #[hp5::task_tile(y = 4)]
    for y in 0..h {
        let mut at = y * w;
        for x in 0..w {
            a[at] += x as u32;
            at = at + 1;
            a[at - 1] ^= 5;
        }
    }
}

#[hp5::region]
fn backwards(a: &[u32], last: &mut [u32], w: usize, h: usize) {
    #[hp5::task_tile(y = 4)]
    for y in 0..h {
        let mut at = y * w + w;
        for _ in 0..w {
            at -= 1;
            if a[at] % 7 == 3 {
                last[y] = at as u32;
                break;
            }
        }
    }
}

#[hp5::region]
fn every_third(a: &mut [u32], n: usize) {
    #[hp5::task_tile(b = 2)]
    for b in 0..n / 30 {
        let mut at = 30 * b;
        while at < 30 * b + 30 {
            a[at] = a[at].wrapping_mul(3) + 1;
            at += 3;
        }
    }
}

#[hp5::region]
fn skipped(a: &mut [u32], n: usize) {
    #[hp5::task_tile(b = 2)]
    for b in 0..n / 10 {
        let mut at = 10 * b; //~ HP5-W0101
        for k in 0..9 {
            if k % 2 == 0 {
                continue;
            }
            a[at] += 1;
            at += 2;
        }
    }
}

#[hp5::region]
fn growing(a: &mut [u32], n: usize) {
    #[hp5::task_tile(b = 2)]
    for b in 0..n / 100 {
        let mut at = 100 * b; //~ HP5-W0101
        let mut by = 1;
        for _ in 0..9 {
            a[at] += 3;
            at += by;
            by += 1;
        }
    }
}

fn main() {
    let (w, h) = (30, 21);
    let from: Vec<u32> = (0..w * h).map(|k| (k * 31 % 251) as u32).collect();
    let mut to = vec![0; from.len()];
    columns(&from, &mut to, w, h);
    rows(&mut to, w, h);
    let mut last = vec![0; h];
    backwards(&to, &mut last, w, h);
    every_third(&mut to, w * h);
    skipped(&mut to, w * h);
    growing(&mut to, w * h);
    println!("{to:?} {last:?}");
}
