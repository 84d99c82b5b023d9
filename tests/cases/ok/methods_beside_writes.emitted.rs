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
    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn run(&mut self) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("run", "tests/cases/ok/methods_beside_writes.rs", 19));
        for _ in __hp5.rounds(1, 0..5) {
            // hp5: tests/cases/ok/methods_beside_writes.rs:22 #[hp5::task_tile(i = 2)], parallel
            {
                let __v_self_a = unsafe { __hp5.array("self.a", hp5::rt::flat(&raw mut self.a), &[2]) };
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("run:22", "tests/cases/ok/methods_beside_writes.rs", 22), hp5::rt::Order::Parallel, hp5::rt::chunks(0..40, 2, 0));
                __loop.access(&__v_self_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                let __s0_self_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                let self_a = __v_self_a.view();
                let __body = __loop.body(move |__chunks| {
                    let __s0_self_a = __s0_self_a.of(&__chunks);
                    let __i_part = __chunks;
                    let mut self_a = self_a.within(&__s0_self_a);
                    for i in __i_part.clone() {
                        self_a[i] += 1.0;
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
            // hp5: tests/cases/ok/methods_beside_writes.rs:26 #[hp5::task_tile(i = 2)], ordered
            {
                let __v_self_a = unsafe { __hp5.array("self.a", hp5::rt::flat(&raw const self.a), &[2]) };
                let __v_self_b = unsafe { __hp5.array("self.b", hp5::rt::flat(&raw mut self.b), &[2]) };
                let self_ = unsafe { hp5::rt::anew(&raw const *self) };
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("run:26", "tests/cases/ok/methods_beside_writes.rs", 26), hp5::rt::Order::Ordered, hp5::rt::chunks(1..40, 2, 0));
                __loop.access(&__v_self_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                __loop.access(&__v_self_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
                __loop.access(&__v_self_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
                let __s0_self_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                let self_a = __v_self_a.view();
                let self_b = __v_self_b.view();
                let __body = __loop.body(move |__chunks| {
                    let __s0_self_b = __s0_self_b.of(&__chunks);
                    let __i_part = __chunks;
                    let self_ = hp5::rt::again(&self_);
                    let self_a = self_a;
                    let mut self_b = self_b;
                    let mut __in_self_b = self_b.within(&__s0_self_b);
                    for i in __i_part.clone() {
                        __in_self_b[i] = self_.left(i); //~ HP5-W0105
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
        }
        __hp5.end();
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

    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn run(&mut self) -> f64 {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("run", "tests/cases/ok/methods_beside_writes.rs", 52));
        let __hp5_value = {
        let n = self.n;
        let mut last = 0.0; let __hp5_hold_1203 = __hp5.hold();
        for turn in 0..6 {
            // hp5: tests/cases/ok/methods_beside_writes.rs:57 #[hp5::task]
            {
                let __v_self_sum = unsafe { __hp5.array("self.sum", hp5::rt::scalar(&raw mut (self.sum)), &[]) };
                let mut __t = __hp5.task(hp5::rt::site!("run:57", "tests/cases/ok/methods_beside_writes.rs", 57));
                __t.access(&__v_self_sum, hp5::rt::Mode::InOut, &[]);
                let self_sum = __v_self_sum.view();
                let __body = move || {
                    let mut self_sum = self_sum;
                    {
                        (*self_sum) += 1.0;
                    }
                };
                unsafe { __t.spawn(__body) };
            }
            // Elements of vectors are no part of the struct: these tasks run at the same time.
            // hp5: tests/cases/ok/methods_beside_writes.rs:62 #[hp5::task_tile(i = 3)], parallel
            {
                let __v_self_sum = unsafe { __hp5.array("self.sum", hp5::rt::scalar(&raw const (self.sum)), &[]) };
                let __v_self_v = unsafe { __hp5.array("self.v", hp5::rt::flat(&raw mut self.v), &[3]) };
                let __v_self_u = unsafe { __hp5.array("self.u", hp5::rt::flat(&raw const self.u), &[3]) };
                let self_ = unsafe { hp5::rt::anew(&raw const *self) };
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("run:62", "tests/cases/ok/methods_beside_writes.rs", 62), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n, 3, 0));
                __loop.access(&__v_self_v, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                __loop.access(&__v_self_u, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
                __loop.access(&__v_self_sum, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| []);
                let __s0_self_v = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                let n = hp5::rt::cap_owned!(n);
                let turn = hp5::rt::cap_owned!(turn);
                let self_sum = __v_self_sum.view();
                let self_v = __v_self_v.view();
                let self_u = __v_self_u.view();
                let __body = __loop.body(move |__chunks| {
                    let __s0_self_v = __s0_self_v.of(&__chunks);
                    let __i_part = __chunks;
                    let n = hp5::rt::again(&n);
                    let turn = hp5::rt::again(&turn);
                    let self_ = hp5::rt::again(&self_);
                    let self_sum = self_sum;
                    let mut self_v = self_v.within(&__s0_self_v);
                    let self_u = self_u;
                    for i in __i_part.clone() {
                        self_v[i] = self_.near(i) + turn as f64;
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
            // hp5: tests/cases/ok/methods_beside_writes.rs:66 #[hp5::task]
            {
                let __v_self_sum = unsafe { __hp5.array("self.sum", hp5::rt::scalar(&raw const (self.sum)), &[]) };
                let __v_self_v = unsafe { __hp5.array("self.v", hp5::rt::flat(&raw mut self.v), &[3]) };
                let __w_self_v = hp5::rt::whole(&raw mut (self.v));
                let __v_self_u = unsafe { __hp5.array("self.u", hp5::rt::flat(&raw const self.u), &[3]) };
                let self_ = unsafe { hp5::rt::anew(&raw const *self) };
                let mut __t = __hp5.task(hp5::rt::site!("run:66", "tests/cases/ok/methods_beside_writes.rs", 66));
                __t.access(&__v_self_v, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
                __t.access(&__v_self_u, hp5::rt::Mode::In, &[hp5::rt::ALL]);
                __t.access(&__v_self_sum, hp5::rt::Mode::In, &[]);
                let self_sum = __v_self_sum.view();
                let self_u = __v_self_u.view();
                let __body = move || {
                    let self_sum = self_sum;
                    let mut self_v = unsafe { __w_self_v.anew() };
                    let self_u = self_u;
                    {
                        self_v.reverse();
                        self_v[0] = self_.near(1);
                    }
                };
                unsafe { __t.spawn(__body) };
            }
            // hp5: tests/cases/ok/methods_beside_writes.rs:71 #[hp5::task_tile(i = 3, reduction(+: last))], parallel
            {
                let __v_self_v = unsafe { __hp5.array("self.v", hp5::rt::flat(&raw const self.v), &[3]) };
                let __v_self_u = unsafe { __hp5.array("self.u", hp5::rt::flat(&raw mut self.u), &[3]) };
                let __v_last = unsafe { __hp5.array("last", hp5::rt::scalar(&raw mut (last)), &[]) };
                let __red_last = unsafe { __hp5.reduction::<hp5::rt::op::Add, _>(&__v_last) };
                let mut __loop = __hp5.task_loop(hp5::rt::site!("run:71", "tests/cases/ok/methods_beside_writes.rs", 71), hp5::rt::Order::Parallel);
                for __i_part in hp5::rt::chunks(0..n, 3, 0) {
                    let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
                    let mut __t = __loop.task();
                    __t.access(&__v_self_u, hp5::rt::Mode::Out, &[(__i_lo, __i_hi)]);
                    __t.access(&__v_self_v, hp5::rt::Mode::In, &[(__i_lo, __i_hi)]);
                    let __slot_last = __red_last.slot(&mut __t);
                    let __s0_self_v = [(__i_lo, __i_hi)];
                    let __s0_self_u = [(__i_lo, __i_hi)];
                    let n = hp5::rt::cap_owned!(n);
                    let __i_part = __i_part.clone();
                    let self_v = __v_self_v.view();
                    let self_u = __v_self_u.view();
                    let __body = move || {
                        let self_v = self_v.within(&__s0_self_v);
                        let mut self_u = self_u.within(&__s0_self_u);
                        let mut last = __slot_last.identity();
                        for i in __i_part.clone() {
                            self_u[i] = self_v[i];
                            last += self_v[i];
                        }
                        __slot_last.put(last);
                    };
                    unsafe { __t.spawn(__body) };
                }
                __loop.finish();
                __red_last.combine(hp5::rt::site!("run:71", "tests/cases/ok/methods_beside_writes.rs", 71));
            }
        }
        __hp5.wait();
        last + self.sum
        };
        __hp5.end();
        __hp5_value
    }

    // `self` by itself.
    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn whole(&mut self) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("whole", "tests/cases/ok/methods_beside_writes.rs", 82));
        // hp5: tests/cases/ok/methods_beside_writes.rs:84 #[hp5::task_tile(i = 3)], ordered
        {
            let __v_self_u = unsafe { __hp5.array("self.u", hp5::rt::flat(&raw mut self.u), &[3]) };
            let self_n = hp5::rt::cap!(self.n);
            let self_ = unsafe { hp5::rt::anew(&raw const *self) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("whole:84", "tests/cases/ok/methods_beside_writes.rs", 84), hp5::rt::Order::Ordered, hp5::rt::chunks(1..self.n, 3, 0));
            __loop.access(&__v_self_u, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_self_u, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
            let __s0_self_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let self_u = __v_self_u.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_self_u = __s0_self_u.of(&__chunks);
                let __i_part = __chunks;
                let self_n = hp5::rt::again(&self_n);
                let self_ = hp5::rt::again(&self_);
                let mut self_u = self_u;
                let mut __in_self_u = self_u.within(&__s0_self_u);
                for i in __i_part.clone() {
                    __in_self_u[i] = Large::first((&*self_)); //~ HP5-W0101
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.end();
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
