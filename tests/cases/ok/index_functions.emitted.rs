//! Indices that a closure, a function or a method computes.

fn at(i: usize, j: usize, width: usize) -> usize {
    i * width + j
}

struct Plane {
    width: usize,
    cells: Vec<f64>,
    next: Vec<f64>,
}

impl Plane {
    fn at(&self, i: usize, j: usize) -> usize {
        i * self.width + j
    }

    #[allow(dead_code)] fn place(&self, i: usize, j: usize) -> usize {
        i * self.width + j
    }

    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn step(&mut self) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("step", "tests/cases/ok/index_functions.rs", 22));
        let (n, m) = (self.cells.len() / self.width, self.width);
        // hp5: tests/cases/ok/index_functions.rs:25 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_self_cells = unsafe { __hp5.array("self.cells", hp5::rt::flat(&raw const self.cells).rows((m as isize)), &[4, 0]) };
            let __v_self_next = unsafe { __hp5.array("self.next", hp5::rt::flat(&raw mut self.next).rows((m as isize)), &[4, 0]) };
            let self_width = hp5::rt::cap!(self.width);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("step:25", "tests/cases/ok/index_functions.rs", 25), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 4, 0));
            __loop.access(&__v_self_next, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
            __loop.access(&__v_self_cells, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1), (0, (m as isize))]);
            let __s0_self_cells = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1), (0, (m as isize))]);
            let __s0_self_next = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
            let n = hp5::rt::cap_owned!(n);
            let self_cells = __v_self_cells.view();
            let self_next = __v_self_next.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_self_cells = __s0_self_cells.of(&__chunks);
                let __s0_self_next = __s0_self_next.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let self_width = hp5::rt::again(&self_width);
                let self_cells = self_cells.within(&__s0_self_cells);
                let mut self_next = self_next.within(&__s0_self_next);
                for i in __i_part.clone() {
                    for j in 0..self_width {
                        let here = (i * self_width + j);
                        self_next[here] = self_cells[((i - 1) * self_width + j)] + self_cells[((i + 1) * self_width + j)];
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        assert!(m < n);
        __hp5.end();
    }
}

#[allow(dead_code)] fn index(i: usize, j: usize, width: usize) -> usize {
    i * width + j
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn steps(a: &mut [f64], b: &mut [f64], n: usize, m: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("steps", "tests/cases/ok/index_functions.rs", 40));
    let cell = |i: usize, j: usize| i * m + j;
    // hp5: tests/cases/ok/index_functions.rs:43 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((m as isize)), &[4, 0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows((m as isize)), &[4, 0]) };
        let n = hp5::rt::cap!(n);
        let m = hp5::rt::cap!(m);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("steps:43", "tests/cases/ok/index_functions.rs", 43), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 4, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1), (0, (m as isize))]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1), (0, (m as isize))]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let m = hp5::rt::again(&m);
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                for j in 0..m {
                    b[(i * m + j)] = a[((i - 1) * m + j)] + a[((i + 1) * m + j)];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/index_functions.rs:49 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((m as isize)), &[4, 0]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows((m as isize)), &[4, 0]) };
        let n = hp5::rt::cap!(n);
        let m = hp5::rt::cap!(m);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("steps:49", "tests/cases/ok/index_functions.rs", 49), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let m = hp5::rt::again(&m);
            let mut a = a.within(&__s0_a);
            let b = b.within(&__s0_b);
            for i in __i_part.clone() {
                for j in 0..m {
                    let here = (i * m + j);
                    a[here] = 0.5 * b[here];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    let (m, k) = (1, 2);
    // `cell` is about the first `m`.
    // hp5: tests/cases/ok/index_functions.rs:58 #[hp5::task]
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((m as isize)), &[4, 0]) };
        let mut __t = __hp5.task(hp5::rt::site!("steps:58", "tests/cases/ok/index_functions.rs", 58));
        __t.access(&__v_a, hp5::rt::Mode::InOut, &[hp5::rt::ALL, hp5::rt::ALL]);
        let m = hp5::rt::cap_owned!(m);
        let k = hp5::rt::cap_owned!(k);
        let cell = hp5::rt::cap_owned!(cell);
        let a = __v_a.view();
        let __body = move || {
            let mut a = a;
            {
                a[cell(m, k)] += 1.0; //~ HP5-W0101 | a[cell(m, k)]
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<f64> = (0..240).map(|k| f64::from(k % 11)).collect();
    let mut b = a.clone();
    steps(&mut a, &mut b, 20, 12);
    let mut plane = Plane { width: 12, cells: a.clone(), next: b.clone() };
    plane.step();
    println!("{a:?} {b:?} {:?} {} {}", plane.next, plane.at(1, 2), at(1, 2, 3));
}
