//! All of `self` in one task, and a field that another one writes.

struct State {
    p: Vec<u64>,
    n: u64,
}

impl State {
    #[hp5::region]
    fn mixed(&mut self) {
        #[hp5::task]
        {
            let State { p, n } = self; //~ HP5-E0019 | self
            p[0] += *n;
            *n += 1;
        }
        #[hp5::task_tile(i = 4)] //~ HP5-W0102 | #[hp5::task_tile(i = 4)]
        for i in 0..8 {
            self.p[i] += 1;
        }
    }
}

fn main() {}
