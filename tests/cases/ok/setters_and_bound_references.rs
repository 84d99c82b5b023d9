//! Setters that take arrays and tuples, methods that give rows; and loops and patterns that bind a `&mut` that is read.

struct P {
    d: Vec<[f64; 2]>,
    q: Vec<f64>,
    w: usize,
}
impl P {
    fn set(&mut self, k: usize, v: [f64; 2]) {
        self.d[k] = v;
    }
    fn set2(&mut self, k: usize, v: (f64, f64)) {
        self.d[k] = [v.0, v.1];
    }
    fn row_mut(&mut self, i: usize) -> &mut [f64] {
        let w = self.w;
        &mut self.q[i * w..(i + 1) * w]
    }
    fn row(&self, i: usize) -> &[f64] {
        &self.q[i * self.w..(i + 1) * self.w]
    }
    fn at(&mut self, i: usize, j: usize) -> &mut f64 {
        &mut self.q[i * self.w + j]
    }
}
#[hp5::region]
fn sets(p: &mut P, n: usize) {
    for k in 0..n {
        #[hp5::task]
        {
            p.set(k, [1.0, k as f64]);
        }
    }
    for k in 0..n {
        #[hp5::task]
        {
            p.set2(k, (p.d[k][0] + 1.0, k as f64));
        }
    }
    for i in 0..n {
        #[hp5::task]
        {
            let r = p.row_mut(i);
            r[0] += i as f64;
            *p.at(i, 1) += 2.0;
        }
    }
    for i in 1..n {
        #[hp5::task]
        {
            let s: f64 = p.row(i - 1).iter().sum();
            p.row_mut(i)[0] = s;
        }
    }
}
#[hp5::region]
fn only_read(a: &mut [f64], t: &mut f64, u: &mut Vec<f64>) {
    let s = &mut *t;
    #[hp5::task]
    {
        a[1] += *s;
    }
    let first = &mut u[0];
    #[hp5::task]
    {
        a[2] += *first;
    }
    let rest = &mut u[1..]; //~ HP5-W0102
    #[hp5::task]
    {
        a[3] += rest[0];
    }
}
#[hp5::region]
fn each(a: &mut [f64], b: &mut [f64]) {
    for x in b.iter_mut() {
        #[hp5::task]
        {
            a[0] += *x;
        }
    }
    for (i, x) in b.iter_mut().enumerate() { //~ HP5-W0102
        #[hp5::task]
        {
            a[i] += *x;
        }
    }
    if let Some(x) = b.first_mut() { //~ HP5-W0102
        #[hp5::task]
        {
            a[0] += *x;
        }
    }
}
fn main() {
    let mut p = P {
        d: vec![[0.0; 2]; 4],
        q: vec![1.0; 8],
        w: 2,
    };
    sets(&mut p, 4);
    println!("{:?} {:?}", p.d, p.q);
    let mut a = vec![1.0; 8];
    let mut t = 3.0;
    let mut u = vec![1.0, 2.0, 3.0];
    only_read(&mut a, &mut t, &mut u);
    each(&mut a, &mut u);
    println!("{:?} {} {:?}", a, t, u);
}
