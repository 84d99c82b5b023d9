#[derive(Clone, Copy)]
struct P { x: f64, v: f64 }

#[hp5::region]
fn particles(p: &mut [P], q: &mut Vec<P>, dt: f64) {
    #[hp5::task_tile(i = 4)]
    for i in 0..p.len() {
        let P { x, v } = p[i];
        let p2 = P { x: x + dt * v, v };
        q[i] = p2;
    }
    #[hp5::task_tile(i = 4)]
    for i in 0..p.len() {
        p[i].x = q[i].x;
        p[i].v *= 0.5;
    }
}

#[hp5::region]
fn shadowing(a: &mut [i64], n: usize) {
    let m = n;
    for n in 0..3 {
        let n = n + 1;
        #[hp5::task_tile(i = 4)]
        for i in 0..m {
            let n = n * 2;
            let a_ = a[i];
            a[i] = a_ + n as i64 + { let m = 3; m };
        }
    }
    let mut n = 5;
    #[hp5::task]
    { a[0] += n; }
    n += 1;
    #[hp5::task]
    { a[1] += n; }
}

#[hp5::region]
fn closures_inside(a: &mut [i64], t: &[i64]) {
    #[hp5::task_tile(i = 4)]
    for i in 0..a.len() {
        let f = |k: usize| t[k % t.len()] * 2;
        let g = move |x: i64| { if x > 3 { return x; } x + 1 };
        a[i] = (0..3).map(|k| f(i + k)).sum::<i64>() + g(a[i]);
    }
}

#[hp5::region]
fn swaps(x: &mut [f64], y: &mut [f64], rounds: usize) {
    let (mut a, mut b) = (&mut x[..], &mut y[..]);
    for _ in 0..rounds {
        #[hp5::task_tile(i = 4)]
        for i in 0..a.len() { b[i] = a[i] + 1.0; }
        std::mem::swap(&mut a, &mut b);
    }
    #[hp5::task]
    { a[0] *= 2.0; }
}

fn main() {
    let mut p: Vec<P> = (0..11).map(|i| P { x: i as f64, v: 1.0 }).collect();
    let mut q = p.clone();
    particles(&mut p, &mut q, 0.5);
    println!("{:?}", p.iter().map(|p| (p.x, p.v)).collect::<Vec<_>>());
    let mut a: Vec<i64> = (0..10).collect();
    shadowing(&mut a, 10);
    closures_inside(&mut a, &[1, 2, 3]);
    println!("{a:?}");
    let (mut x, mut y) = (vec![0.0; 9], vec![5.0; 9]);
    swaps(&mut x, &mut y, 3);
    println!("{x:?} {y:?}");
}
