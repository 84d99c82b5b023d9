//! Elements of parts: of a field of an element, of a tuple, of a struct behind a reference, of what
//! a reference is written out for.

#[derive(Clone, Default)]
struct Particle {
    at: [f64; 3],
    by: [[f64; 2]; 2],
    mass: f64,
}

struct Fields {
    u: Vec<f64>,
    v: Vec<f64>,
}

#[hp5::region]
fn push(p: &mut [Particle], q: &mut [f64], rounds: usize) {
    let n = p.len();
    for t in 0..rounds {
        #[hp5::task_tile(i = 4)]
        for i in 0..n {
            for d in 0..3 {
                p[i].at[d] += q[i] * d as f64;
            }
            p[i].by[1][0] = t as f64;
        }
        #[hp5::task_tile(i = 4)]
        for i in 0..n {
            q[i] = p[n - 1 - i].at[1] * 0.5 + p[i].by[1][0];
        }
        #[hp5::task_tile(i = 3)]
        for i in 0..n {
            p[i].mass += 1.0;
            p[n - 1 - i].at[2] -= 0.25;
        }
    }
}

#[hp5::region]
fn apart(s: &mut Fields, t: &mut (Vec<f64>, Vec<f64>), b: &mut Vec<f64>) {
    let n = b.len();
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        s.u[i] += i as f64;
    }
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        s.v[i] = s.u[n - 1 - i];
    }
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        t.0[i] = s.v[i] + 1.0; //~ HP5-W0105 | t
    }
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        t.1[i] = t.0[n - 1 - i] * 2.0; //~ HP5-W0105 | t
    }
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        (*b)[i] = t.1[n - 1 - i];
    }
    #[hp5::task]
    {
        let r = &mut *b;
        (*r)[3] += 1.0;
    }
    #[hp5::task_tile(i = 4)]
    for i in 0..n {
        s.u[i] = b[n - 1 - i];
    }
}

fn main() {
    let mut p = vec![Particle::default(); 30];
    let mut q: Vec<f64> = (0..30).map(f64::from).collect();
    push(&mut p, &mut q, 5);
    let sum: f64 = p.iter().map(|p| p.at[0] + p.at[1] * 3.0 + p.at[2] * 5.0 + p.by[1][0] + p.mass).sum();
    println!("{sum} {q:?}");
    let mut s = Fields { u: vec![1.0; 20], v: vec![0.0; 20] };
    let (mut t, mut b) = ((vec![0.0; 20], vec![0.0; 20]), vec![0.0; 20]);
    apart(&mut s, &mut t, &mut b);
    println!("{:?} {:?} {t:?} {b:?}", s.u, s.v);
}
