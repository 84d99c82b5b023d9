//! Rows whose length is a number or a constant, in two and three dimensions, without templates: tiles of rows
//! and columns are known, and loops of both are parallel.

const W: usize = 64;
const H: usize = 48;
const STRIDE: usize = W + 2;

#[hp5::region]
fn literal(a: &[f64], b: &mut [f64]) {
    #[hp5::task_tile(y = 8, x = 16)]
    for y in 0..48 {
        for x in 0..64 {
            b[y * 64 + x] = a[y * 64 + x] * 2.0;
        }
    }
}

#[hp5::region]
fn stencil(a: &[f64], b: &mut [f64]) {
    #[hp5::task_tile(y = 8, x = 16)]
    for y in 1..47 {
        for x in 1..63 {
            let row = a[y * 64 + x] + a[y * 64 + x + 1] + a[y * 64 + x - 1];
            b[y * 64 + x] = row + a[(y - 1) * 64 + x];
        }
    }
    #[hp5::task_tile(y = 8)]
    for y in 1..47 {
        for x in 1..63 {
            b[y * 64 + x] += 1.0;
        }
    }
}

#[hp5::region]
fn consts(a: &[f64], b: &mut [f64]) {
    #[hp5::task_tile(y = 8, x = 16)]
    for y in 1..H - 1 {
        for x in 1..W - 1 {
            b[y * W + x] = a[y * W + x] + a[(y - 1) * W + x] + a[y * W + x + 1];
        }
    }
    #[hp5::task_tile(y = 8, x = 16)]
    for y in 0..H - 2 {
        for x in 0..W {
            b[y * STRIDE + x] += a[y * STRIDE + x];
        }
    }
}

#[hp5::region]
fn in_place(b: &mut [f64]) {
    #[hp5::task_tile(y = 8)]
    for y in 1..48 {
        for x in 0..64 {
            b[y * 64 + x] += b[(y - 1) * 64 + x];
        }
    }
    #[hp5::task_tile(y = 8, x = 8)]
    for y in 1..48 {
        for x in 1..64 {
            b[y * 64 + x] += b[(y - 1) * 64 + x] + b[y * 64 + x - 1];
        }
    }
}

#[hp5::region]
fn three(c: &mut [f64]) {
    #[hp5::task_tile(z = 4, y = 4)]
    for z in 0..16 {
        for y in 0..16 {
            for x in 0..12 {
                c[(z * 16 + y) * 12 + x] += 1.0;
            }
        }
    }
    #[hp5::task_tile(z = 4, y = 4, x = 4)]
    for z in 0..16 {
        for y in 0..16 {
            for x in 0..12 {
                c[z * 192 + y * 12 + x] += (z + y) as f64;
            }
        }
    }
}

#[hp5::region]
fn rgb(img: &mut [u8]) {
    #[hp5::task_tile(y = 4, x = 8)]
    for y in 0..32 {
        for x in 0..32 {
            for k in 0..3 {
                img[(y * 32 + x) * 3 + k] /= 2;
            }
            img[(y * 32 + x) * 3] += 1;
        }
    }
}

#[hp5::region]
fn pairs(p: &mut [f64]) {
    #[hp5::task_tile(i = 16)]
    for i in 0..100 {
        p[2 * i] += 1.0;
        p[2 * i + 1] += 2.0;
        let s = p[2 * i];
        p[2 * i + 1] += s;
    }
}

fn main() {
    let a: Vec<f64> = (0..48 * 66).map(|x| (x % 17) as f64).collect();
    let mut b = vec![0.5; 48 * 66];
    let mut c = vec![0.5; 16 * 16 * 12];
    let mut img = vec![100u8; 32 * 32 * 3];
    literal(&a, &mut b);
    stencil(&a, &mut b);
    consts(&a, &mut b);
    in_place(&mut b);
    three(&mut c);
    rgb(&mut img);
    pairs(&mut c);
    println!("{:?} {:?} {:?}", b, c, img);
}
