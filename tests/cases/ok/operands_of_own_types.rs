//! Operators and methods of a program's own types whose operands name what they change.

use std::num::Wrapping;
use std::ops::{AddAssign, Mul, SubAssign};

#[derive(Clone, Copy, Debug)]
struct Complex {
    re: f64,
    im: f64,
}

impl AddAssign for Complex {
    fn add_assign(&mut self, other: Complex) {
        self.re += other.re;
        self.im -= other.im;
    }
}

impl SubAssign<f64> for Complex {
    fn sub_assign(&mut self, other: f64) {
        self.re -= other;
    }
}

impl Mul for Complex {
    type Output = Complex;

    fn mul(self, other: Complex) -> Complex {
        Complex {
            re: self.re * other.re - self.im * other.im,
            im: self.re * other.im + self.im * other.re,
        }
    }
}

impl Complex {
    fn mix(&mut self, other: Complex) {
        self.re += other.im;
    }

    fn mix_two(&mut self, first: f64, second: Complex, times: f64) -> f64 {
        self.im += first * second.re * times;
        self.im
    }

    fn size(&self) -> f64 {
        self.re + self.im
    }
}

fn next(seed: &mut f64) -> f64 {
    *seed += 0.5;
    *seed
}

// Of the library.
#[hp5::region]
fn wrapping(a: &mut [Wrapping<u32>]) {
    #[hp5::task_tile(i = 2)]
    for i in 1..6 {
        a[i] += a[i - 1] * Wrapping(1664525);
    }
}

// Operators, of a slice, of rows, of a value behind a reference, and of a part.
#[hp5::region]
fn operators(w: &mut [Complex], rows: &mut [[Complex; 3]; 4], sum: &mut Complex) {
    let n = w.len();
    #[hp5::task_tile(k = 3)]
    for k in 0..n {
        w[k] = w[k] * w[k];
        w[k] += w[n - 1];
        w[k] -= w[n / 2].im;
        *sum += w[k]; //~ HP5-W0103
    }
    #[hp5::task_tile(k = 1)]
    for k in 0..4 {
        for j in 1..3 {
            rows[k][j] += rows[k][0];
        }
    }
    #[hp5::task]
    {
        rows[0][1] += rows[1][2];
        rows[0][1].re += rows[1][2].im;
        *sum += *sum;
        *sum += Complex { re: 0.5, ..*sum };
    }
}

// Methods, with several operands, as statements and as values, one in the other.
#[hp5::region]
fn methods(v: &mut [Complex], p: &mut Complex, lists: &mut [Vec<f64>], out: &mut [f64]) {
    let mut seed = 0.5;
    #[hp5::task_tile(i = 2)]
    for i in 1..6 {
        v[i].mix(v[0]);
        out[i] = v[i].mix_two(v[i - 1].size(), v[0], 2.0) + 1.0;
    }
    #[hp5::task]
    {
        v[1].mix_two(next(&mut seed), v[2], next(&mut seed));
        v[2].mix_two(next(&mut seed), v[2], v[3].re);
        let both = -p.mix_two(v[4].mix_two(1.0, v[5], 2.0), *p, 0.5);
        out[0] = both + seed;
    }
    #[hp5::task]
    {
        p.mix(*p);
        p.mix_two(p.size(), *p, 0.5);
    }
    #[hp5::task]
    lists[0].append(&mut lists[1].clone());
}

fn main() {
    let mut a = [Wrapping(77u32); 8];
    wrapping(&mut a);
    println!("{a:?}");
    let mut w: Vec<Complex> = (0..10)
        .map(|k| Complex {
            re: 0.1 * k as f64,
            im: 0.5,
        })
        .collect();
    let mut rows = [[Complex { re: 1.0, im: 2.0 }; 3]; 4];
    let mut sum = Complex { re: 0.0, im: 0.25 };
    operators(&mut w, &mut rows, &mut sum);
    println!("{w:?} {rows:?} {sum:?}");
    let mut lists = vec![vec![0.5, 1.0], vec![2.0]];
    let mut out = vec![0.0; 8];
    methods(&mut w, &mut sum, &mut lists, &mut out);
    println!("{w:?} {sum:?} {lists:?} {out:?}");
}
