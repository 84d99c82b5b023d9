//! Methods of `self` in tasks: of those in the file it is known which fields they read.

struct Line {
    dt: f64,
    u: Vec<f64>,
    v: Vec<f64>,
}

impl Line {
    fn flux(&self, i: usize) -> f64 {
        self.scaled(self.u[i + 1]) - self.u[i]
    }

    fn scaled(&self, x: f64) -> f64 {
        x * self.dt
    }

    fn before(&self, i: usize) -> f64 {
        self.v[i - 1]
    }

    #[hp5::region]
    fn run(&mut self, steps: usize) {
        let n = self.u.len();
        for _ in 0..steps {
            #[hp5::task_tile(i = 1)]
            for i in 0..n - 1 {
                self.v[i] = self.flux(i);
            }
            // What the tasks of this loop read through `before`, they write.
            #[hp5::task_tile(i = 1)]
            for i in 1..n {
                self.v[i] += self.before(i);
            }
            #[hp5::task_tile(i = 4)]
            for i in 0..n {
                self.u[i] += self.v[i];
            }
        }
    }
}

fn main() {
    let u: Vec<f64> = (0..60).map(|k| f64::from(k % 7)).collect();
    let mut line = Line { dt: 0.125, v: u.clone(), u };
    line.run(4);
    println!("{:?} {:?}", line.u, line.v);
}
