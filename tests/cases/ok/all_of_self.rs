//! All of `self` by other names than its fields.

struct State {
    p: Vec<u64>,
    v: Vec<u64>,
    o: Option<Vec<u64>>,
    n: usize,
}

fn push(state: &mut State, k: u64) {
    state.v[0] += k;
    state.n += 1;
}

fn look(state: &State) -> u64 {
    state.v[0] + state.n as u64
}

impl State {
    #[hp5::region]
    fn taken_apart(&mut self) {
        #[hp5::task_tile(i = 4)]
        for i in 0..40 {
            let State { p, v, .. } = self; //~ HP5-W0105 | self
            p[i] += v[i];
        }
    }

    #[hp5::region]
    fn matched(&mut self) {
        #[hp5::task_tile(i = 4)]
        for i in 0..40 {
            match self { //~ HP5-W0105 | self
                State { p, n, .. } => p[i] += *n as u64,
            }
        }
    }

    #[hp5::region]
    fn held(&mut self) {
        #[hp5::task_tile(i = 4)]
        for i in 0..40 {
            let Self { p, o: Some(q), .. } = self else { //~ HP5-W0105 | self
                continue;
            };
            p[i] += q[i];
        }
    }

    #[hp5::region]
    fn by_another_name(&mut self) {
        #[hp5::task_tile(i = 4)]
        for i in 0..40 {
            let me = &mut *self; //~ HP5-W0105 | self
            me.p[i] += i as u64;
        }
    }

    #[hp5::region]
    fn handed_on(&mut self) {
        #[hp5::task_tile(i = 4)]
        for i in 0..40 {
            push(self, i as u64); //~ HP5-W0105 | self
        }
        #[hp5::task]
        {
            self.n += look(self) as usize;
            push(&mut *self, 3);
        }
        #[hp5::task]
        {
            if let Self { o: Some(list), n, .. } = self {
                for x in list.iter_mut() {
                    *x += *n as u64;
                }
            }
            self.v[1] += self.n as u64;
            let Self { n, .. } = self;
            *n += 1;
            println!("{} {}", self.n, self.v[1]);
        }
        println!("{}", self.n); //~ HP5-W0102 | self
    }

    #[hp5::region]
    fn only_read(&mut self, out: &mut [u64]) {
        #[hp5::task_tile(i = 4)]
        for i in 0..40 {
            let Self { v, n, .. } = self; //~ HP5-W0101 | self
            out[i] += v[i] + *n as u64;
        }
        #[hp5::task_tile(i = 4)] //~ HP5-W0102 | #[hp5::task_tile(i = 4)]
        for i in 0..40 {
            let Self { v, n, .. } = self; //~ HP5-W0101 | self
            self.p[i] += v[i] + *n as u64 + look(self); //~ HP5-N0202 | self.p[i]
        }
    }
}

fn main() {
    let list: Vec<u64> = (0..40).collect();
    let mut state = State { p: list.clone(), v: list.clone(), o: Some(list.clone()), n: 3 };
    let mut out = list;
    state.taken_apart();
    state.matched();
    state.held();
    state.by_another_name();
    state.handed_on();
    state.only_read(&mut out);
    println!("{:?} {:?} {:?} {} {out:?}", state.p, state.v, state.o, state.n);
}
