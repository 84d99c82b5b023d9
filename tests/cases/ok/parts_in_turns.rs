//! Parts of arrays that differ from turn to turn, beside tasks on all of the array, and parts of arrays of structs;
//! indices that are chosen by what they were before.

#[derive(Clone, Copy, Debug)]
struct P {
    x: f64,
    v: [f64; 2],
}
fn step(ps: &mut [P], by: f64) {
    for p in ps {
        p.x += by;
        p.v[1] *= 1.5;
    }
}
fn add(a: &mut [f64], by: f64) {
    for x in a {
        *x = *x * 1.01 + by;
    }
}

#[hp5::region]
fn structs(ps: &mut [P], n: usize) {
    let (l, r) = ps.split_at_mut(n);
    #[hp5::task]
    step(l, 1.0);
    #[hp5::task]
    step(r, 2.0);
    for part in ps.chunks_mut(7) {
        #[hp5::task]
        step(part, 3.0);
    }
}

#[hp5::region]
fn moving(v: &mut [f64], w: &mut Vec<f64>) {
    for k in 1..10 {
        let (l, r) = v.split_at_mut(k * 10);
        #[hp5::task]
        add(l, k as f64);
        #[hp5::task]
        add(r, 0.5);
    }
    #[hp5::task]
    add(v, 7.0);
    let (l, r) = v.split_at_mut(33);
    #[hp5::task]
    add(l, 1.0);
    l[3] = 100.0; //~ HP5-W0102
    #[hp5::task_tile(i = 8)]
    for i in 0..r.len() {
        r[i] -= 1.0;
    }
    let first = v[0] + v[50]; //~ HP5-W0102
    w[0] = first;
    for (a, b) in v.chunks_mut(9).zip(w.chunks_mut(9)) {
        #[hp5::task]
        for (x, y) in a.iter_mut().zip(b.iter_mut()) {
            *x += *y;
            *y *= 2.0;
        }
    }
    while let Some((head, tail)) = w.split_first_mut() {
        #[hp5::task]
        *head += 0.25;
        #[hp5::task]
        add(tail, 0.125);
        break;
    }
}

#[hp5::region]
fn chosen(a: &mut [f64], b: &[f64], n: usize) {
    #[hp5::task_tile(i = 5)]
    for i in 0..n {
        let mut k = i;
        if k == 0 {
            k = 3;
        } else {
            k = k - 1;
        }
        a[i] += b[k];
    }
    #[hp5::task_tile(i = 5)]
    for i in 0..n {
        let mut k = i;
        if k > 5 {
            k = 5;
        }
        a[k + 1] += 1.0;
        let mut m = i + 1;
        if m >= n {
            m = 0;
        }
        a[i] += b[m];
    }
    #[hp5::task_tile(i = 5)]
    for i in 0..n {
        let mut k = n - 1 - i; //~ HP5-W0101
        if i % 2 == 0 {
            k = i;
        }
        a[k] = a[k] * 0.5 + 1.0;
    }
    #[hp5::task_tile(i = 5)]
    for i in 0..n {
        let mut lo = i;
        lo = if lo < 2 { 0 } else { lo - 2 };
        let mut hi = i + 3;
        if hi > n {
            hi = n;
        }
        let mut s = 0.0;
        for j in lo..hi {
            s += b[j];
        }
        a[i] += s;
    }
    #[hp5::task_tile(c = 10)]
    for c in 0..100u8 {
        let k = c.wrapping_mul(2); //~ HP5-W0101
        a[(k / 4) as usize] += 1.0;
        let m = (c as i8 as i32 + 5) as usize;
        a[m % 50] += 1.0;
        a[(c / 2) as usize] += b[(c >> 1) as usize]; //~ HP5-W0101
    }
}

fn main() {
    let mut ps: Vec<P> = (0..50)
        .map(|k| P {
            x: k as f64,
            v: [1.0, k as f64],
        })
        .collect();
    structs(&mut ps, 20);
    let mut v: Vec<f64> = (0..100).map(|k| k as f64).collect();
    let mut w = v.clone();
    moving(&mut v, &mut w);
    let mut a = v.clone();
    chosen(&mut a, &w, 90);
    println!("{ps:?} {v:?} {w:?} {a:?}");
}
