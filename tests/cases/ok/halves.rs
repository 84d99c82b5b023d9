//! Halves, ends, blocks and windows of an array: tasks on them run at the same time, and no wait is put in.

#[hp5::region]
fn halves(v: &mut [f64]) {
    let (l, r) = v.split_at_mut(500);
    #[hp5::task]
    for x in l.iter_mut() {
        *x += 1.0;
    }
    #[hp5::task]
    for x in r.iter_mut() {
        *x *= 2.0;
    }
}

#[hp5::region]
fn quarters(v: &mut Vec<f64>, m: usize) {
    let (l, r) = v.split_at_mut(m);
    let (a, b) = l.split_at_mut(m / 2);
    let (c, d) = r.split_at_mut(m / 2);
    #[hp5::task]
    add(a, 1.0);
    #[hp5::task]
    add(b, 2.0);
    #[hp5::task]
    add(c, 3.0);
    #[hp5::task]
    for x in d {
        *x += 4.0;
    }
}
fn add(a: &mut [f64], by: f64) {
    a.iter_mut().for_each(|x| *x += by);
}

fn sum(a: &[f64]) -> f64 {
    a.iter().sum()
}

#[hp5::region]
fn from_halves(v: &[f64], out: &mut [f64]) {
    let (l, r) = v.split_at(500);
    #[hp5::task]
    out[0] = sum(l);
    #[hp5::task]
    out[1] = sum(r);
}

#[hp5::region]
fn first(v: &mut [f64]) {
    if let Some((head, tail)) = v.split_first_mut() {
        #[hp5::task]
        *head += 1.0;
        #[hp5::task]
        add(tail, 1.0);
    }
}

#[hp5::region]
fn blocks(v: &mut [f64], w: &[f64]) {
    for part in v.chunks_mut(100) {
        #[hp5::task]
        add(part, 1.0);
    }
    for (part, other) in v.chunks_exact_mut(100).zip(w.chunks(100)) {
        #[hp5::task]
        for (x, y) in part.iter_mut().zip(other) {
            *x += y;
        }
    }
    for (k, part) in v.chunks_mut(250).enumerate() {
        #[hp5::task]
        for x in part.iter_mut() {
            *x += k as f64;
        }
    }
    let (l, r) = v.split_at_mut(500);
    #[hp5::task_tile(i = 100)]
    for i in 0..l.len() {
        l[i] += r[i];
    }
    #[hp5::task_tile(i = 100)]
    for i in 0..r.len() {
        r[i] += w[i];
    }
    #[hp5::task]
    for (x, y) in l.iter_mut().zip(r.iter()) {
        *x += y;
    }
}

#[hp5::region]
fn moving(v: &[f64], out: &mut [f64]) {
    for (k, win) in v.windows(3).enumerate().step_by(10) {
        #[hp5::task]
        out[k] = win[0] + win[1] + win[2];
    }
    #[hp5::task_tile(i = 100)]
    for i in 0..v.len() - 2 {
        out[i] += v[i..i + 3].iter().sum::<f64>();
    }
}

fn main() {
    let mut v: Vec<f64> = (0..1000).map(|x| x as f64).collect();
    let mut out = vec![0.0; 1000];
    halves(&mut v);
    quarters(&mut v, 600);
    let w = v.clone();
    from_halves(&w, &mut out);
    first(&mut v);
    blocks(&mut v, &w);
    moving(&v, &mut out);
    println!("{} {} {:?} {:?}", v[0], v[999], v, out);
}
