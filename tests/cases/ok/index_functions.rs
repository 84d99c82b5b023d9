//! Indices that a closure, a function or a method computes.

fn at(i: usize, j: usize, width: usize) -> usize {
    i * width + j
}

struct Plane {
    width: usize,
    cells: Vec<f64>,
    next: Vec<f64>,
}

impl Plane {
    fn at(&self, i: usize, j: usize) -> usize {
        i * self.width + j
    }

    fn place(&self, i: usize, j: usize) -> usize {
        i * self.width + j
    }

    #[hp5::region]
    fn step(&mut self) {
        let (n, m) = (self.cells.len() / self.width, self.width);
        #[hp5::task_tile(i = 4)]
        for i in 1..n - 1 {
            for j in 0..self.width {
                let here = self.place(i, j);
                self.next[here] = self.cells[self.place(i - 1, j)] + self.cells[self.place(i + 1, j)];
            }
        }
        assert!(m < n);
    }
}

fn index(i: usize, j: usize, width: usize) -> usize {
    i * width + j
}

#[hp5::region]
fn steps(a: &mut [f64], b: &mut [f64], n: usize, m: usize) {
    let cell = |i: usize, j: usize| i * m + j;
    #[hp5::task_tile(i = 4)]
    for i in 1..n - 1 {
        for j in 0..m {
            b[cell(i, j)] = a[cell(i - 1, j)] + a[cell(i + 1, j)];
        }
    }
    #[hp5::task_tile(i = 4)]
    for i in 1..n - 1 {
        for j in 0..m {
            let here = index(i, j, m);
            a[here] = 0.5 * b[here];
        }
    }
    let (m, k) = (1, 2);
    // `cell` is about the first `m`.
    #[hp5::task]
    {
        a[cell(m, k)] += 1.0; //~ HP5-W0101 | a[cell(m, k)]
    }
}

fn main() {
    let mut a: Vec<f64> = (0..240).map(|k| f64::from(k % 11)).collect();
    let mut b = a.clone();
    steps(&mut a, &mut b, 20, 12);
    let mut plane = Plane { width: 12, cells: a.clone(), next: b.clone() };
    plane.step();
    println!("{a:?} {b:?} {:?} {} {}", plane.next, plane.at(1, 2), at(1, 2, 3));
}
