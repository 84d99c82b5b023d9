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

#[allow(dead_code)] fn look(state: &State) -> u64 {
    state.v[0] + state.n as u64
}

impl State {
    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn taken_apart(&mut self) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("taken_apart", "tests/cases/ok/all_of_self.rs", 20));
        // hp5: tests/cases/ok/all_of_self.rs:22 #[hp5::task_tile(i = 4)], ordered
        {
            let __v_self_ = unsafe { __hp5.array("self", hp5::rt::scalar(&raw const (self)), &[]) };
            let __w_self_ = hp5::rt::whole(&raw const (self));
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("taken_apart:22", "tests/cases/ok/all_of_self.rs", 22), hp5::rt::Order::Ordered, hp5::rt::chunks(0..40, 4, 0));
            __loop.access(&__v_self_, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
            let __body = __loop.body(move |__i_part| {
                let mut self_ = unsafe { __w_self_.get_mut() };
                for i in __i_part.clone() {
                    let State { p, v, .. } = (&mut **self_); //~ HP5-W0105 | self
                    p[i] += v[i];
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.end();
    }

    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn matched(&mut self) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("matched", "tests/cases/ok/all_of_self.rs", 29));
        // hp5: tests/cases/ok/all_of_self.rs:31 #[hp5::task_tile(i = 4)], ordered
        {
            let __v_self_ = unsafe { __hp5.array("self", hp5::rt::scalar(&raw const (self)), &[]) };
            let __w_self_ = hp5::rt::whole(&raw const (self));
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("matched:31", "tests/cases/ok/all_of_self.rs", 31), hp5::rt::Order::Ordered, hp5::rt::chunks(0..40, 4, 0));
            __loop.access(&__v_self_, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
            let __body = __loop.body(move |__i_part| {
                let mut self_ = unsafe { __w_self_.get_mut() };
                for i in __i_part.clone() {
                    match (&mut **self_) { //~ HP5-W0105 | self
                        State { p, n, .. } => p[i] += *n as u64,
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.end();
    }

    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn held(&mut self) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("held", "tests/cases/ok/all_of_self.rs", 39));
        // hp5: tests/cases/ok/all_of_self.rs:41 #[hp5::task_tile(i = 4)], ordered
        {
            let __v_self_ = unsafe { __hp5.array("self", hp5::rt::scalar(&raw const (self)), &[]) };
            let __w_self_ = hp5::rt::whole(&raw const (self));
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("held:41", "tests/cases/ok/all_of_self.rs", 41), hp5::rt::Order::Ordered, hp5::rt::chunks(0..40, 4, 0));
            __loop.access(&__v_self_, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
            let __body = __loop.body(move |__i_part| {
                let mut self_ = unsafe { __w_self_.get_mut() };
                for i in __i_part.clone() {
                    let Self { p, o: Some(q), .. } = (&mut **self_) else { //~ HP5-W0105 | self
                        continue;
                    };
                    p[i] += q[i];
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.end();
    }

    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn by_another_name(&mut self) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("by_another_name", "tests/cases/ok/all_of_self.rs", 50));
        // hp5: tests/cases/ok/all_of_self.rs:52 #[hp5::task_tile(i = 4)], ordered
        {
            let __v_self_ = unsafe { __hp5.array("self", hp5::rt::scalar(&raw const (self)), &[]) };
            let __w_self_ = hp5::rt::whole(&raw const (self));
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("by_another_name:52", "tests/cases/ok/all_of_self.rs", 52), hp5::rt::Order::Ordered, hp5::rt::chunks(0..40, 4, 0));
            __loop.access(&__v_self_, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
            let __body = __loop.body(move |__i_part| {
                let mut self_ = unsafe { __w_self_.get_mut() };
                for i in __i_part.clone() {
                    let me = &mut *(*self_); //~ HP5-W0105 | self
                    me.p[i] += i as u64;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.end();
    }

    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn handed_on(&mut self) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("handed_on", "tests/cases/ok/all_of_self.rs", 59));
        // hp5: tests/cases/ok/all_of_self.rs:61 #[hp5::task_tile(i = 4)], ordered
        {
            let __v_self_ = unsafe { __hp5.array("self", hp5::rt::scalar(&raw const (self)), &[]) };
            let __w_self_ = hp5::rt::whole(&raw const (self));
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("handed_on:61", "tests/cases/ok/all_of_self.rs", 61), hp5::rt::Order::Ordered, hp5::rt::chunks(0..40, 4, 0));
            __loop.access(&__v_self_, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
            let __body = __loop.body(move |__i_part| {
                let mut self_ = unsafe { __w_self_.get_mut() };
                for i in __i_part.clone() {
                    push((&mut **self_), i as u64); //~ HP5-W0105 | self
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/all_of_self.rs:65 #[hp5::task]
        {
            let __v_self_ = unsafe { __hp5.array("self", hp5::rt::scalar(&raw const (self)), &[]) };
            let __w_self_ = hp5::rt::whole(&raw const (self));
            let mut __t = __hp5.task(hp5::rt::site!("handed_on:65", "tests/cases/ok/all_of_self.rs", 65));
            __t.access(&__v_self_, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_self_, hp5::rt::Mode::In, &[]);
            let __body = move || {
                let mut self_ = unsafe { __w_self_.get_mut() };
                {
                    self_.n += (self_.v[0] + self_.n as u64) as usize;
                    push(&mut *(*self_), 3);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/all_of_self.rs:70 #[hp5::task]
        {
            let __v_self_ = unsafe { __hp5.array("self", hp5::rt::scalar(&raw const (self)), &[]) };
            let __w_self_ = hp5::rt::whole(&raw const (self));
            let mut __t = __hp5.task(hp5::rt::site!("handed_on:70", "tests/cases/ok/all_of_self.rs", 70));
            __t.access(&__v_self_, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_self_, hp5::rt::Mode::In, &[]);
            let __body = move || {
                let mut self_ = unsafe { __w_self_.get_mut() };
                {
                    if let Self { o: Some(list), n, .. } = (&mut **self_) {
                        for x in list.iter_mut() {
                            *x += *n as u64;
                        }
                    }
                    self_.v[1] += self_.n as u64;
                    let Self { n, .. } = (&mut **self_);
                    *n += 1;
                    println!("{} {}", self_.n, self_.v[1]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        println!("{}", self.n); //~ HP5-W0102 | self
        __hp5.end();
    }

    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn only_read(&mut self, out: &mut [u64]) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("only_read", "tests/cases/ok/all_of_self.rs", 85));
        // hp5: tests/cases/ok/all_of_self.rs:87 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_out = unsafe { __hp5.array("out", hp5::rt::flat(&raw const out), &[4]) };
            let __v_self_v = unsafe { __hp5.array("self.v", hp5::rt::flat(&raw const self.v), &[0]) };
            let __v_self_p = unsafe { __hp5.array("self.p", hp5::rt::flat(&raw const self.p), &[4]) };
            let self_ = unsafe { hp5::rt::anew(&raw const *self) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("only_read:87", "tests/cases/ok/all_of_self.rs", 87), hp5::rt::Order::Parallel, hp5::rt::chunks(0..40, 4, 0));
            __loop.access(&__v_out, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_self_v, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
            __loop.access(&__v_self_p, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
            let __s0_out = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let out = __v_out.view();
            let self_v = __v_self_v.view();
            let self_p = __v_self_p.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_out = __s0_out.of(&__chunks);
                let __i_part = __chunks;
                let self_ = hp5::rt::again(&self_);
                let mut out = out.within(&__s0_out);
                let self_v = self_v;
                let self_p = self_p;
                for i in __i_part.clone() {
                    let Self { v, n, .. } = (&*self_); //~ HP5-W0101 | self
                    out[i] += v[i] + *n as u64;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        //~ HP5-W0102 | #[hp5::task_tile(i = 4)]
        // hp5: tests/cases/ok/all_of_self.rs:92 #[hp5::task_tile(i = 4)], ordered
        {
            let __v_self_v = unsafe { __hp5.array("self.v", hp5::rt::flat(&raw const self.v), &[0]) };
            let __v_self_p = unsafe { __hp5.array("self.p", hp5::rt::flat(&raw mut self.p), &[4]) };
            let self_ = unsafe { hp5::rt::anew(&raw const *self) };
            let self_n = hp5::rt::cap!(self.n);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("only_read:92", "tests/cases/ok/all_of_self.rs", 92), hp5::rt::Order::Ordered, hp5::rt::chunks(0..40, 4, 0));
            __loop.access(&__v_self_p, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_self_v, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
            __loop.access(&__v_self_p, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
            let __s0_self_p = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let self_v = __v_self_v.view();
            let self_p = __v_self_p.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_self_p = __s0_self_p.of(&__chunks);
                let __i_part = __chunks;
                let self_ = hp5::rt::again(&self_);
                let self_n = hp5::rt::again(&self_n);
                let self_v = self_v;
                let mut self_p = self_p;
                let mut __in_self_p = self_p.within(&__s0_self_p);
                for i in __i_part.clone() {
                    let Self { v, n, .. } = (&*self_); //~ HP5-W0101 | self
                    __in_self_p[i] += v[i] + *n as u64 + (self_v[0] + self_n as u64); //~ HP5-N0202 | self.p[i]
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.end();
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
