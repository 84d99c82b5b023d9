//! Sweeps in functions of their own, whose tasks are one graph: joined regions.

const M: usize = 40;

/// A sweep; `p` and `q` may be any two of the caller's arrays.
#[hp5::region(joined)]
fn blur(n: usize, p: &[f64], q: &mut [f64], weights: &[f64; 3]) {
    let last = n - 1;
    #[hp5::array_tile(p: [8, 16], q: [8, 16])]
    #[hp5::task_tile(i = 8, j = 16)]
    for i in 1..last {
        for j in 1..M - 1 {
            q[i * M + j] = weights[1] * p[i * M + j]
                + weights[0] * (p[(i - 1) * M + j] + p[i * M + j - 1])
                + weights[2] * (p[(i + 1) * M + j] + p[i * M + j + 1]) * 0.5;
        }
    }
}

/// Joins what calls it, and is joined.
#[hp5::region(joined, name("twice"))]
fn twice(n: usize, p: &mut Vec<f64>, q: &mut Vec<f64>) {
    let mut weights = [0.25, 0.5, 0.25];
    weights[0] += 0.125;
    blur(n, p, q, &weights);
    blur(n, q, p, &weights);
}

/// Reads what tasks of the caller write: waits for them.
#[hp5::region(joined)]
fn damp(p: &mut [f64], at: usize) {
    let most = if p[at] > 2.0 { 0.5 } else { 0.75 }; //~ HP5-W0102 | p
    let n = p.len() / M;
    #[hp5::task_tile(i = 8)]
    for i in 0..n {
        for j in 0..M {
            p[i * M + j] *= most;
        }
    }
}

/// Its tasks use a variable of its own, which becomes the region's.
#[hp5::region(joined)]
fn measure(p: &[f64], peak: &mut f64, rounds: &mut u32) {
    let mut most = vec![0.0; p.len() / M];
    #[hp5::task_tile(i = 4)]
    for i in 0..p.len() / M {
        for j in 0..M {
            most[i] = f64::max(most[i], p[i * M + j]);
        }
    }
    #[hp5::task]
    {
        for i in 0..p.len() / M {
            *peak = *peak * 0.5 + most[i];
        }
        *rounds += 1;
    }
}

/// What its tasks are given as a value is gone when it returns: it waits.
#[hp5::region(joined)]
fn add(p: &mut [f64], rows: Vec<f64>, mut count: u32) {
    #[hp5::task_tile(i = 8)]
    for i in 0..rows.len() {
        p[i * M] += rows[i];
    }
    #[hp5::task]
    {
        count += 1;
        p[0] += f64::from(count);
    }
}

/// Tasks read what they do not declare: it waits, since the caller may change that next.
#[hp5::region(joined)]
fn shift(p: &mut [f64], by: &Step) {
    if p.is_empty() {
        return;
    }
    #[hp5::task_tile(i = 100)] //~ HP5-W0102 | #[hp5::task_tile(i = 100)]
    for i in 0..p.len() {
        p[i] += by.length;
    }
}

struct Step {
    length: f64,
}

struct Grid {
    cells: Vec<f64>,
    next: Vec<f64>,
}

impl Grid {
    #[hp5::region(joined)]
    fn copy(from: &[f64], to: &mut [f64]) {
        #[hp5::task_tile(i = 64)]
        for i in 0..from.len() {
            to[i] = from[i] + 1.0;
        }
    }

    #[hp5::region]
    fn turn(&mut self, times: usize) {
        for _ in 0..times {
            Self::copy(&self.cells, &mut self.next);
            std::mem::swap(&mut self.cells, &mut self.next);
        }
    }
}

#[hp5::region]
fn steps(a: &mut Vec<f64>, b: &mut Vec<f64>, count: usize) -> f64 {
    let n = a.len() / M;
    let weights = [0.25, 0.5, 0.25];
    let mut c = vec![1.0; a.len()];
    let (mut peak, mut rounds, mut shown) = (0.0, 0, 0.0);
    let mut step = Step { length: 0.5 };
    for t in 0..count {
        let mut own = vec![0.5; a.len()];
        blur(n, a, &mut own, &weights);
        blur(n, &own, b, &weights);
        twice(n, b, &mut c);
        measure(b, &mut peak, &mut rounds);
        if t % 2 == 1 {
            damp(b, n / 3 * M);
        }
        blur(n - t, &c[t * M..], &mut a[t * M..], &weights);
        let rows = vec![0.25; 5];
        add(&mut c[M..], rows, t as u32);
        add(&mut c, a[..3].to_vec(), 7); //~ HP5-W0102 | c
        shift(b, &step);
        step.length *= 0.5; //~ HP5-W0102 | step
        std::mem::swap(a, b);
        #[hp5::task_tile(i = 4)]
        for i in 0..n {
            for j in 0..M {
                a[i * M + j] = 0.5 * (a[i * M + j] + b[i * M + j]);
            }
        }
        if t == 2 {
            shown = b[n / 2 * M + 7] + peak;
        }
    }
    for x in &c {
        shown += *x;
    }
    shown + peak + f64::from(rounds)
}

fn main() {
    let mut a: Vec<f64> = (0..50 * M).map(|k| ((k * 37) % 17) as f64).collect();
    let mut b: Vec<f64> = (0..50 * M).map(|k| ((k * 3) % 5) as f64).collect();
    let shown = steps(&mut a, &mut b, 6);
    blur(50, &a, &mut b, &[0.5, 0.25, 0.25]);
    let mut grid = Grid { cells: a, next: b };
    grid.turn(5);
    for list in [&grid.cells, &grid.next] {
        println!("{:016x}", list.iter().fold(0, |h: u64, x| h.rotate_left(5) ^ x.to_bits()));
    }
    println!("{shown}");
}
