//! A call of a method refers to all of `self`, also to what the method does not read: tasks that write
//! what lies in the struct are ordered with it.

#[derive(Clone, Copy)]
struct Small {
    a: [f64; 40],
    b: [f64; 40],
    k: f64,
}

impl Small {
    fn left(&self, i: usize) -> f64 {
        let mut left = self.k;
        left *= self.a[i - 1];
        left
    }

    // The struct can be copied: methods read it when the task runs, not when it is registered.
    #[hp5::region]
    fn run(&mut self) {
        for _ in 0..5 {
            #[hp5::task_tile(i = 2)]
            for i in 0..40 {
                self.a[i] += 1.0;
            }
            #[hp5::task_tile(i = 2)]
            for i in 1..40 {
                self.b[i] = self.left(i); //~ HP5-W0105
            }
        }
    }
}

struct Large {
    u: Vec<f64>,
    v: Vec<f64>,
    sum: f64,
    n: usize,
}

impl Large {
    fn near(&self, i: usize) -> f64 {
        let mut near = self.u[i - 1];
        near += self.u[(i + 1) % self.n];
        near
    }

    fn first(large: &Large) -> f64 {
        large.v[0]
    }

    #[hp5::region]
    fn run(&mut self) -> f64 {
        let n = self.n;
        let mut last = 0.0;
        for turn in 0..6 {
            #[hp5::task]
            {
                self.sum += 1.0;
            }
            // Elements of vectors are no part of the struct: these tasks run at the same time.
            #[hp5::task_tile(i = 3)]
            for i in 1..n {
                self.v[i] = self.near(i) + turn as f64;
            }
            #[hp5::task]
            {
                self.v.reverse();
                self.v[0] = self.near(1);
            }
            #[hp5::task_tile(i = 3, reduction(+: last))]
            for i in 0..n {
                self.u[i] = self.v[i];
                last += self.v[i];
            }
        }
        #[hp5::task_wait]
        last + self.sum
    }

    // `self` by itself.
    #[hp5::region]
    fn whole(&mut self) {
        #[hp5::task_tile(i = 3)]
        for i in 1..self.n {
            self.u[i] = Large::first(self); //~ HP5-W0101
        }
    }
}

fn main() {
    let mut small = Small { a: [0.5; 40], b: [0.0; 40], k: 2.0 };
    small.run();
    println!("{:?} {:?}", small.a, small.b);
    let mut large = Large { u: vec![1.0; 50], v: vec![0.5; 50], sum: 0.0, n: 50 };
    println!("{}", large.run());
    large.whole();
    println!("{:?} {:?}", large.u, large.v);
}
