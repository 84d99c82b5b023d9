//! Bodies that read what a `&mut` of generating code refers to; and writes behind a reference or a box.

fn slow(x: f64) -> f64 {
    for k in 0..3000_u32 {
        std::hint::black_box(k);
    }
    x
}
#[hp5::region]
fn order(a: &mut [f64], u: &mut Vec<f64>, t: &mut f64) {
    let first = &mut u[0];
    #[hp5::task]
    {
        a[2] += slow(*first);
    }
    #[hp5::task] //~ HP5-W0102
    {
        u[0] = 9.0;
    }
    let s = &mut *t;
    #[hp5::task]
    {
        a[2] += slow(*s);
    }
    #[hp5::task] //~ HP5-W0102
    {
        *t = 9.0;
    }
    for x in u.iter_mut() {
        #[hp5::task]
        {
            a[0] += slow(*x);
        }
    }
    #[hp5::task] //~ HP5-W0102
    {
        u[2] = 8.0;
    }
    for k in 0..4 {
        let mut own = vec![k as f64, 1.0];
        let r = &mut own[1];
        #[hp5::task]
        {
            a[k] += slow(*r);
        }
        let q = &mut own; //~ HP5-W0102
        #[hp5::task]
        {
            a[k] += slow(q[0]);
        }
    }
    if let Some(x) = u.last_mut() { //~ HP5-W0102
        #[hp5::task]
        {
            a[1] += slow(*x);
        }
    }
    #[hp5::task] //~ HP5-W0102
    {
        u[2] = 8.0;
    }
}
#[hp5::region]
fn deep(x: &mut Box<f64>, y: &mut &mut f64, v: &mut Vec<Box<f64>>, a: &mut [f64]) {
    #[hp5::task]
    {
        **x = slow(4.0);
    }
    #[hp5::task]
    {
        **y = slow(**x);
    }
    #[hp5::task]
    {
        *v[0] = slow(**y);
    }
    #[hp5::task]
    {
        a[0] += *v[0];
    }
    #[hp5::task]
    {
        v[1] = Box::new(5.0);
        *v[0] += slow(a[0]);
    }
    #[hp5::task]
    {
        a[1] += *v[0];
    }
}
fn main() {
    let mut a = vec![1.0; 8];
    let mut t = 3.0;
    let mut u = vec![1.0, 2.0, 3.0];
    order(&mut a, &mut u, &mut t);
    println!("{:?} {} {:?}", a, t, u);
    let mut x = Box::new(1.0);
    let mut v = vec![Box::new(1.0), Box::new(2.0)];
    deep(&mut x, &mut &mut t, &mut v, &mut a);
    println!("{:?} {} {:?} {:?}", a, t, x, v);
}
