//! Constants and statics that bodies read; guards and branches beside tasks.

use std::sync::atomic::{AtomicUsize, Ordering};

const WEIGHTS: [f64; 3] = [0.25, 0.5, 0.25];
static ORDER: [usize; 4] = [3, 2, 1, 0];
static COUNTS: [AtomicUsize; 2] = [AtomicUsize::new(0), AtomicUsize::new(0)];

#[hp5::region]
fn smooth(a: &mut [f64], b: &mut [f64], n: usize) -> f64 {
    for t in 0..4 {
        #[hp5::task_tile(i = 4)]
        for i in 1..n - 1 {
            for k in 0..WEIGHTS.len() {
                b[i] += WEIGHTS[k] * a[i + k - 1];
            }
            (b[i], _) = (b[i] + ORDER[i % 4] as f64 + WEIGHTS.iter().sum::<f64>(), 1);
        }
        match t {
            0 => {
                #[hp5::task]
                b.reverse();
            }
            1 | 2 if b[t] > 0.5 => { //~ HP5-W0102 | b
                #[hp5::task]
                {
                    a[t] += b[n - 1];
                }
            }
            _ => {}
        }
        #[hp5::task_tile(i = 3)]
        for i in 0..n {
            a[i] += b[n - 1 - i] * 0.5;
            COUNTS[i % 2].fetch_add(1, Ordering::Relaxed);
        }
    }
    0.0
}

fn main() {
    let mut a: Vec<f64> = (0..27).map(f64::from).collect();
    let mut b = vec![0.0; 27];
    smooth(&mut a, &mut b, 27);
    println!("{a:?}\n{b:?} {COUNTS:?}");
}
