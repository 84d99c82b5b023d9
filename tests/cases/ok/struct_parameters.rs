//! Fields of a struct that a function is given, as places of their own; a struct that is named whole is one thing.

#[derive(Clone)]
struct Grid {
    n: usize,
    m: usize,
    u: Vec<f64>,
    v: Vec<f64>,
    rows: Vec<Vec<f64>>,
    sum: f64,
}

impl Grid {
    fn norm(&self) -> f64 {
        self.u.iter().sum()
    }
}

fn halve(part: &mut [f64]) {
    part.iter_mut().for_each(|x| *x *= 0.5);
}

#[hp5::region]
fn sweep(g: &mut Grid, f: f64, steps: usize) {
    let (n, m) = (g.n, g.m);
    assert_eq!(g.u.len(), n * m);
    for _ in 0..steps {
        #[hp5::task_tile(i = 3)]
        for i in 1..n - 1 {
            for j in 1..m - 1 {
                g.v[i * m + j] = f * (g.u[(i - 1) * m + j] + g.u[i * m + j + 1]);
            }
        }
        #[hp5::task_tile(i = 2)]
        for i in 0..g.n {
            for j in 0..g.m {
                g.rows[i][j] += g.v[i * m + j];
            }
        }
        std::mem::swap(&mut g.u, &mut g.v);
    }
    #[hp5::task]
    {
        g.sum += g.u[0] + g.rows[1].len() as f64;
    }
    #[hp5::task]
    halve(&mut g.v[m..2 * m]);
    #[hp5::task(nested)]
    {
        #[hp5::task_tile(i = g.m)]
        for i in 0..g.n * g.m {
            g.u[i] += f;
        }
    }
    #[hp5::task_wait]
    g.sum += 1.0;
}

#[hp5::region]
fn pair(a: &mut Grid, b: &mut Grid) {
    #[hp5::task_tile(i = 4)]
    for i in 0..a.u.len() {
        a.u[i] += b.v[i];
    }
    #[hp5::task_tile(i = 4)]
    for i in 0..b.v.len() {
        b.v[i] -= a.u[i];
    }
}

#[hp5::region]
fn whole(g: &mut Grid) {
    #[hp5::task_tile(i = 4)]
    for i in 0..g.n {
        g.u[i] += g.norm(); //~ HP5-W0105 | g
    }
}

fn main() {
    let u: Vec<f64> = (0..90).map(|k| f64::from(k % 7)).collect();
    let rows = vec![vec![0.0; 9]; 10];
    let mut g = Grid { n: 10, m: 9, v: u.clone(), u, rows, sum: 0.0 };
    sweep(&mut g, 0.25, 5);
    let mut h = g.clone();
    pair(&mut g, &mut h);
    whole(&mut g);
    println!("{} {:?} {:?} {:?}", g.sum, g.u, h.v, h.rows);
}
