//! What people write: filters, automata, means, products, histograms, prefix sums, particles, without clauses but
//! for reductions.

#[derive(Clone, Copy, Default)]
struct P {
    x: f64,
    y: f64,
    vx: f64,
    vy: f64,
}

// Blur with clamp.
#[hp5::region]
fn blur(src: &[f32], dst: &mut [f32], w: usize, h: usize) {
    #[hp5::task_tile(y = 8)]
    for y in 0..h {
        for x in 0..w {
            let mut acc = 0.0;
            let mut n = 0;
            for dy in -1i32..=1 {
                for dx in -1i32..=1 {
                    let yy = y as i32 + dy;
                    let xx = x as i32 + dx;
                    if yy >= 0 && yy < h as i32 && xx >= 0 && xx < w as i32 {
                        acc += src[yy as usize * w + xx as usize];
                        n += 1;
                    }
                }
            }
            dst[y * w + x] = acc / n as f32;
        }
    }
}

// Life with wrap.
#[hp5::region]
fn life(cur: &[u8], next: &mut [u8], w: usize, h: usize) {
    #[hp5::task_tile(y = 8)]
    for y in 0..h {
        let up = (y + h - 1) % h;
        let down = (y + 1) % h;
        for x in 0..w {
            let left = (x + w - 1) % w;
            let right = (x + 1) % w;
            let n = cur[up * w + left]
                + cur[up * w + x]
                + cur[up * w + right]
                + cur[y * w + left]
                + cur[y * w + right]
                + cur[down * w + left]
                + cur[down * w + x]
                + cur[down * w + right];
            next[y * w + x] = if n == 3 || (n == 2 && cur[y * w + x] == 1) {
                1
            } else {
                0
            };
        }
    }
}

// Lbm-like with constant directions.
const Q: usize = 9;
const CX: [i32; 9] = [0, 1, 0, -1, 0, 1, -1, -1, 1];
const CY: [i32; 9] = [0, 0, 1, 0, -1, 1, 1, -1, -1];
#[hp5::region]
fn lbm(f: &[f64], g: &mut [f64], nx: usize, ny: usize) {
    #[hp5::task_tile(y = 4)]
    for y in 0..ny {
        for x in 0..nx {
            for q in 0..Q {
                let xs = (x as i32 - CX[q] + nx as i32) as usize % nx;
                let ys = (y as i32 - CY[q] + ny as i32) as usize % ny;
                g[(y * nx + x) * Q + q] = f[(ys * nx + xs) * Q + q];
            }
        }
    }
    #[hp5::task_tile(y = 4)]
    for y in 0..ny {
        for x in 0..nx {
            let cell = &mut g[(y * nx + x) * Q..(y * nx + x + 1) * Q];
            let rho: f64 = cell.iter().sum();
            for v in cell.iter_mut() {
                *v += 0.1 * (rho / 9.0 - *v);
            }
        }
    }
}

// Kmeans assign + update.
#[hp5::region]
fn kmeans(pts: &[f64], cent: &mut [f64], label: &mut [usize], n: usize, k: usize, d: usize) {
    for _ in 0..3 {
        #[hp5::task_tile(i = 64)]
        for i in 0..n {
            let mut best = 0;
            let mut bd = f64::MAX;
            for c in 0..k {
                let mut dist = 0.0;
                for j in 0..d {
                    let t = pts[i * d + j] - cent[c * d + j];
                    dist += t * t;
                }
                if dist < bd {
                    bd = dist;
                    best = c;
                }
            }
            label[i] = best;
        }
        #[hp5::task_tile(c = 1)]
        for c in 0..k {
            let mut cnt = 0;
            for j in 0..d {
                cent[c * d + j] = 0.0;
            }
            for i in 0..n {
                if label[i] == c {
                    cnt += 1;
                    for j in 0..d {
                        cent[c * d + j] += pts[i * d + j];
                    }
                }
            }
            if cnt > 0 {
                for j in 0..d {
                    cent[c * d + j] /= cnt as f64;
                }
            }
        }
    }
}

// Matmul.
#[hp5::region]
fn matmul(a: &[Vec<f64>], b: &[Vec<f64>], c: &mut [Vec<f64>]) {
    #[hp5::task_tile(i = 8, j = 8)]
    for i in 0..a.len() {
        for j in 0..b[0].len() {
            let mut s = 0.0;
            for k in 0..b.len() {
                s += a[i][k] * b[k][j];
            }
            c[i][j] = s;
        }
    }
}

// Histogram by blocks.
#[hp5::region]
fn histogram(data: &[u8], part: &mut [Vec<u32>], out: &mut [u32], bs: usize) {
    #[hp5::task_tile(b = 1)]
    for b in 0..part.len() {
        let lo = b * bs;
        let hi = ((b + 1) * bs).min(data.len());
        for i in lo..hi {
            part[b][data[i] as usize] += 1;
        }
    }
    #[hp5::task]
    for p in part.iter() {
        for v in 0..256 {
            out[v] += p[v];
        }
    }
}

// Prefix sums.
#[hp5::region]
fn prefix(v: &mut [i64], sums: &mut [i64], bs: usize) {
    let nb = v.len().div_ceil(bs);
    let n = v.len();
    #[hp5::task_tile(b = 1)]
    for b in 0..nb {
        let lo = b * bs;
        let hi = ((b + 1) * bs).min(n);
        for i in lo + 1..hi {
            v[i] += v[i - 1];
        }
        sums[b] = v[hi - 1];
    }
    #[hp5::task]
    for b in 1..nb {
        sums[b] += sums[b - 1];
    }
    #[hp5::task_tile(b = 1)]
    for b in 1..nb {
        let lo = b * bs;
        let hi = ((b + 1) * bs).min(n);
        for i in lo..hi {
            v[i] += sums[b - 1];
        }
    }
}

// Particles.
#[hp5::region]
fn push(ps: &mut [P], ex: &[f64], nx: usize, dt: f64) {
    #[hp5::task_tile(i = 64)]
    for i in 0..ps.len() {
        let p = &mut ps[i];
        let cell = (p.x as usize).min(nx - 1);
        p.vx += ex[cell] * dt;
        p.x += p.vx * dt;
        p.y += p.vy * dt;
        if p.x < 0.0 {
            p.x += nx as f64;
        }
        if p.x >= nx as f64 {
            p.x -= nx as f64;
        }
    }
}

// Nbody.
#[hp5::region]
fn nbody(ps: &mut [P], acc: &mut [(f64, f64)]) {
    let n = ps.len();
    #[hp5::task_tile(i = 16)]
    for i in 0..n {
        let (mut ax, mut ay) = (0.0, 0.0);
        for j in 0..n {
            if i != j {
                let dx = ps[j].x - ps[i].x;
                let dy = ps[j].y - ps[i].y;
                let r = (dx * dx + dy * dy + 0.01).sqrt();
                ax += dx / (r * r * r);
                ay += dy / (r * r * r);
            }
        }
        acc[i] = (ax, ay);
    }
    #[hp5::task_tile(i = 16)]
    for i in 0..n {
        ps[i].vx += acc[i].0;
        ps[i].vy += acc[i].1;
    }
}

// Mandelbrot.
#[hp5::region]
fn mandel(img: &mut [u32], w: usize, h: usize) {
    #[hp5::task_tile(y = 4)]
    for y in 0..h {
        for x in 0..w {
            let (cr, ci) = (
                x as f64 / w as f64 * 3.0 - 2.0,
                y as f64 / h as f64 * 2.0 - 1.0,
            );
            let (mut zr, mut zi, mut it) = (0.0, 0.0, 0);
            while zr * zr + zi * zi < 4.0 && it < 50 {
                let t = zr * zr - zi * zi + cr;
                zi = 2.0 * zr * zi + ci;
                zr = t;
                it += 1;
            }
            img[y * w + x] = it;
        }
    }
}

// Red-black.
#[hp5::region]
fn red_black(u: &mut [f64], n: usize) {
    for _ in 0..3 {
        for color in 0..2 {
            #[hp5::task_tile(i = 8)]
            for i in 1..n - 1 {
                let start = 1 + (i + color) % 2;
                for j in (start..n - 1).step_by(2) {
                    u[i * n + j] = 0.25
                        * (u[(i - 1) * n + j]
                            + u[(i + 1) * n + j]
                            + u[i * n + j - 1]
                            + u[i * n + j + 1]);
                }
            }
        }
    }
}

// Spmv csr.
#[hp5::region]
fn spmv(ptr: &[usize], col: &[usize], val: &[f64], x: &[f64], y: &mut [f64]) {
    #[hp5::task_tile(r = 16)]
    for r in 0..y.len() {
        let mut s = 0.0;
        for k in ptr[r]..ptr[r + 1] {
            s += val[k] * x[col[k]];
        }
        y[r] = s;
    }
}

// Transpose + grayscale with iterators in body.
#[hp5::region]
fn gray(rgb: &[u8], out: &mut [u8], w: usize, h: usize) {
    #[hp5::task_tile(y = 4)]
    for y in 0..h {
        for x in 0..w {
            let p = (y * w + x) * 3;
            let (r, g, b) = (rgb[p] as u32, rgb[p + 1] as u32, rgb[p + 2] as u32);
            out[y * w + x] = ((r * 77 + g * 150 + b * 29) >> 8) as u8;
        }
    }
    #[hp5::task_tile(y = 4)]
    for y in 0..h {
        let row = &mut out[y * w..(y + 1) * w];
        row.reverse();
    }
}

// Floyd.
#[hp5::region]
fn floyd(d: &mut [u32], n: usize) {
    for k in 0..n {
        #[hp5::task_tile(i = 8)]
        for i in 0..n {
            for j in 0..n {
                let t = d[i * n + k].saturating_add(d[k * n + j]);
                if t < d[i * n + j] {
                    d[i * n + j] = t;
                }
            }
        }
    }
}

// Matrix chain dp (wavefront).
#[hp5::region]
fn chain(m: &mut [Vec<u64>], p: &[u64]) {
    let n = p.len() - 1;
    for len in 2..=n {
        #[hp5::task_tile(i = 4)]
        for i in 0..=n - len {
            let j = i + len - 1;
            m[i][j] = u64::MAX;
            for k in i..j {
                let c = m[i][k] + m[k + 1][j] + p[i] * p[k + 1] * p[j + 1];
                if c < m[i][j] {
                    m[i][j] = c;
                }
            }
        }
    }
}

// Reductions.
#[hp5::region]
fn norms(a: &[f64], b: &[f64]) -> (f64, f64) {
    let mut dot = 0.0;
    let mut most = f64::MIN;
    #[hp5::task_tile(i = 64, reduction(+: dot), reduction(max: most))]
    for i in 0..a.len() {
        dot += a[i] * b[i];
        most = most.max(a[i]);
    }
    #[hp5::task_wait]
    (dot, most)
}

fn main() {
    let (w, h) = (37, 29);
    let src: Vec<f32> = (0..w * h).map(|k| (k % 23) as f32).collect();
    let mut dst = vec![0.0; w * h];
    blur(&src, &mut dst, w, h);
    let cur: Vec<u8> = (0..w * h).map(|k| (k * 7 % 5 == 0) as u8).collect();
    let mut next = vec![0; w * h];
    life(&cur, &mut next, w, h);
    let f: Vec<f64> = (0..w * h * Q).map(|k| (k % 31) as f64).collect();
    let mut g = f.clone();
    lbm(&f, &mut g, w, h);
    let pts: Vec<f64> = (0..300 * 2).map(|k| (k * 37 % 101) as f64).collect();
    let mut cent = pts[..8].to_vec();
    let mut label = vec![0; 300];
    kmeans(&pts, &mut cent, &mut label, 300, 4, 2);
    let a: Vec<Vec<f64>> = (0..20)
        .map(|i| (0..17).map(|j| (i * j % 7) as f64).collect())
        .collect();
    let b: Vec<Vec<f64>> = (0..17)
        .map(|i| (0..22).map(|j| (i + j) as f64).collect())
        .collect();
    let mut c = vec![vec![0.0; 22]; 20];
    matmul(&a, &b, &mut c);
    let data: Vec<u8> = (0..1000).map(|k| (k * 11 % 256) as u8).collect();
    let mut part = vec![vec![0; 256]; 10];
    let mut out = vec![0; 256];
    histogram(&data, &mut part, &mut out, 100);
    let mut v: Vec<i64> = (0..500).map(|k| k % 13 - 6).collect();
    let mut sums = vec![0; 10];
    prefix(&mut v, &mut sums, 50);
    let mut ps: Vec<P> = (0..200)
        .map(|k| P {
            x: (k % 20) as f64,
            y: k as f64,
            vx: (k % 3) as f64,
            vy: 0.5,
        })
        .collect();
    let ex: Vec<f64> = (0..20).map(|k| k as f64 * 0.1).collect();
    push(&mut ps, &ex, 20, 0.5);
    let mut acc = vec![(0.0, 0.0); 200];
    nbody(&mut ps, &mut acc);
    let mut img = vec![0; w * h];
    mandel(&mut img, w, h);
    let mut u: Vec<f64> = (0..400).map(|k| (k % 9) as f64).collect();
    red_black(&mut u, 20);
    let ptr: Vec<usize> = (0..=40).map(|r| r * 3).collect();
    let col: Vec<usize> = (0..120).map(|k| k * 7 % 40).collect();
    let val: Vec<f64> = (0..120).map(|k| k as f64).collect();
    let x: Vec<f64> = (0..40).map(|k| k as f64 * 0.5).collect();
    let mut y = vec![0.0; 40];
    spmv(&ptr, &col, &val, &x, &mut y);
    let rgb: Vec<u8> = (0..w * h * 3).map(|k| (k % 256) as u8).collect();
    let mut gr = vec![0; w * h];
    gray(&rgb, &mut gr, w, h);
    let mut d: Vec<u32> = (0..400)
        .map(|k| if k % 3 == 0 { k % 50 } else { u32::MAX / 2 })
        .collect();
    floyd(&mut d, 20);
    let p: Vec<u64> = (0..12).map(|k| k * 3 % 7 + 1).collect();
    let mut m = vec![vec![0; 11]; 11];
    chain(&mut m, &p);
    let n = norms(&val, &val);
    let psum: Vec<(f64, f64)> = ps.iter().map(|p| (p.x, p.vx)).collect();
    println!(
        "{dst:?} {next:?} {g:?} {cent:?} {label:?} {c:?} {out:?} {v:?} {psum:?} {acc:?} {img:?} {u:?} {y:?} {gr:?} {d:?} {m:?} {n:?}"
    );
}
