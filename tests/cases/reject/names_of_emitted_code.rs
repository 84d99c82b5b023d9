//! Names that the translated program uses itself: a local of that name would mean another thing in tasks.

macro_rules! bump {
    ($x:ident, $by:expr) => {
        $x += $by
    };
}

struct Line {
    u: Vec<f64>,
    n: usize,
}

impl Line {
    #[hp5::region]
    fn run(&mut self) {
        let self_n = 2; //~ HP5-E0024 | self_n
        #[hp5::task_tile(i = 4)]
        for i in 0..self.n {
            self.u[i] += self_n as f64;
        }
    }
}

#[hp5::region]
fn sums(a: &mut [f64], __t: f64) -> f64 {
    let mut s = 0.0;
    let __s0 = 3.0; //~ HP5-E0024
    #[hp5::task_tile(i = 4)]
    for i in 0..a.len() {
        let __i_part = 2.0; //~ HP5-E0024
        a[i] += __t + __s0 + __i_part; //~ HP5-E0024
    }
    #[hp5::task]
    {
        for i in 0..a.len() {
            bump!(s, a[i]); //~ HP5-E0024
        }
    }
    #[hp5::task_wait]
    s
}

fn main() {
    let mut line = Line { u: vec![0.0; 20], n: 20 };
    line.run();
    println!("{}", sums(&mut line.u, 1.0));
}
