//! Methods, `Index` and closures that are one expression are written out: no wait, no warning, in parallel.
use std::ops::{Index, IndexMut};

#[derive(Clone, PartialEq, Debug)]
struct Grid<T> {
    rows: usize,
    cols: usize,
    data: Vec<T>,
}

impl<T: Copy> Grid<T> {
    #[allow(dead_code)] fn rows(&self) -> usize {
        self.rows
    }
    #[allow(dead_code)] fn at(&self, i: usize, j: usize) -> usize {
        let row = i * self.cols;
        row + j
    }
    #[allow(dead_code)] fn get(&self, i: usize, j: usize) -> T {
        self.data[self.at(i, j)]
    }
    #[allow(dead_code)] fn set(&mut self, i: usize, j: usize, value: T) {
        self.data[i * self.cols + j] = value;
    }
}

impl<T> Index<(usize, usize)> for Grid<T> {
    type Output = T;
    fn index(&self, (i, j): (usize, usize)) -> &T {
        debug_assert!(i < self.rows && j < self.cols);
        &self.data[i * self.cols + j]
    }
}

impl<T> IndexMut<(usize, usize)> for Grid<T> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut T {
        debug_assert!(i < self.rows && j < self.cols);
        &mut self.data[i * self.cols + j]
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn smooth(a: &mut Grid<f64>, b: &mut Grid<f64>, steps: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("smooth", "tests/cases/ok/written_out.rs", 42));
    for _ in __hp5.rounds(1, 0..steps) {
        // hp5: tests/cases/ok/written_out.rs:45 #[hp5::task_tile(i = 8)], parallel
        {
            let __v_a_data = unsafe { __hp5.array("a.data", hp5::rt::flat(&raw const a.data).rows((a.cols as isize)), &[8, 0]) };
            let __v_b_data = unsafe { __hp5.array("b.data", hp5::rt::flat(&raw mut b.data).rows((b.cols as isize)), &[8, 0]) };
            let a_rows = hp5::rt::cap!(a.rows);
            let a_cols = hp5::rt::cap!(a.cols);
            let b_cols = hp5::rt::cap!(b.cols);
            let b_rows = hp5::rt::cap!(b.rows);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("smooth:45", "tests/cases/ok/written_out.rs", 45), hp5::rt::Order::Parallel, hp5::rt::chunks(1..a.rows - 1, 8, 0));
            __loop.access(&__v_b_data, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (b.cols as isize) - 1)]);
            __loop.access(&__v_a_data, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (b.cols as isize) - 1)]);
            let __s0_b_data = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (b.cols as isize) - 1)]);
            let a_data = __v_a_data.view();
            let b_data = __v_b_data.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_b_data = __s0_b_data.of(&__chunks);
                let __i_part = __chunks;
                let a_rows = hp5::rt::again(&a_rows);
                let a_cols = hp5::rt::again(&a_cols);
                let b_cols = hp5::rt::again(&b_cols);
                let b_rows = hp5::rt::again(&b_rows);
                let a_data = a_data;
                let mut b_data = b_data.within(&__s0_b_data);
                for i in __i_part.clone() {
                    for j in 1..b_cols - 1 {
                        b_data[{ debug_assert!(i < b_rows && j < b_cols); i * b_cols + j }] = 0.5 * a_data[((i * a_cols) + j)] + 0.1;
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/written_out.rs:51 #[hp5::task_tile(i = 8)], parallel
        {
            let __v_a_data = unsafe { __hp5.array("a.data", hp5::rt::flat(&raw mut a.data).rows((a.cols as isize)), &[8, 0]) };
            let __v_b_data = unsafe { __hp5.array("b.data", hp5::rt::flat(&raw const b.data).rows((b.cols as isize)), &[8, 0]) };
            let a_rows = hp5::rt::cap!(a.rows);
            let a_cols = hp5::rt::cap!(a.cols);
            let b_rows = hp5::rt::cap!(b.rows);
            let b_cols = hp5::rt::cap!(b.cols);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("smooth:51", "tests/cases/ok/written_out.rs", 51), hp5::rt::Order::Parallel, hp5::rt::chunks(1..a.rows - 1, 8, 0));
            __loop.access(&__v_a_data, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (a.cols as isize) - 1)]);
            __loop.access(&__v_b_data, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (a.cols as isize) - 1)]);
            let __s0_a_data = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (a.cols as isize) - 1)]);
            let a_data = __v_a_data.view();
            let b_data = __v_b_data.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a_data = __s0_a_data.of(&__chunks);
                let __i_part = __chunks;
                let a_rows = hp5::rt::again(&a_rows);
                let a_cols = hp5::rt::again(&a_cols);
                let b_rows = hp5::rt::again(&b_rows);
                let b_cols = hp5::rt::again(&b_cols);
                let mut a_data = a_data.within(&__s0_a_data);
                let b_data = b_data;
                for i in __i_part.clone() {
                    for j in 1..a_cols - 1 {
                        a_data[i * a_cols + j] = (b_data[{ debug_assert!(i < b_rows && j < b_cols); i * b_cols + j }] * 2.0);
                        a_data[{ debug_assert!(i < a_rows && j < a_cols); i * a_cols + j }] += 1.0;
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

/// The serial elision of `smooth`.
#[allow(dead_code, unused_variables)]
fn smooth_serial(a: &mut Grid<f64>, b: &mut Grid<f64>, steps: usize) {
    for _ in 0..steps {
        for i in 1..a.rows() - 1 {
            for j in 1..b.cols - 1 {
                b[(i, j)] = 0.5 * a.get(i, j) + 0.1;
            }
        }
        for i in 1..a.rows() - 1 {
            for j in 1..a.cols - 1 {
                a.set(i, j, b[(i, j)] * 2.0);
                a[(i, j)] += 1.0;
            }
        }
    }
}

struct Field {
    nx: usize,
    ny: usize,
    e: Vec<f32>,
    h: Vec<f32>,
}

impl Field {
    #[allow(dead_code)] fn at(&self, i: usize, j: usize) -> usize {
        i * self.ny + j
    }
    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn run(&mut self, steps: usize) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("run", "tests/cases/ok/written_out.rs", 72));
        for _ in __hp5.rounds(1, 0..steps) {
            // hp5: tests/cases/ok/written_out.rs:75 #[hp5::task_tile(i = 8)], parallel
            {
                let __v_self_e = unsafe { __hp5.array("self.e", hp5::rt::flat(&raw const self.e).rows((self.ny as isize)), &[8, 0]) };
                let __v_self_h = unsafe { __hp5.array("self.h", hp5::rt::flat(&raw mut self.h).rows((self.ny as isize)), &[8, 0]) };
                let self_nx = hp5::rt::cap!(self.nx);
                let self_ny = hp5::rt::cap!(self.ny);
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("run:75", "tests/cases/ok/written_out.rs", 75), hp5::rt::Order::Parallel, hp5::rt::chunks(0..self.nx - 1, 8, 0));
                __loop.access(&__v_self_h, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (self.ny as isize))]);
                __loop.access(&__v_self_e, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 1), (0, (self.ny as isize))]);
                let __s0_self_e = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 1), (0, (self.ny as isize))]);
                let __s0_self_h = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (self.ny as isize))]);
                let self_e = __v_self_e.view();
                let self_h = __v_self_h.view();
                let __body = __loop.body(move |__chunks| {
                    let __s0_self_e = __s0_self_e.of(&__chunks);
                    let __s0_self_h = __s0_self_h.of(&__chunks);
                    let __i_part = __chunks;
                    let self_nx = hp5::rt::again(&self_nx);
                    let self_ny = hp5::rt::again(&self_ny);
                    let self_e = self_e.within(&__s0_self_e);
                    let mut self_h = self_h.within(&__s0_self_h);
                    for i in __i_part.clone() {
                        for j in 0..self_ny {
                            let k = (i * self_ny + j);
                            self_h[k] -= 0.5 * (self_e[k + self_ny] - self_e[k]);
                        }
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
            // hp5: tests/cases/ok/written_out.rs:82 #[hp5::task_tile(i = 8)], parallel
            {
                let __v_self_e = unsafe { __hp5.array("self.e", hp5::rt::flat(&raw mut self.e).rows((self.ny as isize)), &[8, 0]) };
                let __v_self_h = unsafe { __hp5.array("self.h", hp5::rt::flat(&raw const self.h).rows((self.ny as isize)), &[8, 0]) };
                let self_nx = hp5::rt::cap!(self.nx);
                let self_ny = hp5::rt::cap!(self.ny);
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("run:82", "tests/cases/ok/written_out.rs", 82), hp5::rt::Order::Parallel, hp5::rt::chunks(1..self.nx, 8, 0));
                __loop.access(&__v_self_e, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (self.ny as isize))]);
                __loop.access(&__v_self_h, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi), (0, (self.ny as isize))]);
                let __s0_self_e = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (self.ny as isize))]);
                let __s0_self_h = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi), (0, (self.ny as isize))]);
                let self_e = __v_self_e.view();
                let self_h = __v_self_h.view();
                let __body = __loop.body(move |__chunks| {
                    let __s0_self_e = __s0_self_e.of(&__chunks);
                    let __s0_self_h = __s0_self_h.of(&__chunks);
                    let __i_part = __chunks;
                    let self_nx = hp5::rt::again(&self_nx);
                    let self_ny = hp5::rt::again(&self_ny);
                    let mut self_e = self_e.within(&__s0_self_e);
                    let self_h = self_h.within(&__s0_self_h);
                    for i in __i_part.clone() {
                        for j in 0..self_ny {
                            let k = (i * self_ny + j);
                            self_e[k] += 0.5 * (self_h[k] - self_h[k - self_ny]);
                        }
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
        }
        __hp5.end();
    }

    /// The serial elision of `run`.
    #[allow(dead_code, unused_variables)]
    fn run_serial(&mut self, steps: usize) {
        for _ in 0..steps {
            for i in 0..self.nx - 1 {
                for j in 0..self.ny {
                    let k = self.at(i, j);
                    self.h[k] -= 0.5 * (self.e[k + self.ny] - self.e[k]);
                }
            }
            for i in 1..self.nx {
                for j in 0..self.ny {
                    let k = self.at(i, j);
                    self.e[k] += 0.5 * (self.h[k] - self.h[k - self.ny]);
                }
            }
        }
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn sharpen(from: &[u8], to: &mut [u8], w: usize, h: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("sharpen", "tests/cases/ok/written_out.rs", 93));
    let px = |x: usize, y: usize| y * w + x;
    // hp5: tests/cases/ok/written_out.rs:96 #[hp5::task_tile(y = 8)], parallel
    {
        let __v_from = unsafe { __hp5.array("from", hp5::rt::flat(&raw const from).rows((w as isize)), &[8, 0]) };
        let __v_to = unsafe { __hp5.array("to", hp5::rt::flat(&raw const to).rows((w as isize)), &[8, 0]) };
        let h = hp5::rt::cap!(h);
        let w = hp5::rt::cap!(w);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("sharpen:96", "tests/cases/ok/written_out.rs", 96), hp5::rt::Order::Parallel, hp5::rt::chunks(1..h - 1, 8, 0));
        __loop.access(&__v_to, hp5::rt::Mode::Out, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (1, (w as isize) - 1)]);
        __loop.access(&__v_from, hp5::rt::Mode::In, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi + 1), (0, (w as isize) - 1)]);
        let __c0_from = 1 < (w as isize) - 1;
        let __s0_from = __loop.section(|[(__y_lo, __y_hi)]| [(__y_lo, __y_hi + 1), (0, (w as isize) - 1)]);
        let __s0_to = __loop.section(|[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (1, (w as isize) - 1)]);
        let from = __v_from.view();
        let to = __v_to.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_from = __s0_from.of(&__chunks);
            let __s0_to = __s0_to.of(&__chunks);
            let __y_part = __chunks;
            let h = hp5::rt::again(&h);
            let w = hp5::rt::again(&w);
            if __c0_from { let _ = from.within(&__s0_from); }
            let from = from.within(&hp5::rt::CHECKED);
            let mut to = to.within(&__s0_to);
            for y in __y_part.clone() {
                for x in 1..w - 1 {
                    to[(y * w + x)] = from[(y * w + (x - 1))] / 2 + from[((y + 1) * w + x)] / 2;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

/// The serial elision of `sharpen`.
#[allow(dead_code, unused_variables)]
fn sharpen_serial(from: &[u8], to: &mut [u8], w: usize, h: usize) {
    let px = |x: usize, y: usize| y * w + x;
    for y in 1..h - 1 {
        for x in 1..w - 1 {
            to[px(x, y)] = from[px(x - 1, y)] / 2 + from[px(x, y + 1)] / 2;
        }
    }
}

// Bounds that are checked once, beside an index that is not known.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn exchange(a: &mut [f64], pivot: &[usize], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("exchange", "tests/cases/ok/written_out.rs", 105));
    // hp5: tests/cases/ok/written_out.rs:107 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows((n as isize)), &[8, 0]) };
        let __v_pivot = unsafe { __hp5.array("pivot", hp5::rt::flat(&raw const pivot), &[8]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("exchange:107", "tests/cases/ok/written_out.rs", 107), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
        __loop.access(&__v_pivot, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __c0_pivot = 0 < (n as isize);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (n as isize))]);
        let __s0_pivot = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let pivot = __v_pivot.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_pivot = __s0_pivot.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut a = a;
            let mut __in_a = a.within(&__s0_a);
            if __c0_pivot { let _ = pivot.within(&__s0_pivot); }
            let pivot = pivot.within(&hp5::rt::CHECKED);
            for i in __i_part.clone() {
                for j in 0..n {
                    __in_a[i * n + j] += 1.0;
                    if j < pivot[i] {
                        a[i * n + j] *= 2.0;
                    }
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

/// The serial elision of `exchange`.
#[allow(dead_code, unused_variables)]
fn exchange_serial(a: &mut [f64], pivot: &[usize], n: usize) {
    for i in 0..n {
        for j in 0..n {
            a[i * n + j] += 1.0;
            if j < pivot[i] {
                a[i * n + j] *= 2.0;
            }
        }
    }
}

fn main() {
    let n = 40;
    let mut a = Grid { rows: n, cols: n, data: (0..n * n).map(|k| (k % 31) as f64).collect() };
    let mut b = a.clone();
    let (mut c, mut d) = (a.clone(), b.clone());
    smooth(&mut a, &mut b, 3);
    smooth_serial(&mut c, &mut d, 3);
    assert_eq!((&a, &b), (&c, &d));

    let e: Vec<f32> = (0..n * n).map(|k| (k % 31) as f32).collect();
    let mut f = Field { nx: n, ny: n, h: vec![0.0; e.len()], e: e.clone() };
    let mut g = Field { nx: n, ny: n, h: vec![0.0; e.len()], e };
    f.run(3);
    g.run_serial(3);
    assert_eq!((&f.e, &f.h), (&g.e, &g.h));

    let from: Vec<u8> = (0..n * n).map(|k| (k * 31 % 251) as u8).collect();
    let (mut to, mut same) = (from.clone(), from.clone());
    sharpen(&from, &mut to, n, n);
    sharpen_serial(&from, &mut same, n, n);
    assert_eq!(to, same);

    let pivot: Vec<usize> = (0..n).map(|k| k * 7 % n).collect();
    exchange(&mut c.data, &pivot, n);
    exchange_serial(&mut a.data, &pivot, n);
    assert_eq!(a, c);
    println!("{:?} {:?} {:?}", a.data, f.e, to);
}
