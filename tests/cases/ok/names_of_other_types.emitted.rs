//! Functions and methods that are called alike and are others: what they compute and read is not mixed up.

mod other {
    pub fn cell(i: usize, _: usize, _: usize) -> usize {
        i
    }
}

mod shifted {
    pub fn cell(i: usize, j: usize, m: usize) -> usize {
        (i + 1) * m + j
    }
}

struct Plain {
    v: Vec<f64>,
}

impl Plain {
    fn before(&self, i: usize) -> f64 {
        self.v[i]
    }
}

trait Before {
    fn v(&self) -> &[f64];
    fn before(&self, i: usize) -> f64 {
        self.v()[i - 1]
    }
}

struct Line {
    v: Vec<f64>,
    w: Vec<f64>,
}

impl Before for Line {
    fn v(&self) -> &[f64] {
        &self.w
    }
}

impl Line {
    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn run(&mut self) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("run", "tests/cases/ok/names_of_other_types.rs", 44));
        // The `before` of the trait reads `w`, that of the other type `v`.
        // hp5: tests/cases/ok/names_of_other_types.rs:47 #[hp5::task_tile(i = 1)], ordered
        {
            let __v_self_w = unsafe { __hp5.array("self.w", hp5::rt::flat(&raw mut self.w), &[1]) };
            let self_ = unsafe { hp5::rt::anew(&raw const *self) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("run:47", "tests/cases/ok/names_of_other_types.rs", 47), hp5::rt::Order::Ordered, hp5::rt::chunks(1..self.w.len(), 1, 0));
            __loop.access(&__v_self_w, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_self_w, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
            let __s0_self_w = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let self_w = __v_self_w.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_self_w = __s0_self_w.of(&__chunks);
                let __i_part = __chunks;
                let self_ = hp5::rt::again(&self_);
                let mut self_w = self_w;
                let mut __in_self_w = self_w.within(&__s0_self_w);
                for i in __i_part.clone() {
                    __in_self_w[i] += self_.before(i); //~ HP5-W0101 | self
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.end();
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn columns(a: &mut [f64], n: usize, m: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("columns", "tests/cases/ok/names_of_other_types.rs", 54));
    use shifted::cell;
    for k in __hp5.laps(1, 0..3) {
        // hp5: tests/cases/ok/names_of_other_types.rs:58 #[hp5::task_tile(i = 1)], ordered
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((m as isize)), &[1, 0]) };
            let n = hp5::rt::cap!(n);
            let m = hp5::rt::cap!(m);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("columns:58", "tests/cases/ok/names_of_other_types.rs", 58), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n - 1, 1, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL, hp5::rt::ALL]);
            let k = hp5::rt::cap_owned!(k);
            let a = __v_a.view();
            let __body = __loop.body(move |__i_part| {
                let n = hp5::rt::again(&n);
                let m = hp5::rt::again(&m);
                let k = hp5::rt::again(&k);
                let mut a = a;
                for i in __i_part.clone() {
                    for j in 0..m {
                        a[cell(i, j, m)] += k as f64; //~ HP5-W0101 | a[cell(i, j, m)]
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/names_of_other_types.rs:64 #[hp5::task_tile(i = 1)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((m as isize)), &[1, 0]) };
            let n = hp5::rt::cap!(n);
            let m = hp5::rt::cap!(m);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("columns:64", "tests/cases/ok/names_of_other_types.rs", 64), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 1, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
            let a = __v_a.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let m = hp5::rt::again(&m);
                let mut a = a.within(&__s0_a);
                for i in __i_part.clone() {
                    for j in 0..m {
                        a[i * m + j] *= 1.5;
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<f64> = (0..60).map(f64::from).collect();
    columns(&mut a, 10, 6);
    let mut line = Line { v: a.clone(), w: a.clone() };
    line.run();
    let plain = Plain { v: vec![1.0] };
    println!("{a:?} {:?} {} {} {}", line.w, line.v[3], plain.before(0), other::cell(1, 2, 3));
}
