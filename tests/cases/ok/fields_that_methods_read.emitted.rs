//! Methods of `self` in tasks: of those in the file it is known which fields they read.

struct Line {
    dt: f64,
    u: Vec<f64>,
    v: Vec<f64>,
}

impl Line {
    #[allow(dead_code)] fn flux(&self, i: usize) -> f64 {
        self.scaled(self.u[i + 1]) - self.u[i]
    }

    #[allow(dead_code)] fn scaled(&self, x: f64) -> f64 {
        x * self.dt
    }

    #[allow(dead_code)] fn before(&self, i: usize) -> f64 {
        self.v[i - 1]
    }

    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn run(&mut self, steps: usize) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("run", "tests/cases/ok/fields_that_methods_read.rs", 22));
        let n = self.u.len();
        for _ in __hp5.rounds(1, 0..steps) {
            // hp5: tests/cases/ok/fields_that_methods_read.rs:26 #[hp5::task_tile(i = 1)], parallel
            {
                let __v_self_u = unsafe { __hp5.array("self.u", hp5::rt::flat(&raw const self.u), &[1]) };
                let __v_self_v = unsafe { __hp5.array("self.v", hp5::rt::flat(&raw mut self.v), &[1]) };
                let self_dt = hp5::rt::cap!(self.dt);
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("run:26", "tests/cases/ok/fields_that_methods_read.rs", 26), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n - 1, 1, 0));
                __loop.access(&__v_self_v, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                __loop.access(&__v_self_u, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 1)]);
                let __s0_self_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 1)]);
                let __s0_self_v = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                let n = hp5::rt::cap_owned!(n);
                let self_u = __v_self_u.view();
                let self_v = __v_self_v.view();
                let __body = __loop.body(move |__chunks| {
                    let __s0_self_u = __s0_self_u.of(&__chunks);
                    let __s0_self_v = __s0_self_v.of(&__chunks);
                    let __i_part = __chunks;
                    let n = hp5::rt::again(&n);
                    let self_dt = hp5::rt::again(&self_dt);
                    let self_u = self_u.within(&__s0_self_u);
                    let mut self_v = self_v.within(&__s0_self_v);
                    for i in __i_part.clone() {
                        self_v[i] = ((self_u[i + 1] * self_dt) - self_u[i]);
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
            // What the tasks of this loop read through `before`, they write.
            // hp5: tests/cases/ok/fields_that_methods_read.rs:31 #[hp5::task_tile(i = 1)], ordered
            {
                let __v_self_v = unsafe { __hp5.array("self.v", hp5::rt::flat(&raw mut self.v), &[1]) };
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("run:31", "tests/cases/ok/fields_that_methods_read.rs", 31), hp5::rt::Order::Ordered, hp5::rt::chunks(1..n, 1, 0));
                __loop.access(&__v_self_v, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                __loop.access(&__v_self_v, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1)]);
                let __s0_self_v = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi)]);
                let n = hp5::rt::cap_owned!(n);
                let self_v = __v_self_v.view();
                let __body = __loop.body(move |__chunks| {
                    let __s0_self_v = __s0_self_v.of(&__chunks);
                    let __i_part = __chunks;
                    let n = hp5::rt::again(&n);
                    let mut self_v = self_v.within(&__s0_self_v);
                    for i in __i_part.clone() {
                        self_v[i] += self_v[i - 1];
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
            // hp5: tests/cases/ok/fields_that_methods_read.rs:35 #[hp5::task_tile(i = 4)], parallel
            {
                let __v_self_u = unsafe { __hp5.array("self.u", hp5::rt::flat(&raw mut self.u), &[1]) };
                let __v_self_v = unsafe { __hp5.array("self.v", hp5::rt::flat(&raw const self.v), &[1]) };
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("run:35", "tests/cases/ok/fields_that_methods_read.rs", 35), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
                __loop.access(&__v_self_u, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                __loop.access(&__v_self_v, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                let __s0_self_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                let __s0_self_v = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                let n = hp5::rt::cap_owned!(n);
                let self_u = __v_self_u.view();
                let self_v = __v_self_v.view();
                let __body = __loop.body(move |__chunks| {
                    let __s0_self_u = __s0_self_u.of(&__chunks);
                    let __s0_self_v = __s0_self_v.of(&__chunks);
                    let __i_part = __chunks;
                    let n = hp5::rt::again(&n);
                    let mut self_u = self_u.within(&__s0_self_u);
                    let self_v = self_v.within(&__s0_self_v);
                    for i in __i_part.clone() {
                        self_u[i] += self_v[i];
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
        }
        __hp5.end();
    }
}

fn main() {
    let u: Vec<f64> = (0..60).map(|k| f64::from(k % 7)).collect();
    let mut line = Line { dt: 0.125, v: u.clone(), u };
    line.run(4);
    println!("{:?} {:?}", line.u, line.v);
}
