//! Bodies that borrow a container whole, `&c`, for what takes references alone: loops, `zip`, `extend`, generic functions.

use std::collections::HashMap;

struct Sim {
    pos: Vec<f64>,
    vel: Vec<f64>,
}
impl Sim {
    #[hp5::region]
    fn step(&mut self, dt: f64) {
        #[hp5::task]
        {
            for (p, v) in self.pos.iter_mut().zip(&self.vel) {
                *p += dt * v;
            }
        }
        #[hp5::task]
        {
            for (v, p) in self.vel.iter_mut().zip(self.pos.iter()) {
                *v -= dt * p;
            }
        }
    }
}
#[hp5::region]
fn zips(a: &mut [f64], n: usize) -> Vec<f64> {
    let c = vec![0.5; n];
    let mut out: Vec<f64> = Vec::new();
    #[hp5::task]
    {
        for (x, y) in a.iter_mut().zip(&c) {
            *x += y;
        }
    }
    #[hp5::task]
    {
        out.extend(&c);
    }
    #[hp5::task]
    {
        out.extend_from_slice(&c);
    }
    #[hp5::task_wait]
    out
}
#[hp5::region]
fn loops(a: &mut [f64], n: usize) -> f64 {
    let c = vec![0.5; n];
    let k = [1.0, 2.0];
    #[hp5::task]
    {
        for x in &c {
            a[0] += x;
        }
        for x in &k {
            a[0] += x;
        }
    }
    #[hp5::task]
    {
        for (x, y) in a.iter_mut().zip(&k) {
            *x += y;
        }
    }
    #[hp5::task_wait]
    a[0]
}
struct T {
    v: Vec<f64>,
    s: f64,
}
impl T {
    #[hp5::region]
    fn go(&mut self) {
        #[hp5::task]
        {
            for x in &self.v {
                self.s += x;
            }
        }
        #[hp5::task]
        {
            for x in &mut self.v {
                *x += self.s;
            }
        }
    }
}
fn total<'a, I: IntoIterator<Item = &'a f64>>(i: I) -> f64 {
    i.into_iter().sum()
}
struct W {
    w: Vec<f64>,
    names: Vec<String>,
    t: [f64; 3],
}
struct S {
    v: Vec<f64>,
    s: f64,
    w: W,
    cols: Vec<Vec<f64>>,
}
impl S {
    #[hp5::region]
    fn go(&mut self, by_value: Vec<f64>, map: HashMap<String, f64>, tt: [f64; 2]) {
        #[hp5::task]
        {
            for (x, y) in self.v.iter_mut().zip(&self.w.w) {
                *x += y;
            }
            self.s += total(&self.w.w) + total(&self.w.t);
        }
        #[hp5::task]
        {
            for (x, y) in self.v.iter_mut().zip(&by_value) {
                *x += y;
            }
            for (_, y) in &map {
                self.s += y;
            }
            self.s += total(&by_value) + total(&tt);
        }
        for i in 0..self.cols.len() {
            #[hp5::task]
            {
                for (x, y) in self.cols[i].iter_mut().zip(&by_value) {
                    *x += y;
                }
                for (x, y) in self.cols[i].iter_mut().zip(&self.v) {
                    *x += y;
                }
            }
        }
        for i in 0..self.cols.len() {
            #[hp5::task]
            {
                for y in &self.cols[i] {
                    self.s += y;
                }
                for y in &mut self.cols[i] {
                    *y += 1.0;
                }
                self.s += total(&self.cols[i]);
            }
        }
        let names = &self.w.names;
        #[hp5::task]
        {
            for n in names {
                self.s += n.len() as f64;
            }
            self.s += total(&self.v);
        }
    }
}
#[hp5::region]
fn free(a: &mut Vec<f64>, b: &Vec<f64>, c: &[f64]) -> f64 {
    let mut s = 0.0;
    let own: Vec<f64> = b.iter().map(|x| x + 1.0).collect();
    let arr = [0.5; 4];
    let text = String::from("abc");
    #[hp5::task]
    {
        for x in &mut *a {
            *x += 1.0;
        }
        for x in a.iter_mut().zip(b).map(|(x, y)| {
            *x += y;
            x
        }) {
            *x += 0.5;
        }
        s += total(b) + total(c) + total(&own) + total(&arr) + total(a.iter());
    }
    #[hp5::task]
    {
        for (x, y) in a.iter_mut().zip(&own) {
            *x += y;
        }
        for (x, y) in a.iter_mut().zip(&arr) {
            *x += y;
        }
        for ch in text.chars() {
            s += ch as u32 as f64;
        }
        let mut more: Vec<f64> = Vec::new();
        more.extend(&own);
        more.extend(b);
        more.extend(c);
        s += more.len() as f64;
        s += own.iter().chain(&own).sum::<f64>();
        assert_eq!(&own, &own);
    }
    #[hp5::task_wait]
    s
}
fn main() {
    let mut sim = Sim {
        pos: vec![1.0, 2.0],
        vel: vec![0.5, 0.25],
    };
    for _ in 0..3 {
        sim.step(0.1);
    }
    println!("{:?} {:?}", sim.pos, sim.vel);
    let mut a = vec![1.0; 4];
    println!("{:?}", zips(&mut a, 4));
    println!("{:?}", a);

    let mut a = vec![1.0; 4];
    println!("{:?}", loops(&mut a, 4));
    let mut t = T { v: a, s: 0.0 };
    t.go();
    println!("{:?}", t.v);

    let mut s = S {
        v: vec![1.0, 2.0],
        s: 0.0,
        w: W {
            w: vec![0.5, 0.25],
            names: vec!["a".into(), "bc".into()],
            t: [1.0, 2.0, 3.0],
        },
        cols: vec![vec![1.0, 2.0]; 3],
    };
    let mut m = HashMap::new();
    m.insert("x".to_string(), 2.0);
    s.go(vec![2.0, 3.0], m, [1.0, 1.5]);
    println!("{:?} {} {:?}", s.v, s.s, s.cols);
    let mut a = vec![1.0; 4];
    println!("{}", free(&mut a, &vec![1.0, 2.0, 3.0, 4.0], &[0.25, 4.0]));
    println!("{:?}", a);
}
