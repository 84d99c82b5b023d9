//! Functions and methods that are called alike and are others: what they compute and read is not mixed up.

mod other {
    pub fn cell(i: usize, _: usize, _: usize) -> usize {
        i
    }
}

mod shifted {
    pub fn cell(i: usize, j: usize, m: usize) -> usize {
        (i + 1) * m + j
    }
}

struct Plain {
    v: Vec<f64>,
}

impl Plain {
    fn before(&self, i: usize) -> f64 {
        self.v[i]
    }
}

trait Before {
    fn v(&self) -> &[f64];
    fn before(&self, i: usize) -> f64 {
        self.v()[i - 1]
    }
}

struct Line {
    v: Vec<f64>,
    w: Vec<f64>,
}

impl Before for Line {
    fn v(&self) -> &[f64] {
        &self.w
    }
}

impl Line {
    #[hp5::region]
    fn run(&mut self) {
        // The `before` of the trait reads `w`, that of the other type `v`.
        #[hp5::task_tile(i = 1)]
        for i in 1..self.w.len() {
            self.w[i] += self.before(i); //~ HP5-W0101 | self
        }
    }
}

#[hp5::region]
fn columns(a: &mut [f64], n: usize, m: usize) {
    use shifted::cell;
    for k in 0..3 {
        #[hp5::task_tile(i = 1)]
        for i in 0..n - 1 {
            for j in 0..m {
                a[cell(i, j, m)] += k as f64; //~ HP5-W0101 | a[cell(i, j, m)]
            }
        }
        #[hp5::task_tile(i = 1)]
        for i in 0..n {
            for j in 0..m {
                a[i * m + j] *= 1.5;
            }
        }
    }
}

fn main() {
    let mut a: Vec<f64> = (0..60).map(f64::from).collect();
    columns(&mut a, 10, 6);
    let mut line = Line { v: a.clone(), w: a.clone() };
    line.run();
    let plain = Plain { v: vec![1.0] };
    println!("{a:?} {:?} {} {} {}", line.w, line.v[3], plain.before(0), other::cell(1, 2, 3));
}
