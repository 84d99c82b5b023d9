//! Quotients and differences that the serial program computes under a condition alone are computed without a
//! panic where tasks are registered.

#[hp5::region]
fn guards(a: &mut [f64], n: usize, w: usize, k: usize) {
    for i in 0..n {
        #[hp5::task]
        {
            if w > 0 {
                for j in 0..n / w {
                    a[j] += i as f64;
                }
            }
        }
    }
    for i in 0..n {
        #[hp5::task]
        {
            if n > k {
                for j in 0..(n - k) / 2 {
                    a[j] = a[j] * 0.5 + i as f64;
                }
            }
        }
    }
    for i in 0..n {
        #[hp5::task]
        {
            if w != 0 {
                a[i / w] += 1.0;
                a[i % w] *= 0.5;
            }
            if i >= k {
                a[i - k] += 1.0;
            }
        }
    }
}
#[hp5::region]
fn wide(a: &mut [f64], n: i128, m: u128) {
    for i in 0..n {
        #[hp5::task]
        {
            a[i as usize] += 1.0;
        }
    }
    for i in 0..m {
        #[hp5::task]
        {
            for j in 0..i {
                a[j as usize] += 1.0;
            }
        }
    }
}
fn main() {
    let mut a: Vec<f64> = (0..16).map(|k| k as f64).collect();
    guards(&mut a, 8, 0, 9);
    guards(&mut a, 8, 3, 2);
    wide(&mut a, 8, 6);
    println!("{:?}", a);
}
