//! Methods of the program that are named like those which ask for a length: they read what they are called on.

fn slow(x: f64) -> f64 {
    for k in 0..3000_u32 {
        std::hint::black_box(k);
    }
    x
}

struct Cells {
    d: Vec<f64>,
    n: usize,
}

impl Cells {
    fn len(&self) -> usize {
        let mut n = 0;
        for x in &self.d {
            n += usize::from(*x > 0.0);
        }
        n
    }

    fn cols(&self) -> usize {
        self.n
    }

    fn nrows(&self) -> usize {
        self.n
    }

    fn add(&mut self, x: f64) {
        self.d[self.n] = slow(x);
        self.n += 1;
    }
}

trait Shape {
    fn set(&mut self, k: usize, x: f64);
    fn dim(&self) -> usize;
}

impl Shape for Vec<f64> {
    fn set(&mut self, k: usize, x: f64) {
        self[k] = slow(x);
    }

    fn dim(&self) -> usize {
        self.iter().filter(|x| **x > 0.0).count()
    }
}

#[hp5::region]
fn counted(q: &mut Cells, b: &mut [f64]) {
    for k in 0..8 {
        #[hp5::task]
        {
            q.d[k] = slow(1.0);
        }
        b[k] = q.len() as f64; //~ HP5-W0102
        #[hp5::task]
        {
            b[k] += slow(q.len() as f64);
        }
    }
}

#[hp5::region]
fn stored(q: &mut Cells, b: &mut [f64]) {
    for k in 0..4 {
        #[hp5::task]
        {
            q.add(1.0);
        }
        println!("{}", q.nrows()); //~ HP5-W0102
        for i in 0..q.cols() {
            b[i] += 1.0;
        }
        b[k] += 1.0;
    }
}

#[hp5::region]
fn behind_a_bound<T: Shape + Send + Sync>(q: &mut T, b: &mut [f64]) {
    for k in 0..8 {
        #[hp5::task]
        {
            q.set(k, 1.0);
        }
        b[k] = q.dim() as f64; //~ HP5-W0102
    }
}

#[hp5::region]
fn of_the_library(q: &mut Vec<f64>, b: &mut [f64]) {
    for k in 0..8 {
        #[hp5::task]
        {
            q[k] = slow(2.0);
        }
        b[k] = q.len() as f64 + q.dim() as f64; //~ HP5-W0102
    }
    #[hp5::task]
    {
        q[0] = slow(2.0);
    }
    // Nothing waits for a length.
    b[0] = q.len() as f64;
}

fn main() {
    let mut b = vec![1.0; 8];
    let mut q = Cells {
        d: vec![0.0; 8],
        n: 0,
    };
    counted(&mut q, &mut b);
    println!("{b:?}");
    stored(&mut q, &mut b);
    println!("{b:?}");
    behind_a_bound(&mut vec![0.0; 8], &mut b);
    println!("{b:?}");
    of_the_library(&mut vec![0.0; 8], &mut b);
    println!("{b:?}");
}
