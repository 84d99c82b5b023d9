//! References that patterns and methods give, handed on to functions that exchange what is behind them.

use std::collections::HashMap;

fn slow(x: f64) -> f64 {
    (0..300).fold(x, |y, k| {
        std::hint::black_box(y * 0.999 + 0.001 * (k % 3) as f64)
    })
}

fn exchange(p: &mut Vec<f64>, q: &mut Vec<f64>) {
    std::mem::swap(p, q);
}

// Two at once, and halves.
#[hp5::region]
fn several(u: &mut [Vec<f64>]) {
    if let Ok([p, q]) = u.get_disjoint_mut([0, 2]) {
        #[hp5::task]
        {
            p[0] = slow(q[1]);
            q.push(1.0);
        }
        #[hp5::task] //~ HP5-W0102
        {
            std::mem::swap(p, q);
        }
        #[hp5::task] //~ HP5-W0102
        exchange(p, q);
        #[hp5::task] //~ HP5-W0102
        {
            *p = std::mem::take(q);
        }
        p[1] += 1.0; //~ HP5-W0102
    }
    let (low, high) = u.split_at_mut(1);
    #[hp5::task]
    {
        low.swap_with_slice(&mut high[..1]);
    }
}

// One, by a `let`, a loop, and a `match`.
#[hp5::region]
fn single(u: &mut [Vec<f64>], m: &mut HashMap<u32, f64>, a: &mut [f64]) {
    let x = u.get_mut(0).unwrap();
    #[hp5::task]
    {
        std::mem::swap(x, &mut vec![3.0, 4.0]);
    }
    let y = u.last_mut().expect("one"); //~ HP5-W0102
    #[hp5::task]
    {
        std::mem::swap(y, &mut vec![3.5, 4.0]);
        y.push(2.0);
    }
    for z in u.iter_mut() { //~ HP5-W0102
        #[hp5::task]
        {
            let other = vec![slow(3.0), z[0]];
            drop(std::mem::replace(z, other));
        }
    }
    match u.first_mut() { //~ HP5-W0102
        Some(f) => { //~ HP5-W0102
            #[hp5::task]
            {
                let old = std::mem::replace(f, vec![1.0, 2.0]);
                f.extend(old);
            }
        }
        None => {}
    }
    match m.get_mut(&3) {
        Some(f) => { //~ HP5-W0102
            #[hp5::task]
            {
                let old = std::mem::replace(f, 2.0);
                *f += old;
            }
            #[hp5::task]
            {
                a[0] = *f;
                std::mem::swap(f, &mut a[1]);
            }
        }
        None => {}
    }
    if let Some(g) = a.iter_mut().next() { //~ HP5-W0102
        #[hp5::task]
        {
            std::mem::swap(g, &mut slow(2.0));
        }
    }
}

fn main() {
    let mut a = vec![0.5; 4];
    let mut m = HashMap::from([(3, 1.5)]);
    let mut u = vec![vec![1.0, 2.0], vec![3.0], vec![4.0, 5.0]];
    several(&mut u);
    println!("{u:?}");
    single(&mut u, &mut m, &mut a);
    println!("{u:?} {m:?} {a:?}");
}
